import { AppError } from '../../errors.ts'

const idForm = /^\d{1,15}$/

/** The number of the last event that a reader of a numbered stream has seen; 0 for one that begins. */
export function lastEventNumberOf(lastEventId: string | null): number {
  if (lastEventId === null || idForm.test(lastEventId)) return Number(lastEventId ?? 0)
  throw new AppError('invalid_parameter', 'Last-Event-ID is not an id of this stream', {
    details: [{ in: 'header', path: 'last-event-id', rule: 'format', message: 'must be an event id' }],
  })
}
