const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Amounts below a hundredth keep their first digits instead of being rounded to zero. */
export const formatAmount = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.01 ? small.format(value) : plain.format(value)

/** Of a file: bytes as they are, more of them in the largest unit that fits. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1024 ? `${bytes} B` : formatStorage(bytes / 1024)

const units = ['KB', 'MB', 'GB', 'TB'] as const

export function formatStorage(kilobytes: number): string {
  let value = kilobytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${plain.format(value)} ${units[unit]}`
}
