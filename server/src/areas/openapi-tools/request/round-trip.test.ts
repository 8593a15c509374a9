import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import openApiBackend, { type Document, type Request } from 'openapi-backend'
import { parseAllowedNetworks } from '../../../kernel/net/allowed-networks.ts'
import { createOutbound } from '../../../kernel/net/outbound.ts'
import { systemScope } from '../../../kernel/scope.ts'
import type { ToolCall } from '../../toolkits/index.ts'
import * as signing from '../../toolkits/service/sign.ts'
import { openDocument } from '../document/open-document.ts'
import { toApiDocument } from '../document/read-document.ts'
import { shop } from '../document/testing.ts'
import { createOperationExecutor } from './execute.ts'
import { sampleOf } from './sample.ts'

const library = {
  swagger: '2.0',
  info: { title: 'Library', version: '1' },
  host: 'library.example',
  basePath: '/api',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: {
    '/books': {
      get: {
        parameters: [
          {
            in: 'query',
            name: 'authors',
            type: 'array',
            items: { type: 'string' },
            collectionFormat: 'multi',
          },
          {
            in: 'query',
            name: 'years',
            type: 'array',
            items: { type: 'integer' },
            collectionFormat: 'pipes',
          },
          { $ref: '#/parameters/Page' },
        ],
        responses: {
          '200': { description: 'ok', schema: { type: 'array', items: { $ref: '#/definitions/Book' } } },
        },
      },
      post: {
        parameters: [{ in: 'body', name: 'book', required: true, schema: { $ref: '#/definitions/Book' } }],
        responses: { '200': { description: 'ok' } },
      },
    },
    '/books/{isbn}/loan': {
      post: {
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          { in: 'path', name: 'isbn', required: true, type: 'string' },
          { in: 'formData', name: 'reader', required: true, type: 'string' },
          { in: 'formData', name: 'days', type: 'integer' },
        ],
        responses: { '200': { description: 'ok' } },
      },
    },
  },
  parameters: { Page: { in: 'query', name: 'page', type: 'integer', minimum: 1 } },
  // No circle among them: the mock resolves every reference.
  definitions: {
    Series: { type: 'object', properties: { name: { type: 'string' } } },
    Book: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string' },
        year: { type: 'integer' },
        series: { $ref: '#/definitions/Series' },
      },
    },
  },
}

/** A part of our own API: real, always up to date, and not growing with the rest of it. */
const whole = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, unknown>
}
const ours = {
  ...whole,
  paths: Object.fromEntries(
    Object.entries(whole.paths).filter(([path]) =>
      /v1\/(external-users|table|webhooks|toolkits|file)\b/.test(path),
    ),
  ),
}

let mock: InstanceType<typeof openApiBackend.OpenAPIBackend>
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const requested: Request = {
      method: request.method!,
      path,
      query,
      headers: request.headers as Record<string, string>,
      body: bodyOf(String(request.headers['content-type']), Buffer.concat(chunks).toString('latin1')),
    }
    const verdict = await mock.handleRequest(requested).catch((error: unknown) => [500, String(error)])
    response.statusCode = verdict[0]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(verdict[1]))
  })
})
/** The mock does not read forms of parts: what it has to know is which parts came. */
function bodyOf(type: string, text: string): Request['body'] {
  if (!type.startsWith('multipart/')) return text
  return Object.fromEntries([...text.matchAll(/; name="([^"]+)"/g)].map(([, name]) => [name, 'x']))
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const outbound = createOutbound({ allowPrivate: parseAllowedNetworks('127.0.0.1'), userAgent: 'test' })
const execute = createOperationExecutor({ signing, outbound })
after(async () => {
  server.close()
  server.closeAllConnections()
  await outbound.close()
})

const ajvOpts = { strict: false, validateFormats: false, code: { optimize: false } }
const ajv = new Ajv2020(ajvOpts)

type Operations = Record<string, Record<string, { operationId?: string; parameters?: object[] }>>

/** The mock knows operations by their ids alone, and only those places in a path that are described. */
function forMock(document: object): Document {
  const definition = { ...structuredClone(document), servers: [{ url: origin }] } as unknown as Document
  for (const [path, item] of Object.entries(definition.paths as unknown as Operations))
    for (const [method, operation] of Object.entries(item)) {
      if (method === 'parameters') continue
      operation.operationId ??= `${method} ${path}`
      if (path === '/items/{id}/picture')
        operation.parameters = [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }]
    }
  return definition
}

/** Calls every tool with values made from its own schema; the mock checks each against the document. */
async function faultsOf(source: object): Promise<{ calls: number; faults: string[]; unmade: string[] }> {
  const document = toApiDocument({ ...structuredClone(source), security: undefined })
  mock = new openApiBackend.OpenAPIBackend({ definition: forMock(document), quick: true, ajvOpts })
  mock.register({
    notFound: () => [404, 'no such operation'],
    validationFail: ({ validation }) => [400, validation.errors],
    notImplemented: () => [200, {}],
    unauthorizedHandler: () => [200, {}],
  })
  await mock.init()
  const api = openDocument(document, { toolkitSlug: 'kit', version: '1', baseUrl: origin })
  const faults: string[] = []
  const unmade: string[] = []
  const entries = api.operations()
  for (const { slug } of entries) {
    const tool = api.tool(slug)!
    const values = sampleOf(tool.inputParameters) as Record<string, unknown>
    const isValid = ajv.compile(tool.inputParameters)
    if (!isValid(values)) {
      unmade.push(`${slug}: ${JSON.stringify(isValid.errors?.[0])}`)
      continue
    }
    const call: ToolCall = {
      scope: systemScope('p'),
      toolkit: {} as ToolCall['toolkit'],
      tool,
      arguments: values,
      credentials: null,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      idempotencyKey: 'key',
      saveFile: async () => 'file',
      openFile: async () => ({ name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('x') }),
    }
    const outcome = await execute(api.plan(slug)!, call)
    if (!outcome.successful) faults.push(`${slug}: ${outcome.error} ${JSON.stringify(outcome.data)}`)
  }
  return { calls: entries.length, faults, unmade }
}

describe('every tool of a document makes a request that its document accepts', () => {
  for (const [name, document, least] of [
    ['a shop', shop, 8],
    ['a library of the old form', library, 3],
    ['a part of our own API', ours, 60],
  ] as const)
    it(name, async () => {
      const { calls, faults, unmade } = await faultsOf(document)
      assert.ok(calls >= least)
      assert.deepEqual(faults, [])
      // Patterns that no made-up text fits are not the executor's fault, as long as they are few.
      assert.ok(unmade.length <= calls / 20, unmade.join('\n'))
    })
})
