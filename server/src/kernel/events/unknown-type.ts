import type { ErrorDetail } from '../errors.ts'
import { nearMatch } from '../text/near-match.ts'
import type { EventTypes } from './event-types.ts'

/** What could never match: a subscriber that waits for a misspelt type waits in silence. Null when all are known. */
export function findUnknownType(
  { types, patterns }: EventTypes,
  requested: readonly string[],
  path: string,
): { type: string; detail: ErrorDetail; hint: string } | null {
  const known = [...types, ...patterns]
  const type = requested.find((each) => !known.includes(each))
  if (type === undefined) return null
  const near = nearMatch(type, known)
  return {
    type,
    detail: {
      in: 'body',
      path: `${path}/${requested.indexOf(type)}`,
      rule: 'enum',
      message: 'must be a type that GET /api/v1/webhooks/event-types lists, or a pattern such as run.*',
      received: type,
    },
    hint: near === null ? 'GET /api/v1/webhooks/event-types lists all types.' : `Did you mean ${near}?`,
  }
}
