import { AppError } from '../../../kernel/errors.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import { findUnknownType } from '../../../kernel/events/unknown-type.ts'

/** Each of them once. Refuses what could never match. */
export function checkEventTypes(known: EventTypes, requested: readonly string[]): string[] {
  const unknown = findUnknownType(known, requested, '/eventTypes')
  if (!unknown) return [...new Set(requested)]
  const { type, detail, hint } = unknown
  throw new AppError('invalid_parameter', `${type} is not an event type`, { details: [detail], hint })
}
