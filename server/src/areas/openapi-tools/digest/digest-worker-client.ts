import { Worker } from 'node:worker_threads'
import { AppError } from '../../../kernel/errors.ts'
import { createFairSemaphore } from '../../../kernel/limits/fair-semaphore.ts'
import { invalidDescription } from '../document/clean-tree.ts'
import type { Digest, DigestReply, DigestRequest } from './digest.ts'

/** For one project, whose descriptions wait for one another and for no one else's. */
export type DigestWorkerClient = (projectId: string, request: DigestRequest) => Promise<Digest>

const defaults = {
  timeoutMs: 60_000,
  maxMemoryMb: 768,
  // Each takes a core and may take its memory for the whole time.
  maxConcurrent: 2,
  waitingPerProject: 4,
  // As long as the one before may take, and a margin for other projects.
  maxWaitMs: 90_000,
}

/**
 * Reads descriptions in separate threads, few concurrently and one per project: reading a large one takes seconds, and
 * one that was written to take forever, or all memory, must cost nothing but its own thread and its project's slot.
 */
export function createDigestWorkerClient(limits: Partial<typeof defaults> = {}): DigestWorkerClient {
  const { timeoutMs, maxMemoryMb, ...concurrency } = { ...defaults, ...limits }
  const semaphore = createFairSemaphore({ ...concurrency, maxConcurrentPerProject: 1, refusal: tooMany })
  return (projectId, request) => semaphore.take(projectId, () => readIn(request, timeoutMs, maxMemoryMb))
}

const tooMany = () =>
  new AppError('concurrency_limited', 'Too many API descriptions are being imported in this project', {
    hint: 'Try again in a minute.',
    headers: { 'retry-after': '30' },
  })

async function readIn(request: DigestRequest, timeoutMs: number, maxMemoryMb: number): Promise<Digest> {
  const worker = new Worker(new URL('./digest-worker.ts', import.meta.url), {
    workerData: request,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const response = await new Promise<DigestReply>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the worker thread ended without a response')))
      timer = setTimeout(() => reject(tooMuch('takes too long to read')), timeoutMs)
    })
    if ('digest' in response) return response.digest
    throw invalidDescription(response.fault.message, response.fault.hint)
  } catch (error) {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isMemory ? tooMuch('takes too much memory to read', error) : error
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const tooMuch = (what: string, cause?: unknown) =>
  invalidDescription(`The description ${what}.`, 'Import a smaller part of it.', cause)
