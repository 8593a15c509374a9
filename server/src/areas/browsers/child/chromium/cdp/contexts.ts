import type { Browser, BrowserContext } from 'playwright-core'
import { Fault } from '../../driver.ts'
import type { Pages } from '../pages.ts'
import type { TargetRecorder } from '../target-recorder.ts'
import type { ContextIds } from './context-ids.ts'

// A client needs few of them, and each takes memory of the browser.
const maxContexts = 20

/** Size and media of its pages are those that the client emulates. */
const plain = { viewport: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null }

type Parts = { browser: Browser; contextIds: ContextIds; recorder: TargetRecorder; pages: Pages }

/**
 * Contexts of clients from outside, each with separate cookies and storage. Our automation creates them for the clients: a
 * context that it does not know would be the one of the session to it, whose cookies and storage the profile is made of.
 */
export function createContexts({ browser, contextIds, recorder, pages }: Parts) {
  const contexts = new Map<string, BrowserContext>()
  let creating: Promise<unknown> = Promise.resolve()

  async function create(): Promise<string> {
    if (contexts.size >= maxContexts)
      throw new Fault('action_failed', `A browser session has at most ${maxContexts} contexts`)
    const context = await browser.newContext(plain)
    const id = contextIds.last()!
    contexts.set(id, context)
    context.once('close', () => contexts.delete(id))
    await recorder.install(context)
    pages.follow(context)
    return id
  }

  return {
    /** One after the other, so that the last id is that of this one. */
    create(): Promise<string> {
      const created = creating.then(create)
      creating = created.catch(() => undefined)
      return created
    },
    has: (id: string): boolean => contexts.has(id),
    close: async (id: string): Promise<void> => contexts.get(id)?.close(),
  }
}

export type Contexts = ReturnType<typeof createContexts>
