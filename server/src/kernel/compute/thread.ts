import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../errors.ts'
import { type Job, type JobReply, transferred } from './job.ts'

export type ThreadLimits = {
  memoryMb: number
  /** A thread without work ends after this long: started again it costs less than it holds. */
  idleMs: number
}

/** How much longer than its budget a job may take by the clock while others have the processor. */
const maxPatience = 10

export class JobOverrun extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super(limit === 'time' ? 'the job took too long' : 'the job took too much memory')
    this.limit = limit
  }
}

/** One thread that does one job at a time. Ending it is the only way to stop a job, and always works. */
export function createComputeThread({ memoryMb, idleMs }: ThreadLimits) {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
    })
    // Between two jobs, and while it ends, an error has no one to go to and must not end the process.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const result = worker
    worker = null
    await result?.terminate()
  }

  async function run<Input, Output>(
    job: Job<Input, Output>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<Output> {
    clearTimeout(idle)
    worker ??= start()
    const current = worker
    current.ref()
    try {
      const reply = await replyOf(current, job, input, signal)
      if ('value' in reply) return reply.value as Output
      if ('fault' in reply) throw new Error(`${job.name} failed: ${reply.fault}`)
      const { code, message, extras } = reply.refusal
      throw new AppError(code as ErrorCode, message, extras)
    } catch (error) {
      if (error instanceof JobOverrun || signal?.aborted) await end()
      throw error
    } finally {
      if (worker === current) {
        current.unref()
        idle = setTimeout(() => void end(), idleMs).unref()
      }
    }
  }

  return { run, end }
}

function replyOf<Input, Output>(
  worker: Worker,
  job: Job<Input, Output>,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<JobReply> {
  return new Promise<JobReply>((resolve, reject) => {
    const watch = watchTime(worker, job.budgetMs, () => settle(() => reject(new JobOverrun('time'))))
    const onMessage = (reply: JobReply) => settle(() => resolve(reply))
    const onError = (error: Error & { code?: string }) =>
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new JobOverrun('memory') : error))
    const onExit = () => settle(() => reject(new Error('the worker thread ended without a response')))
    const onAbort = () => settle(() => reject(signal!.reason))
    const settle = (act: () => void) => {
      watch.stop()
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      signal?.removeEventListener('abort', onAbort)
      act()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) return onAbort()
    const parts = typeof input === 'object' && input !== null ? (transferred.get(input) ?? []) : []
    worker.postMessage({ module: job.module, name: job.name, input }, parts)
  })
}

/** Calls back when the thread has worked for `budgetMs`. Time in which others had the processor does not count. */
function watchTime(worker: Worker, budgetMs: number, onOver: () => void): { stop(): void } {
  const startedAt = performance.now()
  let isOver = false
  const before = workedMs(worker)
  const look = async () => {
    const isPatient = performance.now() - startedAt < budgetMs * maxPatience
    const worked = isPatient ? await Promise.race([used(), later(budgetMs)]) : budgetMs
    if (isOver) return
    if (worked >= budgetMs * 0.9) onOver()
    else timer = setTimeout(look, Math.max(20, budgetMs - worked))
  }
  const used = async () => (await workedMs(worker)) - (await before)
  let timer = setTimeout(look, budgetMs)
  return {
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

async function workedMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    // A thread that has not begun or has ended has not worked.
    return 0
  }
}

const later = (ms: number) => new Promise<number>((resolve) => setTimeout(() => resolve(ms), ms).unref())
