import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Caller, TestApp, TestProject } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { approve, chainOf, newWorkflow, shout, base as workflows } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'
import { startTriggerApp, stopTriggerApp } from './testing.ts'

const base = '/api/v1/trigger_instances'
let app: TestApp
let project: TestProject

before(async () => {
  app = await startTriggerApp()
  project = await app.newProject()
})
after(() => stopTriggerApp(app))

async function newHook(
  triggerConfig: object,
  graph: object = chainOf([shout], { output: '{{ nodes.shout.output.text }}' }),
) {
  const { admin } = project
  const workflowId = await newWorkflow(admin, graph)
  const saved = await admin.post(`${base}/webhook/upsert`, { workflowId, triggerConfig })
  assert.equal(saved.status, 200, saved.text)
  const { webhookUrl, webhookSecret, triggerId } = saved.body.data
  return {
    url: new URL(webhookUrl).pathname,
    secret: webhookSecret as string,
    triggerId: triggerId as string,
    workflowId,
  }
}

const send = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  app.anonymous.post(url, body, { 'content-type': 'application/json', ...headers })

const githubOf = (secret: string, body: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

async function logsOf(caller: Caller, triggerId: string) {
  return (await caller.get(`${base}/invocation-logs?triggerId=${triggerId}&sortOrder=ASC`)).body.data
}

const untilCompleted = (triggerId: string, count: number) =>
  until(async () => {
    const logs = await logsOf(project.admin, triggerId)
    return logs.filter(({ status }: { status: string }) => status === 'completed').length === count && logs
  }, `${count} completed invocations`)

describe('POST /hooks/{token}', () => {
  test('202 for a signed event, which is the input of one execution', async () => {
    const { url, secret, triggerId } = await newHook({ signature: 'github' })
    assert.ok(secret.length >= 40)
    const body = '{ "name": "ada {{ secrets.x }}" }'
    const accepted = await send(`${url}?a=1`, body, { ...githubOf(secret, body), authorization: 'Bearer x' })
    assert.equal(accepted.status, 202, accepted.text)
    const [log] = await untilCompleted(triggerId, 1)
    assert.deepEqual([log.id, log.source], [accepted.body.invocationId, 'local_webhook'])
    const { payload } = (await project.admin.get(`${base}/invocation-logs/${log.id}`)).body.data
    assert.deepEqual(payload.body, { name: 'ada {{ secrets.x }}' })
    assert.deepEqual(payload.query, { a: '1' })
    assert.equal(payload.headers.authorization, undefined)
    const { outputData } = (await project.admin.get(`${workflows}/executions/${log.executionId}`)).body.data
    assert.equal(outputData, 'ADA {{ SECRETS.X }}')
    const [stored] = await app.db.rows<{ body: Buffer }>(
      sql`select body from trigger_invocation where id = ${log.id}`,
    )
    assert.equal(String(stored!.body), body)
    const ping = await send(url, body, { ...githubOf(secret, body), 'x-github-event': 'ping' })
    assert.equal(ping.status, 200)
    await project.admin.post(`${base}/invocation-logs/${log.id}/replay-webhook`)
    const [, replayed] = await untilCompleted(triggerId, 2)
    assert.equal(replayed.replayOf, log.id)
  })

  test('401 without a signature, with a wrong one, for a body written in another way, and for an old one', async () => {
    const { url, secret, triggerId } = await newHook({ signature: 'github' })
    const body = '{"name":"ada"}'
    for (const headers of [{}, githubOf('wrong', body), githubOf(secret, '{ "name": "ada" }')]) {
      const refused = await send(url, body, headers)
      assert.deepEqual([refused.status, refused.body.error.code], [401, 'webhook_signature_invalid'])
    }
    const { url: timed, secret: key } = await newHook({
      signature: 'hmac',
      hmac: { timestampHeader: 'X-Time' },
    })
    const signed = (seconds: number) => ({
      'x-time': String(seconds),
      'x-signature': createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex'),
    })
    const now = Math.floor(app.clock.now().getTime() / 1000)
    assert.equal((await send(timed, body, signed(now - 400))).status, 401)
    assert.equal((await send(timed, body, signed(now))).status, 202)
    assert.deepEqual(await logsOf(project.admin, triggerId), [])
  })

  test('200 for an event that was received before: 100 in parallel start one execution', async () => {
    const { url, secret, triggerId, workflowId } = await newHook({ signature: 'github' })
    const body = JSON.stringify({ name: 'ada', id: randomUUID() })
    const headers = (n: number) => ({ ...githubOf(secret, body), 'x-github-delivery': String(n) })
    const sent = await Promise.all(Array.from({ length: 100 }, (_, n) => send(url, body, headers(n))))
    assert.equal(sent.filter(({ status }) => status === 202).length, 1)
    assert.equal(sent.filter(({ status, body }) => status === 200 && body.duplicate).length, 99)
    assert.equal(new Set(sent.map((each) => each.body.invocationId)).size, 1)
    await untilCompleted(triggerId, 1)
    assert.equal((await project.admin.get(`${workflows}/executions?workflowId=${workflowId}`)).body.total, 1)
    await app.db.rows(sql`
      update trigger_invocation set created_at = created_at - interval '8 days' where trigger_id = ${triggerId}`)
    await app.app.triggers.sweep([])
    assert.equal((await send(url, body, headers(0))).status, 202)
  })

  test('what was accepted is started by another node when this one is lost before the start', async () => {
    const { triggerId } = await newHook({ signature: 'none' })
    // As the transaction of the receipt leaves it when the server is killed behind it.
    const { invocationId } = await app.db.tx(async (tx) => {
      const id = randomUUID()
      await tx.rows(sql`
        insert into trigger_invocation (project_id, id, trigger_id, external_user_id, generation, source, payload, body,
          created_at)
        values (${project.id}, ${id}, ${triggerId}, ${project.id}, 1, 'local_webhook', '{}', '{"name":"ada"}', now())`)
      const input = { triggerId, invocationId: id }
      await app.app.runs.enqueue(tx, project.scope, { kind: 'trigger.fire', input })
      return input
    })
    const [log] = await untilCompleted(triggerId, 1)
    assert.equal(log.id, invocationId)
  })

  test('200 with the output in respond mode, 202 when it takes longer', async () => {
    const { url } = await newHook({ signature: 'none', respond: true })
    const replied = await send(url, '{"name":"ada"}')
    assert.deepEqual([replied.status, replied.body], [200, 'ADA'], replied.text)
    const slow = await newHook(
      { signature: 'none', respond: true, respondTimeoutMs: 1_000 },
      chainOf([approve]),
    )
    const waiting = await send(slow.url, '{"name":"ada"}')
    assert.equal(waiting.status, 202, waiting.text)
    assert.equal(waiting.body.status, 'paused')
  })

  test('409 in respond mode for a workflow that is not active, and the next event after a failure starts again', async () => {
    const { url, workflowId, triggerId } = await newHook({ signature: 'none', respond: true })
    const setActive = (isActive: boolean) =>
      project.admin.patch(`${workflows}/activeStatus/${workflowId}`, { activeStatus: isActive })
    assert.equal((await send(url, '{"name":"a"}')).status, 200)
    assert.equal((await setActive(false)).status, 200)
    const refused = await send(url, '{"name":"ada"}')
    assert.equal(refused.status, 409, refused.text)
    assert.deepEqual([refused.body.status, refused.body.error.code], ['failed', 'workflow_inactive'])
    assert.equal((await setActive(true)).status, 200)
    const replied = await send(url, '{"name":"bob"}')
    assert.deepEqual([replied.status, replied.body], [200, 'BOB'], replied.text)
    const [row] = await app.db.rows<{ failures: number }>(sql`
      select consecutive_failures as failures from trigger_instance where id = ${triggerId}`)
    assert.equal(row!.failures, 0)
  })

  test('an event of a known URL is refused as soon as its trigger is disabled, deleted or of another secret', async () => {
    const { url, secret, triggerId } = await newHook({ signature: 'github' })
    const { admin } = project
    const statusOf = async (key = secret) => {
      const body = JSON.stringify({ name: randomUUID() })
      return (await send(url, body, githubOf(key, body))).status
    }
    assert.equal(await statusOf(), 202)
    await admin.patch(`${base}/manage/${triggerId}/status`, { enabled: false })
    assert.equal(await statusOf(), 410)
    await admin.patch(`${base}/manage/${triggerId}/status`, { enabled: true })
    assert.equal(await statusOf(), 202)
    const rotated = await admin.post(`${base}/manage/${triggerId}/rotate-secret`, { overlapHours: 0 })
    assert.equal(await statusOf(), 401)
    assert.equal(await statusOf(rotated.body.data.webhookSecret), 202)
    assert.equal((await admin.delete(`${base}/manage/${triggerId}`)).status, 200)
    assert.equal(await statusOf(rotated.body.data.webhookSecret), 404)
  })

  test('without a workflow it is stored as completed, with its event, in one commit', async () => {
    const saved = await project.admin.post(`${base}/webhook/upsert`, {
      name: randomUUID(),
      triggerConfig: { signature: 'none' },
    })
    const { webhookUrl, triggerId } = saved.body.data
    const url = new URL(webhookUrl).pathname
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(url, JSON.stringify({ n: n % 10 }))),
    )
    assert.equal(sent.filter(({ status }) => status === 202).length, 10)
    assert.equal(sent.filter(({ body }) => body.duplicate).length, 10)
    const logs = await logsOf(project.admin, triggerId)
    assert.ok(logs.every(({ status }: { status: string }) => status === 'completed'))
    const fired = await app.db.rows(sql`
      select 1 from event where type = 'trigger.fired' and data->>'triggerId' = ${triggerId}`)
    assert.deepEqual([logs.length, fired.length], [10, 10])
  })

  test('404 for an unknown URL, 410 for a disabled one, 413 for a body over 1 MiB', async () => {
    assert.equal((await send('/hooks/unknown', '{}')).status, 404)
    const { url, triggerId } = await newHook({ signature: 'none' })
    const large = await send(url, `"${'x'.repeat(1024 * 1024)}"`)
    assert.deepEqual([large.status, large.body.error.code], [413, 'payload_too_large'])
    await project.admin.patch(`${base}/manage/${triggerId}/status`, { enabled: false })
    const disabled = await send(url, '{}')
    assert.deepEqual([disabled.status, disabled.body.error.code], [410, 'trigger_disabled'])
  })

  test('a body that is no JSON, too deep or empty is accepted as text', async () => {
    const { url, triggerId } = await newHook({ signature: 'none' })
    const bodies = ['name=ada', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, '', Buffer.from([0, 255, 254])]
    for (const body of bodies) {
      const accepted = await send(url, body, { 'content-type': 'text/plain' })
      assert.equal(accepted.status, 202, accepted.text)
    }
    await until(async () => {
      const logs = await logsOf(project.admin, triggerId)
      return (
        logs.length === 4 &&
        logs.every(({ status }: { status: string }) => !['queued', 'starting'].includes(status))
      )
    })
  })
})

