import type { RetainedSince } from './kernel/area.ts'
import { runAllSettled } from './kernel/async/all-tried.ts'
import type { Clock } from './kernel/clock.ts'

export type SweepDeps = {
  clock: Clock
  sweeps: readonly ((retainedSince: RetainedSince) => Promise<unknown>)[]
  listProjects(): Promise<{ id: string; retentionDays: number | null }[]>
}

export const dayMs = 24 * 60 * 60 * 1000
// How long history is retained where the project does not say.
const defaultDays = 30

/**
 * Deletes what has expired. Safe to run on every node at any time. A part that fails does not keep the others from it;
 * its failure is thrown when all are done.
 */
export const createSweep =
  ({ clock, sweeps, listProjects }: SweepDeps) =>
  async (): Promise<void> => {
    const retainedSince = (await listProjects()).map(({ id, retentionDays }) => ({
      projectId: id,
      since: new Date(clock.now().getTime() - (retentionDays ?? defaultDays) * dayMs),
    }))
    await runAllSettled(
      sweeps.map((sweep) => () => sweep(retainedSince)),
      'several sweeps failed',
    )
  }
