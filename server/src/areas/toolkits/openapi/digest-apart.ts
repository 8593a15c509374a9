import { Worker } from 'node:worker_threads'
import { AppError } from '../../../kernel/errors.ts'
import { invalidDescription } from './clean-tree.ts'
import type { Digest, DigestAnswer, DigestRequest } from './digest.ts'

export type DigestApart = (request: DigestRequest) => Promise<Digest>

const defaults = { timeoutMs: 60_000, maxMemoryMb: 768, maxWaiting: 8 }

/**
 * Reads descriptions in a thread of their own, one after the other: reading a large one takes seconds, and one that was
 * written to take for ever, or all memory, must take nothing but its own thread with it.
 */
export function createDigestApart(limits: Partial<typeof defaults> = {}): DigestApart {
  const { timeoutMs, maxMemoryMb, maxWaiting } = { ...defaults, ...limits }
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    if (waiting >= maxWaiting) {
      throw new AppError('concurrency_limited', 'Too many API descriptions are being read at the moment', {
        hint: 'Try again in a minute.',
        headers: { 'retry-after': '30' },
      })
    }
    waiting++
    const turn = last.then(() => readIn(request, timeoutMs, maxMemoryMb))
    last = turn.catch(() => undefined).finally(() => waiting--)
    return turn
  }
}

async function readIn(request: DigestRequest, timeoutMs: number, maxMemoryMb: number): Promise<Digest> {
  const worker = new Worker(new URL('./digest-worker.ts', import.meta.url), {
    workerData: request,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<DigestAnswer>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread ended without an answer')))
      timer = setTimeout(() => reject(tooMuch('takes too long to read')), timeoutMs)
    })
    if ('digest' in answer) return answer.digest
    throw invalidDescription(answer.fault.message, answer.fault.hint)
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
