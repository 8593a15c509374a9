import { setTimeout as pause } from 'node:timers/promises'

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export type Rounds = {
  times: number
  /** No new round begins after so long, however few there were: a busy machine makes it coarser and not longer. */
  maxMs: number
  /** Between two, as requests come: not one at the heels of the other. */
  pauseMs?: number
  /** How often in a row: what is done once between others finds cold processor caches. */
  inARow?: number
}

/** Does all of the work in every round, so that each of them meets the same weather. */
export async function inRounds(
  { times, maxMs, pauseMs = 0, inARow = 1 }: Rounds,
  ...works: readonly (() => Promise<unknown>)[]
): Promise<number[][]> {
  const found: number[][] = works.map(() => [])
  const end = performance.now() + maxMs
  for (let round = 0; round < times && (round < 3 || performance.now() < end); round++)
    for (const [index, work] of works.entries())
      for (let round = 0; round < inARow; round++) {
        if (pauseMs > 0) await pause(pauseMs)
        found[index]!.push(await timed(work))
      }
  return found
}
