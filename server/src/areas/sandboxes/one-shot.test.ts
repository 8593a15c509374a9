import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const site = createServer((_request, response) => response.end('from outside')).listen(0, '127.0.0.1')
await once(site, 'listening')
const outside = `http://127.0.0.1:${(site.address() as AddressInfo).port}/secret-path`
const app = await startTestApp({ allowPrivate: '127.0.0.1' })
after(async () => {
  await app.stop()
  site.close()
  site.closeAllConnections()
})

const run = '/api/v1/code-sandbox/run'
const ephemeral = '/api/v1/sandbox/ephemeral'
const javascript = (source: string, more = {}) => ({ language: 'javascript', source, ...more })

describe('POST /api/v1/code-sandbox/run', () => {
  it('200: value, logs in their order, and who paid', async () => {
    const { member, admin } = await app.newProject()
    const source = 'console.log("a"); console.error("b"); console.log("c\\nd"); return { sum: state.x + 1 }'
    const { status, body } = await member.post(run, { source, state: { x: 2 }, timeout: 5000.5 })
    assert.equal(status, 200)
    assert.deepEqual(
      [body.data.status, body.data.language, body.data.result, body.data.error],
      ['succeeded', 'javascript', { sum: 3 }, null],
    )
    assert.deepEqual(body.data.logs.map(({ text }: { text: string }) => text).sort(), ['a', 'b', 'c', 'd'])
    assert.ok(body.data.creditsUsed > 0 && body.data.durationMs >= 0)
    const { body: usage } = await admin.get(`/api/v1/usage?type=sandbox`)
    assert.equal(usage.total, 1)
    assert.equal(usage.data[0].executionId, body.data.id)
  })

  it('200: a result that is no object is in value, no result is an empty object, Python too', async () => {
    const { member } = await app.newProject()
    const result = async (body: object) => (await member.post(run, body)).body.data.result
    assert.deepEqual(await result({ source: 'return [1]' }), { value: [1] })
    assert.deepEqual(await result({ source: 'let a = 1' }), {})
    assert.deepEqual(await result({ source: 'return state' }), { preview: true, input: {} })
    assert.deepEqual(
      await result({ language: 'python', source: 'def main(state):\n  return state["preview"]' }),
      {
        value: true,
      },
    )
    assert.deepEqual(await result({ language: 'python', source: 'x = None\nreturn x' }), {})
  })

  it('200: a script that fails says how', async () => {
    const { member } = await app.newProject()
    const result = async (body: object) => {
      const response = await member.post(run, body)
      assert.equal(response.status, 200)
      assert.equal(response.body.data.status, 'failed')
      assert.equal(response.body.data.result, null)
      return response.body.data
    }
    const thrown = await result({ source: 'throw new Error("no luck")' })
    assert.equal(thrown.errorCode, 'script_error')
    assert.match(thrown.error, /no luck/)
    assert.equal((await result({ source: 'for (;;) {}', timeout: 200 })).errorCode, 'timeout')
    assert.equal((await result({ source: 'return "x".repeat(2_000_000)' })).errorCode, 'result_too_large')
  })

  it('400: no source, a bad state, a timeout out of range', async () => {
    const { member } = await app.newProject()
    for (const body of [
      {},
      { source: '' },
      { source: 1 },
      { source: '1', state: [] },
      { source: '1', state: 'x' },
      { source: '1', timeout: 0 },
      { source: '1', timeout: 20_001 },
      { source: '1', timeout: '8000' },
      { source: '1', language: 'ruby' },
      { source: 'x'.repeat(256 * 1024 + 1) },
    ])
      assert.equal((await member.post(run, body)).status, 400, JSON.stringify(body).slice(0, 60))
  })

  it('acts as the default user whatever x-username says', async () => {
    const { member, admin } = await app.newProject()
    await member.as('nobody-new').post(run, { source: '1' })
    assert.equal((await admin.get('/api/v1/external-users?q=nobody-new')).body.total, 0)
  })
})

