// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the language has them too
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { complete, typeOfFields, typeOfSchema, typeOfValue } from './index.ts'

const roots = {
  input: typeOfSchema({
    type: 'object',
    properties: {
      name: { type: 'string' },
      lines: {
        type: 'array',
        items: { type: 'object', properties: { sku: { type: 'string' }, 'unit price': { type: 'number' } } },
      },
    },
  }),
  nodes: typeOfFields({ fetch: typeOfFields({ output: typeOfValue({ ok: true }) }) }),
}
/** Labels at the `|` in the text. */
function at(marked: string, isTemplate = false): string[] {
  const offset = marked.indexOf('|')
  return complete(marked.replace('|', ''), offset, { roots, isTemplate }).items.map(({ label }) => label)
}

describe('completion', () => {
  const first: readonly [string, string[]][] = [
    ['inp|', ['input']],
    ['|', ['input', 'nodes', 'now', 'String']],
    ['input.|', ['name', 'lines', 'keys']],
    ['input.na| + 1', ['name']],
    ['input?.LI|', ['lines']],
    ['nodes.|', ['fetch', 'keys']],
    ['nodes.fetch.output.|', ['ok', 'keys']],
    ['input.lines.map(line => line.|', ['sku', 'keys']],
    ['input.lines.map(line => li|', ['line']],
    ['input.lines.filter(x => x.sku == "a" ? x.| : 1)', ['sku', 'keys']],
    ['input.lines[0].|', ['sku', 'keys']],
    ['input.lines[0]["|', ['sku', 'unit price']],
    ['input.lines[0]["unit |', ['unit price']],
    ['[1, {a: input.|', ['name', 'lines']],
    ['`Hi ${input.|', ['name', 'lines']],
    ['Math.m|', ['min', 'max']],
    ['now.y|', ['year']],
    ['now.plus(1, "day").for|', ['format']],
    ['input.name.toU|', ['toUpperCase']],
  ]
  for (const [marked, labels] of first)
    test(marked, () => assert.deepEqual(at(marked).slice(0, labels.length), labels))

  for (const nothing of ['"inp|', '12|', 'input.name.|"', 'a b input.lines.zz|'])
    test(`offers nothing that does not fit: ${nothing}`, () =>
      assert.ok(at(nothing).every((label) => label !== 'input')))

  test('in a template is offered within braces only', () => {
    assert.deepEqual(at('input.| {{ 1 }}', true), [])
    assert.deepEqual(at('Hi {{ input.na| }}', true), ['name'])
    assert.deepEqual(at('{{ "}}" }} {{ inp|', true), ['input'])
    assert.deepEqual(at('{{ 1 }} inp|', true), [])
  })
  test('says what to replace, and how a method is called', () => {
    const { replace, items } = complete('input.name.sl', 13, { roots })
    assert.deepEqual(replace, { from: 11, to: 13 })
    assert.deepEqual(items, [
      {
        label: 'slice',
        kind: 'method',
        detail: 'slice(start?, end?)',
        documentation: 'The part between two places; negative ones count from the end.',
        insert: 'slice(',
      },
    ])
  })
})
