import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { areaText } from '../scripts/areas-text.ts'
import { type Area, areasOf } from '../scripts/operation-names.ts'
import { type Document, operationsOf } from '../scripts/read-operations.ts'
import { textOf } from '../scripts/schema-text.ts'
import { typesText } from '../scripts/types-text.ts'

const envelope = (data?: object) => ({
  type: 'object',
  properties: { success: { const: true }, ...(data ? { data } : {}) },
})
const json = (schema: object) => ({ '200': { content: { 'application/json': { schema } } } })
const operation = (summary: string, more: object) => ({ operationId: summary, summary, ...more })
const pageOf = (items: object) =>
  json({ allOf: [envelope({ type: 'array', items }), { $ref: '#/components/schemas/Paging' }] })

const document = {
  components: { schemas: { Error: { type: 'object' }, Paging: {}, Thing: { type: 'object' } } },
  paths: {
    '/api/v1/things': {
      get: operation('List things', { responses: pageOf({ $ref: '#/components/schemas/Thing' }) }),
      post: operation('Create a thing', {
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json(envelope({ $ref: '#/components/schemas/Thing' })),
      }),
    },
    '/api/v1/things/{id}': { delete: operation('Delete a thing', { responses: json(envelope()) }) },
    '/api/v1/things/{id}/items/{itemId}': {
      get: operation('Get an item', { responses: json(envelope({ type: 'string' })) }),
    },
    '/api/v1/graphify/threads/{id}/runs/stream': {
      post: operation('Stream a run', {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { '200': { content: { 'text/event-stream': { schema: { type: 'number' } } } } },
      }),
    },
    '/api/v1/file/upload/{kind}': {
      post: operation('Upload a file', {
        requestBody: { content: { 'multipart/form-data': { schema: {} } } },
        responses: json(envelope({ type: 'null' })),
      }),
    },
    '/healthz': { get: operation('Get whether the server is alive', { responses: json({}) }) },
  },
} as unknown as Document

const served = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../server/openapi.json'), 'utf8'),
) as Document

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

  test('gives events their types by name', () => {
    const events = {
      started: { type: 'object', properties: { id: { type: 'string' } } },
      end: { type: 'null' },
    }
    const content = { 'text/event-stream': { schema: {}, 'x-events': events } }
    const get = operation('Stream things', { responses: { '200': { content } } })
    const paths = { '/api/v1/things/stream': { get } }
    const text = typesText(document, operationsOf({ ...document, paths } as unknown as Document))
    assert.match(
      text,
      /kind: 'events'\n {6}events: \{\n {8}started: \{\n {10}id\?: string[^}]*\}\n {8}end: null\n/,
    )
  })

  test('leaves no shape of the API without its fields', () => {
    assert.doesNotMatch(typesText(served, operationsOf(served)), /Record<string, never>/)
  })

  test('names operations after what they do', () => {
    const areas = areasOf(operationsOf(document))
    assert.deepEqual(namesOf(areas), [
      'things: list create remove getItem',
      'threads: streamRun',
      'files: upload',
      'server: getHealthz',
    ])
    const [things, threads, files] = areas.map(areaText)
    assert.match(things!, /export const listAll = .*\n {2}stoa\.pages\('\/api\/v1\/things', options\)/)
    assert.match(threads!, /stoa\.events\(.*params: \{ id \}, body, method: 'post' \}\)/)
    assert.match(
      files!,
      /file: UploadInput.*\n {2}stoa\.upload\(.*\.\.\.options, \.\.\.file, params: \{ kind \}/,
    )
  })

  test('takes the verb from the summary and the noun from the path', () => {
    const nameOf = (method: string, path: string, summary: string) => {
      const responses = json(envelope({ type: 'object' }))
      const paths = { [`/api/v1/${path}`]: { [method]: operation('id', { summary, responses }) } }
      return namesOf(areasOf(operationsOf({ ...document, paths } as unknown as Document)))[0]
    }
    assert.equal(nameOf('put', 'triggers/pause', 'Pause or resume all triggers'), 'triggers: pause')
    assert.equal(nameOf('get', 'triggers/pause', 'Get whether triggers are paused'), 'triggers: getPause')
    assert.equal(nameOf('post', 'pets/{id}/feed', 'Feed a pet'), 'pets: feed')
    assert.equal(nameOf('post', 'pets/{id}/rotate-key', 'Rotate the key of a pet'), 'pets: rotateKey')
    assert.equal(nameOf('post', 'pets/{id}/litters/{n}/switch', 'Switch to a litter'), 'pets: switchToLitter')
    assert.equal(
      nameOf('post', 'pets/registry/adopt', 'Adopt a pet from a registry'),
      'pets: adoptFromRegistry',
    )
    assert.equal(nameOf('patch', 'pets/{id}/status', 'Enable or disable a pet'), 'pets: updateStatus')
    assert.equal(nameOf('delete', 'pets/{id}', 'Release a pet'), 'pets: remove')
    assert.equal(nameOf('get', 'pets/{id}/export', 'Export a pet'), 'pets: exportPet')
  })

  test('refuses two operations of one name', () => {
    const get = operation('id', { summary: 'Get a pet', responses: json(envelope({ type: 'object' })) })
    const paths = { '/api/v1/pets/{id}': { get }, '/api/v1/pets/byId/{id}': { get } }
    const twice = operationsOf({ ...document, paths } as unknown as Document)
    assert.throws(() => areasOf(twice), /get \/api\/v1\/pets\/\{id\} and get .*byId.* are both pets\.get/)
  })

  test('gives every function of the API a name that begins with its verb', () => {
    const areas = areasOf(operationsOf(served))
    const names = namesOf(areas).join('\n')
    // A method or a parameter in a name is what is left when no rule fits.
    assert.doesNotMatch(names, /\b(post|put|delete)[A-Z]|ById\b|[mM]anage\b|ApiV1/)
    const calls = areas.flatMap(({ name, calls }) => calls.map((call) => ({ area: name, ...call })))
    const callOf = (area: string, name: string) =>
      calls.find((call) => call.area === area && call.name === name)?.operation
    assert.equal(callOf('triggers', 'pause')?.method, 'put')
    for (const { area, name, operation } of calls)
      if (operation.method === 'get')
        assert.doesNotMatch(name, /^(create|update|remove|pause|set)/, `${area}.${name} only reads`)
  })

  test('makes functions of agents of what is of workflows and agents, and creates an agent', () => {
    const agents = areasOf(operationsOf(served)).find(({ name }) => name === 'agents')!
    assert.deepEqual(
      ['create', 'list', 'get', 'update', 'remove', 'execute'].filter(
        (name) => !agents.calls.some((call) => call.name === name),
      ),
      [],
    )
    const text = areaText(agents)
    assert.match(
      text,
      /Create an agent\. .*\nexport const create = [^=]*=>.*body: \{ \.\.\.body, workflowType: 'agent' \}/,
    )
    assert.match(text, /export const listAll = [^=]*=>.*query: \{ \.\.\.query, workflowType: 'agent' \}/)
    assert.match(text, /export const update = [^=]*=>.*params: \{ id \}, body \}/)
  })
})

const namesOf = (areas: Area[]) =>
  areas.map(({ name, calls }) => `${name}: ${calls.map((call) => call.name).join(' ')}`)
