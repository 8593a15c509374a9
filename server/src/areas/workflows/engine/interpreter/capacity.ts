import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../../kernel/errors.ts'

/** How long a node waits until the project may execute another tool, beside its own timeout. */
export const maxCapacityWaitMs = 600_000

const firstDelayMs = 100
const maxDelayMs = 2_000

const isAtLimit = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'concurrency_limited'

/**
 * Many executions side by side reach the limit of concurrent calls that their project has. That is no failure of a node:
 * the call was refused before it began, so it is made again until there is capacity.
 */
export async function whenCapacity<T>(signals: AbortSignal[], work: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + maxCapacityWaitMs
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isAtLimit(error) || performance.now() > endMs) throw error
    }
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** tries)
    // Not all at the same moment.
    await delay(delayMs * (0.5 + Math.random() / 2), undefined, { signal: AbortSignal.any(signals) })
  }
}
