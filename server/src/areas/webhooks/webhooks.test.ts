import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { path, startWebhooksApp } from '../../../test/webhooks/webhooks-app.ts'
import { sql } from '../../kernel/db/db.ts'

const { receiver, app, project, eventually, deliveriesOf, create, get, newUser, detailOf, ended } =
  await startWebhooksApp()

describe('secrets', () => {
  test('are shown once; after a rotation both sign for a day', async () => {
    const own = await app.newProject()
    const hook = await create('/rotated', {}, own)
    const { body } = await own.admin.post(`${path}/${hook.id}/rotate-secret`)
    const fresh = body.data.secret as string
    assert.match(fresh, /^whsec_[A-Za-z0-9]{44}$/)
    assert.notEqual(fresh, hook.secret)
    assert.ok(body.data.oldSecretAcceptedUntil)
    const send = async () => {
      await own.admin.post(`${path}/${hook.id}/test`)
      const { body: sent, headers } = receiver.at('/rotated').at(-1)!
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const expected = [fresh, hook.secret].map((secret) =>
        new Webhook(secret).sign(String(headers['webhook-id']), at, sent),
      )
      return { signature: headers['webhook-signature'], expected }
    }
    const both = await send()
    assert.equal(both.signature, both.expected.join(' '))
    app.clock.advance(24 * 3_600_000 + 1_000)
    const one = await send()
    assert.equal(one.signature, one.expected[0])
    const text = JSON.stringify([
      await get(hook.id, own),
      await app.db.rows(sql`select w::text from webhook w`),
      await app.db.rows(sql`select d::text from webhook_delivery d`),
      app.logLines,
    ])
    for (const secret of [fresh, hook.secret]) assert.ok(!text.includes(secret.slice(6)))
  })
})

describe('POST /webhooks', () => {
  test('400 for a URL inside the private network, of another kind, or none at all', async () => {
    for (const url of [
      'http://127.0.0.1:1/x',
      'http://169.254.169.254/',
      'http://localhost/',
      'ftp://example.com/',
      'https://user:secret@example.com/',
      'nonsense',
    ]) {
      const response = await project.admin.post(path, { url })
      assert.deepEqual([response.status, response.body.error.code], [400, 'address_not_allowed'], url)
    }
  })

  test('400 for an unknown type, with the one that was meant', async () => {
    const response = await project.admin.post(path, {
      url: receiver.urlOf('/typo'),
      eventTypes: ['run.completed', 'external_user.craeted'],
    })
    assert.equal(response.status, 400)
    assert.match(response.body.error.hint, /external_user\.created/)
    assert.equal(response.body.error.details[0].path, '/eventTypes/1')
    assert.equal(
      (await project.admin.post(path, { url: receiver.urlOf('/t'), eventTypes: ['run*'] })).status,
      400,
    )
  })

  test('409 after the fiftieth, also for concurrent requests', async () => {
    const own = await app.newProject()
    const responses = await Promise.all(
      Array.from({ length: 53 }, (_, i) => own.admin.post(path, { url: receiver.urlOf(`/n${i}`) })),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 50)
    assert.equal(responses.find(({ status }) => status !== 200)!.body.error.code, 'webhook_limit_reached')
  })

  test('200 once for one Idempotency-Key, secret included', async () => {
    const send = () =>
      project.admin.post(path, { url: receiver.urlOf('/once') }, { 'idempotency-key': 'webhook-once' })
    const [first, again] = [await send(), await send()]
    assert.deepEqual(again.body.data, first.body.data)
    await project.admin.delete(`${path}/${first.body.data.id}`)
  })
})

