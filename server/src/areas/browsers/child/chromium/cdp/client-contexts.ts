import type { CdpMessage } from '../../../protocol/messages.ts'
import type { Contexts } from './contexts.ts'

/** The contexts that one client creates, which end with it as in any browser: by their own option, or with `Browser.close`. */
export function createClientContexts(contexts: Contexts) {
  const endsWithClient = new Map<string, boolean>()
  let hasLeft = false

  async function close(ids: readonly string[]): Promise<object> {
    for (const id of ids) endsWithClient.delete(id)
    await Promise.all(ids.map(contexts.close))
    return {}
  }

  async function create(disposeOnDetach: unknown): Promise<object> {
    const browserContextId = await contexts.create()
    endsWithClient.set(browserContextId, disposeOnDetach === true)
    if (hasLeft) await leave()
    return { browserContextId }
  }

  async function leave(): Promise<void> {
    hasLeft = true
    await close([...endsWithClient].filter(([, ends]) => ends).map(([id]) => id))
  }

  return {
    /** Null for what the browser itself responds to. */
    respond({ method, params = {} }: CdpMessage): Promise<object> | null {
      const id = String(params.browserContextId)
      if (method === 'Target.createBrowserContext') return create(params.disposeOnDetach)
      if (method === 'Target.disposeBrowserContext' && contexts.has(id)) return close([id])
      return method === 'Browser.close' ? close([...endsWithClient.keys()]) : null
    },
    leave,
  }
}

export type ClientContexts = ReturnType<typeof createClientContexts>
