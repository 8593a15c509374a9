const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const found = formats.get(timeZone)
  if (found) return found
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** What a calendar and a clock in that time zone show: `2026-01-31T09:30`. */
export const wallTimeOf = (at: Date, timeZone: string): string =>
  formatOf(timeZone).format(at).replace(' ', 'T')

const asUtc = (wallTime: string): number => Date.parse(`${wallTime}:00Z`)

/**
 * Engines read other texts as dates too, and the 31st of February as a day in March. Years before 1000 are written by
 * clocks without zeros.
 */
const isWallTime = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text) &&
  !Number.isNaN(asUtc(text)) &&
  new Date(asUtc(text)).toISOString().startsWith(text)

/**
 * When a clock in that time zone shows it; null if it is not a time. Of an hour that comes twice it is the first, and
 * one that is skipped is as much later as the clock is put forward.
 */
export function timeAtWall(wallTime: string, timeZone: string): Date | null {
  if (!isWallTime(wallTime)) return null
  const expected = asUtc(wallTime)
  const offsetAt = (at: number) =>
    asUtc(wallTimeOf(new Date(at), timeZone)) - Math.floor(at / 60_000) * 60_000
  const dayMs = 24 * 60 * 60 * 1000
  // The offsets before and after a change that might be near; without a change they are the same.
  const [before, after] = [offsetAt(expected - dayMs), offsetAt(expected + dayMs)]
  const candidates = [expected - before, expected - after].sort((left, right) => left - right)
  const exact = candidates.find((at) => wallTimeOf(new Date(at), timeZone) === wallTime)
  return new Date(exact ?? expected - before)
}
