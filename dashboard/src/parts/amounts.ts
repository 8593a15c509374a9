const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Amounts below a hundredth keep their first figures instead of becoming nothing. */
export const amount = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.01 ? small.format(value) : plain.format(value)

const units = ['KB', 'MB', 'GB', 'TB'] as const

export function storage(kilobytes: number): string {
  let value = kilobytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${plain.format(value)} ${units[unit]}`
}
