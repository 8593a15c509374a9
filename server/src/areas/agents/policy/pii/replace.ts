import { createHmac } from 'node:crypto'
import type { PiiStrategy } from '../../schema/spec.ts'

/** What takes the place of a value, and says what it was. */
export function replacementOf(
  kind: string,
  strategy: PiiStrategy,
  value: string,
  hashKey: Uint8Array,
): string {
  switch (strategy) {
    case 'mask':
      return masked(kind, value)
    case 'hash':
      return `<${kind}_hash:${createHmac('sha256', hashKey).update(value).digest('hex').slice(0, 12)}>`
    default:
      return `[REDACTED_${kind.toUpperCase()}]`
  }
}

/** Enough of a value for its owner to know it again. */
function masked(kind: string, value: string): string {
  if (kind === 'email') return `${value[0]}***@${value.slice(value.lastIndexOf('@') + 1)}`
  if (kind === 'credit_card') return `**** **** **** ${value.replaceAll(/\D/g, '').slice(-4)}`
  if (kind === 'ip') return value.includes(':') ? '****:****' : `${value.split('.')[0]}.*.*.*`
  if (kind === 'url') return `${/^(?:\w+:\/\/)?[^/?#]{1,255}/.exec(value)?.[0] ?? ''}/***`
  return value.length > 8 ? `****${value.slice(-4)}` : '****'
}
