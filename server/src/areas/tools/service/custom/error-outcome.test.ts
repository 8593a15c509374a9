import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../../kernel/errors.ts'
import { outcomeOfError } from './error-outcome.ts'

function refusal(message: string, detail: string): string | null {
  const details = [{ in: 'body', path: '/filter/stat', rule: 'filter', message: detail } as const]
  const outcome = outcomeOfError(new AppError('invalid_parameter', message, { details }))
  return outcome && !outcome.successful ? outcome.error : null
}

describe('outcomeOfError', () => {
  it('repeats no fault that the message has', () =>
    assert.equal(
      refusal('filter/stat is not a field of orders', 'is not a field of orders'),
      'filter/stat is not a field of orders.',
    ))
  it('adds a fault that the message lacks', () =>
    assert.equal(
      refusal('The filter is invalid', 'has no operator'),
      'The filter is invalid. /filter/stat has no operator.',
    ))
})
