import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readPages } from '../src/kernel/http/pages/pages.ts'

const run = promisify(execFile)
const folder = new URL('./', import.meta.url)
const read = (name: string) => readFile(new URL(name, folder), 'utf8')
const served = readPages(fileURLToPath(folder))
/** As the server sends it: in the frame that messages share. */
const page = (name: string) => served.get(`/pages/${name}`)!.body.toString()

/** The pages are plain JavaScript for browsers, which the compiler does not check: the types are here. */
const load = async <T>(name: string) => (await import(new URL(name, folder).href)) as T

type Json = Record<string, unknown>
type Field = { name: string; schema: Json; isRequired: boolean; isAlternative?: boolean }
type Call = { url: string; headers: { name: string; value?: string; variable?: string }[]; problems: Json[] }
type Draft = Record<'path' | 'query' | 'header' | 'form' | 'files', Json> & { bodyText: string }
type Operation = Json & { parameters: Json[]; errors: Json[]; body: (Json & { fields: Json[] }) | null }

const { fieldsOf, typeLabel, limitsOf, exampleOf, resolve } = await load<{
  fieldsOf(document: Json, schema: Json): Field[]
  typeLabel(document: Json, schema: Json): string
  limitsOf(schema: Json): string[]
  exampleOf(document: Json, schema: Json, isWhole?: boolean): unknown
  resolve(document: Json, schema: Json): { schema: Json; isNullable: boolean }
}>('docs/schema.js')
const { readSpec, matches } = await load<{
  readSpec(document: Json): {
    areas: { name: string; operations: Json[] }[]
    operations: { id: string; searchText: string }[]
  }
  matches(text: string, query: string): boolean
}>('docs/spec.js')
const { describeOperation } = await load<{ describeOperation(spec: unknown, listed: unknown): Operation }>(
  'docs/operation.js',
)
const { composeCall, emptyDraft } = await load<{
  composeCall(input: {
    operation: Operation
    draft: Draft
    origin: string
    username?: string
    auth: string
  }): Call
  emptyDraft(operation: Operation): Draft
}>('docs/call.js')
const { listOf, idsInBody } = await load<{
  listOf(spec: Json, operation: Json, name: string): string | null
  idsInBody(value: unknown): { id: string; list: string }[]
}>('docs/docs-ids.js')
const { toCurl, toFetch } =
  await load<Record<'toCurl' | 'toFetch', (call: Call) => string>>('docs/snippets.js')
const { prettyJson } = await load<{ prettyJson(text: string): string | null }>('json-text.js')
const { parseRichText } = await load<{ parseRichText(text: string): Json[] }>('rich-text.js')
const { createEventReader } = await load<{
  createEventReader(onEvent: (event: Json) => void): { push(text: string): void }
}>('event-stream.js')

