import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../kernel/errors.ts'
import { openDocument } from './open-document.ts'
import { readDocument } from './read-document.ts'

const info = { title: 'T', version: '1' }
const faultOf = (text: string): string => {
  try {
    readDocument(text)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_api_description') return error.message
    throw error
  }
  return 'it was read'
}
const withSchema = (schema: unknown) =>
  JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas: { A: schema } } })

describe('readDocument', () => {
  it('reads JSON and YAML, old and new, as OpenAPI 3.1', () => {
    for (const text of [
      '{"swagger":"2.0","info":{"title":"T","version":"1"},"host":"a.example","paths":{"/a":{"get":{"responses":{}}}}}',
      'openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths:\n  /a: &a\n    get: {responses: {}}\n  /b: *a\n',
      '{openapi: 3.1.0, info: {title: T, version: "1"}, paths: {/a: {get: {}}}}',
    ]) {
      const document = readDocument(text)
      assert.match(document.openapi, /^3\.1/)
      assert.ok('/a' in document.paths)
    }
  })

  it('refuses what is no description', () => {
    for (const text of [
      '',
      '[]',
      '"x"',
      '42',
      '{}',
      '{"openapi":"3.1.0"}',
      '{"openapi":"4.0.0","paths":{}}',
      'a: [',
      '\u0000',
    ])
      assert.notEqual(faultOf(text), 'it was read', text)
  })

  it('refuses to look outside', () => {
    for (const $ref of [
      'https://evil.example/a.json',
      'other.yaml#/A',
      'file:///etc/passwd',
      '//evil.example',
    ])
      assert.match(faultOf(withSchema({ $ref })), /outside/)
    // As data it is not a reference, and as a name it is not one either.
    assert.equal(faultOf(withSchema({ example: { $ref: 'https://a.example' } })), 'it was read')
    assert.equal(faultOf(withSchema({ properties: { $ref: { type: 'string' } } })), 'it was read')
  })

  it('refuses bombs of aliases, depth and size', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
    for (let i = 0; i < 12; i++) {
      const [now, before] = [String.fromCharCode(98 + i), String.fromCharCode(97 + i)]
      bomb.push(`${now}: &${now} [${Array(10).fill(`*${before}`).join(',')}]`)
    }
    assert.match(faultOf(`openapi: 3.1.0\n${bomb.join('\n')}\npaths: {}`), /aliases|large/)
    assert.match(faultOf(withSchema(JSON.parse(`${'{"items":'.repeat(200)}{}${'}'.repeat(200)}`))), /deeper/)
    assert.match(faultOf(`${'['.repeat(5000)}`), /neither|no API/)
    assert.match(faultOf(`{"openapi":"3.1.0","x":"${'x'.repeat(11 * 1024 * 1024)}"}`), /larger/)
  })

  it('refuses to reach for the prototype, and lives with names that every object has', () => {
    assert.match(faultOf('{"openapi":"3.1.0","paths":{},"__proto__":{"polluted":1}}'), /__proto__/)
    assert.match(
      faultOf('openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n    __proto__: {type: object}\n'),
      /__proto__/,
    )
    const document = readDocument(
      JSON.stringify({
        openapi: '3.1.0',
        info,
        servers: [{ url: 'https://a.example' }],
        paths: {
          '/a': {
            get: {
              operationId: 'constructor',
              security: [{ toString: [] }],
              parameters: [
                { in: 'query', name: 'constructor', schema: { $ref: '#/components/schemas/valueOf' } },
              ],
              responses: {},
            },
          },
        },
      }),
    )
    const opened = openDocument(document, { toolkitSlug: 'odd', version: '1' })
    const tool = opened.tool('odd_constructor')
    assert.deepEqual(Object.keys(tool!.inputParameters.properties as object), ['constructor'])
    assert.equal(({} as { polluted?: number }).polluted, undefined)
  })
})
