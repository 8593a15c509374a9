import { runAllSettled } from './kernel/all-tried.ts'
import type { Clock } from './kernel/clock.ts'

/** Everything before `since` is past its time in the project. */
export type RetainedSince = readonly { projectId: string; since: Date }[]

export type SweepDeps = {
  clock: Clock
  /** What knows by itself how long it keeps what it has. */
  expiring: readonly (() => Promise<unknown>)[]
  /** What projects say how long to keep. */
  retained: readonly ((retainedSince: RetainedSince) => Promise<unknown>)[]
  listProjects(): Promise<{ id: string; retentionDays: number | null }[]>
}

export const dayMs = 24 * 60 * 60 * 1000
// How long events and their deliveries are kept where the project does not say.
const defaultDays = 30

/**
 * Forgets what has expired. Safe to run on every node at any time. Whoever fails does not keep the others from it, and
 * is told of when all are done.
 */
export function createSweep({ clock, expiring, retained: stored, listProjects }: SweepDeps) {
  const failed = 'several sweeps failed'
  const sweepStored = async (): Promise<void> => {
    const retainedSince = (await listProjects()).map(({ id, retentionDays }) => ({
      projectId: id,
      since: new Date(clock.now().getTime() - (retentionDays ?? defaultDays) * dayMs),
    }))
    await runAllSettled(
      stored.map((sweep) => () => sweep(retainedSince)),
      failed,
    )
  }
  return (): Promise<void> => runAllSettled([...expiring, sweepStored], failed)
}
