const two = (value: number) => String(value).padStart(2, '0')

/** "59:04", "1:02:03", "2d 3h": as long as it still is, coarser the longer it is. */
export function formatRemaining(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24]
  if (days > 0) return `${days}d ${hours}h`
  const minutes = Math.floor(seconds / 60) % 60
  const rest = `${two(minutes)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const joined = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`

/** A duration as people measure work: "12 ms", "1.25 s", "2 min 5 s", "1 h 30 min". */
export function formatDuration(ms: number): string {
  // The clock of a machine may be set back between two times.
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(2))} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return joined(minutes, 'min', Math.floor((ms % 60_000) / 1000), 's')
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}
