/** From, up to and not including; an end that is left out is open. */
export type TimeRange = { from?: Date | undefined; to?: Date | undefined }

/** Days of UTC as `2026-01-31`, or an infinite end, as the database reads them. */
export type DayRange = { from: string; to: string }

/**
 * A range of time cut into what sums by month and by day cover, and the edges that only single rows cover. Together
 * the pieces are the range, and no two of them overlap.
 */
export type SplitRange = {
  edges: { from: Date; to: Date }[]
  days: DayRange[]
  months: DayRange | null
  /** The part without the edges; null when no whole day is in the range. */
  whole: DayRange | null
}

const dayMs = 24 * 60 * 60 * 1000
const open = { from: '-infinity', to: 'infinity' }

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10)
const dayUp = (date: Date): number => Math.ceil(date.getTime() / dayMs) * dayMs

function dayDown(date: Date): number {
  return Math.floor(date.getTime() / dayMs) * dayMs
}

/** The times that a date writes with four digits, in this language and in the database alike. */
export const calendar = {
  first: Date.parse('0001-01-01T00:00:00Z'),
  last: Date.parse('9999-12-31T23:59:59.999Z'),
}

/** So long before a time, or where the calendar begins. */
export const before = (time: Date, ms: number): Date =>
  new Date(Math.max(time.getTime() - ms, calendar.first))

// Nothing stored lies outside.
const [earliest, latest] = [calendar.first, dayDown(new Date(calendar.last))]

export function splitRange(range: TimeRange): SplitRange {
  if ((range.from?.getTime() ?? earliest) >= latest || (range.to?.getTime() ?? latest) <= earliest) {
    return { edges: [], days: [], months: null, whole: null }
  }
  const from = range.from && range.from.getTime() > earliest ? range.from : undefined
  const to = range.to && range.to.getTime() < latest ? range.to : undefined
  const first = from && dayUp(from)
  const last = to && dayDown(to)
  if (from && to && first! >= last!) {
    return { edges: from < to ? [{ from, to }] : [], days: [], months: null, whole: null }
  }
  const edges: SplitRange['edges'] = []
  if (from && first! > from.getTime()) edges.push({ from, to: new Date(first!) })
  if (to && last! < to.getTime()) edges.push({ from: new Date(last!), to })
  const whole = {
    from: first === undefined ? open.from : dayText(first),
    to: last === undefined ? open.to : dayText(last),
  }
  return { edges, whole, ...monthsIn(first, last, whole) }
}

function monthsIn(first: number | undefined, last: number | undefined, whole: DayRange) {
  const from = first === undefined ? open.from : monthUp(first)
  const to = last === undefined ? open.to : `${dayText(last).slice(0, 7)}-01`
  // An open end reaches over any month; two dates compare as texts.
  if (first !== undefined && last !== undefined && from >= to) return { days: [whole], months: null }
  const days = [
    { from: whole.from, to: from },
    { from: to, to: whole.to },
  ].filter((piece) => piece.from !== piece.to)
  return { days, months: { from, to } }
}

function monthUp(time: number): string {
  const date = new Date(time)
  if (date.getUTCDate() === 1) return dayText(time)
  // Not `Date.UTC`, which takes the first hundred years for those of the last century.
  return dayText(date.setUTCMonth(date.getUTCMonth() + 1, 1))
}
