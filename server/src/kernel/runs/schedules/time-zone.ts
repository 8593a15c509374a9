import { AppError } from '../../errors.ts'
import { nearMatch } from '../../near-match.ts'

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

// Longer than any zone has ever jumped: Samoa left out a whole day.
const maxJumpMs = 26 * 60 * 60_000
const quarterMs = 15 * 60_000
const maxCachedOffsets = 64

/** Throws an `AppError` that names the nearest zone when there is none of this name. */
export function openTimeZone(name: string): TimeZone {
  const format = formatOf(name)
  const known = new Map<number, number>()
  // Asking the runtime is what costs; clocks are changed on a quarter of an hour.
  const offsetAt = (instantMs: number): number => {
    const quarter = Math.floor(instantMs / quarterMs)
    const offset = known.get(quarter) ?? readOffset(quarter * quarterMs)
    if (known.size >= maxCachedOffsets) known.clear()
    known.set(quarter, offset)
    return offset
  }
  const readOffset = (instantMs: number): number => {
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instantMs)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - instantMs
  }

  /** The first second with the later offset, between a moment before the jump and one after it. */
  function jumpBetween(before: number, behind: number): number {
    const earlier = offsetAt(before)
    let [low, high] = [before, behind]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (offsetAt(middle) === earlier) low = middle
      else high = middle
    }
    return high
  }

  return {
    name,
    wallOf: (instantMs) => instantMs + offsetAt(instantMs),
    instantOf(wallMs) {
      const before = offsetAt(wallMs - maxJumpMs)
      const behind = offsetAt(wallMs + maxJumpMs)
      const candidates = [wallMs - before, wallMs - behind]
      const visible = candidates.filter((instant) => instant + offsetAt(instant) === wallMs)
      return visible.length > 0 ? Math.min(...visible) : jumpBetween(wallMs - behind, wallMs - before)
    },
  }
}

function formatOf(name: string): Intl.DateTimeFormat {
  try {
    // Bare offsets are zones to the runtime, but none that knows of summer and winter.
    if (!/^[a-z]/i.test(name)) throw new RangeError('not a name')
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch (cause) {
    const near = nearZone(name)
    throw new AppError('invalid_time_zone', `There is no time zone "${name.slice(0, 100)}"`, {
      hint: near === null ? 'Use an IANA name such as "Europe/Berlin".' : `Did you mean "${near}"?`,
      cause,
    })
  }
}

/** The whole name, or a city alone: "berlin" and "New York" mean what everybody thinks they mean. */
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
