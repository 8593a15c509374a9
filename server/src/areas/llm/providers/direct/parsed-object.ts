import { excessOf } from '../../../../kernel/json/json-excess.ts'
import { ProviderFailure } from '../port.ts'

// Shorter ones are quick to read, whatever they contain.
const unsuspiciousChars = 64 * 1024

/** The object that a provider sent as JSON. Its values come from outside: each is looked at before it is used. */
export function parsedObject(text: string): Record<string, unknown> {
  let value: unknown = null
  const excess = text.length > unsuspiciousChars ? excessOf(text) : null
  if (excess !== null) throw new ProviderFailure('broken', `its response ${excess}`)
  try {
    value = JSON.parse(text)
  } catch {}
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new ProviderFailure('broken', 'its response cannot be parsed')
}