describe('POST /api/v1/sandbox/ephemeral', () => {
  it('200 for both languages, 400 for a timeoutMs that is none', async () => {
    const { member } = await app.newProject()
    const { body } = await member.as('ada').post(ephemeral, {
      language: 'python',
      source: 'print("hi")\nreturn {"n": state["n"] * 2}',
      state: { n: 21 },
    })
    assert.deepEqual([body.data.status, body.data.result, body.data.stdout], ['succeeded', { n: 42 }, 'hi\n'])
    for (const timeoutMs of [999, 20_001, 8000.5, '8000', -1, 1e9])
      assert.equal((await member.post(ephemeral, javascript('1', { timeoutMs }))).status, 400, `${timeoutMs}`)
    assert.equal((await member.post(ephemeral, { source: '1' })).status, 400)
  })

  it('has no network unless hosts are listed; the receipt lists what was requested', async () => {
    const { member } = await app.newProject()
    const source = `return await fetch(${JSON.stringify(outside)}).then((r) => r.text(), (e) => e.message)`
    const off = await member.post(ephemeral, javascript(source))
    assert.deepEqual(off.body.data.result, { value: 'the network is off for this sandbox' })
    const other = await member.post(ephemeral, javascript(source, { allowedHosts: ['example.com'] }))
    assert.notEqual(other.body.data.result.value, 'from outside')
    const open = await member.post(ephemeral, javascript(source, { allowedHosts: ['127.0.0.1'] }))
    assert.deepEqual(open.body.data.result, { value: 'from outside' })
    const { body } = await member.get(`/api/v1/sandbox/executions/${open.body.data.id}`)
    assert.deepEqual(body.data.receipt.egress, {
      allowedHosts: ['127.0.0.1'],
      requests: [{ method: 'GET', host: new URL(outside).host, status: 200 }],
    })
  })

  it('is in the books whatever it says of itself on the way', async () => {
    const project = await app.newProject()
    const source =
      'for (const method of ["\\u0000", "x".repeat(19) + "\\u{1f600}"]) await fetch("http://x.test", { method }).catch(() => {}); return "\\u0000\\ud800"'
    const { status, body } = await project.member.post(
      ephemeral,
      javascript(source, { allowedHosts: ['x.test'] }),
    )
    assert.deepEqual([status, body.data.status], [200, 'succeeded'])
    const stored = await project.member.get(`/api/v1/sandbox/executions/${body.data.id}`)
    assert.deepEqual(stored.body.data.receipt.egress.requests, [
      { method: '', host: 'x.test', status: null },
      { method: '', host: 'x.test', status: null },
    ])
    assert.deepEqual(stored.body.data.result, { value: '\u0000\ud800' })
    assert.ok(stored.body.data.creditsUsed > 0)
  })

  it('takes an end-user token, but opens no network for it', async () => {
    const { admin } = await app.newProject()
    const user = await admin.post('/api/v1/external-users', { name: 'tess' })
    const { body } = await admin.post(`/api/v1/external-users/${user.body.data.id}/tokens`)
    const tess = app.callerWith({ authorization: `Bearer ${body.data.token}` })
    const own = await tess.post(ephemeral, javascript('return 1'))
    assert.equal(own.status, 200, own.text)
    assert.equal((await tess.get(`/api/v1/sandbox/executions/${own.body.data.id}`)).status, 200)
    const refused = await tess.post(ephemeral, javascript('1', { allowedHosts: ['example.com'] }))
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'end_user_token_not_accepted'])
    const others = await admin.post(run, { source: '1' })
    assert.equal((await tess.get(`/api/v1/sandbox/executions/${others.body.data.id}`)).status, 404)
  })

  it('402 when nothing is left, and then nothing is run', async () => {
    const project = await app.newProject()
    const { admin } = project
    await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 0.0001, reason: 'test' })
    const { status, body } = await admin.post(ephemeral, javascript('1'))
    assert.deepEqual([status, body.error.code], [402, 'insufficient_credits'])
  })

  it('is run once for one Idempotency-Key', async () => {
    const { member, admin } = await app.newProject()
    const send = () =>
      member.post(ephemeral, javascript('return Math.random()'), { 'idempotency-key': 'once' })
    const [first, second] = [await send(), await send()]
    assert.deepEqual(second.body.data, first.body.data)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    assert.equal((await admin.get('/api/v1/usage?type=sandbox')).body.total, 1)
  })
})

describe('POST /api/v1/sandbox/ephemeral?stream=true', () => {
  it('events while it runs, then the result; refusals are no stream', async () => {
    const { member } = await app.newProject()
    const response = await member.post(`${ephemeral}?stream=true`, javascript('console.log("one"); return 2'))
    assert.match(String(response.headers['content-type']), /^text\/event-stream/)
    assert.match(response.text, /event: stdout\ndata: \{"text":"one\\n"\}\n\nevent: result\n/)
    assert.match(response.text, /"result":\{"value":2\}/)
    const keyed = await member.post(`${ephemeral}?stream=true`, javascript('1'), { 'idempotency-key': 'k' })
    assert.equal(keyed.status, 400)
    assert.equal((await member.post(`${ephemeral}?stream=true`, javascript(''))).status, 400)
  })
})

describe('GET /api/v1/sandbox/executions', () => {
  const path = '/api/v1/sandbox/executions'
  const ids = (response: { body: { data: { id: string }[] } }) => response.body.data.map(({ id }) => id)

  it('lists newest first, narrowed, and reads on behind a cursor while more is run', async () => {
    const { member } = await app.newProject()
    const send = async (body: object) => (await member.post(ephemeral, body)).body.data.id as string
    const first = await send(javascript(`return 1 // ${'x'.repeat(300)}`))
    const second = await send(javascript('throw new Error("no luck")'))
    const third = await send({ language: 'python', source: 'return 3' })
    const all = await member.get(`${path}?limit=2`)
    assert.deepEqual([ids(all), all.body.total], [[third, second], 3])
    await send(javascript('return 4'))
    const rest = await member.get(`${path}?limit=2&cursor=${all.body.nextCursor}`)
    assert.deepEqual([ids(rest), rest.body.nextCursor], [[first], null])
    assert.equal(rest.body.data[0].sourceStart.length, 200)
    assert.ok(!('stdout' in rest.body.data[0]))
    for (const [query, expected] of [
      ['status=failed', [second]],
      ['errorCode=timeout', []],
      ['language=python', [third]],
      ['to=2020-01-01', []],
    ] as const)
      assert.deepEqual(ids(await member.get(`${path}?${query}`)), expected, query)
    for (const query of ['status=running', 'cursor=x', 'sessionId=1'])
      assert.equal((await member.get(`${path}?${query}`)).status, 400, query)
  })

  it('shows an end user his own; an admin may ask for all', async () => {
    const { member, admin } = await app.newProject()
    const { body } = await member.as('ada').post(ephemeral, javascript('return 1'))
    assert.deepEqual(ids(await member.as('bob').get(path)), [])
    assert.deepEqual(ids(await admin.get(path, { 'x-act-across-users': 'true' })), [body.data.id])
  })
})

