/** A time in the format of a datetime-local input: in the local time zone. */
export function toDatetimeLocal(at: string | null): string {
  if (at === null) return ''
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
