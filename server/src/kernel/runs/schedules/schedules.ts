import type { Clock } from '../../clock.ts'
import type { Db, Queryable, Tx } from '../../db/db.ts'
import { type Listener, notify } from '../../db/listen.ts'
import { AppError } from '../../errors.ts'
import { NIL_UUID } from '../../ids.ts'
import type { Log } from '../../log.ts'
import type { Scope } from '../../scope.ts'
import { createInterruptibleSleep } from '../interruptible-sleep.ts'
import type { Liveness } from '../worker/liveness.ts'
import { neverComes, nextTimes, openCron } from './cron.ts'
import { createFiring, endOf } from './firing.ts'
import { type NewSchedule, nextWithin, runIdOf, type Schedule, slotsBetween } from './schedule.ts'
import {
  claimDueSchedules,
  claimMisledSchedules,
  databaseTime,
  deleteSchedule,
  findNextDue,
  findSchedule,
  listSchedules,
  lockSchedule,
  setScheduleActive,
  upsertSchedule,
} from './schedule-store.ts'

const scheduleChannel = 'stoa_run_schedule'
const batchSize = 500
const lookForMisledMs = 10 * 60_000

export type SchedulesDeps = {
  db: Db
  clock: Clock
  log: Log
  listener: Listener
  pollMs: number
  /** Called after every successful look for what is due. */
  liveness?: Liveness
  /** Notifies the workers that runs were added, when the transaction commits. */
  onStarted(tx: Tx): Promise<void>
  /** Replaced where the clock is to jump. */
  timeOf?: (q: Queryable) => Promise<Date>
}

/**
 * Starts runs by the clock. A slot starts one run, whatever happens: the run is added in the transaction that moves the
 * schedule on, and its id follows from the slot. The time is the database's, one for all nodes, so that a node whose
 * clock is wrong starts nothing early or late. When that clock jumps back, slots that have come do not come again; when
 * it jumps forward, or no one was there, the schedule's own rule for missed slots applies.
 */
