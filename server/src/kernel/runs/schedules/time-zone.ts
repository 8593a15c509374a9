import { Temporal } from 'temporal-polyfill'
import { AppError } from '../../errors.ts'
import { nearMatch } from '../../text/near-match.ts'

/** What the clocks on the walls of one zone show, and back. Wall times are written as if they were UTC. */
export type TimeZone = {
  name: string
  wallOf(instantMs: number): number
  /**
   * The moment at which the clocks show this time. One that they show twice means the first; one that they skip means
   * the moment of the jump.
   */
  instantOf(wallMs: number): number
}

/** Throws an `AppError` that names the nearest zone when there is none of this name. */
export function openTimeZone(name: string): TimeZone {
  assertZone(name)
  return {
    name,
    wallOf: (instantMs) => instantMs + zonedAt(instantMs, name).offsetNanoseconds / 1e6,
    instantOf(wallMs) {
      const wall = zonedAt(wallMs, 'UTC').toPlainDateTime()
      const found = wall.toZonedDateTime(name, { disambiguation: 'earlier' })
      if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds
      return found.getTimeZoneTransition('next')!.epochMilliseconds
    },
  }
}

/** The date and time that the clocks of a zone show at a moment. */
export function zonedAt(instantMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone)
}

function assertZone(name: string): void {
  try {
    // Bare offsets are zones as well, but none that knows of summer and winter.
    if (!/^[a-z]/i.test(name)) throw new RangeError('not a name')
    zonedAt(0, name)
  } catch (cause) {
    const near = nearZone(name)
    throw new AppError('invalid_time_zone', `There is no time zone "${name.slice(0, 100)}"`, {
      hint: near === null ? 'Use an IANA name such as "Europe/Berlin".' : `Did you mean "${near}"?`,
      cause,
    })
  }
}

/** The whole name, or a city alone: "berlin" and "New York" mean what everyone thinks they mean. */
function nearZone(name: string): string | null {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const plain = name.slice(0, 100).trim().replaceAll(' ', '_')
  const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1)
  const ofCity = (city: string | null) =>
    zones.find((zone) => cityOf(zone).toLowerCase() === city?.toLowerCase()) ?? null
  return (
    ofCity(cityOf(plain)) ?? nearMatch(plain, zones) ?? ofCity(nearMatch(cityOf(plain), zones.map(cityOf)))
  )
}
