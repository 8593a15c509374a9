import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the condition holds, asking again every few milliseconds; fails after ten seconds. */
export async function until<T>(condition: () => T | Promise<T>, what = 'the condition'): Promise<T> {
  const deadline = Date.now() + 10_000
  while (true) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`${what} did not become true within 10 s`)
    await pause(10)
  }
}
