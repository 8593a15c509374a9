import type { CdpMessage } from '../../../protocol/messages.ts'

/** Playwright does not say the ids of its contexts, so they are read from its messages. */
export function createContextIds() {
  let request: number | undefined
  let last: string | undefined
  return {
    noteSent({ id, method }: CdpMessage): void {
      if (method === 'Target.createBrowserContext') request = id
    },
    noteReceived({ id, result }: CdpMessage): void {
      if (id === undefined || id !== request) return
      last = (result as { browserContextId?: string } | undefined)?.browserContextId
    },
    /** Of the context that was created last. */
    last: () => last,
  }
}

export type ContextIds = ReturnType<typeof createContextIds>
