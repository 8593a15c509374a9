import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { parseAllowedNetworks } from '../../../kernel/net/allowed-networks.ts'
import { createOutbound } from '../../../kernel/net/outbound.ts'
import { systemScope } from '../../../kernel/scope.ts'
import type { Credentials, ToolCall, ToolOutcome } from '../../toolkits/index.ts'
import * as signing from '../../toolkits/service/sign.ts'
import { openDocument } from '../document/open-document.ts'
import { toApiDocument } from '../document/read-document.ts'
import { shop } from '../document/testing.ts'
import { createOperationExecutor } from './execute.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let seen: Seen
let listener: (response: ServerResponse, request: IncomingMessage) => void
const echo = (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end('{"ok":true}')
}
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    seen = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    }
    listener(response, request)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const outbound = createOutbound({ allowPrivate: parseAllowedNetworks('127.0.0.1'), userAgent: 'test' })
after(async () => {
  server.close()
  server.closeAllConnections()
  await outbound.close()
})

const parameters = (
  list: [location: string, name: string, style: string | null, explode: boolean | null][],
) =>
  list.map(([location, name, style, explode]) => ({
    in: location,
    name,
    required: location === 'path',
    schema: {},
    ...(style === null ? {} : { style }),
    ...(explode === null ? {} : { explode }),
  }))

const styles = {
  '/s/{simple}/{simpleX}/{label}/{labelX}/{matrix}/{matrixX}': {
    get: {
      operationId: 'styles',
      parameters: parameters([
        ['path', 'simple', null, null],
        ['path', 'simpleX', null, true],
        ['path', 'label', 'label', false],
        ['path', 'labelX', 'label', true],
        ['path', 'matrix', 'matrix', false],
        ['path', 'matrixX', 'matrix', true],
        ['query', 'form', null, null],
        ['query', 'csv', 'form', false],
        ['query', 'space', 'spaceDelimited', false],
        ['query', 'pipe', 'pipeDelimited', false],
        ['query', 'deep[x]', 'deepObject', true],
        ['header', 'X-List', null, null],
        ['cookie', 'c', null, null],
      ]),
    },
  },
  '/typed/{id}': {
    get: {
      operationId: 'typed',
      parameters: [
        { in: 'path', name: 'id', required: true, content: { '*/*': { schema: { type: 'string' } } } },
        { in: 'query', name: 'text', content: { 'application/json': { schema: { type: 'string' } } } },
        { in: 'query', name: 'map', content: { '*/*': { schema: { type: 'object' } } } },
      ],
    },
  },
  '/raw': { put: { operationId: 'raw', requestBody: { content: { 'application/octet-stream': {} } } } },
  '/text': {
    post: { operationId: 'text', requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } },
  },
}
const document = toApiDocument({
  ...shop,
  servers: [{ url: `${origin}/v1` }],
  paths: { ...shop.paths, ...styles },
})
const api = openDocument(document, { toolkitSlug: 'shop', version: '1' })
const execute = createOperationExecutor({ signing, outbound, maxResponseBytes: 100_000 })
const files: { name: string; bytes: Uint8Array }[] = []

const call = (
  slug: string,
  values: Record<string, unknown>,
  more: Partial<ToolCall> = {},
  respond: typeof listener = echo,
): Promise<ToolOutcome> => {
  listener = respond
  const tool = api.tool(`shop_${slug}`)!
  return execute(api.plan(tool.slug)!, {
    scope: systemScope('p'),
    toolkit: {} as ToolCall['toolkit'],
    tool,
    arguments: values,
    credentials: null,
    timeoutMs: 5000,
    signal: new AbortController().signal,
    idempotencyKey: 'key-1',
    saveFile: async ({ name, bytes }) => `file-${files.push({ name, bytes })}`,
    openFile: async (id) =>
      id === 'f1' ? { name: 'ä".png', mimeType: 'image/png', bytes: Buffer.from('PNG') } : null,
    ...more,
  })
}

