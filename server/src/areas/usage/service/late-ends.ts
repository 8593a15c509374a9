import { AsyncLocalStorage } from 'node:async_hooks'
import { mayPass } from '../../../kernel/db/outage.ts'
import type { Log } from '../../../kernel/log.ts'

const firstWaitMs = 1_000
const longestWaitMs = 15_000
// What is held for work expires after an hour; what cannot be ended until then is given up like that of a lost node.
const maxAgeMs = 3_600_000
// They keep results in memory.
const maxWaiting = 1_000

/**
 * Work has ended, and the database could not store that: it was out of reach or full. Its node lives, so no one would give
 * it up for an hour, and its credits would stay held. So its end is tried again until it is stored.
 */
export function createLateEnds(log: Pick<Log, 'warn'>) {
  // Taken where no transaction is open: by then, that of the request has ended.
  const outside = AsyncLocalStorage.snapshot()
  const timers = new Map<string, NodeJS.Timeout>()

  function waitFor(workId: string, end: () => Promise<unknown>, waitMs: number, ageMs: number): void {
    if (ageMs > maxAgeMs) return
    const retry = async () => {
      try {
        await end()
        timers.delete(workId)
      } catch (error) {
        // Stopped meanwhile.
        if (!timers.delete(workId)) return
        if (mayPass(error)) waitFor(workId, end, Math.min(2 * waitMs, longestWaitMs), ageMs + waitMs)
        else log.warn({ err: error, workId }, 'work that has ended could not be ended later')
      }
    }
    timers.set(workId, setTimeout(() => void retry(), waitMs).unref())
  }

  return {
    add(workId: string, end: () => Promise<unknown>): void {
      if (timers.has(workId) || timers.size >= maxWaiting) return
      outside(() => waitFor(workId, end, firstWaitMs, 0))
    },
    async stop(): Promise<void> {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

export type LateEnds = ReturnType<typeof createLateEnds>