describe('the files', () => {
  const pages = ['unbuilt.html', 'not-found.html', 'docs/docs.html']
  let names: string[] = []
  before(async () => {
    names = (await readdir(folder, { recursive: true })).filter(
      (name) => /\.\w+$/.test(name) && !name.endsWith('.test.ts'),
    )
  })
  const named = (suffix: string) => names.filter((name) => name.endsWith(suffix))

  it('are all of a kind that the server has a content type for', () => {
    assert.deepEqual(
      names.filter((name) => !/\.(html|css|js|svg)$/.test(name)),
      [],
    )
  })

  it('refer only to what exists under /pages/ and to pages and documents of this server', async () => {
    for (const name of pages) {
      const html = page(name)
      const addresses = [...html.matchAll(/\s(?:src|href|action|srcset|poster|data)="([^"]*)"/g)].map(
        (match) => match[1]!,
      )
      assert.ok(addresses.length > 5, name)
      for (const address of addresses) {
        if (address.startsWith('/pages/'))
          assert.ok(names.includes(address.slice('/pages/'.length)), `${name}: ${address}`)
        else assert.match(address, /^(\/|\/docs(#[a-z-]+)?|\/api\/v1\/openapi\.json|#[a-z-]+)$/, name)
      }
    }
  })

  it('link to places of the page that are there', async () => {
    const docs = page('docs/docs.html')
    for (const name of pages) {
      const html = page(name)
      for (const [, path, id] of html.matchAll(/href="(\/docs)?#([a-z-]+)"/g)) {
        assert.ok((path ? docs : html).includes(`id="${id}"`), `${name}: #${id}`)
      }
    }
  })

  it('have no script, style or handler inside the markup', async () => {
    for (const name of pages) {
      const html = page(name)
      assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|javascript:/i, name)
      for (const [, attributes, content] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
        assert.match(attributes!, /src="\/pages\//, name)
        assert.equal(content!.trim(), '', name)
      }
    }
  })

  it('name no other host', async () => {
    for (const name of names) {
      const text = (await read(name))
        .replaceAll('http://www.w3.org/2000/svg', '')
        .replaceAll('https://example.com', '')
      assert.doesNotMatch(text, /https?:\/\/|["'(]\/\/[a-z]/i, name)
      if (name.endsWith('.css')) assert.doesNotMatch(text, /@import|url\(/i, name)
    }
  })

  it('never turn text into markup or code', async () => {
    for (const name of named('.js')) {
      const banned =
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|createContextualFragment|srcdoc/
      assert.doesNotMatch(await read(name), banned, name)
    }
  })

  it('import only modules that exist, and send requests from one place', async () => {
    for (const name of named('.js')) {
      const text = await read(name)
      for (const [, fixed, lazy] of text.matchAll(/^(?:import|\}).* from '([^']+)'|import\('([^']+)'\)/gm)) {
        const target = (fixed ?? lazy)!
        assert.ok(/^\.\.?\//.test(target) && names.includes(besideOf(name, target)), `${name}: ${target}`)
      }
      // The snippets write such calls down for others to make.
      if (name === 'http.js' || name === 'docs/snippets.js') continue
      assert.doesNotMatch(text, /[^.\w]fetch\(|XMLHttpRequest|EventSource\(|sendBeacon|WebSocket/, name)
    }
  })

  it('keep the API key in the memory of the tab only', async () => {
    for (const name of named('.js')) {
      assert.doesNotMatch(await read(name), /preferences\.\w+\('(apiKey|username|token)/, name)
    }
  })

  it('are used, every one of them', async () => {
    const reached = new Set<string>()
    for (const name of ['message.html', ...pages]) await collect(name, true, reached)
    // Pages that are written again for every visitor name their parts where they are written.
    const written = await read('../src/areas/connections/service/hosted/pages.ts')
    for (const [, name] of written.matchAll(/"\/pages\/([\w.-]+)"/g)) reached.add(name!)
    assert.deepEqual(names.filter((name) => !reached.has(name)).sort(), [])
  })

  it('keep the reference small: 60 KB to read the list, and 105 KB with an operation opened', async () => {
    const size = async (withLazy: boolean) => {
      const reached = await collect('docs/docs.html', withLazy, new Set())
      const texts = await Promise.all([...reached].filter((name) => !name.endsWith('.svg')).map(read))
      return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    }
    const first = await size(false)
    assert.ok(first > 20_000 && first < 60_000, `${first} bytes at first`)
    const all = await size(true)
    assert.ok(all > first && all < 105_000, `${all} bytes in all`)
  })
})

/** The file that another one names relative to itself. */
const besideOf = (name: string, target: string) => posix.join(posix.dirname(name), target)

/** The file and everything it makes a browser fetch. */
async function collect(name: string, withLazy: boolean, reached: Set<string>): Promise<Set<string>> {
  if (reached.has(name)) return reached
  reached.add(name)
  const text = await read(name)
  const direct = [...text.matchAll(/(?:src|href)="\/pages\/([^"]+)"|from '(\.[^']+)'/g)].map(
    (match) => match[1] ?? besideOf(name, match[2]!),
  )
  const lazy = withLazy
    ? [...text.matchAll(/import\('(\.[^']+)'\)/g)].map((match) => besideOf(name, match[1]!))
    : []
  for (const next of [...direct, ...lazy]) await collect(next, withLazy, reached)
  return reached
}

describe('the colours', () => {
  const luminance = (hex: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const contrast = (one: string, other: string) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light! + 0.05) / (dark! + 0.05)
  }

  it('can be distinguished in light and in dark, as WCAG AA requires', async () => {
    const tokens = new Map<string, string[]>()
    for (const [, name, light, dark] of (await read('style.css')).matchAll(
      /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
    )) {
      tokens.set(name!, [light!, dark!])
    }
    const surfaces = ['bg', 'side', 'raised']
    const pairs: [string, string, number][] = [
      ...['text', 'muted', 'accent', 'good', 'warn', 'bad', 'violet'].flatMap((ink) =>
        surfaces.map((surface): [string, string, number] => [ink, surface, 4.5]),
      ),
      ['text', 'accent-soft', 4.5],
      ['muted', 'accent-soft', 4.5],
      ['accent', 'accent-soft', 4.5],
      ['good', 'accent-soft', 4.5],
      ['warn', 'accent-soft', 4.5],
      ['bad', 'accent-soft', 4.5],
      ['on-accent', 'accent', 4.5],
      ['on-accent', 'bad', 4.5],
      ['text', 'bad-soft', 4.5],
      ['bad', 'bad-soft', 4.5],
      ['line-strong', 'bg', 3],
    ]
    for (const [ink, surface, least] of pairs) {
      for (const mode of [0, 1]) {
        const ratio = contrast(tokens.get(ink)![mode]!, tokens.get(surface)![mode]!)
        assert.ok(
          ratio >= least,
          `${ink} on ${surface}, ${mode === 0 ? 'light' : 'dark'}: ${ratio.toFixed(2)}`,
        )
      }
    }
  })
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.2.3' },
  tags: [{ name: 'Things' }, { name: 'Empty' }],
  paths: {
    '/api/v1/things': {
      get: { tags: ['Things'], summary: 'List things', 'x-access': 'end-user', responses: {} },
      post: {
        tags: ['Things'],
        summary: 'Create a thing',
        'x-access': 'project',
        'x-permission': 'things:write',
        'x-errors': ['rate_limited', 'missing_field'],
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          200: { description: 'Made', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
    '/api/v1/things/{id}/files/{path+}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { $ref: '#/components/parameters/Path' },
      ],
      put: {
        tags: ['Files'],
        parameters: [{ name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
              },
            },
          },
        },
        responses: { 200: { description: '', content: { 'text/event-stream': {} } } },
      },
      delete: { tags: ['Files'], security: [{ cookie: [] }], 'x-access': 'session', responses: {} },
    },
    '/api/v1/ping': { get: { security: [], responses: {} } },
  },
  security: [{ key: [] }],
  components: {
    'x-error-codes': {
      missing_field: { status: 400, type: 'invalid_request' },
      rate_limited: { status: 429, type: 'rate_limit' },
    },
    securitySchemes: { cookie: { type: 'apiKey', in: 'cookie', name: 'thing_session' } },
    parameters: { Path: { name: 'path', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 40 },
          parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          labels: { type: 'object', additionalProperties: { type: 'integer' } },
        },
      },
    },
  },
}
const thing = { $ref: '#/components/schemas/Thing' }

describe('schema reading', () => {
  it('lists the fields one level at a time, however often a schema contains itself', () => {
    const names = (schema: Json) => fieldsOf(document, schema).map((field) => field.name)
    assert.deepEqual(names(thing), ['name', 'parent', 'parts', 'labels'])
    const parent = fieldsOf(document, thing).find((field) => field.name === 'parent')!
    assert.deepEqual(names(parent.schema), ['name', 'parent', 'parts', 'labels'])
    const parts = fieldsOf(document, thing).find((field) => field.name === 'parts')!
    assert.deepEqual(names(parts.schema), ['name', 'parent', 'parts', 'labels'])
    assert.deepEqual(names({ type: 'object', additionalProperties: thing }), ['[any key]'])
  })

  it('knows what is required, also when it is put together by allOf', () => {
    const both = { allOf: [thing, { required: ['size'], properties: { size: { type: 'integer' } } }] }
    const required = fieldsOf(document, both).filter((field) => field.isRequired)
    assert.deepEqual(
      required.map((field) => field.name),
      ['name', 'size'],
    )
  })

  it('names alternatives after what distinguishes them', () => {
    const alternatives = fieldsOf(document, {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'text' }, text: { type: 'string' } } },
        thing,
        { title: 'Number', type: 'object', properties: { value: { type: 'number' } } },
        { type: 'object', properties: { other: {} } },
      ],
    })
    assert.deepEqual(
      alternatives.map((field) => field.name),
      ['kind: "text"', 'Thing', 'Number', 'option 4'],
    )
    assert.ok(alternatives.every((field) => field.isAlternative))
    assert.deepEqual(fieldsOf(document, { anyOf: [{ type: 'string' }, { type: 'number' }] }), [])
  })

  it('says types in words', () => {
    const cases: [Json, string][] = [
      [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
      [{ type: ['integer', 'null'] }, 'integer or null'],
      [{ anyOf: [thing, { type: 'null' }] }, 'object or null'],
      [{ type: 'array', items: thing }, 'array of object'],
      [
        { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        'string or array of string',
      ],
      [{ const: true }, 'true'],
      [{ enum: ['a', 'b'] }, 'string'],
      [{ type: 'string', format: 'binary' }, 'file'],
      [{ $ref: '#/components/schemas/Missing' }, 'any'],
      [{}, 'any'],
    ]
    for (const [schema, label] of cases) assert.equal(typeLabel(document, schema), label)
  })

  it('ends on references that lead in a circle', () => {
    const circle = { a: { $ref: '#/b' }, b: { $ref: '#/a' } }
    assert.deepEqual(resolve(circle, { $ref: '#/a' }).schema, {})
  })

  it('says limits in words and leaves out what says nothing', () => {
    assert.deepEqual(limitsOf({ minLength: 1, maxLength: 40 }), ['1 to 40 characters'])
    assert.deepEqual(limitsOf({ minimum: 0 }), ['at least 0'])
    assert.deepEqual(limitsOf({ maximum: 100, exclusiveMinimum: 0 }), ['at most 100', 'above 0'])
    assert.deepEqual(limitsOf({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), [])
    assert.deepEqual(limitsOf({ format: 'uuid', pattern: '^.{36}$' }), [])
    assert.deepEqual(limitsOf({ pattern: '^a$' }), ['matches ^a$'])
  })

  it('makes examples: what is required for a body, everything for a response, never without end', () => {
    assert.deepEqual(exampleOf(document, thing), { name: 'string' })
    const whole = exampleOf(document, thing, true) as { parent: Json; labels: Json }
    assert.equal(whole.parent.name, 'string')
    assert.deepEqual(whole.labels, {})
    assert.equal(exampleOf(document, { type: 'integer', minimum: 3 }), 3)
    assert.equal(exampleOf(document, { type: 'string', enum: ['b', 'a'] }), 'b')
  })
})

const spec = readSpec(document)
const operationOf = (id: string) =>
  describeOperation(
    spec,
    spec.operations.find((operation) => operation.id === id),
  )
const origin = 'http://127.0.0.1:4400'

describe('the description of the API', () => {
  it('is listed by area, without areas that have nothing', () => {
    assert.deepEqual(
      spec.areas.map((area) => [area.name, area.operations.length]),
      [
        ['Things', 2],
        ['Files', 2],
        ['Other', 1],
      ],
    )
  })

  it('is found by words in any order', () => {
    const found = (query: string) =>
      spec.operations.filter((operation) => matches(operation.searchText, query))
    assert.deepEqual(
      found('THING post').map((operation) => operation.id),
      ['POST/api/v1/things'],
    )
    assert.equal(found('').length, 5)
    assert.equal(found('things:write').length, 1)
    assert.equal(found('nowhere').length, 0)
  })

  it('gives one operation with its errors, parameters of the path and access', () => {
    const create = operationOf('POST/api/v1/things')
    assert.deepEqual(create.errors, [
      { code: 'missing_field', status: 400, type: 'invalid_request' },
      { code: 'rate_limited', status: 429, type: 'rate_limit' },
    ])
    assert.equal(create.takesUsername, false)
    assert.equal(operationOf('GET/api/v1/things').takesUsername, true)
    assert.equal(operationOf('GET/api/v1/ping').access, 'public')
    const upload = operationOf('PUT/api/v1/things/{id}/files/{path+}')
    assert.deepEqual(
      upload.parameters.map((parameter) => parameter.name),
      ['id', 'path', 'tag'],
    )
    assert.deepEqual(
      upload.body!.fields.map((field) => [field.name, field.isFile]),
      [
        ['file', true],
        ['note', false],
      ],
    )
    assert.equal(upload.answer, 'events')
  })
})

describe('a call', () => {
  const upload = operationOf('PUT/api/v1/things/{id}/files/{path+}')
  const compose = (operation: Operation, changes: Partial<Draft> = {}, more: Json = {}) =>
    composeCall({ operation, draft: { ...emptyDraft(operation), ...changes }, origin, auth: 'key', ...more })

  it('writes what was typed into the URL without letting it break out', () => {
    const call = compose(upload, { path: { id: 'a/b?c#d', path: 'x y/z' }, query: { tag: ['1&2', '3'] } })
    assert.equal(call.url, `${origin}/api/v1/things/a%2Fb%3Fc%23d/files/x%20y/z?tag=1%262&tag=3`)
    assert.deepEqual(call.problems, [])
  })

  it('starts from examples, but from no id, since none of those belongs to anything here', () => {
    const parameter = (name: string, place: string, example: string, required = true) => ({
      name,
      in: place,
      example,
      required,
      schema: {},
    })
    const operation = {
      ...upload,
      body: null,
      parameters: [
        parameter('id', 'path', '0199f1a0-0000-7000-8000-000000000001'),
        parameter('slug', 'path', 'weather'),
        parameter('toolkitSlug', 'query', 'demo'),
        parameter('q', 'query', 'word', false),
      ],
    }
    const { path, query } = emptyDraft(operation)
    assert.deepEqual([path, query], [{ id: '', slug: 'weather' }, { toolkitSlug: 'demo' }])
  })

  it('knows where ids in the example of a body would be found, and leaves out what only labels something', async () => {
    const [config, file, label] = [1, 2, 3].map((n) => `0199f1a0-0000-7000-8000-00000000000${n}`)
    assert.deepEqual(
      idsInBody({ authConfig: { id: config }, ids: [file], executionId: label, n: [1, null] }),
      [
        { id: config, list: '/api/v1/auth_configs' },
        { id: file, list: '/api/v1/file' },
      ],
    )
    const document = JSON.parse(await readFile(new URL('../openapi.json', folder), 'utf8')) as {
      paths: Record<string, { get?: object; post?: { requestBody?: { content: Record<string, Json> } } }>
    }
    const examples = Object.values(document.paths).map(
      ({ post }) => post?.requestBody?.content['application/json']?.example,
    )
    const found = examples.flatMap((example) => idsInBody(example))
    assert.ok(found.length >= 7, JSON.stringify(found))
    for (const { list } of found) assert.ok(document.paths[list]?.get, list)
  })

  it('finds an id in the list that holds what the path names', () => {
    const spec = { document: { paths: { '/things': { get: {} }, '/things/{id}/parts': { get: {} } } } }
    const listFor = (path: string, name: string) => listOf(spec, { path }, name)
    assert.equal(listFor('/things/{id}', 'id'), '/things')
    assert.equal(listFor('/things/{id}/restart', 'id'), '/things')
    assert.equal(listFor('/things/{id}/parts/{partId}', 'partId'), null)
    assert.equal(listFor('/others/{id}', 'id'), null)
  })

  it('cannot be sent with an empty part of the path, nor with one that leads elsewhere', () => {
    assert.deepEqual(compose(upload, { path: { id: '', path: '%2E./x' } }).problems, [
      { name: 'id', message: 'needs a value' },
      { name: 'path', message: 'cannot be . or ..' },
    ])
  })

  it('carries the end user only where one is taken, and no credentials where none are needed', () => {
    const headers = (id: string) =>
      compose(operationOf(id), {}, { username: 'ada' }).headers.map((header) => header.name)
    assert.deepEqual(headers('GET/api/v1/things'), ['x-api-key', 'x-username'])
    assert.deepEqual(headers('POST/api/v1/things'), ['x-api-key', 'content-type'])
    assert.deepEqual(headers('GET/api/v1/ping'), [])
  })

  it('of a signed-in person carries the token against forged requests when it writes', () => {
    const call = compose(
      operationOf('DELETE/api/v1/things/{id}/files/{path+}'),
      { path: { id: '1', path: '2' } },
      { auth: 'session' },
    )
    assert.deepEqual(call.headers, [{ name: 'x-csrf-token', variable: 'STOA_CSRF_TOKEN' }])
    assert.match(toCurl(call), /-b "thing_session=\$STOA_SESSION"/)
  })
})

describe('snippets', () => {
  const create = operationOf('POST/api/v1/things')
  const nasty = `{"name": "it's \\"$HOME\\" \`id\` \\\\ \\n end", "big": 12345678901234567890}`
  const nastyCall = (target: string) =>
    composeCall({
      operation: create,
      draft: { ...emptyDraft(create), bodyText: nasty, header: { 'Idempotency-Key': "o'clock $(id)" } },
      origin: target,
      auth: 'key',
    })

  it('as curl mean to a shell exactly what the call is', { skip: process.platform === 'win32' }, async () => {
    // A function replaces curl and prints its arguments, each ended by a separate line.
    const script = `curl() { printf '%s\\n--\\n' "$@"; }\n${toCurl(nastyCall(origin))}`
    const { stdout } = await run('/bin/sh', ['-c', script], { env: { STOA_API_KEY: 'stoa_key' } })
    assert.deepEqual(stdout.split('\n--\n').slice(0, -1), [
      '-X',
      'POST',
      `${origin}/api/v1/things`,
      '-H',
      'x-api-key: stoa_key',
      '-H',
      "idempotency-key: o'clock $(id)",
      '-H',
      'content-type: application/json',
      '--data-raw',
      nasty,
    ])
  })

  it('as curl keep brackets from being expanded, stream events and read files', () => {
    const upload = operationOf('PUT/api/v1/things/{id}/files/{path+}')
    const draft = { ...emptyDraft(upload), path: { id: '1', path: '2' }, form: { note: '@home' } }
    const text = toCurl(composeCall({ operation: upload, draft, origin: 'http://[::1]:4400', auth: 'key' }))
    assert.match(text, /^curl -g -N -X PUT 'http:\/\/\[::1\]:4400/)
    assert.match(text, /-F 'file=@path\/to\/file'/)
    assert.match(text, /--form-string 'note=@home'/)
  })

  it('as JavaScript run and make the call', async (test) => {
    const received: { method?: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      received.push({ method: request.method, headers: request.headers, body })
      response.setHeader('content-type', 'application/json').end('{"success":true,"message":"Made"}')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const place = await mkdtemp(join(tmpdir(), 'stoa-snippet-'))
    test.after(async () => {
      server.close()
      server.closeAllConnections()
      await rm(place, { recursive: true })
    })
    const file = join(place, 'snippet.mjs')
    await writeFile(file, toFetch(nastyCall(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)))
    await run(process.execPath, [file], { env: { ...process.env, STOA_API_KEY: 'stoa_key' } })
    assert.equal(received.length, 1)
    const [call] = received
    assert.equal(call!.method, 'POST')
    assert.equal(call!.headers['x-api-key'], 'stoa_key')
    assert.equal(call!.headers['idempotency-key'], "o'clock $(id)")
    assert.deepEqual(JSON.parse(call!.body), JSON.parse(nasty))
  })

  it('show text that is not JSON as it will be sent', () => {
    const draft = { ...emptyDraft(create), bodyText: "{oops: 'x'}" }
    assert.match(
      toFetch(composeCall({ operation: create, draft, origin, auth: 'key' })),
      /body: '\{oops: \\'x\\'\}',/,
    )
  })
})

describe('JSON on the screen', () => {
  it('is set out in lines without touching what the server wrote', () => {
    const text = '{"a":[1,2.50,1e9],"b":{},"c":[],"d":"x:{,}\\"","e":12345678901234567890}'
    const pretty = prettyJson(text)!
    assert.equal(
      pretty,
      '{\n  "a": [\n    1,\n    2.50,\n    1e9\n  ],\n  "b": {},\n  "c": [],\n  "d": "x:{,}\\"",\n  "e": 12345678901234567890\n}',
    )
    assert.equal(prettyJson('{"a":'), null)
  })
})

describe('descriptions', () => {
  it('know paragraphs, lists, code and bold, and leave everything else as text', () => {
    assert.deepEqual(
      parseRichText('Use `a<b>` **now**\nor <script>later</script>.\n\n- one\n- two\n  more'),
      [
        {
          kind: 'paragraph',
          spans: [
            { kind: 'text', text: 'Use ' },
            { kind: 'code', text: 'a<b>' },
            { kind: 'text', text: ' ' },
            { kind: 'bold', text: 'now' },
            { kind: 'text', text: ' or <script>later</script>.' },
          ],
        },
        { kind: 'list', items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two more' }]] },
      ],
    )
    assert.deepEqual(parseRichText(''), [])
  })
})

describe('event streams', () => {
  const stream =
    'retry: 2000\n\n: ping\n\nid: 7\nevent: text-delta\ndata: {"a":1}\n\ndata: one\r\ndata: two\r\n\r\ndata: three\r\rdata\n\nevent: x\n\n'
  const expected = [
    { name: 'text-delta', id: '7', data: '{"a":1}' },
    { name: 'message', id: '7', data: 'one\ntwo' },
    { name: 'message', id: '7', data: 'three' },
    { name: 'message', id: '7', data: '' },
  ]

  it('are read the same however they are sliced', () => {
    for (const size of [1, 2, 3, 7, stream.length]) {
      const events: Json[] = []
      const reader = createEventReader((event) => events.push(event))
      for (let at = 0; at < stream.length; at += size) reader.push(stream.slice(at, at + size))
      assert.deepEqual(events, expected, `slices of ${size}`)
    }
  })

  it('do not yield an event before it is complete', () => {
    const events: Json[] = []
    const reader = createEventReader((event) => events.push(event))
    reader.push('data: half\n')
    assert.deepEqual(events, [])
    reader.push('\n')
    assert.equal(events.length, 1)
  })
})
