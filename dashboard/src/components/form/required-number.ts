import { StoaError } from '@stoa/sdk'

/**
 * The number in a field that must not be empty. `Number('')` is 0, which the server would take: a cap of nothing, a
 * history of no days.
 */
export function requiredNumber(field: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  const message = 'Enter a number'
  throw new StoaError({
    code: 'invalid_parameter',
    type: 'invalid_request',
    status: 0,
    message,
    details: [{ in: 'body', path: `/${field}`, rule: 'required', message }],
  })
}
