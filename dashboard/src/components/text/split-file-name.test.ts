import assert from 'node:assert/strict'
import { it } from 'node:test'
import { splitFileName } from './split-file-name.ts'

it('keeps the extension and the characters before it together, and short names whole', () => {
  assert.deepEqual(splitFileName('harbour.png'), { start: 'harbour.png', end: '' })
  assert.deepEqual(splitFileName('quarterly-report-2026-final-version.pdf'), {
    start: 'quarterly-report-2026-final-v',
    end: 'ersion.pdf',
  })
  assert.deepEqual(splitFileName('a-name-without-any-ending-at-all'), {
    start: 'a-name-without-any-ending-',
    end: 'at-all',
  })
  const emoji = '🚢'.repeat(30)
  const { start, end } = splitFileName(emoji)
  assert.equal(start + end, emoji)
  assert.equal([...end].length, 6)
})
