import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server'
import type { McpMessage } from '../../schema/message.ts'
import { createContents } from '../contents/contents.ts'
import { serveByServer, serveExchange } from '../exchange.ts'
import type { Exchange } from '../incoming.ts'
import { pageOf } from '../lists/paging.ts'
import type { Recorder } from '../recorded.ts'
import { createProtocolServer } from '../server.ts'
import type { Serving } from '../surface.ts'
import type { CallEnd } from '../to-result.ts'
import type { ToolHandlers } from '../tool-handlers.ts'
import { directRequestOf } from './direct-request.ts'

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1.0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } },
}
const modernHeaders = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
})
const message = (method: string, params?: object, id: unknown = 7): McpMessage => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params ? { params } : {}),
})

type Sent = { headers: Record<string, string>; body: McpMessage }

/** The same request as clients of each era send it. */
const erasOf = (method: string, params?: { name?: string }, id?: unknown): Sent[] => [
  { headers: {}, body: message(method, params, id) },
  { headers: { 'mcp-protocol-version': '2025-06-18' }, body: message(method, params, id) },
  {
    headers: modernHeaders(method, params?.name),
    body: message(method, { ...params, _meta: envelope }, id),
  },
]

const ended = (result: CallToolResult, more: Partial<CallEnd> = {}): CallEnd => ({
  result,
  logId: null,
  error: null,
  ...more,
})
const text = (value: string) => ({ type: 'text' as const, text: value })
const tool = { name: 'a', description: 'b', inputSchema: { type: 'object' as const, properties: {} } }

/** Of a server whose calls end in this way; what they were called with is noted. */
function exchangeOf({ headers, body }: Sent, call: ToolHandlers['call']): Exchange {
  const serverInfo = { name: 'shop', version: '1.2.3', description: 'Sells' }
  return {
    headers,
    body,
    signal: new AbortController().signal,
    url: 'http://localhost/',
    serverInfo,
    tools: {
      async list(cursor) {
        const { items, next } = pageOf([tool], ({ name }) => name, cursor)
        return { tools: items, ...next }
      },
      call,
    },
    createServer: (tools) =>
      createProtocolServer({
        contents: createContents([]),
        serving: { isAnonymous: true } as Serving,
        serverInfo,
        instructions: null,
        recorder: null as unknown as Recorder,
        tools,
      }),
  }
}

/** Both ways; the first must be the one past the protocol's server. */
async function assertSame(sent: Sent, call: ToolHandlers['call']): Promise<string> {
  assert.ok(directRequestOf(sent.headers, sent.body), JSON.stringify(sent))
  const calls: unknown[] = []
  const noted: ToolHandlers['call'] = (params, { client, method, signal }) => {
    calls.push({ params, client, method, isAborted: signal.aborted })
    return call(params, { client, method, signal, startedAt: 0 })
  }
  const exchange = exchangeOf(sent, noted)
  const direct = await serveExchange(exchange)
  const byServer = await serveByServer(exchange)
  assert.deepEqual(direct, byServer)
  if (sent.body.method === 'tools/call') {
    assert.equal(calls.length, 2)
    assert.deepEqual(calls[0], calls[1])
  }
  return direct.body as string
}

const calling = (given?: object) => ({ name: 'a', ...(given ? { arguments: given } : {}) })

