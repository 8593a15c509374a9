import { setTimeout as pause } from 'node:timers/promises'

// Long enough for a machine that does several other things as well.
const defaultMs = 90_000

/** Waits until the condition holds, asking again every few milliseconds; fails after a minute and a half unless configured otherwise. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what = 'the condition',
  maxMs = defaultMs,
): Promise<T> {
  const deadline = Date.now() + maxMs
  while (true) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`${what} did not become true within ${maxMs / 1000} s`)
    await pause(10)
  }
}