describe('POST /api/v1/sandbox/executions/{executionId}/rerun', () => {
  it('says same for what is certain and different for what is not', async () => {
    const { member } = await app.newProject()
    const rerun = async (source: string) => {
      const { body } = await member.post(ephemeral, javascript(source, { state: { a: 1 } }))
      return (await member.post(`/api/v1/sandbox/executions/${body.data.id}/rerun`)).body.data
    }
    const same = await rerun('console.log(state.a); return { b: state.a }')
    assert.deepEqual([same.verdict, same.isFreshState, same.execution.result], ['same', false, { b: 1 }])
    assert.equal((await rerun('return Math.random()')).verdict, 'different')
  })

  it('409 where the project does not store payloads', async () => {
    const { admin } = await app.newProject()
    await admin.patch('/api/v1/project', { storePayloads: false })
    const { body } = await admin.post(ephemeral, javascript('console.log("x"); return 7'))
    assert.deepEqual(body.data.result, { value: 7 })
    const stored = await admin.get(`/api/v1/sandbox/executions/${body.data.id}`)
    assert.deepEqual(
      [stored.body.data.source, stored.body.data.stdout, stored.body.data.result],
      [null, '', null],
    )
    assert.equal(stored.body.data.receipt.sourceSha256.length, 64)
    assert.equal((await admin.post(`/api/v1/sandbox/executions/${body.data.id}/rerun`)).status, 409)
  })
})

describe('the books', () => {
  it('match: every script that ended was paid for once', async () => {
    const project = await app.newProject()
    await Promise.all([
      project.admin.post(run, { source: 'return 1' }),
      project.admin.post(run, { source: 'throw 1' }),
    ])
    const result = await app.app.usage.reconcile(project.scope)
    assert.deepEqual([result.orphans, result.differences, result.works], [[], [], 2])
  })

  it('give up what a node that died has left, and its credits with it', async () => {
    const project = await app.newProject()
    const pending = project.admin.post(run, {
      source: 'await new Promise((r) => setTimeout(r, 1500)); return 1',
    })
    const running = sql`select 1 from sandbox_execution where project_id = ${project.id} and status = 'running'`
    await until(async () => (await app.db.rows(running)).length > 0)
    await app.db.rows(sql`
      update sandbox_execution set alive_until = now() - interval '1 s' where project_id = ${project.id}`)
    await app.app.lostWork.sweep()
    const response = await pending
    assert.equal(response.status, 200)
    const result = await app.app.usage.reconcile(project.scope)
    assert.deepEqual([result.orphans, result.differences], [[], []])
    const { body } = await project.admin.get('/api/v1/usage?type=sandbox')
    assert.deepEqual(
      body.data.map((entry: { status: string; credits: number }) => entry.status),
      ['released'],
    )
  })

  it('keep what a node works on that lives, whatever the clocks of other nodes say', async () => {
    const project = await app.newProject()
    const pending = project.admin.post(run, {
      source: 'await new Promise((r) => setTimeout(r, 1500)); return 1',
    })
    const running = sql`select 1 from sandbox_execution where project_id = ${project.id} and status = 'running'`
    await until(async () => (await app.db.rows(running)).length > 0)
    app.clock.advance(3_600_000)
    await app.secondNode().lostWork.sweep()
    assert.equal((await pending).status, 200)
    const { body } = await project.admin.get('/api/v1/usage?type=sandbox')
    assert.equal(body.data[0].status, 'settled')
  })

  it('are settled by any live node, whenever another died', async () => {
    const project = await app.newProject()
    const { body } = await project.admin.post(run, { source: 'return 1' })
    const survivor = app.secondNode()
    survivor.lostWork.start()
    for (let deaths = 0; deaths < 2; deaths++) {
      const left = sql`update sandbox_execution set status = 'running', node_id = ${project.id}, alive_until = now() - interval '1 year'
        where id = ${body.data.id}`
      await app.db.rows(left)
      const status = sql`select status from sandbox_execution where id = ${body.data.id}`
      await until(
        async () => (await app.db.rows<{ status: string }>(status))[0]!.status === 'failed',
        'its end',
      )
    }
    await survivor.lostWork.stop()
    await survivor.sandboxes.stop()
  })
})
