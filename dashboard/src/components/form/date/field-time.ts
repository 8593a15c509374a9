import { currentZone } from '../../../state/time-zone.ts'
import { fieldError } from '../field-error.ts'
import { timeAtWall, wallTimeOf } from './zoned-time.ts'

/** A time of the API as a `DateTimeField` has it; empty for none. */
export const toFieldTime = (at: string | null): string =>
  at === null ? '' : wallTimeOf(new Date(at), currentZone())

/** What a `DateTimeField` has, for the API. What is not a time must not pass for none: a key would never expire. */
export function fromFieldTime(field: string, text: string): string | null {
  if (text === '') return null
  const time = timeAtWall(text, currentZone())
  if (time === null) throw fieldError(field, 'format', 'Enter a day as 2026-01-31')
  return time.toISOString()
}
