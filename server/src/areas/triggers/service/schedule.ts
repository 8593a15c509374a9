import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { idOfName } from '../../../kernel/ids.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Misfire } from '../../../kernel/runs/schedules/schedule.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { CronConfig, PollConfig } from '../schema/config.ts'
import type { PreviewQuery, SchedulePreview } from '../schema/preview.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { addPlan, type Range } from '../store/coverage.ts'
import { builtInType, refuseInvalidCron } from './config.ts'

export const slotKind = 'trigger.slot'
export const pollKind = 'trigger.poll'
export const renewKind = 'trigger.renew'
/** What the run of a slot is given, see `ScheduledInput`. */
export type SlotInput = { triggerId: string; generation: number }

const misfires: Record<CronConfig['misfirePolicy'], Misfire> = {
  skip: 'skip',
  run_once: 'once',
  run_all: 'all',
}

/** When a trigger is due; null for one that waits for events. */
export function planOf({
  slug,
  config,
}: Pick<TriggerRow, 'slug' | 'config'>): { cron: string; timeZone: string } | null {
  if (slug === 'cron') {
    const { expression, timezone } = config as CronConfig
    return { cron: expression, timeZone: timezone }
  }
  if (builtInType(slug) !== null) return null
  const { intervalMin } = config as Partial<PollConfig>
  if (intervalMin === undefined) return null
  return { cron: intervalMin === 60 ? '0 * * * *' : `*/${intervalMin} * * * *`, timeZone: 'UTC' }
}

export type TriggerSchedules = ReturnType<typeof createTriggerSchedules>

/** The schedules of cron triggers and of polls are those of the kernel: each has the id of its trigger. */
export function createTriggerSchedules({ schedules }: Pick<Runs, 'schedules'>) {
  const nextTimes = (cron: string, timeZone: string): string[] =>
    schedules.nextTimes(cron, timeZone, shownRuns).map((time) => time.toISOString())
  return {
    /** As the trigger is now; slots under an earlier generation end without effect. */
    async put(tx: Tx, scope: Scope, trigger: TriggerRow): Promise<void> {
      const plan = planOf(trigger)
      if (!plan) return
      const { misfirePolicy = 'run_once' } = trigger.config as Partial<CronConfig>
      const input: SlotInput = { triggerId: trigger.id, generation: trigger.generation }
      await schedules.put(tx, scope, {
        id: trigger.id,
        ...plan,
        kind: trigger.slug === 'cron' ? slotKind : pollKind,
        input,
        misfire: misfires[misfirePolicy],
        isActive: trigger.status === 'active',
      })
      const cause = trigger.status === 'active' ? null : trigger.statusReason
      await addPlan(tx, trigger, { ...plan, from: await schedules.time(tx), cause })
    },
    remove: (tx: Tx, scope: Scope, id: string): Promise<boolean> => schedules.remove(tx, scope, id),
    /** Its times do not come until it is put again; the reason is shown as their cause. */
    async disable(tx: Tx, scope: Scope, trigger: TriggerRow, cause: string): Promise<void> {
      const plan = planOf(trigger)
      if (!plan) return
      await schedules.pause(tx, scope, trigger.id)
      await addPlan(tx, trigger, { ...plan, from: await schedules.time(tx), cause })
    },
    /**
     * When the registration at the service is renewed; null for one that does not expire. It belongs to the project: a renewal in
     * flight must not end unseen when the owner is erased.
     */
    async putRenewal(tx: Tx, { projectId, id }: TriggerRef, cron: string | null): Promise<void> {
      if (cron === null) return
      const input: SlotInput = { triggerId: id, generation: 0 }
      const kind = renewKind
      const schedule = { id: renewalId({ projectId, id }), cron, timeZone: 'UTC', kind, input }
      await schedules.put(tx, systemScope(projectId), { ...schedule, misfire: 'once', isActive: true })
    },
    removeRenewal: (tx: Tx, trigger: TriggerRef): Promise<boolean> =>
      schedules.remove(tx, systemScope(trigger.projectId), renewalId(trigger)),
    time: (q: Queryable): Promise<Date> => schedules.time(q),
    slotsWithin: (plan: { cron: string; timeZone: string }, range: Range, limit: number): Date[] =>
      schedules.slotsWithin(plan, range, limit),
    /** The id of the invocation of a time. */
    invocationIdOf: ({ projectId, id }: Pick<TriggerRow, 'projectId' | 'id'>, slot: Date): string =>
      schedules.runIdOf(projectId, id, slot),
    nextRuns(trigger: Pick<TriggerRow, 'slug' | 'status' | 'config'>): string[] {
      const plan = trigger.status === 'active' ? planOf(trigger) : null
      return plan ? nextTimes(plan.cron, plan.timeZone) : []
    },
    /** When a schedule would run. Throws what creating it would throw. */
    preview({ expression, timezone }: PreviewQuery): SchedulePreview {
      const plan = { expression: expression.trim(), timezone }
      refuseInvalidCron(plan)
      return { ...plan, nextRuns: nextTimes(plan.expression, timezone) }
    },
  }
}

type TriggerRef = Pick<TriggerRow, 'projectId' | 'id'>
const renewalId = ({ projectId, id }: TriggerRef): string =>
  idOfName(Buffer.from(projectId.replaceAll('-', ''), 'hex'), `renewal of ${id}`)

const shownRuns = 5
