const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Amounts below a hundredth keep their first figures instead of becoming nothing. */
export const amount = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.01 ? small.format(value) : plain.format(value)

/** Of a file: bytes as they are, more of them in the largest unit that fits. */
export const fileSize = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : storage(bytes / 1024))

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
