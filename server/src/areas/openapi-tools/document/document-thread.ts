import { createWorkerClient } from '../../../kernel/compute/worker-client.ts'
import { createSemaphore } from '../../../kernel/limits/semaphore.ts'
import type { DocumentReply, DocumentRequest, DocumentTarget } from './document-worker.ts'
import type { ResolvedTool } from './resolve-tool.ts'

// Opening a description again costs less than half a second; keeping it costs its memory all the time.
const defaultIdleMs = 30_000
// Several times what the largest description takes while it is read.
const maxMemoryMb = 768

/** Large descriptions are parsed in a separate thread, which ends when idle. */
export function createDocumentThread(idleMs = defaultIdleMs) {
  const client = createWorkerClient<DocumentRequest, DocumentReply>({
    module: new URL('./document-worker.ts', import.meta.url),
    memoryMb: maxMemoryMb,
    idleMs,
  })
  // A page of tools requests a hundred tools of one description concurrently: its text is read and sent for the first
  // alone.
  const sending = new Map<string, Promise<DocumentReply>>()
  const oneAtATime = createSemaphore(1)

  /** The text is copied once, and the copy is passed on. */
  async function send(
    key: string,
    target: DocumentTarget,
    read: () => Promise<Uint8Array>,
  ): Promise<DocumentReply> {
    const sent = oneAtATime.take(async () => {
      const text = new Uint8Array(await read())
      return client.request({ key, target, text }, [text.buffer])
    })
    sending.set(key, sent)
    try {
      return await sent
    } finally {
      sending.delete(key)
    }
  }

  async function reply(
    key: string,
    target: DocumentTarget,
    read: () => Promise<Uint8Array>,
  ): Promise<DocumentReply> {
    for (;;) {
      await sending.get(key)?.catch(() => undefined)
      const known = await client.request({ key, target, text: null })
      if (!known.missing) return known
      if (!sending.has(key)) return send(key, target, read)
    }
  }

  return {
    async resolve(
      key: string,
      target: DocumentTarget,
      read: () => Promise<Uint8Array>,
    ): Promise<ResolvedTool | null> {
      const { tool } = await reply(key, target, read)
      return tool ?? null
    },
    close: client.close,
  }
}

export type DocumentThread = ReturnType<typeof createDocumentThread>

/** Above this, reading a description on the event loop would delay all other requests. */
export const largeBytes = 256 * 1024
