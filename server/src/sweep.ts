import { allTried } from './kernel/all-tried.ts'
import type { Clock } from './kernel/clock.ts'

/** Everything before `since` is past its time in the project. */
export type KeptSince = readonly { projectId: string; since: Date }[]

export type SweepDeps = {
  clock: Clock
  /** What knows by itself how long it keeps what it has. */
  expiring: readonly (() => Promise<unknown>)[]
  /** What projects say how long to keep. */
  kept: readonly ((keptSince: KeptSince) => Promise<unknown>)[]
  listProjects(): Promise<{ id: string; retentionDays: number | null }[]>
}

export const dayMs = 24 * 60 * 60 * 1000
// How long events and their deliveries are kept where the project does not say.
const usualDays = 30

/**
 * Forgets what has expired. Safe to run on every node at any time. Whoever fails does not keep the others from it, and
 * is told of when all are done.
 */
export function createSweep({ clock, expiring, kept, listProjects }: SweepDeps) {
  const failed = 'several parts could not be swept'
  const sweepKept = async (): Promise<void> => {
    const keptSince = (await listProjects()).map(({ id, retentionDays }) => ({
      projectId: id,
      since: new Date(clock.now().getTime() - (retentionDays ?? usualDays) * dayMs),
    }))
    await allTried(
      kept.map((sweep) => () => sweep(keptSince)),
      failed,
    )
  }
  return (): Promise<void> => allTried([...expiring, sweepKept], failed)
}
