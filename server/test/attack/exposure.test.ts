import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { openPostgres } from '../../src/kernel/db/postgres.ts'
import { createMetrics } from '../../src/kernel/http/operations/metrics.ts'
import { operationsRoutes } from '../../src/kernel/http/operations/operations.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { startTestApp, type TestProject } from '../harness.ts'

const app = await startTestApp({ publicUrl: 'https://stoa.example.com' })
after(() => app.stop())

let mine: TestProject
let theirs: TestProject
let port: number
before(async () => {
  mine = await app.newProject()
  theirs = await app.newProject()
  port = Number(new URL(await app.listen()).port)
})

/** Sends the lines as they are, also those no client library would send, and returns the status. */
async function statusOf(...lines: string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'))
  await once(socket, 'close')
  return Number(response.split(' ')[1])
}

describe('two headers where one belongs', () => {
  const request = ['GET /api/v1/project HTTP/1.1', 'host: localhost']

  test('two keys are no key', async () => {
    const [a, b] = [`x-api-key: ${mine.adminKey}`, `x-api-key: ${theirs.adminKey}`]
    assert.equal(await statusOf(...request, a), 200)
    assert.equal(await statusOf(...request, a, b), 401)
  })

  test('two names of end users are none', async () => {
    const list = ['GET /api/v1/external-users HTTP/1.1', 'host: localhost', `x-api-key: ${mine.adminKey}`]
    assert.equal(await statusOf(...list, 'x-username: a', 'x-username: b'), 400)
  })

  test('two authorizations are none', async () => {
    const [a, b] = [mine.adminKey, theirs.adminKey].map((key) => `authorization: Bearer ${key}`)
    assert.equal(await statusOf(...request, a!, b!), 401)
  })

  test('two hosts are none', async () => {
    const status = await statusOf(...request, 'host: evil.example', `x-api-key: ${mine.adminKey}`)
    assert.ok(status === 400 || status === 421, String(status))
  })
})

describe('/metrics', () => {
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (
      await app.app.http.inject({
        url: '/metrics',
        remoteAddress,
        headers: { host: 'stoa.example.com', ...headers },
      })
    ).statusCode

  test('serve this machine, and others only with an admin key', async () => {
    assert.deepEqual(
      [await ask('127.0.0.1'), await ask('::1'), await ask('::ffff:127.0.0.1')],
      [200, 200, 200],
    )
    assert.deepEqual([await ask('203.0.113.9'), await ask('::ffff:203.0.113.9')], [401, 401])
    assert.equal(await ask('203.0.113.9', { 'x-api-key': mine.memberKey }), 401)
    assert.equal(await ask('203.0.113.9', { 'x-api-key': mine.adminKey }), 200)
  })

  test('does not take a proxy on this machine for this machine', async () =>
    assert.equal(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }), 401))
})

test('/readyz does not show anonymous callers where the database is', async () => {
  const dead = openPostgres({
    settings: { host: '127.0.0.1', port: 1, user: 'stoa-internal-user' },
    applicationName: 'attack',
    onError: () => undefined,
  })
  const routes = operationsRoutes({
    version: '1',
    metrics: createMetrics({
      poolStats: dead.stats,
      openStreams: () => 0,
      restarts: 0,
      strandedRuns: () => [],
    }),
    readiness: [{ name: 'database', check: () => dead.rows(sql`select 1`).then(() => null) }],
    isAdminKey: async () => false,
    openApi: async () => Buffer.alloc(0),
  })
  const ready = routes.find(({ path }) => path === '/readyz')!
  const input = { scope: systemScope(mine.id), headers: {} } as Parameters<typeof ready.handle>[0]
  const response = (await ready.handle(input)) as { status: number; body: string }
  await dead.close()
  assert.equal(response.status, 503)
  assert.doesNotMatch(response.body, /127\.0\.0\.1|ECONNREFUSED|stoa-internal-user/)
})

test('nothing that belongs to a user may be stored by a cache', async () => {
  for (const { method, path, access, response } of app.app.endpoints) {
    if (method !== 'GET' || access === 'public' || path.includes('{')) continue
    if (response.kind === 'events') {
      const stream = await fetch(`http://localhost:${port}${path}`, {
        headers: { 'x-api-key': mine.adminKey },
      })
      assert.equal(stream.headers.get('cache-control'), 'no-store', path)
      await stream.body?.cancel()
      continue
    }
    const { headers } = await mine.admin.get(path)
    assert.equal(headers['cache-control'], 'no-store', path)
  }
  const { headers } = await app.anonymous.get('/api/v1/project')
  assert.equal(headers['cache-control'], 'no-store')
})

test('a guessable key is refused at the start', () => {
  for (const value of [`stoa_${'a'.repeat(32)}`, 'stoa_changeme_changeme_changeme_changeme'])
    assert.throws(() => readConfig({ STOA_API_KEY: value }), value)
})

describe('what the router itself refuses', () => {
  for (const [what, path] of Object.entries({
    'a broken escape': '/api/v1/external-users/%ff',
    'a long id': `/api/v1/external-users/${'0'.repeat(3000)}`,
  })) {
    test(`gets a response like everything else: ${what}`, async () => {
      const { status, headers } = await app.anonymous.get(path)
      assert.ok(status === 400 || status === 404, `${status}`)
      assert.ok(headers['x-request-id'])
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal((await app.anonymous.get(path, { host: 'evil.example' })).status, 421)
    })
  }

  test('is not taken for a bug of ours', async () => {
    const before = app.logLines.length
    await app.anonymous.get(`/api/v1/external-users/${'0'.repeat(3000)}`)
    assert.doesNotMatch(app.logLines.slice(before).join(''), /"level":"error"/)
  })
})
