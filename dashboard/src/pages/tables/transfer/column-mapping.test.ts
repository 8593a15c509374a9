import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TableCollection } from '@stoa/sdk'
import {
  columnsParam,
  guessMapping,
  headerProblems,
  mappingProblems,
  previewCsv,
  previewLines,
  withChanges,
} from './column-mapping.ts'

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

it('says what the server would refuse about the first line', () => {
  assert.deepEqual(headerProblems(['a', 'b']), [])
  assert.deepEqual(headerProblems(['a', '', 'a', 'a', '']), [
    'A column has no name: give it one in the first line of the file.',
    'Two columns are called a: rename one of them in the file.',
  ])
})

it('does not compare very many columns with one another', () => {
  const names = Array.from({ length: 60_000 }, (_, at) => `c${at}`)
  const preview = previewCsv(`${names.join(',')}\n`, ',')
  assert.equal(preview.names.length, 501)
  assert.deepEqual(headerProblems(preview.names), [
    'The file has more than 500 columns: leave some of them out of it.',
  ])
})

it('keeps what was chosen for the columns that are there, whatever they are called', () => {
  const guessed = guessMapping(['constructor', 'E-Mail'], tableOf('strict'))
  assert.deepEqual(Object.entries(withChanges(guessed, { 'E-Mail': null, gone: 'name' })), [
    ['constructor', null],
    ['E-Mail', null],
  ])
})
