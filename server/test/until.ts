import { setTimeout as pause } from 'node:timers/promises'

// Long enough for a machine that does several other things as well.
const defaultMs = 90_000

// Most conditions are requests to the product: asked without a pause, they would take the processor from what is waited
// for. So a long wait is looked at less and less often, which prolongs it by a fifth at most.
const shortestPauseMs = 10
const longestPauseMs = 150
const shareOfWait = 0.2

/** Waits until the condition holds, asking again and again; fails after a minute and a half unless configured otherwise. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what = 'the condition',
  maxMs = defaultMs,
): Promise<T> {
  const begin = Date.now()
  while (true) {
    const value = await condition()
    if (value) return value
    const waitedMs = Date.now() - begin
    if (waitedMs > maxMs) throw new Error(`${what} did not become true within ${maxMs / 1000} s`)
    await pause(Math.min(Math.max(shortestPauseMs, waitedMs * shareOfWait), longestPauseMs))
  }
}
