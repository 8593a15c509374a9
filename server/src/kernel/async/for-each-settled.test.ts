import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachSettled } from './for-each-settled.ts'

test('continues past rows that throw, and logs them in one line', async () => {
  const done: string[] = []
  const lines: { err: unknown; rows: number; ids: string[] }[] = []
  const log = { warn: (line: unknown) => void lines.push(line as (typeof lines)[0]) }
  const rows = ['a', 'bad', 'b', 'worse', 'c'].map((id) => ({ id }))
  await forEachSettled(
    rows,
    async ({ id }) => {
      if (id.length > 1) throw new Error(id)
      done.push(id)
    },
    { log: log as never, failed: 'some rows' },
  )
  assert.deepEqual(done, ['a', 'b', 'c'])
  assert.equal(lines.length, 1)
  assert.deepEqual(
    [lines[0]!.rows, lines[0]!.ids, String(lines[0]!.err)],
    [2, ['bad', 'worse'], 'Error: bad'],
  )
  await forEachSettled(rows, async () => {}, { log: log as never, failed: 'some rows' })
  assert.equal(lines.length, 1)
})
