import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

type Row = { id: string; tests: { file: string; title: string }[] }

/** The rows of a table whose last column names tests: a file in backticks, a colon, and the title as it is in the file. */
function rowsOf(document: string): Row[] {
  return [...document.matchAll(/^\| ([A-Z]+-\d+) \| [^|]+ \| (.+) \|$/gm)].map(([, id = '', named = '']) => ({
    id,
    tests: named.split('<br>').flatMap((text) => {
      const match = /^`([^`]+)`: (.+)$/.exec(text)
      return match ? [{ file: match[1]!, title: match[2]! }] : []
    }),
  }))
}

/** Titles as they are written in the source, so that those of a list are found too. */
function titlesIn(source: string): Set<string> {
  const calls = source.matchAll(/\b(?:test|it|describe)(?:\.\w+)?\s*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)
  return new Set([...calls].map(([, , title = '']) => title))
}

/** What a document says of tests that do not exist. */
function missingIn(document: string): string[] {
  const titles = new Map<string, Set<string>>()
  return rowsOf(document).flatMap(({ id, tests }) => {
    if (tests.length === 0) return [`${id} names no test`]
    return tests.flatMap(({ file, title }) => {
      const path = join(root, file)
      if (!existsSync(path)) return [`${id}: ${file} does not exist`]
      if (!titles.has(file)) titles.set(file, titlesIn(readFileSync(path, 'utf8')))
      return titles.get(file)!.has(title) ? [] : [`${id}: ${file} has no test "${title}"`]
    })
  })
}

test('every threat and every fault names tests that exist', () => {
  const document = readFileSync(join(root, 'docs/security/threats.md'), 'utf8')
  assert.deepEqual(missingIn(document), [])
  const ids = rowsOf(document).map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'an id is used twice')
  assert.deepEqual(
    [ids.filter((id) => !id.startsWith('F-')).length, ids.filter((id) => id.startsWith('F-')).length],
    [107, 28],
  )
})

test('a row without a test, a file that is not there and a title that has changed are named', () => {
  const file = 'server/test/threats.test.ts'
  const rows = [
    '| A-1 | nothing | (not covered) |',
    '| A-2 | a file | `server/test/gone.test.ts`: it |',
    `| A-3 | a title | \`${file}\`: another title |`,
    `| A-4 | a test | \`${file}\`: every threat and every fault names tests that exist |`,
  ].join('\n')
  assert.deepEqual(missingIn(rows), [
    'A-1 names no test',
    'A-2: server/test/gone.test.ts does not exist',
    `A-3: ${file} has no test "another title"`,
  ])
})
