import type { Queryable } from '../../../kernel/db/db.ts'
import type { CoverageWindow } from '../schema/coverage.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { listPlans, listSlots, type Plan, type Range, type Slot } from '../store/coverage.ts'
import { listPauses, type PauseRow } from '../store/pause.ts'
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
  trigger: Pick<TriggerRow, 'projectId' | 'id'>,
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
  const known = new Map((await listSlots(q, trigger, range)).map((slot) => [Date.parse(slot.slotAt), slot]))
  const pauses = await listPauses(q, trigger.projectId, range)
  const slots = found.slice(0, maxSlots).map(({ at, plan }): JudgedSlot => {
    const slot = known.get(at.getTime())
    const invocationId = slot?.id ?? null
    const fields = { at, timeZone: plan.timeZone, invocationId }
    if (slot?.isStarted) return { ...fields, outcome: 'covered', cause: null }
    const cause = slot ? (causes[slot.status] ?? slot.status) : causeOf(at, plan, pauses)
    if (!slot && cause === 'missed' && now.getTime() - at.getTime() < onTimeMs)
      return { ...fields, outcome: 'pending', cause: null }
    return { ...fields, outcome: 'gap', cause }
  })
  return { range, slots, nextFrom }
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
