import { AppError } from '../errors.ts'
import { createFairSemaphore } from '../limits/fair-semaphore.ts'
import type { Job } from './job.ts'
import { createComputeThread, JobOverrun, type ThreadLimits } from './thread.ts'

export type ComputeOptions = Partial<ThreadLimits> & {
  threads?: number
  /** How many jobs of one project may wait, and how many of all. */
  waitingPerProject?: number
  waitingInAll?: number
  maxWaitMs?: number
}

export type ComputeCaller = { projectId: string; signal?: AbortSignal | undefined }

/** Work whose size callers decide, done beside the event loop: bounded in time and memory, and stopped when its caller leaves. */
export type Compute = {
  run<Input, Output>(job: Job<Input, Output>, input: Input, caller: ComputeCaller): Promise<Output>
  close(): Promise<void>
}

const defaults = {
  threads: 2,
  memoryMb: 256,
  idleMs: 60_000,
  waitingPerProject: 32,
  waitingInAll: 512,
  maxWaitMs: 10_000,
}

/**
 * A few threads that all projects share, one job of a project at a time: what one project sends delays itself. Threads
 * start with the first job, end when there has been none for a while, and are replaced when a job has to be stopped.
 */
export function createCompute(options: ComputeOptions = {}): Compute {
  const limits = { ...defaults, ...options }
  const { maxWaitMs, waitingPerProject, threads: maxConcurrent } = limits
  const semaphore = createFairSemaphore({
    maxConcurrent,
    maxConcurrentPerProject: 1,
    waitingPerProject,
    maxWaitMs,
    refusal: busy,
  })
  const threads = Array.from({ length: maxConcurrent }, () => createComputeThread(limits))
  // The one that was used last has its modules loaded.
  const free = [...threads]
  let isClosed = false

  return {
    async run(job, input, { projectId, signal }) {
      if (isClosed) throw busy()
      if (semaphore.waiting() >= limits.waitingInAll) throw busy()
      return semaphore.take(projectId, async () => {
        if (isClosed) throw busy()
        signal?.throwIfAborted()
        const thread = free.pop()!
        try {
          return await thread.run(job, input, signal)
        } catch (error) {
          throw error instanceof JobOverrun ? overrun(error) : error
        } finally {
          free.push(thread)
        }
      })
    },
    async close() {
      isClosed = true
      await Promise.all(threads.map(({ end }) => end()))
    },
  }
}

const busy = () =>
  new AppError('compute_busy', 'Too many computations of this project are queued', {
    hint: 'Try again in a few seconds, or send fewer requests.',
    headers: { 'retry-after': '2' },
  })

const overrun = ({ limit }: JobOverrun) =>
  new AppError(
    'compute_limit_exceeded',
    limit === 'time' ? 'The computation timed out' : 'The computation exceeded its memory limit',
    { hint: 'Send less data, or use a simpler pattern or schema.', facts: { limit } },
  )

export const isOverrun = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'compute_limit_exceeded'
