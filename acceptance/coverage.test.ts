import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, it } from 'node:test'

const home = new URL('./', import.meta.url)
const itself = 'coverage.test.ts'

type Row = { line: number; clause: string; meaning: string; test: string }

const rows: Row[] = (await readFile(new URL('COVERAGE.md', home), 'utf8'))
  .split('\n')
  .map((text, at) => ({ text, line: at + 1 }))
  .filter(({ text }) => /^\|(?! *-| Clause )/.test(text))
  .map(({ text, line }) => {
    const [, clause = '', meaning = '', test = ''] = text.split('|').map((cell) => cell.trim())
    return { line, clause, meaning, test }
  })

/** The path of each test file by its name, which is in the table. */
const files = new Map(
  (await readdir(home, { recursive: true }))
    .filter((path) => path.endsWith('.test.ts') && path !== itself)
    .map((path) => [basename(path), path]),
)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The titles in one file; a part that is filled in at run time may be anything. */
async function titlesOf(path: string): Promise<RegExp[]> {
  const source = await readFile(new URL(path, home), 'utf8')
  const calls = source.matchAll(/^\s*it\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm)
  return [...calls].map(
    ([, , title = '']) =>
      new RegExp(
        `^${title
          .split(/\$\{[^}]*\}/)
          .map(escaped)
          .join('.+')}$`,
      ),
  )
}
const titles = new Map(
  await Promise.all([...files].map(async ([name, path]) => [name, await titlesOf(path)] as const)),
)

/** Every numbered part of the specification that promises something. */
const sections = [
  '1',
  '2',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '3',
  '4',
  ...Array.from({ length: 13 }, (_, i) => `4.${i + 1}`),
  ...Array.from({ length: 8 }, (_, i) => `5.${i + 1}`),
  '6',
  '7',
  '8',
  '9',
]

const unbuilt = /^not built yet \([a-z-]+( [a-z-]+)*\)$/

describe('The table of what is covered', () => {
  it('has a clause, a meaning and something to hold the server to it in every row', () => {
    assert.ok(rows.length > 100)
    for (const { line, clause, meaning, test } of rows) {
      assert.match(clause, /^[SD] \d+(\.\d+)?$/, `line ${line}`)
      assert.ok(meaning.length > 3, `line ${line}`)
      assert.notEqual(test, '', `line ${line}`)
    }
  })

  it('names only tests that exist', () => {
    for (const { line, test } of rows) {
      if (unbuilt.test(test)) continue
      const [file = '', title = ''] = test.split(/: (.*)/s)
      const known = titles.get(file)
      assert.ok(known, `line ${line}: there is no ${file}`)
      assert.ok(
        known.some((form) => form.test(title)),
        `line ${line}: ${file} has no test "${title}"`,
      )
    }
  })

  it('has every section of the specification', () => {
    const covered = new Set(rows.map(({ clause }) => clause))
    assert.deepEqual(
      sections.filter((section) => !covered.has(`S ${section}`)),
      [],
    )
  })

  it('names every file of tests', () => {
    const named = new Set(rows.map(({ test }) => test.split(':')[0]))
    assert.deepEqual(
      [...files.keys()].filter((file) => !named.has(file)),
      [],
    )
  })
})
