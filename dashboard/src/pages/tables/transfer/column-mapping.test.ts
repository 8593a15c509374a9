import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TableCollection } from '@stoa/sdk'
import { columnsParam, guessMapping, mappingProblems, previewCsv, previewLines } from './column-mapping.ts'

const fields = [
  { name: 'name', type: 'text', required: true },
  { name: 'email', type: 'email' },
  { name: 'firstSeen', type: 'date' },
]
const tableOf = (mode: string) => ({ mode, schema: { fields } }) as unknown as TableCollection

it('shows the first rows, with the separator that was chosen', () => {
  assert.deepEqual(previewCsv('a; b\n1;"x\ny"\n', ';'), { names: ['a', 'b'], rows: [['1', 'x\ny']] })
  assert.deepEqual(previewLines('{"a":1}\nbroken\n[]\n{"b":{"c":2}}\n'), {
    names: ['a', 'b'],
    rows: [
      ['1', ''],
      ['', '{"c":2}'],
    ],
  })
})

it('finds the fields of columns: equal names first, then similar ones, each once', () => {
  const names = ['Name', 'E-Mail', 'first seen', 'name', 'Notes']
  assert.deepEqual(guessMapping(names, tableOf('strict')), {
    Name: null,
    'E-Mail': 'email',
    'first seen': 'firstSeen',
    name: 'name',
    Notes: null,
  })
  assert.equal(guessMapping(['Notes'], tableOf('flexible')).Notes, 'Notes')
})

it('sends only what changes, and says what cannot work', () => {
  assert.equal(columnsParam({ name: 'name' }), undefined)
  assert.equal(
    columnsParam({ name: 'name', 'E-Mail': 'email', Notes: null }),
    '{"E-Mail":"email","Notes":null}',
  )
  assert.deepEqual(mappingProblems({ a: 'email', b: 'email' }, tableOf('strict')), [
    'Two columns go into email: choose one of them.',
    'name is required and has no column.',
  ])
})
