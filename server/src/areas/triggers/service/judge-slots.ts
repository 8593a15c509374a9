import type { Queryable } from '../../../kernel/db/db.ts'
import type { CoverageWindow } from '../schema/coverage.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { listPlans, listSlots, type Plan, type Range, type Slot } from '../store/coverage.ts'
import { listPauses, type PauseRow } from '../store/pause.ts'
import { findCoveredUntil, listWindows } from '../store/window.ts'
import type { TriggerSchedules } from './schedule.ts'

// Bounds the work of a request; a schedule of every minute has so many in three days and a half.
const maxSlots = 5_000
// A server that runs has started a slot by then.
const onTimeMs = 60_000

export type JudgedSlot = Pick<CoverageWindow, 'outcome' | 'cause'> & {
  at: Date
  timeZone: string
  /** The last invocation for it; null where there is none. */
  invocationId: string | null
}

type TriggerRef = Pick<TriggerRow, 'projectId' | 'id'>
export type Judged = { range: Range; slots: JudgedSlot[]; nextFrom: Date | null }

const causes: Readonly<Partial<Record<Slot['status'], string>>> = {
  failed: 'not_started',
  dropped: 'dropped',
  cancelled: 'cancelled',
}

/** What became of every time of a schedule, under the plans that were valid then. */
export async function judgeSlots(
  q: Queryable,
  schedules: TriggerSchedules,
  trigger: Pick<TriggerRow, 'projectId' | 'id' | 'slug'>,
  requested: Range,
): Promise<Judged> {
  const now = await schedules.time(q)
  const plans = await listPlans(q, trigger, requested)
  const first = plans[0] ? Date.parse(plans[0].fromAt) : now.getTime()
  const from = new Date(Math.max(requested.from.getTime(), first))
  const to = new Date(Math.max(from.getTime(), Math.min(requested.to.getTime(), now.getTime())))
  const found = slotsOf(schedules, plans, { from, to })
  const nextFrom = found.length > maxSlots ? found[maxSlots]!.at : null
  const range = { from, to: nextFrom ?? to }
  const pauses = await listPauses(q, trigger.projectId, range)
  const causeAt = ({ at, plan }: PlannedSlot) => causeOf(at, plan, pauses)
  const verdicts =
    trigger.slug === 'cron'
      ? await verdictsOfSchedule(q, trigger, range, causeAt)
      : await verdictsOfPolls(q, trigger, range, causeAt)
  const slots = found.slice(0, maxSlots).map((planned): JudgedSlot => {
    const { at, plan } = planned
    const verdict = verdicts(planned)
    const isRecent = now.getTime() - at.getTime() < onTimeMs
    const isPending = verdict.outcome === 'gap' && verdict.cause === 'missed' && isRecent
    return { at, timeZone: plan.timeZone, ...verdict, ...(isPending ? pending : {}) }
  })
  return { range, slots, nextFrom }
}

const pending = { outcome: 'pending', cause: null } as const
type Verdict = Pick<JudgedSlot, 'outcome' | 'cause' | 'invocationId'>
type CauseAt = (slot: PlannedSlot) => string

/** Every time has an invocation by itself. */
async function verdictsOfSchedule(q: Queryable, trigger: TriggerRef, range: Range, causeAt: CauseAt) {
  const known = new Map((await listSlots(q, trigger, range)).map((slot) => [Date.parse(slot.slotAt), slot]))
  return (planned: PlannedSlot): Verdict => {
    const slot = known.get(planned.at.getTime())
    const invocationId = slot?.id ?? null
    if (slot?.isStarted) return { outcome: 'covered', cause: null, invocationId }
    return {
      outcome: 'gap',
      cause: slot ? (causes[slot.status] ?? slot.status) : causeAt(planned),
      invocationId,
    }
  }
}

/** A poll that succeeds reads what was new since the last that did, so that times before it are covered too. */
async function verdictsOfPolls(q: Queryable, trigger: TriggerRef, range: Range, causeAt: CauseAt) {
  const windows = await listWindows(q, trigger, range)
  const coveredUntil = (await findCoveredUntil(q, trigger))?.getTime() ?? Number.NEGATIVE_INFINITY
  let next = 0
  return (planned: PlannedSlot): Verdict => {
    const at = planned.at.getTime()
    while (windows[next] && Date.parse(windows[next]!.toAt) < at) next++
    const window = windows[next]
    const isPolled = window !== undefined && Date.parse(window.fromAt) < at
    const late = planned.plan.cause ?? (isPolled ? window.cause : causeAt(planned))
    return { outcome: at <= coveredUntil ? 'covered' : 'gap', cause: late, invocationId: null }
  }
}

type PlannedSlot = { at: Date; plan: Plan }

function slotsOf(schedules: TriggerSchedules, plans: readonly Plan[], { from, to }: Range): PlannedSlot[] {
  const slots: PlannedSlot[] = []
  for (const [i, plan] of plans.entries()) {
    const begin = Math.max(from.getTime(), Date.parse(plan.fromAt))
    const end = Math.min(to.getTime(), plans[i + 1] ? Date.parse(plans[i + 1]!.fromAt) : to.getTime())
    const within = { from: new Date(begin), to: new Date(end) }
    const left = maxSlots + 1 - slots.length
    if (begin < end && left > 0)
      for (const at of schedules.slotsWithin(plan, within, left)) slots.push({ at, plan })
  }
  return slots
}

function causeOf(at: Date, { cause }: Plan, pauses: readonly PauseRow[]): string {
  const isPaused = pauses.some(
    ({ pausedAt, resumedAt }) =>
      Date.parse(pausedAt) <= at.getTime() && (resumedAt === null || Date.parse(resumedAt) > at.getTime()),
  )
  return cause ?? (isPaused ? 'paused' : 'missed')
}
