import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLongRun, someOf } from '../size.ts'
import { until } from '../until.ts'
import { openWebSocket } from '../websocket-client.ts'
import { startImageSite } from './image-site.ts'
import {
  apiKey,
  databasePid,
  type Installation,
  makeInstallation,
  makeTemplate,
  type Server,
} from './stoa.ts'

const template = await makeTemplate()

const busy = { STOA_RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' }

/** Creates users one after the other until the server has exited; records the acknowledged ones. */
async function keepCreating(server: Server, name: string) {
  const outcome = { created: [] as string[], statuses: new Set<number>() }
  for (let i = 0; ; i++) {
    const body = { name: `${name}-${i}` }
    const response = await server.call('POST', '/external-users', body).catch(() => null)
    if (response === null) return outcome
    outcome.statuses.add(response.status)
    if (response.status < 300) outcome.created.push(body.name)
    else return outcome
  }
}

for (const signal of someOf(['SIGTERM', 'SIGINT'] as const, 1)) {
  test(`${signal} under load: in-flight requests get a response, what was acknowledged is stored`, async (t) => {
    const installation = await makeInstallation(t)
    await template.copyTo(installation.dataDir)
    const site = await startImageSite(t)
    const server = await installation.start({
      STOA_DATA_DIR: installation.dataDir,
      STOA_ALLOW_PRIVATE: '127.0.0.1/32',
      ...busy,
    })
    const metadata = { profile: { photoUrl: site.url } }
    const { body } = await server.call('POST', '/external-users', { name: 'pictured', metadata })
    const slow = server.call('POST', `/external-users/${body.data.id}/refresh-avatar`)
    const load = ['a', 'b', 'c', 'd'].map((name) => keepCreating(server, name))
    await until(() => site.waiting.length > 0, 'the slow request')

    const ended = server.stop(signal)
    await until(
      () => fetch(`${server.line.api}/users/profile`).then(isRejected, () => true),
      'new requests are turned away',
    )
    site.respond()
    const response = await slow
    assert.equal(response.status, 200)
    assert.equal(response.body.data.refreshed, true)

    const { code, signal: killedBy, stderr } = await ended
    assert.deepEqual({ code, killedBy }, { code: 0, killedBy: null })
    assert.equal(stderr, '', 'nothing had to be cut off')
    assert.equal(await databasePid(installation.dataDir), null)
    const outcomes = await Promise.all(load)
    const statuses = new Set(outcomes.flatMap((outcome) => [...outcome.statuses]))
    assert.ok(
      [...statuses].every((status) => [200, 201, 503].includes(status)),
      [...statuses].join(),
    )
    await assertStored(
      installation,
      outcomes.flatMap(({ created }) => created),
    )
  })
}

const isRejected = ({ status }: Response) => status === 503

async function assertStored(installation: Installation, names: string[]): Promise<void> {
  const again = await installation.start({ STOA_DATA_DIR: installation.dataDir, ...busy })
  const retained = new Set((await again.listAll('/external-users')).map(({ name }) => name))
  assert.deepEqual(
    names.filter((name) => !retained.has(name)),
    [],
  )
  await again.stop()
}

test(
  'processes that start concurrently are nodes of one installation; the last to leave stops the database',
  inLongRun,
  async (t) => {
    const installation = await makeInstallation(t)
    const env = { STOA_DATA_DIR: installation.dataDir, ...busy }
    const [left, right] = await Promise.all([installation.start(env), installation.start(env)])
    assert.notEqual(left.line.api, right.line.api)
    const keys = [left, right].flatMap(({ line }) => line.apiKey ?? [])
    assert.equal(keys.length, 1, 'one of them was the first')
    const asAdmin = { 'x-api-key': keys[0]! }
    const database = await databasePid(installation.dataDir)

    const { body } = await left.call('POST', '/api-keys', { name: 'short-lived' }, asAdmin)
    const withKey = { 'x-api-key': body.data.key as string }
    assert.equal((await right.call('GET', '/users/profile', undefined, withKey)).status, 200)
    await left.call('DELETE', `/api-keys/${body.data.id}`, undefined, asAdmin)
    assert.equal((await right.call('GET', '/users/profile', undefined, withKey)).status, 401)

    await left.call('POST', '/external-users', { name: 'made-on-the-left' }, asAdmin)
    assert.equal((await left.stop('SIGTERM')).code, 0)
    assert.equal(await databasePid(installation.dataDir), database, 'the database keeps running')
    const found = await right.call('GET', '/external-users/username/made-on-the-left', undefined, asAdmin)
    assert.equal(found.body.data.name, 'made-on-the-left')
    assert.equal((await right.stop('SIGINT')).code, 0)
    assert.equal(await databasePid(installation.dataDir), null)
  },
)

test('SIGTERM closes WebSockets with 1001, also of clients that do not respond', async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const server = await installation.start({
    STOA_DATA_DIR: installation.dataDir,
    STOA_API_KEY: apiKey,
    ...busy,
  })
  const open = () => openWebSocket(`${server.line.api}/events/socket`, { headers: { 'x-api-key': apiKey } })
  const [client, deaf] = [await open(), await open()]
  deaf.ws.pause()
  const { code, stderr } = await server.stop('SIGTERM')
  assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(await client.closed, { code: 1001, reason: 'going_away' })
  deaf.ws.resume()
  assert.equal((await deaf.closed).code, 1001)
})

test('a signal during the start is obeyed as soon as there is something to stop', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const server = installation.start(
    { STOA_DATA_DIR: installation.dataDir },
    { onLaunch: (child) => void signalOnce(child) },
  )
  async function signalOnce(child: { kill(signal: NodeJS.Signals): boolean }) {
    await until(() => databasePid(installation.dataDir), 'the database')
    child.kill('SIGTERM')
  }
  assert.equal((await (await server).end()).code, 0)
  assert.equal(await databasePid(installation.dataDir), null)
})
