/** A date and a time of day in UTC, as the inputs of a browser have them; the time is empty where there is none. */
export type DateParts = { date: string; time: string }

const form = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::00(?:\.0+)?)?Z)?$/

/** Null for what the inputs would cut: seconds, other zones, `$NOW`. */
export function datePartsOf(text: string): DateParts | null {
  if (text === '') return { date: '', time: '' }
  const [, date, time = ''] = form.exec(text) ?? []
  return date === undefined ? null : { date, time }
}

export const textOfDate = ({ date, time }: DateParts): string =>
  date === '' || time === '' ? date : `${date}T${time}:00Z`