describe('requests that go past the server of the protocol get the bytes that it would send', () => {
  it('lists and pings', async () => {
    for (const sent of erasOf('tools/list'))
      assert.match(await assertSame(sent, assert.fail), /"tools":\[\{"name":"a"/)
    for (const sent of erasOf('ping').slice(0, 2))
      assert.match(await assertSame(sent, assert.fail), /"result":\{\}/)
  })

  it('results of every kind', async () => {
    const results: CallToolResult[] = [
      { content: [text('Ä "quoted" \u2028 \ud83d\ude00')] },
      { content: [] },
      { content: [text('{}')], structuredContent: { b: 1, a: [null, { 2: 'x', 1: 'y' }] } },
      { content: [text('no'), text('')], isError: true },
      // Of tools that return content of the protocol: in another order, and of other kinds.
      { isError: false, structuredContent: {}, content: [{ text: 'x', type: 'text' }] },
      { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
      { content: [{ name: 'n', type: 'resource_link', uri: 'stoa://files/1' }], isError: true },
      { content: [{ ...text('x'), annotations: { priority: 1 } }], _meta: { a: 1 } },
    ]
    for (const result of results)
      for (const sent of erasOf('tools/call', calling({ a: 1 }))) {
        const body = await assertSame(sent, async () => ended(result))
        assert.match(body, /"result":\{.*"content":/)
      }
  })

  it('failures, and calls that need an account', async () => {
    const failures = [
      new ProtocolError(-32_602, 'Unknown tool: a'),
      new ProtocolError(-32_603, 'Internal error', { requestId: 'r1' }),
    ]
    for (const failure of failures)
      for (const sent of erasOf('tools/call', calling()))
        assert.match(await assertSame(sent, () => Promise.reject(failure)), /"error":\{"code":-3260/)
    const end = ended({ content: [text('Connect')], isError: true }, { connectUrl: 'https://example.com/c' })
    const bodies = []
    for (const sent of erasOf('tools/call', calling())) bodies.push(await assertSame(sent, async () => end))
    // Only clients of 2026 say that they open URLs.
    assert.deepEqual(
      bodies.map((body) => body.includes('input_required')),
      [false, false, true],
    )
  })

  it('ids and arguments of every kind', async () => {
    const ids = [0, -1, '', 'é'.repeat(1_000), '0', Number.MAX_SAFE_INTEGER]
    for (const id of ids)
      for (const sent of erasOf('tools/call', calling({ deep: { er: [[[]]] } }), id)) {
        const body = await assertSame(sent, async (params) =>
          ended({ content: [text(JSON.stringify(params))] }),
        )
        assert.deepEqual((JSON.parse(body) as { id: unknown }).id, id)
      }
  })
})

describe('what is left to the server of the protocol', () => {
  const isDirect = ({ headers, body }: Sent) => directRequestOf(headers, body) !== null

  it('everything but plain requests for tools', () => {
    for (const method of ['initialize', 'resources/list', 'subscriptions/listen', 'toString', ''])
      for (const sent of erasOf(method)) assert.equal(isDirect(sent), false, method)
    assert.equal(isDirect(erasOf('ping')[2]!), false)
    for (const id of [null, undefined, true, 0.5, 2 ** 53, {}, []])
      for (const sent of erasOf('tools/list', undefined, id === undefined ? null : id))
        assert.equal(isDirect(sent), false, JSON.stringify(id))
    for (const body of [{ result: {} }, { error: {} }, { jsonrpc: '1.0' }])
      assert.equal(isDirect({ headers: {}, body: { ...message('tools/list'), ...body } }), false)
  })

  it('parameters that say more, or are wrong', () => {
    for (const params of [
      {},
      { name: 7 },
      { name: 'a', arguments: [] },
      { name: 'a', arguments: null },
      { name: 'a', task: {} },
      { name: 'a', requestState: 'x' },
      { name: 'a', inputResponses: {} },
    ])
      for (const sent of erasOf('tools/call', params as object))
        assert.equal(isDirect(sent), false, JSON.stringify(params))
    for (const sent of erasOf('tools/list', { cursor: 'x' } as object)) assert.equal(isDirect(sent), false)
    for (const params of [null, [], 'x', 1])
      assert.equal(isDirect({ headers: {}, body: { ...message('ping'), params } }), false)
  })

  it('an envelope that says more, is wrong, or does not match the headers', () => {
    const headers = modernHeaders('tools/call', 'a')
    const withMeta = (meta: object, changed: object = {}): Sent => ({
      headers: { ...headers, ...changed },
      body: message('tools/call', { name: 'a', _meta: { ...envelope, ...meta } }),
    })
    assert.equal(isDirect(withMeta({})), true)
    const metas = [
      { progressToken: 1 },
      { 'example.com/trace': 'x' },
      { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' },
      { 'io.modelcontextprotocol/clientInfo': { name: 7 } },
      { 'io.modelcontextprotocol/clientCapabilities': 'all' },
      { 'io.modelcontextprotocol/clientCapabilities': undefined },
    ]
    for (const meta of metas) assert.equal(isDirect(withMeta(meta)), false, JSON.stringify(meta))
    for (const name of Object.keys(headers))
      for (const value of [undefined, 'tools/list', '2025-06-18', 'a, a'])
        assert.equal(isDirect(withMeta({}, { [name]: value })), false, `${name}: ${value}`)
    const encoded = '=?base64?YQ==?='
    const sent = erasOf('tools/call', { name: encoded })[2]!
    assert.equal(isDirect(sent), false)
    // Of a client of 2025, with headers of another version.
    for (const changed of [{ 'mcp-method': 'tools/call' }, { 'mcp-protocol-version': '1999-01-01' }])
      assert.equal(isDirect({ headers: changed, body: message('tools/call', calling()) }), false)
  })
})

it('a client that leaves is not waited for, and its call is aborted', async () => {
  for (const sent of erasOf('tools/call', calling())) {
    const controller = new AbortController()
    let seen: AbortSignal | null = null
    const called = Promise.withResolvers<void>()
    const exchange = exchangeOf(sent, (_params, { signal }) => {
      seen = signal
      called.resolve()
      return new Promise(() => undefined)
    })
    const replied = serveExchange({ ...exchange, signal: controller.signal })
    await called.promise
    controller.abort()
    const { status } = await replied
    assert.equal(status, 'mcp-method' in sent.headers ? 499 : 200)
    assert.equal(seen!.aborted, true)
    const late = await serveExchange({ ...exchangeOf(sent, assert.fail), signal: controller.signal })
    assert.equal(late.status, status)
  }
})

it('a client that takes no stream has its result without progress, and nothing is written to the console', async (t) => {
  const written = t.mock.method(console, 'warn', () => undefined)
  const params = { ...calling(), _meta: { progressToken: 1 } }
  const modern = { ...calling(), _meta: { ...envelope, progressToken: 1 } }
  const requests: Sent[] = [
    { headers: {}, body: message('tools/call', params) },
    { headers: modernHeaders('tools/call', 'a'), body: message('tools/call', modern) },
  ]
  for (const { headers, body } of requests)
    for (const accept of ['application/json', 'application/*']) {
      const exchange = exchangeOf({ headers: { ...headers, accept }, body }, async () =>
        ended({ content: [text('done')] }),
      )
      const reply = await serveExchange(exchange)
      assert.equal(reply.contentType, 'application/json')
      assert.match(reply.body as string, /"text":"done"/)
    }
  assert.equal(written.mock.callCount(), 0)
})

it('a client that takes nothing but a stream has its result in one', async () => {
  for (const sent of erasOf('tools/call', calling())) {
    const exchange = exchangeOf(
      { ...sent, headers: { ...sent.headers, accept: 'text/event-stream' } },
      async () => ended({ content: [text('done')] }),
    )
    const { contentType, body } = await serveExchange(exchange)
    assert.equal(contentType, 'text/event-stream')
    assert.match(Buffer.concat(await Array.fromAsync(body as Readable)).toString(), /^data: .*"text":"done"/m)
  }
})

it('a cursor that is none of a list is refused', async () => {
  for (const sent of erasOf('tools/list', { cursor: 'x' } as object)) {
    const { status, body } = await serveExchange(exchangeOf(sent, assert.fail))
    assert.equal(status, 200)
    assert.match(body as string, /"code":-32602,"message":"Unknown cursor/)
  }
})
