import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inLongRun, someOf } from '../size.ts'
import { until } from '../until.ts'
import { databasePid, makeInstallation, makeTemplate, type Server } from './stoa.ts'

const template = await makeTemplate()

const busy = { STOA_RATE_LIMIT: '1000000', LOG_LEVEL: 'fatal' }

/** Numbers that come again with the same seed, so that a failure can be repeated (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What the client knows about a user it requested: the id once it was acknowledged, null before. */
type SentRequests = Map<string, string | null>

const acknowledgedIn = (requested: SentRequests): number =>
  [...requested.values()].filter((id) => id !== null).length

const create = (server: Server, name: string) =>
  server.call(
    'POST',
    '/external-users',
    { name, metadata: { wanted: name } },
    { 'idempotency-key': `key-${name}` },
  )

async function keepCreating(server: Server, prefix: string, requested: SentRequests): Promise<void> {
  for (let i = 0; ; i++) {
    const name = `${prefix}-${i}`
    requested.set(name, null)
    const response = await create(server, name).catch(() => null)
    if (response?.status !== 200) return
    requested.set(name, response.body.data.id)
  }
}

test('kill -9 in the middle of writes: nothing acknowledged is lost, and a repeated request has one effect', async (t) => {
  const seed = Number(process.env.STOA_TEST_SEED ?? randomInt(2 ** 31))
  t.diagnostic(`STOA_TEST_SEED=${seed}`)
  const random = createRandom(seed)
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir, ...busy }
  const requested: SentRequests = new Map()
  let acknowledged = 0

  // Every other time the database dies with it, as when the power fails.
  const rounds = someOf([{ losesDatabase: true }, { losesDatabase: false }], 1)
  for (const [round, { losesDatabase }] of rounds.entries()) {
    const server = await installation.start(env)
    const before = acknowledgedIn(requested)
    const load = Array.from({ length: 6 }, (_, i) => keepCreating(server, `r${round}w${i}`, requested))
    await until(() => acknowledgedIn(requested) > before, 'the first response')
    await pause(random() * 300)
    const database = losesDatabase ? await databasePid(installation.dataDir) : null
    if (database !== null) process.kill(database, 'SIGKILL')
    assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
    await Promise.all(load)

    const again = await installation.start(env)
    acknowledged += acknowledgedIn(requested) - before
    for (const [name, id] of requested) {
      if (id !== null) continue
      const { status, body } = await create(again, name)
      assert.equal(status, 200)
      requested.set(name, body.data.id)
    }
    await again.stop()
  }

  const last = await installation.start(env)
  const users = (await last.listAll('/external-users')).filter(({ name }) => requested.has(name))
  assert.deepEqual(new Map(users.map(({ name, id }) => [name, id])), requested)
  assert.equal(users.length, requested.size)
  const creations = (await last.listAll('/audit-log')).filter(
    ({ action }) => action === 'external_user.created',
  )
  assert.equal(creations.length, requested.size, 'each was made once')
  assert.equal(new Set(creations.map(({ target }) => target.id)).size, requested.size)
  t.diagnostic(`${requested.size} requested, ${acknowledged} acknowledged immediately`)
  await last.stop()
})

test('kill -9 of the database: 503 with Retry-After, then well again by itself', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const server = await installation.start({ STOA_DATA_DIR: installation.dataDir, ...busy })
  const before = await server.call('POST', '/external-users', { name: 'before' })
  assert.equal(before.status, 200)
  const first = await databasePid(installation.dataDir)
  process.kill(first!, 'SIGKILL')

  const outage = await until(async () => {
    const response = await server.call('GET', '/external-users')
    return response.status === 200 ? null : response
  }, 'a response during the outage')
  assert.ok(outage)
  assert.equal(outage.status, 503, JSON.stringify(outage.body))
  assert.ok(Number(outage.headers.get('retry-after')) > 0)
  assert.equal(outage.body.error.retryable, true)
  const health = await fetch(new URL('/healthz', server.line.api))
  assert.equal(health.status, 200, 'the process itself is well, and must not be restarted')

  await until(async () => {
    const response = await server.call('GET', '/external-users')
    assert.ok([200, 503].includes(response.status), `${response.status}`)
    return response.status === 200
  }, 'the database again')
  await until(async () => (await fetch(new URL('/readyz', server.line.api))).status === 200, 'readiness')
  assert.notEqual(await databasePid(installation.dataDir), first)
  const users = await server.listAll('/external-users')
  assert.ok(users.some(({ name }) => name === 'before'))
  assert.equal((await server.call('POST', '/external-users', { name: 'after' })).status, 200)
  assert.equal((await server.stop()).code, 0)
  assert.equal(await databasePid(installation.dataDir), null)
})
