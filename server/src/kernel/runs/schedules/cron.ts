import { Cron } from 'croner'
import { AppError } from '../../errors.ts'
import { openTimeZone, type TimeZone } from './time-zone.ts'

/**
 * The slots of a cron expression on the clocks of one zone.
 *
 * When clocks are put forward or back: an expression that is open in its hours (`15 * * * *`)
 * follows the time that passes and takes no notice. One that names hours follows the clocks on the wall: a slot in the
 * skipped hour comes at the moment of the jump, once however many they were, and a slot in the repeated hour comes the
 * first time only.
 */
export type CronSlots = {
  /** Null when there is none any more. */
  next(after: Date): Date | null
  /** The last slot that is not later than `at`, of those behind `after`. */
  last(after: Date, at: Date): Date | null
}

const maxCachedTimes = 64

/** Throws an `AppError` that says what is wrong with the expression or the zone. */
export function openCron(expression: string, timeZone: string): CronSlots {
  const zone = openTimeZone(timeZone)
  const cron = parse(expression, { timezone: timeZone })
  const next = remembering(isOpenInHours(cron) ? (after) => cron.nextRun(after) : onWall(expression, zone))
  return {
    next,
    last(after, at) {
      const first = next(after)
      if (!first || first > at) return null
      // Slots only grow with where one begins to look, so the last one is found by halving, however many lie between.
      let [low, high] = [Math.floor(after.getTime() / 1000), Math.floor(at.getTime() / 1000)]
      let found = first
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        const slot = next(new Date(middle * 1000))
        if (slot && slot <= at) {
          found = slot
          low = middle
        } else high = middle - 1
      }
      return found
    },
  }
}

/** For people who want to see what they have written. */
export function nextTimes(expression: string, timeZone: string, count: number, after: Date): Date[] {
  const slots = openCron(expression, timeZone)
  const times: Date[] = []
  for (let slot = slots.next(after); slot && times.length < count; slot = slots.next(slot)) times.push(slot)
  if (times.length === 0) throw neverComes(expression)
  return times
}

export const neverComes = (expression: string) =>
  new AppError('invalid_cron', `The schedule "${expression}" never matches`, {
    hint: 'Use a day that exists in one of its months.',
  })

function parse(expression: string, zone: { timezone: string } | { utcOffset: number }): Cron {
  // Nicknames such as @daily have one part; a seventh part would be the year.
  const parts = expression.trim().split(/\s+/)
  try {
    if (expression.length > 200) throw new Error('it has more than 200 characters')
    if (parts.length === 1 && !parts[0]!.startsWith('@')) throw new Error('it must have five or six fields')
    return new Cron(expression, { ...zone, mode: '5-or-6-parts', paused: true })
  } catch (error) {
    const reason = (error as Error).message.replace(/^CronPattern: /, '')
    throw new AppError(
      'invalid_cron',
      `The schedule "${expression.slice(0, 100)}" cannot be read: ${reason}`,
      {
        hint: 'Use minute, hour, day, month and weekday, as in "0 9 * * 1-5".',
        cause: error,
      },
    )
  }
}

/** Thousands of schedules that come together ask the same of the same expression. */
function remembering(next: CronSlots['next']): CronSlots['next'] {
  const known = new Map<number, Date | null>()
  return (after) => {
    const second = Math.floor(after.getTime() / 1000)
    let slot = known.get(second)
    if (slot === undefined) {
      slot = next(new Date(second * 1000))
      if (known.size >= maxCachedTimes) known.clear()
      known.set(second, slot)
    }
    return slot
  }
}

function isOpenInHours(cron: Cron): boolean {
  const parts = (cron.getPattern() ?? '').trim().split(/\s+/)
  return ['*', '?', '*/1', '0-23'].includes(parts.at(-4)!)
}

function onWall(expression: string, zone: TimeZone): CronSlots['next'] {
  const calendar = parse(expression, { utcOffset: 0 })
  return (after) => {
    for (let wall: Date | null = new Date(zone.wallOf(after.getTime())); ; ) {
      wall = calendar.nextRun(wall)
      if (!wall) return null
      const instant = zone.instantOf(wall.getTime())
      // Not later only while an hour is repeated: these slots have had their turn.
      if (instant > after.getTime()) return new Date(instant)
    }
  }
}
