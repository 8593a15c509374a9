import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ToolRow } from './catalogue-format.ts'
import { rowNamed, rowsIn } from './tool-rows.ts'

const row = (name: string, { text = 'What it does', tags = [] as string[] } = {}): ToolRow => {
  const [scopes, method]: [string[], number] = [[], 0]
  return [name, 'Name', text, method, '/a/{b}', tags, scopes, 0, 100]
}

describe('one row of a toolkit', () => {
  const rows = [
    row('first', { tags: ['list', 'of', 'all'] }),
    row('odd', { text: 'Says "]," and \\ and ["list", as well: é日本💥' }),
    row('list', { tags: ['odd'] }),
    row('list_all'),
    row('last', { text: '\\' }),
  ]
  const bytes = Buffer.from(JSON.stringify(rows))

  it('is what reading all of them gives', () => {
    for (const [at, each] of rows.entries()) assert.deepEqual(rowNamed(bytes, each[0]), rows[at])
    assert.deepEqual(rowsIn(bytes), rows)
  })

  it('is none where there is none, also where the name occurs elsewhere', () => {
    for (const name of ['', 'all', 'fir', 'Name', 'last"', '/a/{b}'])
      assert.equal(rowNamed(bytes, name), null)
    assert.equal(rowNamed(Buffer.from('[]'), 'list'), null)
  })
})
