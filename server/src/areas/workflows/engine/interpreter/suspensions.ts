import type { Clock } from '../../../../kernel/clock.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'

type At = { at: number }

/** The time for which a run was suspended, by the records of its attempts: what it waits for is no work. */
export type Suspensions = { count: number; ms: number }

export const suspensionOf = (number: number): string => `~wake:${number}`

/** Records the wake-up before this attempt works, so that a later one counts the same. */
export async function suspensionsBefore(clock: Clock, context: RunContext): Promise<Suspensions> {
  let ms = 0
  let count = 0
  for (; ; count++) {
    const name = suspensionOf(count)
    const since = context.recordOf<At>(`${name}:at`)
    if (!since) return { count, ms }
    const woken =
      context.recordOf<At>(`${name}:woken`)?.output ??
      (await context.step(`${name}:woken`, async () => ({ at: clock.now().getTime() }), { class: 'pure' }))
    ms += Math.max(0, woken.at - since.output.at)
  }
}
