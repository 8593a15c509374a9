import { createHash } from 'node:crypto'
import type { StoredScope } from '../run-scope.ts'
import type { CronSlots } from './cron.ts'

/** What becomes of slots that no one was there to start: none of them, the last one, or all of them. */
export type Misfire = 'skip' | 'once' | 'all'

export type Schedule = {
  projectId: string
  id: string
  externalUserId: string
  /** The scope of its creator: its runs act with it. Null for schedules created before scopes were stored. */
  scope: StoredScope | null
  kind: string
  input: unknown
  cron: string
  timeZone: string
  misfire: Misfire
  isActive: boolean
  startsAt: string | null
  endsAt: string | null
  nextAt: string | null
  lastSlotAt: string | null
  lastRunId: string | null
  /** The slots that were passed over last: from the first of them up to, and without, `before`. */
  skipped: { from: string; before: string } | null
  fault: string | null
  createdAt: string
  updatedAt: string
}

export type NewSchedule = {
  id: string
  cron: string
  timeZone: string
  kind: string
  input: unknown
  misfire: Misfire
  isActive: boolean
  /** No slot before this time. */
  startsAt?: Date | undefined
  /** No slot at this time or later. */
  endsAt?: Date | undefined
}

/** The input of a run that a schedule started. */
export type ScheduledInput = { schedule: { id: string; slotAt: string }; input: unknown }

/** What is to be done about a schedule that is due. */
export type Decision = {
  slots: Date[]
  skipped: { from: Date; before: Date } | null
  lastSlotAt: Date
  next: Date | null
}

// A slot that is this late was missed: no one who sees it start would call it on time.
export const onTimeMs = 60_000
// More would bury the project in work that no one has waited for.
export const maxSlotsPerFiring = 100

type Due = Pick<Schedule, 'misfire' | 'endsAt'> & { nextAt: string }

/** Decides about every slot up to now in one pass, so that time that has passed is never looked at again. */
export function decide(schedule: Due, cron: CronSlots, now: Date): Decision {
  const from = new Date(schedule.nextAt)
  const before = new Date(from.getTime() - 1000)
  const end = schedule.endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(schedule.endsAt)
  const latest = cron.last(before, new Date(Math.min(now.getTime(), end - 1)))
  const next = nextWithin(cron, now, end)
  if (latest === null) return { slots: [], skipped: null, lastSlotAt: from, next }
  const due = schedule.misfire === 'all' ? slotsBetween(cron, before, latest, maxSlotsPerFiring) : [latest]
  const isMissed = schedule.misfire === 'skip' && now.getTime() - latest.getTime() > onTimeMs
  const slots = isMissed ? [] : due
  return { slots, skipped: gapIn(slots, from, latest), lastSlotAt: latest, next }
}

/** Null when the schedule has no slot any more. */
export function nextWithin(cron: CronSlots, after: Date, end: number): Date | null {
  const next = cron.next(after)
  return next && next.getTime() < end ? next : null
}

/** The first of them behind `after`, up to and including `latest`. */
export function slotsBetween(cron: CronSlots, after: Date, latest: Date, limit: number): Date[] {
  const slots: Date[] = []
  for (let slot = cron.next(after); slot && slot <= latest; slot = cron.next(slot)) {
    if (slots.length === limit) break
    slots.push(slot)
  }
  return slots
}

/** Slots are taken from the beginning or from the end, so that what was passed over is always one stretch. */
function gapIn(slots: Date[], from: Date, latest: Date): Decision['skipped'] {
  const behindLatest = new Date(latest.getTime() + 1000)
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return { from, before: behindLatest }
  if (first > from) return { from, before: first }
  return last < latest ? { from: new Date(last.getTime() + 1000), before: behindLatest } : null
}

/** The same for the same slot, no matter who starts it and however often: the run then exists once. */
export function runIdOf(projectId: string, scheduleId: string, slot: Date): string {
  const hex = createHash('sha256').update(`${projectId}/${scheduleId}/${slot.toISOString()}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
