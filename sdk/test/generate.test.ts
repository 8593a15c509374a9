import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areaText } from '../scripts/areas-text.ts'
import { areasOf } from '../scripts/operation-names.ts'
import { type Document, operationsOf } from '../scripts/read-operations.ts'
import { textOf } from '../scripts/schema-text.ts'
import { typesText } from '../scripts/types-text.ts'

const envelope = (data?: object) => ({
  type: 'object',
  properties: { success: { const: true }, ...(data ? { data } : {}) },
})
const json = (schema: object) => ({ '200': { content: { 'application/json': { schema } } } })
const operation = (operationId: string, more: object) => ({ operationId, summary: operationId, ...more })
const pageOf = (items: object) =>
  json({ allOf: [envelope({ type: 'array', items }), { $ref: '#/components/schemas/Paging' }] })

const document = {
  components: { schemas: { Error: { type: 'object' }, Paging: {}, Thing: { type: 'object' } } },
  paths: {
    '/api/v1/things': {
      get: operation('getThings', { responses: pageOf({ $ref: '#/components/schemas/Thing' }) }),
      post: operation('postThings', {
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json(envelope({ $ref: '#/components/schemas/Thing' })),
      }),
    },
    '/api/v1/things/{id}': { delete: operation('deleteThing', { responses: json(envelope()) }) },
    '/api/v1/things/{id}/items/{itemId}': {
      get: operation('getItem', { responses: json(envelope({ type: 'string' })) }),
    },
    '/api/v1/graphify/threads/{id}/runs/stream': {
      post: operation('stream', {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { '200': { content: { 'text/event-stream': { schema: { type: 'number' } } } } },
      }),
    },
    '/api/v1/file/upload/{kind}': {
      post: operation('upload', {
        requestBody: { content: { 'multipart/form-data': { schema: {} } } },
        responses: json(envelope({ type: 'null' })),
      }),
    },
    '/healthz': { get: operation('health', { responses: json({}) }) },
  },
} as unknown as Document

describe('the generator', () => {
  test('writes every shape of our description', () => {
    const text = (schema: object) => textOf(schema, 'response')
    assert.equal(text({ type: ['string', 'null'] }), 'string | null')
    assert.equal(text({ type: 'array', items: { enum: ['a', "it's"] } }), "('a' | 'it\\'s')[]")
    assert.equal(text({ type: 'object', additionalProperties: { type: 'number' } }), 'Record<string, number>')
    assert.equal(text({ anyOf: [{ type: 'string' }, {}] }), 'unknown')
    assert.equal(text({ $ref: '#/components/schemas/Error' }), 'ErrorEnvelope')
    assert.equal(
      text({ type: 'object', properties: { 'a-b': { type: 'integer' }, c: {} }, required: ['c'] }),
      "{\n  'a-b'?: number | undefined\n  c: unknown\n}",
    )
    assert.equal(textOf({ type: 'string', format: 'date-time' }, 'query'), 'string | Date')
    assert.equal(textOf({ type: 'array', items: { type: 'string' } }, 'query'), 'OneOrMore<string>')
  })

  test('distinguishes the kinds of responses', () => {
    assert.deepEqual(
      operationsOf(document).map(({ kind, isUpload }) => (isUpload ? 'upload' : kind)),
      ['page', 'data', 'none', 'data', 'events', 'upload', 'raw'],
    )
    const types = typesText(document, operationsOf(document))
    assert.match(types, /'\/api\/v1\/things\/\{id\}\/items\/\{itemId\}': \{/)
    assert.match(types, /params: \{ id: string; itemId: string \}/)
    assert.match(types, /export type ErrorEnvelope = /)
  })

  test('names operations after what they do', () => {
    const areas = areasOf(operationsOf(document))
    assert.deepEqual(
      areas.map(({ name, calls }) => `${name}: ${calls.map((call) => call.name).join(' ')}`),
      ['things: list create remove getItem', 'threads: streamRuns', 'files: upload', 'server: getHealthz'],
    )
    const [things, threads, files] = areas.map(areaText)
    assert.match(things!, /export const listAll = .*\n {2}stoa\.pages\('\/api\/v1\/things', options\)/)
    assert.match(threads!, /stoa\.events\(.*params: \{ id \}, body, method: 'post' \}\)/)
    assert.match(
      files!,
      /file: UploadInput.*\n {2}stoa\.upload\(.*\.\.\.options, \.\.\.file, params: \{ kind \}/,
    )
  })
})
