import { AppError } from '../../../kernel/errors.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import { nearMatch } from '../../../kernel/text/near-match.ts'

/** Refuses what could never match: a webhook that waits for a misspelt type waits in silence. */
export function checkEventTypes({ types, patterns }: EventTypes, requested: readonly string[]): string[] {
  const known = [...types, ...patterns]
  const unknown = requested.find((type) => !known.includes(type))
  if (unknown === undefined) return [...new Set(requested)]
  const near = nearMatch(unknown, known)
  throw new AppError('invalid_parameter', `${unknown} is not an event type`, {
    details: [
      {
        in: 'body',
        path: `/eventTypes/${requested.indexOf(unknown)}`,
        rule: 'enum',
        message: 'must be a type that GET /api/v1/webhooks/event-types lists, or a pattern such as run.*',
        received: unknown,
      },
    ],
    hint: near === null ? 'GET /api/v1/webhooks/event-types lists all types.' : `Did you mean ${near}?`,
  })
}
