import { setTimeout as pause } from 'node:timers/promises'

/** Polls every few milliseconds until the condition is truthy; fails after a minute: it also runs beside other tests. */
export async function until<T>(what: string, condition: () => Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + 60_000
  while (true) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`${what}: not within 60 s`)
    await pause(20)
  }
}