describe('PATCH and DELETE', () => {
  test('hold changes against the version that was seen, and note them', async () => {
    const hook = await create('/versions')
    const read = await project.admin.get(`${path}/${hook.id}`)
    const etag = String(read.headers.etag)
    const changed = await project.admin.patch(
      `${path}/${hook.id}`,
      { description: 'new', eventTypes: ['run.*', 'run.*'] },
      { 'if-match': etag },
    )
    assert.deepEqual([changed.body.data.description, changed.body.data.eventTypes], ['new', ['run.*']])
    assert.equal(changed.body.data.version, 2)
    for (const late of [
      await project.admin.patch(`${path}/${hook.id}`, { description: 'x' }, { 'if-match': etag }),
      await project.admin.delete(`${path}/${hook.id}`, { 'if-match': etag }),
    ])
      assert.equal(late.status, 412)
    assert.equal((await project.admin.patch(`${path}/${hook.id}`, { url: 'http://10.0.0.1/' })).status, 400)
    assert.equal((await project.admin.delete(`${path}/${hook.id}`)).status, 200)
    assert.equal((await project.admin.get(`${path}/${hook.id}`)).body.error.code, 'webhook_not_found')
    const log = (await project.admin.get(`/api/v1/audit-log?q=${hook.id}`)).body.data
    assert.deepEqual(
      log.map(({ action }: { action: string }) => action),
      ['webhook.deleted', 'webhook.updated', 'webhook.created'],
    )
    // By its host: the rest of a URL is often a secret.
    const { host, pathname } = new URL(changed.body.data.url)
    assert.equal(log[0].details.name, host)
    assert.ok(!JSON.stringify(log).includes(pathname))
  })

  test('disabling fails pending deliveries, and preserves why they failed before', async () => {
    const own = await app.newProject()
    const hook = await create('/switched', {}, own)
    receiver.respond('/switched', { status: 500 })
    await newUser('waits', own)
    await eventually(async () => {
      return (await deliveriesOf(hook.id, '', own)).data[0]?.attemptCount === 1
    })
    await own.admin.patch(`${path}/${hook.id}`, { isActive: false })
    app.clock.advance(10_000)
    const [delivery] = await ended(hook.id, 1, own)
    assert.deepEqual([delivery.status, delivery.attemptCount], ['failed', 1])
    assert.match(delivery.lastError, /responded with 500/)
    assert.equal(delivery.lastStatusCode, 500)
    const off = await get(hook.id, own)
    assert.deepEqual([off.isActive, off.consecutiveFailures, off.lastStatusCode], [false, 1, 500])
    const again = await own.admin.post(`${path}/${hook.id}/deliveries/${delivery.id}/redeliver`)
    assert.equal(again.body.error.code, 'invalid_state')
    await own.admin.patch(`${path}/${hook.id}`, { isActive: true })
    const [stored] = (await deliveriesOf(hook.id, '', own)).data
    assert.deepEqual([stored.status, stored.lastStatusCode], ['failed', 500])
    assert.match(stored.lastError, /responded with 500/)
  })

  test('what was never tried says that the webhook is off', async () => {
    const own = await app.newProject()
    const hook = await create('/held-back', {}, own)
    receiver.respond('/held-back', 'hold')
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await newUser(name, own)
    await eventually(() => receiver.at('/held-back').length >= 4)
    // What happens while the webhook is off is no delivery: all of them must exist before.
    await eventually(async () => (await deliveriesOf(hook.id, '', own)).total === 8)
    await own.admin.patch(`${path}/${hook.id}`, { isActive: false })
    receiver.respond('/held-back', { status: 200 })
    receiver.release('/held-back')
    const untried = (await ended(hook.id, 8, own)).filter(
      ({ attemptCount }: { attemptCount: number }) => attemptCount === 0,
    )
    assert.ok(untried.length > 0)
    for (const { lastError } of untried) assert.match(lastError, /disabled/)
  })
})