export function createSchedules(deps: SchedulesDeps) {
  const { db, clock, log, listener, pollMs, liveness, onStarted, timeOf = databaseTime } = deps
  const firing = createFiring({ log })
  const interruptibleSleep = createInterruptibleSleep()
  let isStopping = false
  let running: Promise<void> | null = null

  async function fireBatch(): Promise<boolean> {
    return db.tx(async (tx) => {
      const now = await timeOf(tx)
      const due = await claimDueSchedules(tx, now, batchSize)
      const { decided, started } = await firing.fire(tx, due, now)
      if (started > 0) await onStarted(tx)
      return due.length === batchSize || decided < due.length
    })
  }

  const repairMisled = () =>
    db.tx(async (tx) => {
      const now = await timeOf(tx)
      await firing.replan(tx, await claimMisledSchedules(tx, now, batchSize), now)
    })

  async function msToNext(): Promise<number> {
    const next = await findNextDue(db)
    if (next === null) return pollMs
    return Math.max(1, next.getTime() - (await timeOf(db)).getTime())
  }

  async function loop(): Promise<void> {
    let lookedAt = Number.NEGATIVE_INFINITY
    while (!isStopping) {
      interruptibleSleep.reset()
      let waitMs = pollMs
      try {
        if (performance.now() - lookedAt > lookForMisledMs) {
          lookedAt = performance.now()
          await repairMisled()
        }
        while (!isStopping && (await fireBatch()));
        waitMs = Math.min(pollMs, await msToNext())
        liveness?.beat()
      } catch (error) {
        log.warn({ err: error }, 'starting scheduled runs failed; will retry')
      }
      if (!isStopping) await interruptibleSleep.sleep(waitMs)
    }
  }

  /** The first slot from now on that has not come yet. */
  function planned(schedule: NewSchedule, existing: Schedule | null, now: Date): Date {
    const cron = openCron(schedule.cron, schedule.timeZone)
    const last = existing?.lastSlotAt ? Date.parse(existing.lastSlotAt) : 0
    const start = schedule.startsAt ? schedule.startsAt.getTime() - 1000 : 0
    const end = schedule.endsAt?.getTime() ?? Number.POSITIVE_INFINITY
    const next = nextWithin(cron, new Date(Math.max(now.getTime(), last, start)), end)
    if (next) return next
    if (cron.next(now) === null) throw neverComes(schedule.cron)
    throw new AppError('invalid_parameter', 'The schedule ends before its first run', {
      hint: 'Choose a later end, or an earlier schedule.',
    })
  }

  async function tell(tx: Tx, nextAt: Date | null, now: Date): Promise<void> {
    // What is farther away is found by looking around.
    if (nextAt && nextAt.getTime() - now.getTime() < 2 * pollMs) await notify(tx, scheduleChannel, '')
  }

  /** What is due under the old plan still comes; then the schedule as it is. */
  async function settle(tx: Tx, scope: Scope, id: string, now: Date): Promise<Schedule | null> {
    const existing = await lockSchedule(tx, scope, id)
    if (!existing?.nextAt || new Date(existing.nextAt) > now) return existing
    const { started } = await firing.fire(tx, [existing], now)
    if (started > 0) await onStarted(tx)
    return findSchedule(tx, scope, id)
  }

  return {
    /** Makes the schedule, or changes it; the plan is recreated only if it is another one. */
    async put(tx: Tx, scope: Scope, schedule: NewSchedule): Promise<Schedule> {
      const now = await timeOf(tx)
      const existing = await settle(tx, scope, schedule.id, now)
      const next =
        existing && isSamePlan(existing, schedule) && existing.nextAt
          ? new Date(existing.nextAt)
          : planned(schedule, existing, now)
      const nextAt = schedule.isActive ? next : null
      const written = await upsertSchedule(tx, scope, schedule, nextAt, clock.now())
      await tell(tx, nextAt, now)
      return written
    },
    /** Slots that come while it is paused are not made up for. Null when there is no such schedule. */
    pause: (tx: Tx, scope: Scope, id: string): Promise<Schedule | null> =>
      setScheduleActive(tx, scope, id, { isActive: false, nextAt: null, at: clock.now() }),
    /** Null when there is no such schedule. */
    async resume(tx: Tx, scope: Scope, id: string): Promise<Schedule | null> {
      const existing = await lockSchedule(tx, scope, id)
      if (!existing || existing.isActive) return existing
      const now = await timeOf(tx)
      const from = [existing.lastSlotAt, existing.startsAt].map((time) => (time ? Date.parse(time) : 0))
      const after = new Date(Math.max(now.getTime(), from[0]!, from[1]! - 1000))
      const nextAt = nextWithin(firing.cronOf(existing), after, endOf(existing))
      await tell(tx, nextAt, now)
      return setScheduleActive(tx, scope, id, { isActive: true, nextAt, at: clock.now() })
    },
    /** False when there is no such schedule. */
    remove: (tx: Tx, scope: Scope, id: string): Promise<boolean> => deleteSchedule(tx, scope, id),
    find: (q: Queryable, scope: Scope, id: string): Promise<Schedule | null> => findSchedule(q, scope, id),
    list: (q: Queryable, scope: Scope, after = NIL_UUID, most = 100): Promise<Schedule[]> =>
      listSchedules(q, scope, after, most),
    /** The clock that slots are judged by: one for all nodes. */
    time: timeOf,
    /** The slots from a time on and before another one, the first ones of them. */
    slotsWithin: (
      plan: Pick<Schedule, 'cron' | 'timeZone'>,
      { from, to }: { from: Date; to: Date },
      limit: number,
    ): Date[] =>
      slotsBetween(firing.cronOf(plan), new Date(from.getTime() - 1), new Date(to.getTime() - 1), limit),
    /** The id of the run that a slot starts. */
    runIdOf,
    /** Throws an `AppError` that says what is wrong with the expression or the zone. */
    nextTimes: (cron: string, timeZone: string, count: number): Date[] =>
      nextTimes(cron, timeZone, count, clock.now()),
    start() {
      listener.on(scheduleChannel, interruptibleSleep.ring)
      listener.onReconnect(interruptibleSleep.ring)
      running = loop()
    },
    async stop(): Promise<void> {
      isStopping = true
      interruptibleSleep.ring()
      await running
    },
  }
}

const isSamePlan = (old: Schedule, requested: NewSchedule): boolean =>
  old.cron === requested.cron &&
  old.timeZone === requested.timeZone &&
  old.startsAt === (requested.startsAt?.toISOString() ?? null) &&
  old.endsAt === (requested.endsAt?.toISOString() ?? null)
