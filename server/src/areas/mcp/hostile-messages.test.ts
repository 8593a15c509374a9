import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'

const app = await startTestApp({ hasPieces: false })
const address = await app.listen()
after(() => app.stop())

let headers: Record<string, string>

before(async () => {
  const project = await app.newProject()
  headers = {
    'x-api-key': project.adminKey,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
})

async function send(body: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${address}/api/v1/mcp`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

const call = (id: unknown, method = 'tools/list', params: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

/** Nothing is a fault of the server, and it continues to serve. */
async function isHandled(body: string): Promise<number> {
  const { status, text } = await send(body)
  assert.ok(status < 500, `${status} for ${body.slice(0, 120)}: ${text.slice(0, 200)}`)
  assert.doesNotMatch(text, /at .*\.ts:\d+|internal_error/, body.slice(0, 120))
  return status
}

describe('hostile messages of MCP clients', () => {
  after(async () => {
    const { status, text } = await send(JSON.stringify(call(1)))
    assert.equal(status, 200, text)
    assert.match(text, /"tools":/)
  })

  it('requests that go past the server of the protocol have the responses of those that do not', async () => {
    const text = { text: 'Hello World' }
    const calls = [
      { name: 'execute_tool', arguments: { slug: 'text_slugify', arguments: text } },
      { name: 'execute_tool', arguments: { slug: 'no_such_tool', arguments: {} } },
      { name: 'execute_tool', arguments: 'none' },
      { name: 'no_such_tool' },
      { name: 7 },
      {},
    ]
    const requests: [string, object][] = [
      ...calls.map((params): [string, object] => ['tools/call', params]),
      ['tools/list', {}],
      ['ping', {}],
    ]
    const responseTo = async (method: string, params: object, more: Record<string, string>) => {
      const body = JSON.stringify(call('a', method, params))
      const request = { method: 'POST', headers: { ...headers, ...more }, body }
      const response = await fetch(`${address}/api/v1/mcp`, request)
      const text = (await response.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      const sent = Object.fromEntries(response.headers)
      for (const name of ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
        delete sent[name]
      return { status: response.status, headers: sent, text }
    }
    for (const [method, params] of requests) {
      const response = await responseTo(method, params, {})
      // An empty `_meta` says nothing, and is for the protocol's server to read.
      assert.deepEqual(await responseTo(method, { ...params, _meta: {} }, {}), response)
      assert.match(response.text, /"id":"a"/)
      if (params === calls[0]) assert.match(response.text, /hello-world/)
      const { name } = params as { name?: unknown }
      const modern = {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      }
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const ofModern = await responseTo(method, { ...params, _meta }, modern)
      const more = { ...params, _meta: { ..._meta, 'example.com/trace': 'x' } }
      assert.deepEqual(await responseTo(method, more, modern), ofModern)
      if (params === calls[0]) assert.match(ofModern.text, /hello-world.*"resultType":"complete"/)
    }
    for (const version of ['2025-06-18', '1999-01-01']) {
      const { status } = await responseTo('tools/call', calls[0]!, { 'mcp-protocol-version': version })
      assert.equal(status, version.startsWith('2025') ? 200 : 400)
    }
  })

  it('what the protocol refuses has a form that the description names', async () => {
    const { body: description } = await app.anonymous.get('/api/v1/openapi.json')
    const { responses } = description.paths['/api/v1/mcp'].post
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const unknown = { version: '2026-07-28', message: call(1, 'no/such', { _meta }), status: 404 }
    const outdated = { version: '1999-01-01', message: call(1), status: 400 }
    for (const { version, message, status } of [unknown, outdated]) {
      const more = { 'mcp-protocol-version': version, 'mcp-method': message.method }
      const request = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(message) }
      const response = await fetch(`${address}/api/v1/mcp`, request)
      assert.equal(response.status, status)
      assert.equal(((await response.json()) as { jsonrpc: string }).jsonrpc, '2.0')
      assert.match(JSON.stringify(responses[status]), /schemas\/McpResponse/)
    }
  })

  it('400: bodies that are no message', async () => {
    for (const body of [
      'null',
      '1',
      '"x"',
      '[]',
      '[[]]',
      '[null]',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    ])
      assert.equal(await isHandled(body), 400, body)
  })

  it('ids of any kind and size, and keys that are names of prototypes', async () => {
    const ids: unknown[] = [
      '',
      'x'.repeat(100_000),
      -1,
      1e308,
      0.5,
      null,
      true,
      {},
      [],
      [[1]],
      { toString: 1 },
    ]
    for (const id of ids)
      for (const method of ['tools/list', 'tools/call']) await isHandled(JSON.stringify(call(id, method)))
    for (const extra of ['result', 'error'])
      await isHandled(JSON.stringify({ ...call(1, 'tools/call'), [extra]: {} }))
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString'])
      await isHandled(`{"jsonrpc":"2.0","id":1,"method":"${key}","params":{"${key}":{"${key}":1}}}`)
    for (const name of ['__proto__', 'constructor', '', 'a'.repeat(10_000), '../../x', 'a\u0000b'])
      await isHandled(JSON.stringify(call(1, 'tools/call', { name, arguments: { __proto__: null } })))
  })

  it('batches of too many, with initialize, or of a version without them execute nothing', async () => {
    const batch = Array.from({ length: 1_000 }, (_, id) => call(id, 'tools/call', { name: 'text_slugify' }))
    assert.equal(await isHandled(JSON.stringify(batch)), 400)
    const opening = call(1, 'initialize', { protocolVersion: '2025-03-26' })
    assert.equal(await isHandled(JSON.stringify([call(2), opening])), 400)
    const body = JSON.stringify([call(1)])
    for (const version of ['2025-06-18', '2025-11-25', '2026-07-28', 'x']) {
      const versioned = { ...headers, 'mcp-protocol-version': version }
      const response = await fetch(`${address}/api/v1/mcp`, { method: 'POST', headers: versioned, body })
      assert.equal(response.status, 400, await response.text())
    }
  })

  it('parameters of the wrong kind, deep and long ones', async () => {
    for (const params of [
      null,
      1,
      'x',
      [],
      [1],
      { cursor: 1 },
      { cursor: 'x'.repeat(5_000) },
      { name: 1 },
      { uri: {} },
    ])
      for (const method of [
        'initialize',
        'tools/list',
        'tools/call',
        'resources/read',
        'prompts/get',
        'ping',
      ])
        await isHandled(JSON.stringify(call(1, method, params)))
    await isHandled(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    )
    await isHandled(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
  })

  it('responses and cancellations that match no request', async () => {
    for (let id = 0; id < 40; id++) {
      await isHandled(JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: {} } }))
      await isHandled(
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }),
      )
    }
  })

  it('a message that is cut at any byte', async () => {
    const body = JSON.stringify(call('é', 'tools/call', { name: 'text_slugify', arguments: { text: 'Ä b' } }))
    const bytes = Buffer.from(body)
    // Nothing at all is a list of tools, as an empty object is.
    for (let length = 1; length < bytes.length; length++) {
      const response = await fetch(`${address}/api/v1/mcp`, {
        method: 'POST',
        headers,
        body: bytes.subarray(0, length),
      })
      await response.text()
      assert.equal(response.status, 400, `cut after ${length}`)
    }
  })
})
