import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { path, startWebhooksApp } from '../../../test/webhooks/webhooks-app.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { retryWaitsMs } from './service/retry-schedule.ts'

const { receiver, app, project, eventually, deliveriesOf, create, get, newUser, detailOf, ended } =
  await startWebhooksApp()

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
