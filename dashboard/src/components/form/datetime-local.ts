/** A time as the browser's own field takes it: on the clock of whoever looks at it. */
export function localTime(at: string | null): string {
  if (at === null) return ''
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
