const dateOnly = /^\d{4}-\d{2}-\d{2}$/
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * A date stays a date and a time becomes UTC with milliseconds, so that both sort as texts. Null for anything else, also
 * for days that no calendar has.
 */
export function normalDate(text: string): string | null {
  if (!dateOnly.test(text) && !timeForm.test(text)) return null
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return null
  const iso = time.toISOString()
  if (!/^\d{4}-/.test(iso)) return null
  if (dateOnly.test(text)) return iso.startsWith(text) ? text : null
  return isDayOf(text) ? iso : null
}

const isDayOf = (text: string) => {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Data = Record<string, Json>
