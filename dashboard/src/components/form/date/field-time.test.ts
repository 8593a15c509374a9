import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromFieldTime, toFieldTime } from './field-time.ts'

describe('the time of a field', () => {
  it('is what it was after it was shown, and none where the field is empty', () => {
    const at = '2026-07-01T08:30:00.000Z'
    assert.equal(fromFieldTime('expiresAt', toFieldTime(at)), at)
    assert.equal(toFieldTime(null), '')
    assert.equal(fromFieldTime('expiresAt', ''), null)
  })

  it('is refused beside its field where it is no time', () => {
    for (const text of ['31.12.2026T00:00', '2026-02-31T00:00', '2026-1T00:00', 'T00:00'])
      assert.throws(
        () => fromFieldTime('expiresAt', text),
        {
          details: [{ in: 'body', path: '/expiresAt', rule: 'format', message: 'Enter a day as 2026-01-31' }],
        },
        text,
      )
  })
})