describe('Hostile requests', () => {
  test('401 for a body that is cut at any byte, 404 for tokens near to one, and nothing is stored', async () => {
    const { url, secret, triggerId } = await newHook({ signature: 'github' })
    const other = await newHook({ signature: 'github' })
    const body = '{"name":"ada"}'
    const signed = githubOf(secret, body)
    for (let end = 0; end < body.length; end++)
      assert.equal((await send(url, body.slice(0, end), signed)).status, 401, `cut at ${end}`)
    const [signature] = Object.values(signed)
    const forged = [
      signature!.slice(0, -1),
      `${signature}0`,
      signature!.toUpperCase(),
      'sha256=',
      `${signature},${signature}`,
    ]
    for (const text of forged)
      assert.equal((await send(url, body, { 'x-hub-signature-256': text })).status, 401, text)
    assert.equal((await send(other.url, body, signed)).status, 401, 'recorded at another URL')
    const token = url.split('/').at(-1)!
    const near = [token.slice(1), `${token}A`, token.toLowerCase(), '..%2f..%2fapi', 'x'.repeat(200)]
    for (const each of near) assert.equal((await send(`/hooks/${each}`, body, signed)).status, 404, each)
    for (const each of [`${token}%00`, 'x'.repeat(300)])
      assert.ok([400, 404, 414].includes((await send(`/hooks/${each}`, body, signed)).status), each)
    assert.deepEqual(await logsOf(project.admin, triggerId), [])
  })

  test('many events at the same moment are each accepted once', async () => {
    const { url, triggerId } = await newHook({ signature: 'none' })
    const count = sizeOf({ short: 25, long: 1_000 })
    const sent = await Promise.all(Array.from({ length: count }, (_, n) => send(url, JSON.stringify({ n }))))
    assert.deepEqual([...new Set(sent.map(({ status }) => status))], [202])
    assert.equal(new Set(sent.map((each) => each.body.invocationId)).size, count)
    await until(async () => {
      const [row] = await app.db.rows<{ open: number }>(sql`
        select count(*) filter (where status in ('queued', 'starting', 'running'))::int as open from trigger_invocation
        where trigger_id = ${triggerId}`)
      return row!.open === 0
    }, 'all have ended')
  })

  test('400 for expressions and zones that mean nothing, however they are written', async () => {
    const { admin } = project
    const expressions = [
      '* * * *',
      '60 * * * *',
      '* * 0 * *',
      '*/0 * * * *',
      '5-1 * * * *',
      '1,,2 * * * *',
      '0 0 30 2 *',
      '* * * * * *',
      '@reboot',
      '\u0000 * * * *',
      `${'1,'.repeat(5_000)}1 * * * *`,
      '*/999999999999 * * * *',
      '٣ * * * *',
    ]
    for (const expression of expressions) {
      const path = `${base}/schedule-preview?expression=${encodeURIComponent(expression)}`
      assert.equal((await admin.get(path)).status, 400, expression.slice(0, 40))
    }
    for (const zone of [
      'Mars/Olympus',
      'Europe/Berlin\u0000',
      '../etc/localtime',
      'UTC+99',
      ' ',
      'x'.repeat(500),
    ]) {
      const path = `${base}/schedule-preview?expression=0+0+*+*+*&timezone=${encodeURIComponent(zone)}`
      assert.equal((await admin.get(path)).status, 400, zone.slice(0, 40))
    }
  })
})

