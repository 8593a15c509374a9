import { Worker } from 'node:worker_threads'
import type { WorkerReply, WorkerRequest } from './document-worker.ts'
import type { ResolvedTool, ToolWanted } from './resolve-tool.ts'

// Opening a description again costs less than half a second; keeping it costs its memory all the time.
const defaultIdleMs = 60_000

type Waiting = { resolve(reply: WorkerReply): void; reject(error: Error): void }

/** Large descriptions are read and looked at in a thread of their own, which ends when nobody asks for a while. */
export function createLargeDocuments(idleMs = defaultIdleMs) {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  function end(): Promise<unknown> {
    const ending = worker
    worker = null
    if (idle) clearTimeout(idle)
    for (const { reject } of waiting.values()) reject(new Error('The thread that reads descriptions ended'))
    waiting.clear()
    return ending?.terminate() ?? Promise.resolve()
  }

  function start(): Worker {
    const started = new Worker(new URL('./document-worker.ts', import.meta.url))
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

  async function ask(wanted: ToolWanted, text: Uint8Array | null): Promise<WorkerReply> {
    worker ??= start()
    if (idle) clearTimeout(idle)
    idle = setTimeout(() => void (waiting.size === 0 && end()), idleMs).unref()
    const id = ++lastId
    const reply = new Promise<WorkerReply>((resolve, reject) => waiting.set(id, { resolve, reject }))
    worker.postMessage({ id, wanted, text } satisfies WorkerRequest)
    // While somebody waits the process must not end; while nobody does, the thread must not keep it.
    worker.ref()
    try {
      return await reply
    } finally {
      if (waiting.size === 0) worker?.unref()
    }
  }

  return {
    async resolve(wanted: ToolWanted, read: () => Promise<Uint8Array>): Promise<ResolvedTool | null> {
      let reply = await ask(wanted, null)
      if (reply.missing) reply = await ask(wanted, await read())
      if (reply.fault !== undefined) throw new Error(reply.fault)
      return (reply.tool ?? null) as ResolvedTool | null
    },
    close: async (): Promise<void> => void (await end()),
  }
}
