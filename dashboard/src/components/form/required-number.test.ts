import assert from 'node:assert/strict'
import { it } from 'node:test'
import { StoaError } from '@stoa/sdk'
import { requiredNumber } from './required-number.ts'

it('takes numbers, and names the field of what is none', () => {
  assert.equal(requiredNumber('credits', ' 0 '), 0)
  assert.equal(requiredNumber('credits', '2.5'), 2.5)
  for (const text of ['', '  ', 'many', '1e999'])
    assert.throws(
      () => requiredNumber('credits', text),
      (error) => error instanceof StoaError && error.details[0]?.path === '/credits',
      text,
    )
})
