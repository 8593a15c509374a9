import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { signatureOf } from './functions/arguments.ts'
import { allFunctions } from './functions/table.ts'
import { compileExpression } from './index.ts'

const reference = readFileSync(new URL('../../../../docs/reference/expressions.md', import.meta.url), 'utf8')
/** `source` → `result`; a source that contains backticks is quoted with two. */
const exampleForm = /(?:`` (.+?) ``|`([^`]+)`) → `([^`]+)`/g
const unescaped = (text: string) => text.replaceAll('\\|', '|')

describe('the reference', () => {
  const examples = [...reference.matchAll(exampleForm)].map(([, quoted, plain = '', result = '']) => [
    unescaped(quoted ?? plain),
    unescaped(result),
  ])

  test('has examples, each of which is true', () => {
    assert.ok(examples.length > allFunctions.length + 20, String(examples.length))
    for (const [source = '', result = ''] of examples)
      assert.equal(JSON.stringify(compileExpression(source).evaluate({ roots: {}, now: 0 })), result, source)
  })

  for (const spec of allFunctions)
    test(`says what ${spec.on ? `${spec.on}.` : ''}${spec.name} does`, () => {
      const row = `| \`${signatureOf(spec)}\` | ${spec.doc.replaceAll('|', '\\|')} |`
      assert.ok(reference.includes(row), row)
      assert.ok(
        examples.some(([source]) => source === spec.example[0]),
        spec.example[0],
      )
    })
})
