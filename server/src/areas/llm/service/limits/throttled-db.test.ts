import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../../../kernel/db/db.ts'
import { sqlText } from '../../../../kernel/db/db.ts'
import { createThrottledDb } from './throttled-db.ts'

test('a project with a long line leaves connections to others, and does not make them wait', async () => {
  const sent: string[] = []
  const ends: (() => void)[] = []
  const rows: Db['rows'] = ({ text }) => {
    sent.push(text)
    return new Promise((resolve) => ends.push(() => resolve([])))
  }
  const dbOf = createThrottledDb({ rows } as Db)
  const long = Array.from({ length: 50 }, () => dbOf('a').rows(sqlText('a')))
  assert.deepEqual(sent, ['a', 'a', 'a', 'a'])
  const short = dbOf('b').rows(sqlText('b'))
  assert.equal(sent.at(-1), 'b')
  const later = ['c', 'd', 'e', 'f'].map((project) => dbOf(project).rows(sqlText(project)))
  // All seven are taken; the caller that has none comes before the forty-six that still wait.
  assert.deepEqual(sent.slice(5), ['c', 'd'])
  while (ends.length > 0) {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  await Promise.all([...long, short, ...later])
  assert.ok(sent.indexOf('f') < 15, sent.join(''))
})
