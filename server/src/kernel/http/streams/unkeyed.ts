import { AppError } from '../../errors.ts'

/** A stream cannot be replayed, so an idempotency key could not return its response. */
export function refuseKeyOfStream(headers: Readonly<Record<string, string | undefined>>): void {
  if (headers['idempotency-key'] === undefined) return
  throw new AppError('invalid_parameter', 'Idempotency-Key is not supported with streaming', {
    hint: 'Remove the header, or request no stream.',
  })
}
