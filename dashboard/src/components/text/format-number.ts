const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Amounts below one keep their first digits: rounded to hundredths, 0.015 would be a third more. */
export const formatAmount = (value: number): string =>
  Math.abs(value) < 1 ? small.format(value) : plain.format(value)

/** Of a file: bytes as they are, more of them in the largest unit that fits. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1024 ? `${bytes} B` : formatStorage(bytes / 1024)

const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const fractions = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

/** $1.10, $168.00; a small price with fractions of a cent keeps its digits, and nothing is $0. */
export function formatUsd(amount: number): string {
  const hasFractions = Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6
  return `$${amount === 0 || (hasFractions && amount < 10) ? fractions.format(amount) : cents.format(amount)}`
}

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