describe('Secrets and challenges', () => {
  test('after a rotation both secrets are accepted until the old one expires', async () => {
    const { url, secret, triggerId } = await newHook({ signature: 'github' })
    const rotated = await project.admin.post(`${base}/manage/${triggerId}/rotate-secret`, { overlapHours: 1 })
    const { webhookSecret, oldSecretAcceptedUntil } = rotated.body.data
    assert.ok(oldSecretAcceptedUntil)
    const statusWith = async (key: string) => {
      const body = JSON.stringify({ name: randomUUID() })
      return (await send(url, body, githubOf(key, body))).status
    }
    assert.deepEqual([await statusWith(secret), await statusWith(webhookSecret)], [202, 202])
    await app.db.rows(
      sql`update trigger_instance set old_secret_until = now() - interval '1 hour', revision = revision + 1 where id = ${triggerId}`,
    )
    assert.deepEqual([await statusWith(secret), await statusWith(webhookSecret)], [401, 202])
    const { body, text } = await project.admin.get(`${base}/manage/${triggerId}`)
    assert.equal(body.data.webhookSecret, undefined)
    assert.ok(!text.includes(webhookSecret))
  })

  test('422 names what a configuration may have, as a body does', async () => {
    const { status, body } = await project.admin.post(`${base}/webhook/upsert`, {
      triggerConfig: { signature: 'paypal' },
    })
    assert.equal(status, 422)
    assert.match(
      body.message,
      /: \/triggerConfig\/signature must be one of standard_webhooks, github, stripe/,
    )
    const [{ path, rule, received }] = body.error.details
    assert.deepEqual([path, rule, received], ['/triggerConfig/signature', 'enum', 'paypal'])
  })

  test('422 where the service generates the secret and none is given; a warning where nothing is signed', async () => {
    const refused = await project.admin.post(`${base}/webhook/upsert`, {
      triggerConfig: { signature: 'stripe' },
    })
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'trigger_config_invalid'])
    const body = { name: randomUUID(), triggerConfig: { signature: 'none' } }
    const { data } = (await project.admin.post(`${base}/webhook/upsert`, body)).body
    assert.equal(data.warnings.length, 1)
    const stripe = {
      name: randomUUID(),
      triggerConfig: { signature: 'stripe', secret: 'whsec_0123456789abcdef' },
    }
    const saved = await project.admin.post(`${base}/webhook/upsert`, stripe)
    assert.ok(!saved.text.includes('0123456789abcdef'))
    const stored = await app.db.rows(sql`
      select 1 from trigger_instance where config::text like '%0123456789abcdef%' or secret like '%0123456789abcdef%'`)
    assert.deepEqual(stored, [])
  })

  test('the challenges of Slack and of a verify token are answered', async () => {
    const secret = 'slack-signing-secret'
    const { url, triggerId } = await newHook({ signature: 'slack', secret })
    const body = JSON.stringify({ type: 'url_verification', challenge: 'abc' })
    const time = String(Math.floor(app.clock.now().getTime() / 1000))
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`
    const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': time }
    const replied = await send(url, body, headers)
    assert.deepEqual([replied.status, replied.text], [200, 'abc'])
    assert.deepEqual(await logsOf(project.admin, triggerId), [])
    const hub = await newHook({ signature: 'none', verifyToken: 'verify-me-please' })
    const query = (token: string) =>
      `${hub.url}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=${token}`
    assert.equal((await app.anonymous.get(query('verify-me-please'))).text, '42')
    const wrong = await app.anonymous.get(query('wrong'))
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'webhook_signature_invalid'])
    assert.match(wrong.body.message, /^hub\.verify_token/)
  })

  test('405 to a GET request where the trigger has no verify token', async () => {
    const { url } = await newHook({ signature: 'none' })
    const { status, body, headers } = await app.anonymous.get(url)
    assert.deepEqual([status, body.error.code, headers.allow], [405, 'method_not_allowed', 'POST'])
    assert.match(body.error.hint, /verifyToken/)
  })

  test('a key of the payload groups executions in a thread', async () => {
    const { url, triggerId } = await newHook({ signature: 'none', triggerThreadKey: 'body.channel.id' })
    const of = (id: number) => JSON.stringify({ name: randomUUID(), channel: { id } })
    for (const id of [1, 1, 2]) await send(url, of(id))
    const logs = await untilCompleted(triggerId, 3)
    const threads = new Set<string>()
    for (const { executionId } of logs)
      threads.add((await project.admin.get(`${workflows}/executions/${executionId}`)).body.data.threadId)
    assert.equal(threads.size, 2)
    const path = `${base}/manage/${triggerId}`
    const without = await project.admin.patch(path, { triggerConfig: { triggerThreadKey: null } })
    assert.equal(without.status, 200, without.text)
    assert.equal('triggerThreadKey' in without.body.data.triggerConfig, false)
    assert.equal(without.body.data.triggerConfig.signature, 'none')
  })
})

test('503 while all triggers of the project are paused, and nothing is started', async () => {
  const { admin, member } = project
  const { url, secret, triggerId } = await newHook({ signature: 'github' })
  const body = JSON.stringify({ name: randomUUID() })
  const first = await send(url, body, githubOf(secret, body))
  await untilCompleted(triggerId, 1)
  assert.equal((await member.put(`${base}/pause`, { isPaused: true })).status, 403)
  const paused = await admin.put(`${base}/pause`, { isPaused: true, reason: 'Unexpected charges' })
  assert.deepEqual([paused.body.data.isPaused, paused.body.data.reason], [true, 'Unexpected charges'])
  const refused = await send(url, `${body} `, githubOf(secret, `${body} `))
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'triggers_paused'])
  assert.ok(refused.headers['retry-after'])
  const replay = `${base}/invocation-logs/${first.body.invocationId}/replay-webhook`
  assert.equal((await admin.post(replay)).status, 409)
  const { warnings } = (await admin.get(`${base}/manage/${triggerId}`)).body.data
  assert.match(warnings[0], /paused/)
  await admin.put(`${base}/pause`, { isPaused: false })
  assert.equal((await send(url, `${body} `, githubOf(secret, `${body} `))).status, 202)
  await untilCompleted(triggerId, 2)
})