describe('the delivery log', () => {
  test('shows, filters and pages what was sent; redelivering adds attempts under the same id', async () => {
    const own = await app.newProject()
    const hook = await create('/log', {}, own)
    receiver.respond('/log', { status: 200, body: 'thanks\u0000!' })
    for (let i = 0; i < 5; i++) await newUser(`logged${i}`, own)
    const key = await own.admin.post('/api/v1/api-keys', { name: 'k' })
    await own.admin.delete(`/api/v1/api-keys/${key.body.data.id}`)
    await ended(hook.id, 6, own)
    assert.equal((await deliveriesOf(hook.id, '?status=delivered', own)).total, 6)
    assert.equal((await deliveriesOf(hook.id, '?status=failed', own)).total, 0)
    assert.equal((await deliveriesOf(hook.id, '?eventType=api_key.revoked', own)).total, 1)
    assert.equal((await deliveriesOf(hook.id, '?to=2000-01-01', own)).total, 0)
    assert.equal(
      (await own.admin.get(`${path}/${hook.id}/deliveries?from=2030-01-01&to=2029-01-01`)).status,
      400,
    )
    for (const text of ['nonsense', `+275760-09-13T00:00:00.000Z ${hook.id}`]) {
      const cursor = Buffer.from(text).toString('base64url')
      assert.equal((await own.admin.get(`${path}/${hook.id}/deliveries?cursor=${cursor}`)).status, 400, text)
    }

    const whole = (await deliveriesOf(hook.id, '?limit=100', own)).data.map(({ id }: { id: string }) => id)
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const page = await deliveriesOf(hook.id, `?limit=4${cursor && `&cursor=${cursor}`}`, own)
      paged.push(...page.data.map(({ id }: { id: string }) => id))
      // What is added between two pages does not move the next one.
      await newUser(`between${paged.length}`, own)
      await ended(hook.id, 6, own)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    assert.deepEqual(paged, whole)

    const before = await detailOf(hook.id, whole[0], own)
    assert.equal(before.body.id, before.eventId)
    assert.equal(before.attempts[0].responseExcerpt, 'thanks!')
    assert.equal(before.attempts[0].requestHeaders['webhook-id'], before.eventId)
    assert.doesNotMatch(JSON.stringify(before), /v1,|whsec_/)
    assert.equal(
      (await own.admin.post(`${path}/${hook.id}/deliveries/${whole[0]}/redeliver`)).body.data.status,
      'pending',
    )
    await eventually(async () => {
      return (await detailOf(hook.id, whole[0], own)).attempts.length === 2
    })
    const sent = receiver.at('/log').filter(({ headers }) => headers['webhook-id'] === before.eventId)
    assert.equal(sent.length, 2)
    assert.equal(sent[0]!.body, sent[1]!.body)
    const unknown = await own.admin.get(`${path}/${hook.id}/deliveries/${randomUUID()}`)
    assert.equal(unknown.body.error.code, 'webhook_delivery_not_found')
  })

  test('separates a test event from real ones', async () => {
    const hook = await create('/trial', { isActive: false })
    receiver.respond('/trial', { status: 503, body: 'not yet' })
    const { body } = await project.admin.post(`${path}/${hook.id}/test`)
    assert.deepEqual(
      { ...body.data, deliveryId: '', durationMs: 0 },
      {
        deliveryId: '',
        isDelivered: false,
        statusCode: 503,
        durationMs: 0,
        errorCode: 'unexpected_status',
        error: 'The endpoint responded with 503 instead of 2xx.',
        responseExcerpt: 'not yet',
      },
    )
    const sent = JSON.parse(receiver.at('/trial')[0]!.body)
    assert.equal(sent.type, 'webhook.test')
    const { data } = await deliveriesOf(hook.id, '?eventType=webhook.test')
    assert.deepEqual([data.length, data[0].isTest, data[0].status], [1, true, 'failed'])
    assert.equal((await get(hook.id)).consecutiveFailures, 0)
  })

  test('is forgotten after the time that the project sets', async () => {
    const own = await app.newProject()
    const hook = await create('/forgotten', {}, own)
    await newUser('old', own)
    await ended(hook.id, 1, own)
    await app.app.sweep()
    assert.equal((await deliveriesOf(hook.id, '', own)).total, 1)
    app.clock.advance(3 * 24 * 3_600_000)
    await app.app.sweep()
    assert.equal((await deliveriesOf(hook.id, '', own)).total, 1)
    await own.admin.patch('/api/v1/project', { retentionDays: 2 })
    await app.app.sweep()
    assert.equal((await deliveriesOf(hook.id, '', own)).total, 0)
    assert.deepEqual(await app.db.rows(sql`select id from event where project_id = ${own.id}`), [])
  })
})

test('GET /webhooks/event-types lists what can be subscribed to', async () => {
  const { body } = await project.member.get(`${path}/event-types`)
  assert.ok(body.data.some(({ type }: { type: string }) => type === 'api_key.revoked'))
  assert.equal((await project.member.get(path)).status, 403)
})
