import { fieldError } from './field-error.ts'

/**
 * The number in a field that must not be empty. `Number('')` is 0, which the server would take: a cap of nothing, a
 * history of no days.
 */
export function requiredNumber(field: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw fieldError(field, 'required', 'Enter a number')
}
