import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver } from '../fakes/webhook-receiver.ts'
import { externalSettings } from './external-database.ts'
import { makeInstallation } from './stoa.ts'

/** Without a separate timeout: a killed worker is missed only when its lease is over, and the machine may be slow. */
async function awaited<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  while (true) {
    const value = await condition()
    if (value) return value
    await pause(50)
  }
}

test('kill -9 between an event and its delivery: delivered after the restart, under the same id', {
  timeout: 180_000,
}, async (t) => {
  const installation = await makeInstallation(t)
  const receiver = await startReceiver()
  t.after(() => receiver.stop())
  const env = {
    ...(await externalSettings()),
    STOA_DATA_DIR: installation.dataDir,
    STOA_ALLOW_PRIVATE: `127.0.0.1/32:${receiver.port}`,
    STOA_RATE_LIMIT: '1000000',
    LOG_LEVEL: 'fatal',
  }
  // Takes requests and relays nothing: what happens now is written and goes no further.
  const apiNode = await installation.start({ ...env, STOA_ROLE: 'api' })
  const hook = await apiNode.call('POST', '/webhooks', { url: receiver.urlOf('/hook') })
  assert.equal(hook.status, 200, JSON.stringify(hook.body))
  for (let i = 0; i < 20; i++) await apiNode.call('POST', '/external-users', { name: `u${i}` })
  assert.equal((await apiNode.stop('SIGKILL')).signal, 'SIGKILL')
  assert.equal(receiver.received.length, 0)

  // Killed while requests are in flight and none has a response yet.
  receiver.respond('/hook', 'hold')
  const first = await installation.start(env)
  await awaited(() => receiver.received.length >= 4)
  const cutOff = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal((await first.stop('SIGKILL')).signal, 'SIGKILL')

  receiver.respond('/hook', { status: 200 })
  const second = await installation.start(env)
  const path = `/webhooks/${hook.body.data.id}/deliveries`
  const deliveries = await awaited(async () => {
    const { body } = await second.call('GET', `${path}?status=delivered&limit=100`)
    return body.total === 20 ? body.data : null
  })
  const ids = new Set(deliveries.map(({ eventId }: { eventId: string }) => eventId))
  assert.equal(ids.size, 20)
  assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), ids)
  for (const id of cutOff)
    assert.ok(receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length >= 2)
  assert.equal((await second.call('GET', path)).body.total, 20)
  await second.stop()
})
