import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startReceiver } from '../../../test/fakes/webhook-receiver.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { notify } from '../../kernel/db/listen.ts'
import { retryWaitsMs } from './service/retry-schedule.ts'

const path = '/api/v1/webhooks'
const receiver = await startReceiver()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${receiver.port}` })
let project: TestProject

before(async () => {
  app.app.runs.start()
  app.app.events.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.events.stop()
  await app.app.runs.stop(0)
  await app.stop()
  await receiver.stop()
})

type Made = { id: string; secret: string }

async function create(at: string, fields: Record<string, unknown> = {}, of = project): Promise<Made> {
  const response = await of.admin.post(path, { url: receiver.urlOf(at), ...fields })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const get = async (id: string, of = project) => (await of.admin.get(`${path}/${id}`)).body.data
const newUser = async (name: string, of = project) =>
  (await of.admin.post('/api/v1/external-users', { name })).body.data as { id: string }
const deliveriesOf = async (id: string, query = '', of = project) =>
  (await of.admin.get(`${path}/${id}/deliveries${query}`)).body
const detailOf = async (id: string, deliveryId: string, of = project) =>
  (await of.admin.get(`${path}/${id}/deliveries/${deliveryId}`)).body.data

/** The database knows only the real time: what is due by the test's clock is made due there as well. */
async function hurry(): Promise<void> {
  const rows = await app.db.rows(sql`
    update run set run_at = now()
    where status in ('queued', 'waiting') and run_at <= ${app.clock.now()} and run_at > now() returning id`)
  if (rows.length > 0) await notify(app.db, 'stoa_run_queued', 'test')
}

const eventually = <T>(condition: () => T | Promise<T>, what?: string) =>
  until(async () => {
    await hurry()
    return condition()
  }, what)

const ended = (id: string, count = 1, of = project) =>
  eventually(async () => {
    const { data } = await deliveriesOf(id, '', of)
    const isOver = ({ status }: { status: string }) => status !== 'pending'
    return data.length >= count && data.every(isOver) ? data : null
  }, 'the end of all deliveries')

describe('delivering', () => {
  test('an event comes signed, with its id, to every webhook that wants its type', async () => {
    const all = await create('/all')
    const users = await create('/users', { eventTypes: ['external_user.*'] })
    await create('/keys', { eventTypes: ['api_key.revoked'] })
    const off = await create('/off', { isActive: false })
    const user = await newUser('published')
    await ended(all.id)
    await ended(users.id)
    const [first] = receiver.at('/all')
    const body = new Webhook(all.secret).verify(first!.body, first!.headers as Record<string, string>) as {
      id: string
    }
    assert.deepEqual(
      { ...body, timestamp: '' },
      {
        id: first!.headers['webhook-id'],
        type: 'external_user.created',
        timestamp: '',
        projectId: project.id,
        externalUserId: user.id,
        data: { id: user.id, name: 'published', source: 'username' },
      },
    )
    assert.equal(first!.headers['content-type'], 'application/json')
    const [second] = receiver.at('/users')
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
    new Webhook(users.secret).verify(second!.body, second!.headers as Record<string, string>)
    assert.throws(() =>
      new Webhook(all.secret).verify(second!.body, second!.headers as Record<string, string>),
    )
    assert.equal(receiver.at('/keys').length, 0)
    assert.equal((await deliveriesOf(off.id)).total, 0)
    const { lastStatus, lastStatusCode, consecutiveFailures } = await get(all.id)
    assert.deepEqual([lastStatus, lastStatusCode, consecutiveFailures], ['delivered', 200, 0])
  })

  test('the life of users and keys is published', async () => {
    const other = await app.newProject()
    const hook = await create('/life', {}, other)
    const stored = await newUser('kept', other)
    const gone = await newUser('gone', other)
    await other.admin.put(`/api/v1/external-users/${stored.id}/toggle-active`, { isActive: false })
    await other.admin.put(`/api/v1/external-users/${stored.id}/toggle-active`, { isActive: false })
    await other.admin.delete(`/api/v1/external-users/${gone.id}`)
    const key = await other.admin.post('/api/v1/api-keys', { name: 'short-lived' })
    await other.admin.delete(`/api/v1/api-keys/${key.body.data.id}`)
    await ended(hook.id, 5, other)
    const reported = receiver.at('/life').map(({ body }) => JSON.parse(body))
    // What was still to be sent about the erased user when it was erased no longer names it.
    const named = reported.map(({ type, data }) => `${type} ${data.name ?? data.id ?? 'gone'}`)
    assert.deepEqual(named.sort(), [
      'api_key.revoked short-lived',
      'external_user.created gone',
      'external_user.created kept',
      'external_user.deactivated kept',
      `external_user.deleted ${gone.id}`,
    ])
    assert.doesNotMatch(JSON.stringify(await deliveriesOf(hook.id, '', other)), /"gone"/)
    const rows = await app.db.rows<{ body: string }>(
      sql`select body from webhook_delivery where external_user_id = ${gone.id}`,
    )
    assert.equal(rows.length, 2)
    assert.doesNotMatch(JSON.stringify(rows), /"gone/, 'an erased user leaves no name behind')
  })

  test('a failing endpoint is tried again after each wait, with the same id and a new signature, and then given up', async () => {
    const own = await app.newProject()
    const hook = await create('/down', {}, own)
    receiver.respond('/down', { status: 500, body: 'x'.repeat(10_000) })
    await newUser('unlucky', own)
    for (const [i, waitMs] of retryWaitsMs.entries()) {
      const delivery = await eventually(
        async () => {
          const [found] = (await deliveriesOf(hook.id, '', own)).data
          return found?.attemptCount === i + 1 ? found : null
        },
        `try ${i + 1}`,
      )
      assert.equal(delivery.status, 'pending')
      const aheadMs = Date.parse(delivery.nextAttemptAt) - app.clock.now().getTime()
      assert.ok(aheadMs <= waitMs * 1.1 && aheadMs > waitMs - 10_000, `${aheadMs} for ${waitMs}`)
      app.clock.advance(waitMs * 1.1)
    }
    const [delivery] = await ended(hook.id, 1, own)
    assert.deepEqual([delivery.status, delivery.attemptCount, delivery.lastStatusCode], ['failed', 10, 500])
    const tries = receiver.at('/down')
    assert.ok(tries.length >= 10)
    assert.equal(new Set(tries.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal(new Set(tries.map(({ body }) => body)).size, 1)
    const last = tries.at(-1)!
    const signedAt = new Date(Number(last.headers['webhook-timestamp']) * 1000)
    assert.equal(
      last.headers['webhook-signature'],
      new Webhook(hook.secret).sign(delivery.eventId, signedAt, last.body),
    )
    const { attempts } = await detailOf(hook.id, delivery.id, own)
    assert.equal(attempts.length, 10)
    assert.equal(attempts[9].responseExcerpt.length, 2048)
    const webhook = await get(hook.id, own)
    assert.deepEqual([webhook.isActive, webhook.consecutiveFailures], [true, 10])

    // Another failure more than five days after the first one: no one is there any more.
    app.clock.advance(3 * 24 * 3_600_000)
    await newUser('unlucky2', own)
    const disabled = await eventually(async () => {
      const found = await get(hook.id, own)
      return found.isActive ? null : found
    }, 'the webhook switched off')
    assert.match(disabled.disabledReason, /5 days/)
    const log = (await own.admin.get('/api/v1/audit-log?action=webhook.disabled')).body
    assert.equal(log.total, 1)
    receiver.respond('/down', { status: 200 })
    const on = await own.admin.patch(`${path}/${hook.id}`, { isActive: true })
    assert.deepEqual(
      [on.body.data.isActive, on.body.data.disabledReason, on.body.data.consecutiveFailures],
      [true, null, 0],
    )
  })

  test('410 switches the webhook off and ends the delivery', async () => {
    const hook = await create('/gone')
    receiver.respond('/gone', { status: 410 })
    await newUser('late')
    const [delivery] = await ended(hook.id)
    assert.deepEqual([delivery.status, delivery.attemptCount], ['failed', 1])
    const { isActive, disabledReason } = await get(hook.id)
    assert.equal(isActive, false)
    assert.match(disabledReason, /410/)
  })

  test('a redirect is not followed, and said', async () => {
    const hook = await create('/moved')
    receiver.respond('/moved', { status: 302, headers: { location: receiver.urlOf('/elsewhere') } })
    await newUser('mover')
    const [delivery] = (await eventually(async () => {
      const { data } = await deliveriesOf(hook.id)
      return data[0]?.attemptCount === 1 ? data : null
    }))!
    assert.deepEqual([delivery.status, delivery.lastStatusCode], ['pending', 302])
    assert.match(delivery.lastError, /redirect/)
    assert.equal(receiver.at('/elsewhere').length, 0)
    await project.admin.delete(`${path}/${hook.id}`)
  })

  test('Retry-After is respected up to a day, and never makes us hurry', async () => {
    for (const [seconds, atLeastMs, maxMs] of [
      ['3600', 3_500_000, 3_600_000],
      ['0', 3_000, 5_500],
      ['999999999', 86_300_000, 86_400_000],
    ] as const) {
      const hook = await create(`/busy${seconds}`)
      receiver.respond(`/busy${seconds}`, { status: 429, headers: { 'retry-after': seconds } })
      await newUser(`busy${seconds}`)
      const delivery = await eventually(async () => {
        const [found] = (await deliveriesOf(hook.id)).data
        return found?.attemptCount === 1 ? found : null
      })
      const aheadMs = Date.parse(delivery.nextAttemptAt) - app.clock.now().getTime()
      assert.ok(aheadMs > atLeastMs - 2_000 && aheadMs <= maxMs, `${aheadMs} for ${seconds}`)
      await project.admin.delete(`${path}/${hook.id}`)
    }
  })

  test('an endpoint that does not respond holds four deliveries and no others', async () => {
    const own = await app.newProject()
    const slow = await create('/slow', {}, own)
    const quick = await create('/quick', {}, own)
    receiver.respond('/slow', 'hold')
    for (let i = 0; i < 7; i++) await newUser(`crowd${i}`, own)
    await ended(quick.id, 7, own)
    await eventually(() => receiver.at('/slow').length >= 4)
    const turns = await app.db.rows<{ turn: string; n: number }>(sql`
      select turn, count(*)::int as n from webhook_delivery where webhook_id = ${slow.id} group by turn order by turn`)
    assert.deepEqual(turns, [
      { turn: 'held', n: 4 },
      { turn: 'waiting', n: 3 },
    ])
    const [held] = (await deliveriesOf(slow.id, '?sortOrder=asc', own)).data
    const busy = await own.admin.post(`${path}/${slow.id}/deliveries/${held.id}/redeliver`)
    assert.equal(busy.body.error.code, 'invalid_state')
    receiver.respond('/slow', { status: 200 })
    receiver.release('/slow')
    await ended(slow.id, 7, own)
    assert.equal(new Set(receiver.at('/slow').map(({ headers }) => headers['webhook-id'])).size, 7)
  })

  test('a delivery whose run was given up is failed by the sweep, and its slot is released', async () => {
    const own = await app.newProject()
    const hook = await create('/stuck', {}, own)
    receiver.respond('/stuck', 'hold')
    await newUser('stuck', own)
    await eventually(() => receiver.at('/stuck').length >= 1)
    await app.db.rows(sql`
      update run set status = 'failed', ended_at = now(), attempt = attempt + 1 where project_id = ${own.id}`)
    await app.app.sweep()
    const [delivery] = (await deliveriesOf(hook.id, '', own)).data
    assert.equal(delivery.status, 'failed')
    receiver.release('/stuck')
    receiver.respond('/stuck', { status: 200 })
    await own.admin.post(`${path}/${hook.id}/deliveries/${delivery.id}/redeliver`)
    assert.equal((await ended(hook.id, 1, own))[0].status, 'delivered')
  })

  test('a delivery that cannot be failed does not keep the sweep from the others', async () => {
    const own = await app.newProject()
    const hooks = [await create('/stuck-first', {}, own), await create('/stuck-second', {}, own)]
    for (const at of ['/stuck-first', '/stuck-second']) receiver.respond(at, 'hold')
    await newUser('stuck', own)
    await eventually(() => receiver.at('/stuck-first').length + receiver.at('/stuck-second').length >= 2)
    await app.db.rows(sql`
      create function refuse_delivery() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`)
    const [bad] = await app.db.rows<{ webhook_id: string }>(sql`
      select webhook_id from webhook_delivery where project_id = ${own.id} limit 1`)
    await app.db.rows(
      sqlText(`create trigger refuse_delivery before update on webhook_delivery for each row
        when (old.webhook_id = '${bad!.webhook_id}') execute function refuse_delivery()`),
    )
    await app.db.rows(sql`
      update run set status = 'failed', ended_at = now(), attempt = attempt + 1 where project_id = ${own.id}`)
    await app.app.sweep()
    await app.db.rows(sql`drop trigger refuse_delivery on webhook_delivery`)
    const statuses = await Promise.all(
      hooks.map(async ({ id }) => [id === bad!.webhook_id, (await deliveriesOf(id, '', own)).data[0].status]),
    )
    assert.deepEqual(
      new Map(statuses as [boolean, string][]),
      new Map([
        [true, 'pending'],
        [false, 'failed'],
      ]),
    )
    for (const at of ['/stuck-first', '/stuck-second']) receiver.release(at)
  })

  test('a URL that was allowed when it was set and is no longer is refused before the request', async () => {
    const hook = await create('/closed')
    await app.db.rows(sql`update webhook set url = 'http://169.254.169.254/latest' where id = ${hook.id}`)
    const { body } = await project.admin.post(`${path}/${hook.id}/test`)
    assert.deepEqual([body.data.isDelivered, body.data.errorCode], [false, 'address_not_allowed'])
    await project.admin.delete(`${path}/${hook.id}`)
  })
})

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
