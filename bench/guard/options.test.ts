import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRows, parseOptions } from './options.ts'

test('without options all rows are compared with the stored costs', () => {
  assert.deepEqual(parseOptions([]), { write: false, against: null, only: [], rounds: 60 })
})

test('a commit, rows and rounds are chosen', () => {
  assert.deepEqual(
    parseOptions(['--against', 'main', '--only', 'tool', '--only', 'list', '--rounds', '12']),
    {
      write: false,
      against: 'main',
      only: ['tool', 'list'],
      rounds: 12,
    },
  )
})

test('fewer than six rounds, and numbers that are none, are refused', () => {
  for (const rounds of ['5', '0', '-6', '6.5', 'many', ''])
    assert.throws(() => parseOptions([`--rounds=${rounds}`]), /from 6 up/)
  assert.equal(parseOptions(['--rounds', '6']).rounds, 6)
})

test('costs of some rows, or beside a commit, are not stored', () => {
  assert.equal(parseOptions(['--write']).write, true)
  assert.throws(() => parseOptions(['--write', '--only', 'tool']), /neither/)
  assert.throws(() => parseOptions(['--write', '--against', 'HEAD']), /neither/)
})

test('a misspelt option is refused', () => {
  assert.throws(() => parseOptions(['--agains', 'HEAD']), /agains/)
})

test('rows are chosen by parts of their names, in their order', () => {
  const rows = ['read the profile', 'list end users', 'list 20 documents'].map((name) => ({ name }))
  assert.deepEqual(chooseRows(rows, []), rows)
  assert.deepEqual(chooseRows(rows, ['documents', 'profile']), [rows[0], rows[2]])
  assert.deepEqual(chooseRows(rows, ['list']), [rows[1], rows[2]])
  assert.throws(() => chooseRows(rows, ['list', 'agent']), /agent .*read the profile/)
})
