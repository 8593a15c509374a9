import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldReferences, renameField } from './references.ts'

const names = (source: string, kind: 'condition' | 'template' = 'template') =>
  fieldReferences(source, 'nodes', kind).map(({ name }) => name)

test('fields of a root are found in every form, in templates and conditions', () => {
  assert.deepEqual(names('{{ nodes.a.output }} and {{ nodes["b-c"].output + nodes?.d.error }}'), [
    'a',
    'b-c',
    'd',
  ])
  assert.deepEqual(names('nodes.a.output > 1 && input.list.some(i => i == nodes.b.output)', 'condition'), [
    'a',
    'b',
  ])
  assert.deepEqual(names('{{ nodes.a.output }}', 'condition'), ['a'])
  assert.deepEqual(names(`{{ \`x \${nodes.a.output}\` }}`), ['a'])
})

test('texts, other objects and what cannot be read name nothing', () => {
  assert.deepEqual(names('nodes.a {{ "nodes.b" }} {{ input.nodes.c }} {{ {nodes: 1} }}'), [])
  assert.deepEqual(names('{{ nodes.a + # }} {{ nodes.b }}'), ['b'])
  assert.deepEqual(names('{{ nodes.a'), ['a'])
  assert.deepEqual(names('{{'.repeat(50_000)), [])
})

test('a renamed field is written in the form that its new name needs', () => {
  const rename = (source: string, to: string) =>
    renameField(source, { root: 'nodes', from: 'old', to, kind: 'template' })
  assert.equal(
    rename('{{ nodes.old.output }} {{ nodes.older.output }}', 'new'),
    '{{ nodes.new.output }} {{ nodes.older.output }}',
  )
  assert.equal(rename('{{ nodes.old.output }}', 'a-b'), '{{ nodes["a-b"].output }}')
  assert.equal(
    rename(`{{ nodes['old'].output + nodes?.old.error }} old`, 'x'),
    '{{ nodes.x.output + nodes.x.error }} old',
  )
})
