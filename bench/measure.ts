import { meterOf, meterOfChildren } from './meters/cpu-time.ts'
import { percentile } from './report-format.ts'

/** Of one kind of work, in one round; processor time per piece of it. */
export type Measurements = { p50: number; p90: number; perSecond: number; cpu: number; databaseCpu: number }

/** So many pieces of work, or as many as fit into the time: a machine that is busy does not lengthen the run. */
export type Amount = { count: number; maxMs: number }

/** How long each took, shortest first. */
export async function oneByOne(work: () => Promise<unknown>, { count, maxMs }: Amount): Promise<number[]> {
  const times: number[] = []
  const endAt = performance.now() + maxMs
  while (times.length < count && (times.length === 0 || performance.now() < endAt)) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times.sort((left, right) => left - right)
}

/** How many were done, and how many of them in a second. */
export async function concurrently(
  work: () => Promise<unknown>,
  { count, maxMs }: Amount,
  concurrency: number,
): Promise<{ done: number; perSecond: number }> {
  const startedAt = performance.now()
  const endAt = startedAt + maxMs
  let started = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (started < count && (started < concurrency || performance.now() < endAt)) {
        started++
        await work()
      }
    }),
  )
  return { done: started, perSecond: started / ((performance.now() - startedAt) / 1000) }
}

export type Plan = { alone: Amount; together: Amount; concurrency: number }

/** First one after the other, then concurrently; the processor time is that of the second part. */
export async function measure(
  work: () => Promise<unknown>,
  { alone, together, concurrency }: Plan,
  { pid, databasePid }: { pid: number; databasePid: number },
): Promise<Measurements> {
  const times = await oneByOne(work, alone)
  const [cpu, databaseCpu] = [meterOf(pid), meterOfChildren(databasePid)]
  const { done, perSecond } = await concurrently(work, together, concurrency)
  return {
    p50: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    perSecond,
    cpu: cpu() / done,
    databaseCpu: databaseCpu() / done,
  }
}

/** A round before those that count: caches are filled, plans are made, and code is compiled. */
export const warmUp = { alone: { count: 20, maxMs: 200 }, together: { count: 64, maxMs: 300 } }

/**
 * The numbers of the rounds, -1 for the one of warm-up. No further one begins when the time is over, but one is complete:
 * on a busy machine there are fewer of them.
 */
export function* roundsWithin(most: number, maxMs: number): Generator<number> {
  const endAt = performance.now() + maxMs
  for (let round = -1; round < most && (round < 1 || performance.now() < endAt); round++) yield round
}
