import { type Transferable, Worker } from 'node:worker_threads'
import type { WorkerReply, WorkerRequest } from './worker-server.ts'

export type WorkerClientOptions = {
  /** A module that calls `serveRequests`. */
  module: URL
  memoryMb: number
  /** A thread without requests ends after this long: its memory is worth more than the start of the next one. */
  idleMs: number
}

type Pending = { resolve(reply: WorkerReply): void; reject(error: Error): void }

/**
 * One thread with its own state (tables, parsed documents) that serves requests and ends when idle. Requests are in
 * flight side by side; a thread that dies rejects them all, and the next request starts another.
 */
export function createWorkerClient<Request, Reply>({ module, memoryMb, idleMs }: WorkerClientOptions) {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const pending = new Map<number, Pending>()

  async function close(reason = new Error('The worker thread ended')): Promise<void> {
    const result = worker
    worker = null
    clearTimeout(idle)
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
    await result?.terminate()
  }

  function start(): Worker {
    const started = new Worker(module, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.on('message', (reply: WorkerReply) => {
      pending.get(reply.id)?.resolve(reply)
      pending.delete(reply.id)
    })
    const onEnd = (error?: unknown) => {
      if (worker === started) void close(error instanceof Error ? error : undefined)
    }
    started.on('error', onEnd)
    started.on('exit', () => onEnd())
    return started
  }

  async function request(input: Request, transfer: readonly Transferable[] = []): Promise<Reply> {
    worker ??= start()
    clearTimeout(idle)
    const id = ++lastId
    const replied = new Promise<WorkerReply>((resolve, reject) => pending.set(id, { resolve, reject }))
    worker.postMessage({ id, input } satisfies WorkerRequest, transfer)
    // While a reply is pending the process must not end; an idle thread must not keep it.
    worker.ref()
    try {
      const reply = await replied
      if ('fault' in reply) throw new Error(reply.fault)
      return reply.output as Reply
    } finally {
      if (pending.size === 0 && worker) {
        worker.unref()
        idle = setTimeout(() => void close(), idleMs).unref()
      }
    }
  }

  return { request, close: () => close(), isRunning: () => worker !== null }
}
