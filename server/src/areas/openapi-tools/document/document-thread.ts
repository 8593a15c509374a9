import { Worker } from 'node:worker_threads'
import { createTurns } from '../../../kernel/limits/turns.ts'
import type { Wanted, WorkerReply, WorkerRequest } from './document-worker.ts'
import type { ResolvedTool } from './resolve-tool.ts'

// Opening a description again costs less than half a second; keeping it costs its memory all the time.
const defaultIdleMs = 30_000
// Several times what the largest description takes while it is read.
const maxMemoryMb = 768

type Waiting = { resolve(reply: WorkerReply): void; reject(error: Error): void }

/** Large descriptions are read and looked at in a thread of their own, which ends when it was not used for a while. */
export function createDocumentThread(idleMs = defaultIdleMs) {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let lastId = 0
  const waiting = new Map<number, Waiting>()
  // A page of tools asks for a hundred tools of one description at once: its text is read and sent for the first alone.
  const sending = new Map<string, Promise<WorkerReply>>()
  const oneAtATime = createTurns(1)

  function end(): Promise<unknown> {
    const ending = worker
    worker = null
    if (idle) clearTimeout(idle)
    for (const { reject } of waiting.values()) reject(new Error('The thread that reads descriptions ended'))
    waiting.clear()
    return ending?.terminate() ?? Promise.resolve()
  }

  function start(): Worker {
    const started = new Worker(new URL('./document-worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    started.unref()
    started.on('message', (reply: WorkerReply) => {
      waiting.get(reply.id)?.resolve(reply)
      waiting.delete(reply.id)
    })
    const onEnd = () => {
      if (worker === started) void end()
    }
    started.on('error', onEnd)
    started.on('exit', onEnd)
    return started
  }

  async function ask(
    key: string,
    wanted: Wanted,
    text: Uint8Array<ArrayBuffer> | null,
  ): Promise<WorkerReply> {
    worker ??= start()
    if (idle) clearTimeout(idle)
    idle = setTimeout(() => void (waiting.size === 0 && end()), idleMs).unref()
    const id = ++lastId
    const reply = new Promise<WorkerReply>((resolve, reject) => waiting.set(id, { resolve, reject }))
    worker.postMessage({ id, key, wanted, text } satisfies WorkerRequest, text ? [text.buffer] : [])
    // While an answer is awaited the process must not end; otherwise the thread must not keep it.
    worker.ref()
    try {
      return await reply
    } finally {
      if (waiting.size === 0) worker?.unref()
    }
  }

  /** The text is copied once, and the copy is handed over. */
  async function send(key: string, wanted: Wanted, read: () => Promise<Uint8Array>): Promise<WorkerReply> {
    const sent = oneAtATime.take(async () => ask(key, wanted, new Uint8Array(await read())))
    sending.set(key, sent)
    try {
      return await sent
    } finally {
      sending.delete(key)
    }
  }

  async function reply(key: string, wanted: Wanted, read: () => Promise<Uint8Array>): Promise<WorkerReply> {
    for (;;) {
      await sending.get(key)?.catch(() => undefined)
      const known = await ask(key, wanted, null)
      if (!known.missing) return known
      if (!sending.has(key)) return send(key, wanted, read)
    }
  }

  return {
    async resolve(
      key: string,
      wanted: Wanted,
      read: () => Promise<Uint8Array>,
    ): Promise<ResolvedTool | null> {
      const { fault, tool } = await reply(key, wanted, read)
      if (fault !== undefined) throw new Error(fault)
      return (tool ?? null) as ResolvedTool | null
    },
    close: async (): Promise<void> => void (await end()),
  }
}

export type DocumentThread = ReturnType<typeof createDocumentThread>

/** Above this, reading a description on the event loop would be felt by all who wait for an answer. */
export const largeBytes = 256 * 1024
