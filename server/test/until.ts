import { setTimeout as pause } from 'node:timers/promises'

const usualMs = 10_000

/** Waits until the condition holds, asking again every few milliseconds; fails after ten seconds unless told otherwise. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what = 'the condition',
  longestMs = usualMs,
): Promise<T> {
  const deadline = Date.now() + longestMs
  while (true) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`${what} did not become true within ${longestMs / 1000} s`)
    await pause(10)
  }
}