const credentials = (more: Partial<Credentials> = {}): Credentials => {
  const scheme = api.authSchemes.find(({ name }) => name === 'API_KEY')!
  const values = { key: 'k&y', app: 'my-app' }
  return { connectedAccountId: null, scheme, values, allowedHosts: scheme.allowedHosts, ...more }
}

describe('a request', () => {
  it('has every parameter in its location and style', async () => {
    const list = ['a/b', 'c']
    const map = { x: 1, y: 'ü' }
    await call('styles', {
      simple: list,
      simpleX: map,
      label: list,
      labelX: map,
      matrix: map,
      matrixX: list,
      form: list,
      csv: list,
      space: list,
      pipe: list,
      deep_x: { a: { b: [1, 2] } },
      'X-List': list,
      c: 'v;1',
    })
    const [path, query] = seen.url.split('?') as [string, string]
    assert.equal(
      path,
      '/v1/s/a%2Fb,c/x=1,y=%C3%BC/.a%2Fb,c/.x=1.y=%C3%BC/;matrix=x,1,y,%C3%BC/;matrixX=a%2Fb;matrixX=c',
    )
    assert.deepEqual(query.split('&'), [
      'form=a%2Fb',
      'form=c',
      'csv=a%2Fb,c',
      'space=a%2Fb%20c',
      'pipe=a%2Fb%7Cc',
      'deep[x][a][b][]=1',
      'deep[x][a][b][]=2',
    ])
    assert.equal(seen.headers['x-list'], 'a/b,c')
    assert.equal(seen.headers.cookie, 'c=v%3B1')
  })

  it('has parameters in the form that their content has', async () => {
    await call('typed', { id: 'a b', text: 'c', map: { d: 1 } })
    assert.equal(decodeURIComponent(seen.url), '/v1/typed/a b?text="c"&map={"d":1}')
  })

  it('has a body in the form that the operation takes', async () => {
    await call('replace_item', { id: '1', body_id: 7, a_b: 'x', query_id: true })
    assert.deepEqual([seen.method, seen.url, seen.body], ['PUT', '/v1/items/1?id=true', '{"id":7,"a b":"x"}'])
    await call('token', { grant: 'a b&c', tags: ['x', 'y'] })
    assert.equal(seen.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(seen.body, 'grant=a%20b%26c&tags[]=x&tags[]=y')
    await call('text', { body: 'plain "text"' })
    assert.deepEqual([seen.headers['content-type'], seen.body], ['text/plain', 'plain "text"'])
    await call('raw', { body: 'f1' })
    assert.equal(seen.body, 'PNG')
    await call('raw', { body: 'data:text/plain;base64,aGk=' })
    assert.equal(seen.body, 'hi')
    await call('search', {})
    assert.deepEqual([seen.body, seen.headers['content-type']], ['', undefined])
  })

  it('carries files in a form, whose names cannot break out', async () => {
    await call('upload_picture', { id: '1', file: 'f1', title: 'T' })
    assert.match(String(seen.headers['content-type']), /^multipart\/form-data; boundary=stoa-/)
    assert.match(seen.body, /name="file"; filename="Ã¤%22\.png"\r\ncontent-type: image\/png\r\n\r\nPNG\r\n/)
    assert.match(seen.body, /name="title"\r\n\r\nT\r\n/)
    const missing = await call('upload_picture', { id: '1', file: 'f2' })
    assert.equal(missing.successful ? null : missing.errorCode, 'arguments_invalid')
  })

  it('never leaves its path by an argument', async () => {
    for (const id of ['..', '.', '', '%2e%2e', 'a/../..', '..\\x'] as const) {
      const outcome = await call('remove_item', { id })
      if (id === '%2e%2e') assert.equal(seen.url, '/v1/items/%252e%252e')
      else assert.equal(outcome.successful ? null : outcome.errorCode, 'arguments_invalid', id)
    }
    await call('remove_item', { id: 'x?admin=1#y{z}' })
    assert.equal(seen.url, '/v1/items/x%3Fadmin%3D1%23y%7Bz%7D')
    const broken = await call('list_items', { 'X-Trace': 'a\r\nevil: 1' })
    assert.equal(broken.successful ? null : broken.errorCode, 'arguments_invalid')
  })

  it('carries the credentials to their hosts alone', async () => {
    await call('list_items', { ids: [1, 2] }, { credentials: credentials() })
    assert.equal(seen.url, '/v1/items?ids=1,2&api_key=k%26y')
    assert.equal(seen.headers['x-app'], 'my-app')
    const elsewhere = await call(
      'list_items',
      {},
      { credentials: credentials({ allowedHosts: ['api.example.com'] }) },
    )
    assert.equal(elsewhere.successful ? null : elsewhere.errorCode, 'host_not_allowed')
    let followed: IncomingMessage['headers'] | undefined
    await call('list_items', {}, { credentials: credentials() }, (response, request) => {
      if (request.url === '/moved') followed = request.headers
      else response.writeHead(302, { location: `http://localhost:${new URL(origin).port}/moved` })
      response.end()
    })
    assert.equal(followed!['x-app'], undefined)
    assert.equal(seen.url, '/moved')
  })
})

describe('a response', () => {
  const respond = (
    status: number,
    type: string | null,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ) =>
    call('list_items', {}, {}, (response) => {
      response.writeHead(status, { ...(type === null ? {} : { 'content-type': type }), ...headers })
      response.end(body)
    })

  it('is read by its type', async () => {
    assert.deepEqual((await respond(200, 'application/problem+json', '[1]')).data, [1])
    assert.equal((await respond(200, 'text/csv', 'a,b')).data, 'a,b')
    assert.equal((await respond(204, null, '')).data, null)
    assert.equal((await respond(200, 'application/json', 'not json')).data, 'not json')
    const image = await respond(200, 'image/png', Buffer.from([1, 2, 3]), {
      'content-disposition': 'attachment; filename="../../etc/a.png"',
    })
    assert.deepEqual(image.data, { fileId: 'file-1', name: 'a.png', mimeType: 'image/png', sizeBytes: 3 })
  })

  it('that is a refusal is an outcome, with when to come back', async () => {
    const codeOf = async (status: number, headers: Record<string, string> = {}) => {
      const outcome = await respond(status, 'application/json', '{"why":"x"}', headers)
      assert.ok(!outcome.successful)
      assert.equal(outcome.upstreamStatus, status)
      assert.deepEqual(outcome.data, { why: 'x' })
      return [outcome.errorCode, outcome.retryAfterMs]
    }
    assert.deepEqual(await codeOf(401), ['auth_expired', undefined])
    assert.deepEqual(await codeOf(403), ['insufficient_scope', undefined])
    assert.deepEqual(await codeOf(404), ['not_found', undefined])
    assert.deepEqual(await codeOf(422), ['upstream_4xx', undefined])
    assert.deepEqual(await codeOf(429, { 'retry-after': '7' }), ['rate_limited', 7000])
    assert.deepEqual(await codeOf(503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }), [
      'upstream_5xx',
      0,
    ])
  })

  it('that is too large, too slow or breaks off is one as well', async () => {
    const large = await respond(200, 'application/json', `"${'x'.repeat(200_000)}"`)
    assert.equal(large.successful ? null : large.errorCode, 'output_too_large')
    const slow = await call('list_items', {}, { timeoutMs: 50 }, () => undefined)
    assert.equal(slow.successful ? null : slow.errorCode, 'timeout')
    const broken = await call('list_items', {}, {}, (response) => response.destroy())
    assert.equal(broken.successful ? null : broken.errorCode, 'upstream_unreachable')
    const long = await respond(500, 'text/html', 'x'.repeat(50_000))
    assert.ok(!long.successful && String(long.data).length < 5000)
  })

  it('that no one waits for any more is thrown', async () => {
    const leaving = new AbortController()
    const waiting = call('list_items', {}, { signal: leaving.signal }, () => leaving.abort(new Error('gone')))
    await assert.rejects(waiting, /gone/)
  })
})
