import type { Db } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { type LateSchedule, listLate, markOverdue } from '../store/coverage.ts'
import { holdTrigger } from '../store/trigger.ts'
import { ownerScope } from './owner.ts'
import { planOf, type TriggerSchedules } from './schedule.ts'

// Two of the shortest interval.
const shortestMs = 2 * 60_000
const batchSize = 500

export type OverdueDeps = { db: Db; events: Events; schedules: TriggerSchedules }

/**
 * Finds schedules that nothing starts: their next time is two intervals ago, or they cannot be read. Each is reported once,
 * and again after it has started something.
 */
export function createOverdue({ db, events, schedules }: OverdueDeps) {
  async function report({ nextRunAt, fault, ...ref }: LateSchedule, now: Date): Promise<void> {
    await db.tx(async (tx) => {
      const trigger = await holdTrigger(tx, ref, 'update')
      if (trigger?.status !== 'active') return
      if (fault === null && !isOverdue(planOf(trigger), new Date(nextRunAt), now)) return
      if (!(await markOverdue(tx, ref, now))) return
      const message =
        fault === null
          ? `Nothing was started since ${nextRunAt}, which is two intervals of the schedule ago`
          : `The schedule cannot be read: ${fault}`
      const { id: triggerId, slug, workflowId } = trigger
      const error = { code: 'trigger_overdue', message }
      await events.publish(tx, ownerScope(trigger), {
        type: 'trigger.failed',
        data: { triggerId, slug, workflowId, nextRunAt, error },
      })
    })
  }

  function isOverdue(plan: ReturnType<typeof planOf>, next: Date, now: Date): boolean {
    const after = { from: new Date(next.getTime() + 1), to: now }
    return plan !== null && schedules.slotsWithin(plan, after, 2).length === 2
  }

  return async (): Promise<void> => {
    const now = await schedules.time(db)
    for (const late of await listLate(db, new Date(now.getTime() - shortestMs), batchSize))
      await report(late, now)
  }
}
