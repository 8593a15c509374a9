import type { Tx } from '../../db/db.ts'
import type { Log } from '../../log.ts'
import { type CronSlots, openCron } from './cron.ts'
import { type Decision, decide, nextWithin, runIdOf, type Schedule, type ScheduledInput } from './schedule.ts'
import { insertSlotRuns, moveSchedules, type Progress, type SlotRun } from './schedule-store.ts'

// Enough for the schedules of a large installation; one more costs a fraction of a millisecond.
const maxCachedCrons = 1_000
// After these the transaction commits: one schedule alone may bring a hundred runs.
const enoughRuns = 2_000
const faultyAgainMs = 5 * 60_000

/** Starts the slots that are due, and moves their schedules on in the same transaction. */
export function createFiring({ log }: { log: Log }) {
  const crons = new Map<string, CronSlots>()

  function cronOf({ cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>): CronSlots {
    const key = `${timeZone} ${cron}`
    const known = crons.get(key) ?? openCron(cron, timeZone)
    crons.delete(key)
    crons.set(key, known)
    if (crons.size > maxCachedCrons) crons.delete(crons.keys().next().value!)
    return known
  }

  /** A schedule that this node cannot read must not hold up the others, and must not be lost. */
  function tryToDecide(schedule: Schedule & { nextAt: string }, now: Date): Decision | string {
    try {
      return decide(schedule, cronOf(schedule), now)
    } catch (error) {
      log.warn(
        { err: error, projectId: schedule.projectId, scheduleId: schedule.id },
        'a schedule cannot be read',
      )
      return error instanceof Error ? error.message : String(error)
    }
  }

  function reportSkipped({ projectId, id }: Schedule, { skipped }: Decision) {
    if (skipped) log.warn({ projectId, scheduleId: id, ...skipped }, 'slots of a schedule were skipped')
  }

  return {
    cronOf,
    /**
     * The schedules are locked by the caller. Returns how many of them, counted from the first, were processed, and how
     * many runs began.
     */
    async fire(
      tx: Tx,
      schedules: readonly Schedule[],
      now: Date,
    ): Promise<{ decided: number; started: number }> {
      const runs: SlotRun[] = []
      const progress: Progress[] = []
      for (const schedule of schedules) {
        const { nextAt } = schedule
        if (nextAt === null) continue
        const decision = tryToDecide({ ...schedule, nextAt }, now)
        if (typeof decision === 'string') {
          progress.push(faulty(schedule, decision, now))
          continue
        }
        reportSkipped(schedule, decision)
        const started = decision.slots.map((slot) => slotRun(schedule, slot))
        runs.push(...started)
        progress.push({
          projectId: schedule.projectId,
          id: schedule.id,
          nextAt: decision.next,
          lastSlotAt: decision.lastSlotAt,
          lastRunId: started.at(-1)?.id ?? null,
          skipped: decision.skipped,
          fault: null,
        })
        if (runs.length >= enoughRuns) break
      }
      if (runs.length > 0) await insertSlotRuns(tx, runs)
      if (progress.length > 0) await moveSchedules(tx, progress)
      return { decided: progress.length, started: runs.length }
    },
    /** Plans again from now on; slots that did fire cannot fire twice because of the ids of their runs. */
    async replan(tx: Tx, schedules: readonly Schedule[], now: Date): Promise<void> {
      if (schedules.length === 0) return
      await moveSchedules(
        tx,
        schedules.map((schedule) => ({
          projectId: schedule.projectId,
          id: schedule.id,
          nextAt: nextWithin(cronOf(schedule), now, endOf(schedule)),
          lastSlotAt: now,
          lastRunId: null,
          skipped: null,
          fault: null,
        })),
      )
    },
  }
}

export const endOf = ({ endsAt }: { endsAt: string | null }) =>
  endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt)

const faulty = ({ projectId, id }: Schedule, fault: string, now: Date): Progress => ({
  projectId,
  id,
  nextAt: new Date(now.getTime() + faultyAgainMs),
  lastSlotAt: null,
  lastRunId: null,
  skipped: null,
  fault: fault.slice(0, 500),
})

function slotRun(schedule: Schedule, slot: Date): SlotRun {
  const { projectId, externalUserId, scope, kind } = schedule
  const input: ScheduledInput = {
    schedule: { id: schedule.id, slotAt: slot.toISOString() },
    input: schedule.input,
  }
  return { projectId, id: runIdOf(projectId, schedule.id, slot), externalUserId, scope, kind, input, slot }
}
