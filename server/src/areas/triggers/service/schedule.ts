import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Misfire } from '../../../kernel/runs/schedules/schedule.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CronConfig } from '../schema/config.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { addPlan, type Range } from '../store/coverage.ts'

export const slotKind = 'trigger.slot'
/** What the run of a slot is given, see `ScheduledInput`. */
export type SlotInput = { triggerId: string; generation: number }

const misfires: Record<CronConfig['misfirePolicy'], Misfire> = {
  skip: 'skip',
  run_once: 'once',
  run_all: 'all',
}

export type TriggerSchedules = ReturnType<typeof createTriggerSchedules>

/** The schedules of cron triggers are those of the kernel: each has the id of its trigger. */
export function createTriggerSchedules({ schedules }: Pick<Runs, 'schedules'>) {
  return {
    /** As the trigger is now; slots under an earlier generation end without effect. */
    async put(tx: Tx, scope: Scope, trigger: TriggerRow): Promise<void> {
      if (trigger.slug !== 'cron') return
      const { expression, timezone, misfirePolicy } = trigger.config as CronConfig
      const input: SlotInput = { triggerId: trigger.id, generation: trigger.generation }
      await schedules.put(tx, scope, {
        id: trigger.id,
        cron: expression,
        timeZone: timezone,
        kind: slotKind,
        input,
        misfire: misfires[misfirePolicy],
        isActive: trigger.status === 'active',
      })
      const cause = trigger.status === 'active' ? null : trigger.statusReason
      await addPlan(tx, trigger, { from: await schedules.time(tx), cause })
    },
    remove: (tx: Tx, scope: Scope, id: string): Promise<boolean> => schedules.remove(tx, scope, id),
    /** Its times do not come until it is put again; the reason is shown as their cause. */
    async disable(tx: Tx, scope: Scope, trigger: TriggerRow, cause: string): Promise<void> {
      if (trigger.slug !== 'cron') return
      await schedules.pause(tx, scope, trigger.id)
      await addPlan(tx, trigger, { from: await schedules.time(tx), cause })
    },
    time: (q: Queryable): Promise<Date> => schedules.time(q),
    slotsWithin: (plan: { cron: string; timeZone: string }, range: Range, limit: number): Date[] =>
      schedules.slotsWithin(plan, range, limit),
    /** The id of the invocation of a time. */
    invocationIdOf: ({ projectId, id }: Pick<TriggerRow, 'projectId' | 'id'>, slot: Date): string =>
      schedules.runIdOf(projectId, id, slot),
    nextRuns({ slug, status, config }: Pick<TriggerRow, 'slug' | 'status' | 'config'>): string[] {
      if (slug !== 'cron' || status !== 'active') return []
      const { expression, timezone } = config as CronConfig
      return schedules.nextTimes(expression, timezone, shownRuns).map((time) => time.toISOString())
    },
  }
}

const shownRuns = 5
