import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Backfill, BackfillBody, Coverage, CoverageQuery, CoverageWindow } from '../schema/coverage.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import type { Range } from '../store/coverage.ts'
import { insertInvocation } from '../store/invocation.ts'
import { findPause } from '../store/pause.ts'
import { setRetryAt } from '../store/polled-trigger.ts'
import { findTrigger } from '../store/read-triggers.ts'
import { lockTrigger } from '../store/trigger.ts'
import { coverageOfEvents } from './events/coverage.ts'
import { type FireInput, fireKind } from './fire-input.ts'
import { type JudgedSlot, judgeSlots } from './judge-slots.ts'
import { ownerScope } from './owner.ts'
import { triggersPaused } from './pause.ts'
import { triggerNotFound } from './refusals.ts'
import { planOf, pollKind, type TriggerSchedules } from './schedule.ts'

const dayMs = 86_400_000
const defaultDays = 7
const maxDays = 31
// As many as a schedule makes up for by itself.
const maxBackfill = 100

export type CoverageDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  runs: Pick<Runs, 'enqueueMany'>
  schedules: TriggerSchedules
}

/** Whether every time of a schedule was started, and starts those that were not. */
export function createCoverage({ db, clock, newId, audit, runs, schedules }: CoverageDeps) {
  async function rangeOf(q: Queryable, query: Partial<CoverageQuery>): Promise<Range> {
    const to = query.to ?? (await schedules.time(q))
    const from = query.from ?? new Date(to.getTime() - defaultDays * dayMs)
    if (from >= to) throw invalidRange('from must be before to')
    if (to.getTime() - from.getTime() > maxDays * dayMs)
      throw invalidRange(`the range must be ${maxDays} days at most`)
    return { from, to }
  }

  async function ofEvents(trigger: TriggerRow, requested: Range): Promise<Coverage> {
    const now = await schedules.time(db)
    const from = new Date(Math.max(requested.from.getTime(), Date.parse(trigger.createdAt)))
    const to = new Date(Math.max(from.getTime(), Math.min(requested.to.getTime(), now.getTime())))
    const found = await coverageOfEvents(db, trigger, { from, to })
    const range = { from: from.toISOString(), to: to.toISOString() }
    return { triggerId: trigger.id, ...range, ...found, nextFrom: null }
  }

  async function start(tx: Tx, trigger: TriggerRow, slot: JudgedSlot) {
    const scheduledAt = slot.at.toISOString()
    // The id that the slot would have had: a run for it that is late starts nothing more.
    const invocationId = slot.invocationId === null ? schedules.invocationIdOf(trigger, slot.at) : newId()
    const invocation = {
      id: invocationId,
      source: 'cron',
      slotAt: scheduledAt,
      replayOf: slot.invocationId,
      payload: { scheduledAt, timezone: slot.timeZone },
    } as const
    await insertInvocation(tx, trigger, invocation, clock.now())
    return { invocationId, scheduledAt }
  }

  /** One poll reads everything since the last that succeeded. */
  async function pollNow(tx: Tx, trigger: TriggerRow, gaps: readonly JudgedSlot[]): Promise<void> {
    if (gaps.length === 0) return
    await setRetryAt(tx, trigger, null)
    const { id: triggerId, generation } = trigger
    const slotAt = (await schedules.time(tx)).toISOString()
    const input = { schedule: { id: triggerId, slotAt }, input: { triggerId, generation } }
    await runs.enqueueMany(tx, ownerScope(trigger), [{ id: newId(), kind: pollKind, input }])
  }

  return {
    async get(scope: Scope, id: string, query: CoverageQuery): Promise<Coverage> {
      const trigger = isUuid(id) ? await findTrigger(db, scope, id.toLowerCase()) : null
      if (!trigger) throw triggerNotFound()
      if (trigger.slug === 'event') return ofEvents(trigger, await rangeOf(db, query))
      refuseOthers(trigger)
      const { range, slots, nextFrom } = await judgeSlots(db, schedules, trigger, await rangeOf(db, query))
      const count = (outcome: JudgedSlot['outcome']) =>
        slots.filter((slot) => slot.outcome === outcome).length
      return {
        triggerId: trigger.id,
        from: range.from.toISOString(),
        to: range.to.toISOString(),
        slots: slots.length,
        covered: count('covered'),
        missing: count('gap'),
        windows: windowsOf(slots, range),
        nextFrom: nextFrom?.toISOString() ?? null,
      }
    },
    /** Starts every time of the range that is missing, oldest first. */
    async backfill(scope: Scope, id: string, { from, to }: BackfillBody): Promise<Backfill> {
      return db.tx(async (tx) => {
        // Locked, so that two calls do not start the same.
        const trigger = isUuid(id) ? await lockTrigger(tx, scope, id.toLowerCase()) : null
        if (!trigger) throw triggerNotFound()
        refuseOthers(trigger)
        if (trigger.status !== 'active') throw disabled()
        if (await findPause(tx, trigger.projectId)) throw triggersPaused('invalid_state')
        const range = await rangeOf(tx, { from: new Date(from), to: new Date(to) })
        const { slots } = await judgeSlots(tx, schedules, trigger, range)
        const gaps = slots.filter(({ outcome }) => outcome === 'gap')
        const isPolled = trigger.slug !== 'cron'
        const started: Backfill['started'] = []
        if (isPolled) await pollNow(tx, trigger, gaps)
        else for (const slot of gaps.slice(0, maxBackfill)) started.push(await start(tx, trigger, slot))
        const fires = started.map(({ invocationId }) => {
          const input: FireInput = { triggerId: trigger.id, invocationId }
          return { id: newId(), kind: fireKind, input }
        })
        await runs.enqueueMany(tx, ownerScope(trigger), fires)
        const { id: triggerId, slug, name } = trigger
        await audit.record(tx, scope, {
          action: 'trigger.backfilled',
          targetType: 'trigger',
          targetId: triggerId,
          details: { slug, name, from, to, started: started.length },
        })
        const remaining = isPolled ? 0 : gaps.length - started.length
        return { triggerId, started, remaining }
      })
    },
  }
}

export type CoverageService = ReturnType<typeof createCoverage>

/** Neighbouring times with the same outcome are one window; windows cover the whole range. */
function windowsOf(slots: readonly JudgedSlot[], { from, to }: Range): CoverageWindow[] {
  const windows: CoverageWindow[] = []
  for (const { at, outcome, cause } of slots) {
    const last = windows.at(-1)
    if (last && last.outcome === outcome && last.cause === cause) {
      last.slots++
      continue
    }
    if (last) last.to = at.toISOString()
    const begin = last ? at : from
    windows.push({ from: begin.toISOString(), to: to.toISOString(), outcome, cause, slots: 1 })
  }
  return windows
}

function refuseOthers(trigger: Pick<TriggerRow, 'slug' | 'config'>): void {
  if (planOf(trigger) === null)
    throw new AppError('invalid_state', 'Only schedules and polled triggers have times to cover', {
      hint: 'Replay single invocations with POST /api/v1/trigger_instances/invocation-logs/{logId}/replay-webhook.',
    })
}

const disabled = () =>
  new AppError('invalid_state', 'The trigger is disabled', {
    hint: 'Enable it with PATCH /api/v1/trigger_instances/manage/{triggerId}/status.',
  })

const invalidRange = (message: string) =>
  new AppError('invalid_parameter', message, { hint: 'Send from and to as two times, from first.' })
