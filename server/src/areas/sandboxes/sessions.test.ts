import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())

const path = '/api/v1/sandbox/sessions'

async function open(caller: Caller, body: object = {}): Promise<string> {
  const response = await caller.post(path, body)
  assert.equal(response.status, 200, response.text)
  return response.body.data.id
}

async function execute(caller: Caller, id: string, source: string, more: object = {}) {
  const response = await caller.post(`${path}/${id}/execute`, { language: 'javascript', source, ...more })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

const holderOf = async (id: string) => {
  const [row] = await app.db.rows<{ holder: string | null; blob: string | null; dirty: boolean }>(
    sql`select holder, state_blob_id as blob, is_dirty as dirty from sandbox_session where id = ${id}`,
  )
  return row!
}
const saved = (id: string) =>
  until(async () => {
    const { holder, blob } = await holderOf(id)
    return holder === null && blob !== null
  }, 'the save')

describe('POST and GET /sandbox/sessions', () => {
  it('200: made with defaults, listed, found by thread', async () => {
    const { member } = await app.newProject()
    const ada = member.as('ada')
    const { body } = await ada.post(path, { threadId: 'chat 1', metadata: { a: 1 } })
    const { data } = body
    assert.deepEqual(
      [data.status, data.isolation, data.network, data.onTimeout, data.executionCount, data.creditsUsed],
      ['running', 'process', 'none', 'pause', 0, 0],
    )
    assert.equal(Date.parse(data.expiresAt) - Date.parse(data.createdAt), 3_600_000)
    assert.deepEqual((await ada.get(`${path}/${data.id}`)).body.data, data)
    assert.equal((await ada.get(`${path}?threadId=chat+1&status=running`)).body.total, 1)
    assert.equal((await ada.get(`${path}?status=ended`)).body.total, 0)
    assert.match((await ada.post(path)).body.data.threadId, /^http:/)
  })

  it('400 and 409: unknown template, hosts without network and the other way, a thread that has one', async () => {
    const { member } = await app.newProject()
    for (const body of [
      { templateId: 'gpu' },
      { allowedHosts: ['example.com'] },
      { network: 'allowlist' },
      { network: 'allowlist', allowedHosts: ['http://x'] },
      { maxDurationSec: 59 },
      { maxDurationSec: 86_401 },
      { env: { 'not a name': 'x' } },
      { env: { A: 1 } },
    ])
      assert.equal((await member.post(path, body)).status, 400, JSON.stringify(body))
    const id = await open(member, { threadId: 't' })
    const { status, body } = await member.post(path, { threadId: 't' })
    assert.deepEqual([status, body.error.sessionId], [409, id])
  })

  it('429: five run concurrently for one end user; others and paused ones do not count', async () => {
    const { member } = await app.newProject()
    const ids = await Promise.all(Array.from({ length: 5 }, () => open(member.as('ada'))))
    const refused = await member.as('ada').post(path)
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'concurrency_limited'])
    assert.ok(refused.headers['retry-after'])
    await open(member.as('bob'))
    await member.as('ada').post(`${path}/${ids[0]}/pause`)
    await open(member.as('ada'))
    assert.equal((await member.as('ada').post(`${path}/${ids[0]}/resume`)).status, 429)
    assert.equal(
      (await member.as('ada').post(`${path}/${ids[0]}/execute`, { language: 'javascript', source: '1' }))
        .status,
      429,
    )
  })
})

describe('POST /sandbox/sessions/{id}/execute', () => {
  it('200: state and files live on, in both languages, and are counted and paid', async () => {
    const project = await app.newProject()
    const { member } = project
    const id = await open(member)
    await execute(member, id, 'let count = 1; const next = () => ++count; files.write("f.txt", "from js")')
    assert.deepEqual((await execute(member, id, 'return next()')).result, { value: 2 })
    const python = await execute(member, id, 'v = open("f.txt").read()\nreturn v', { language: 'python' })
    assert.deepEqual(
      [python.status, python.result, python.stateLost],
      ['succeeded', { value: 'from js' }, false],
    )
    const { data } = (await member.get(`${path}/${id}`)).body
    assert.equal(data.executionCount, 3)
    assert.ok(data.creditsUsed > 0)
    const { body } = await member.get(`${path}/${id}/executions?limit=2`)
    assert.deepEqual([body.total, body.data.length, body.data[0].id], [3, 2, python.id])
    const one = await member.get(`${path}/${id}/executions/${python.id}`)
    assert.deepEqual([one.body.data.id, one.body.data.receipt.sourceSha256.length], [python.id, 64])
    const billing = await app.app.usage.reconcile(project.scope)
    assert.deepEqual([billing.orphans, billing.differences], [[], []])
  })

  it('200: resumes from its save when another node had it', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    await execute(member, id, 'let kept = "yes"')
    await saved(id)
    // Another node has had the session since: what lives here is not current any more.
    await app.db.rows(sql`update sandbox_session set hold_number = hold_number + 1 where id = ${id}`)
    const woken = await execute(member, id, 'return kept')
    assert.deepEqual([woken.result, woken.stateLost], [{ value: 'yes' }, false])
  })

  it(
    '200: wakes with everything that fits into its workspace; what is missing in the store is reported as lost',
    inLongRun,
    async () => {
      const { member } = await app.newProject()
      const id = await open(member)
      const content = randomBytes(12 * 1024 * 1024)
      assert.equal((await member.put(`${path}/${id}/files?path=large.bin`, content)).status, 200)
      await saved(id)
      await app.db.rows(sql`update sandbox_session set hold_number = hold_number + 1 where id = ${id}`)
      const woken = await execute(member, id, 'return files.read("large.bin").length')
      assert.deepEqual([woken.result, woken.stateLost], [{ value: content.length }, false])
      await saved(id)
      await app.db.rows(sql`
      update sandbox_session set hold_number = hold_number + 1, state_blob_id = id where id = ${id}`)
      const emptied = await execute(member, id, 'return files.list().length')
      assert.deepEqual([emptied.result, emptied.stateLost], [{ value: 0 }, true])
    },
  )

  it('200: stateLost is said once when a node died with what was not saved', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    await execute(member, id, 'let v = "saved"')
    await saved(id)
    await app.db.rows(sql`
      update sandbox_session set hold_number = hold_number + 1, is_dirty = true where id = ${id}`)
    const first = await execute(member, id, 'return v')
    assert.deepEqual([first.result, first.stateLost], [{ value: 'saved' }, true])
    assert.equal((await execute(member, id, 'return v')).stateLost, false)
  })

  it('200: a script that must be killed takes the session back to its save, and that is said once', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    const python = { language: 'python', timeoutMs: 1000 }
    const killed = await execute(member, id, 'sum(range(10**13))', python)
    assert.deepEqual([killed.status, killed.errorCode, killed.stateLost], ['failed', 'timeout', true])
    await until(async () => (await holderOf(id)).holder === null)
    assert.equal((await holderOf(id)).dirty, false)
    assert.equal((await execute(member, id, 'return 1', python)).stateLost, false)
  })

  it('200: the list of what ran stays small, however much each printed and gave', inLongRun, async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    const ran = await execute(
      member,
      id,
      'console.log("x".repeat(60_000) + "end"); return "y".repeat(500_000)',
    )
    const { text, body } = await member.get(`${path}/${id}/executions`)
    assert.ok(text.length < 10_000, `${text.length} characters`)
    assert.deepEqual([body.data[0].id, body.data[0].stdout.slice(-4)], [ran.id, 'end\n'])
    const whole = (await member.get(`/api/v1/sandbox/executions/${ran.id}`)).body.data
    assert.deepEqual([whole.stdout.length, whole.result.value.length], [60_004, 500_000])
  })

  it('200: env is given to scripts and shown nowhere else', async () => {
    const { member } = await app.newProject()
    const secret = 'sk-very-secret-value'
    const id = await open(member, { env: { API_KEY: secret } })
    const source = 'console.log(env.API_KEY); return { key: env.API_KEY }'
    const ran = await execute(member, id, source)
    assert.deepEqual(ran.result, { key: secret })
    const { body, text } = await member.get(`${path}/${id}/executions`)
    const whole = await member.get(`/api/v1/sandbox/executions/${ran.id}`)
    assert.ok(!text.includes(secret) && !whole.text.includes(secret))
    const { stdout, result, receipt } = whole.body.data
    assert.deepEqual(
      [body.data[0].stdout, stdout, result, receipt.envNames],
      ['[env:API_KEY]\n', '[env:API_KEY]\n', { key: '[env:API_KEY]' }, ['API_KEY']],
    )
    await saved(id)
    for (const table of ['sandbox_session', 'sandbox_execution', 'usage_entry', 'audit_entry']) {
      const rows = await app.db.rows({ text: `select t::text as line from ${table} t`, values: [] })
      assert.ok(!JSON.stringify(rows).includes(secret), table)
    }
    const { blob } = await holderOf(id)
    const projectId = (await member.get('/api/v1/project')).body.data.id
    const found = await app.blobs.get(`sandbox/${projectId}/${blob}`)
    const bytes = Buffer.concat(await found!.stream.toArray())
    assert.match(bytes.subarray(0, 3).toString(), /^v1\./)
    assert.ok(!app.logLines.join('').includes(secret))
  })

  it('events while it runs, then the result; a refusal is no stream', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    const body = { language: 'javascript', source: 'console.log("one"); console.error("two"); return 3' }
    const response = await member.post(`${path}/${id}/execute?stream=true`, body)
    assert.match(String(response.headers['content-type']), /^text\/event-stream/)
    const events = response.text
      .split('\n\n')
      .map((frame) => /^event: (\w+)\ndata: (.*)$/s.exec(frame))
      .filter((found) => found !== null)
      .map(([, event, json]) => [event, JSON.parse(json!)])
    assert.deepEqual(events[0], ['started', { id: events.at(-1)![1].id }])
    assert.deepEqual(
      events
        .slice(1, -1)
        .map(([event, { text }]) => [event, text])
        .sort(),
      [
        ['stderr', 'two\n'],
        ['stdout', 'one\n'],
      ],
    )
    assert.deepEqual([events.at(-1)![0], events.at(-1)![1].result], ['result', { value: 3 }])
    const unknown = await member.post(`${path}/0199f1a0-0000-7000-8000-0000000000ff/execute?stream=1`, body)
    assert.equal(unknown.status, 404)
    const keyed = await member.post(`${path}/${id}/execute?stream=true`, body, { 'idempotency-key': 'k' })
    assert.equal(keyed.status, 400)
    await member.delete(`${path}/${id}`)
    const gone = await member.post(`${path}/${id}/execute?stream=true`, body)
    assert.deepEqual([gone.status, gone.body.error.code], [410, 'sandbox_session_gone'])
  })

  it('a stream ends with what ends streams, such as a key that is revoked; the script continues', async () => {
    const { admin, adminKeyId } = await app.newProject()
    const id = await open(admin)
    const body = {
      language: 'javascript',
      source: 'console.log(1); await new Promise((r) => setTimeout(r, 400)); return "whole"',
    }
    const pending = admin.post(`${path}/${id}/execute?stream=true`, body)
    await until(() => app.app.openStreams.count() === 1, 'the stream')
    // A server that lets its readers go leaves it alone: no one could read on.
    app.app.openStreams.endAll('the server stops')
    app.app.openStreams.endAllOf(adminKeyId, new Error('revoked'))
    assert.doesNotMatch((await pending).text, /event: result/)
    const ended = async () => (await admin.get(`${path}/${id}/executions`)).body.data[0]
    await until(async () => (await ended()) !== undefined, 'the end of the script')
    const { body: whole } = await admin.get(`/api/v1/sandbox/executions/${(await ended()).id}`)
    assert.deepEqual(whole.data.result, { value: 'whole' })
  })

  it('200: the time that is charged is that of the script, whatever it waited for', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    const spin = 'const end = Date.now() + 300; while (Date.now() < end) {}'
    const [first, second] = await Promise.all([execute(member, id, spin), execute(member, id, 'return 1')])
    const [slow, quick] = first.durationMs > second.durationMs ? [first, second] : [second, first]
    assert.ok(slow.durationMs >= 300, `${slow.durationMs} ms`)
    assert.ok(quick.durationMs < 300, `${quick.durationMs} ms`)
    assert.ok(quick.creditsUsed < slow.creditsUsed)
    for (const { id: executionId, durationMs, queuedMs } of [first, second]) {
      const { data } = (await member.get(`/api/v1/sandbox/executions/${executionId}`)).body
      assert.deepEqual([data.durationMs, data.queuedMs], [durationMs, queuedMs])
    }
  })

  it('409: five wait behind the one that runs, the next is refused and not charged', async () => {
    const project = await app.newProject()
    const id = await open(project.member)
    const body = { language: 'javascript', source: 'await new Promise((r) => setTimeout(r, 300)); return 1' }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => project.member.post(`${path}/${id}/execute`, body)),
    )
    const codes = responses.map(({ status }) => status).sort()
    assert.deepEqual(codes, [200, 200, 200, 200, 200, 200, 409, 409])
    assert.equal(responses.find(({ status }) => status === 409)!.body.error.code, 'session_busy')
    assert.equal((await project.admin.get('/api/v1/usage?type=sandbox')).body.total, 6)
  })

  it('404 for another end user, unless an admin acts across users; 410 once it has ended', async () => {
    const { member, admin } = await app.newProject()
    const id = await open(member.as('ada'))
    const body = { language: 'javascript', source: 'return 1' }
    const bob = await member.as('bob').post(`${path}/${id}/execute`, body)
    assert.deepEqual([bob.status, bob.body.error.code], [404, 'sandbox_session_not_found'])
    const across = { 'x-act-across-users': 'true' }
    assert.equal((await member.get(`${path}/${id}`, across)).status, 404)
    assert.equal((await admin.get(`${path}/${id}`, across)).status, 200)
    await execute(member.as('ada'), id, 'return 1')
    assert.equal((await admin.delete(`${path}/${id}`, across)).body.data.endedReason, 'released')
    const { status, body: gone } = await member.as('ada').post(`${path}/${id}/execute`, body)
    assert.deepEqual(
      [status, gone.error.code, gone.error.endedReason],
      [410, 'sandbox_session_gone', 'released'],
    )
    assert.ok(gone.error.endedAt)
  })
})

describe('POST /sandbox/executions/{executionId}/cancel', () => {
  const cancelPath = (id: string) => `/api/v1/sandbox/executions/${id}/cancel`
  const runningIn = (sessionId: string) =>
    until(async () => {
      const [row] = await app.db.rows<{ id: string }>(
        sql`select id from sandbox_execution where session_id = ${sessionId} and status = 'running' order by id`,
      )
      return row?.id
    }, 'the script')
  const endless = { language: 'javascript', source: 'console.log("on"); for (;;) {}', timeoutMs: 20_000 }

  it('200: the script ends as cancelled, what the session holds stays, and it can be done once', async () => {
    const project = await app.newProject()
    const ada = project.member.as('ada')
    const id = await open(ada)
    await execute(ada, id, 'globalThis.kept = 7')
    const running = ada.post(`${path}/${id}/execute`, endless)
    const executionId = (await runningIn(id))!
    assert.equal((await project.member.as('eve').post(cancelPath(executionId))).status, 404)
    assert.equal((await ada.post(cancelPath(executionId))).status, 200)
    const { body } = await running
    assert.deepEqual(
      [body.data.id, body.data.status, body.data.errorCode, body.data.stateLost],
      [executionId, 'failed', 'cancelled', false],
    )
    assert.deepEqual((await execute(ada, id, 'return kept')).result, { value: 7 })
    const again = await ada.post(cancelPath(executionId))
    assert.deepEqual([again.status, again.body.error.code], [409, 'invalid_state'])
    assert.deepEqual((await app.app.usage.reconcile(project.scope)).orphans, [])
  })

  it('200: also by another node, and for a script that waits for its turn', inLongRun, async () => {
    const { member, memberKey } = await app.newProject()
    const id = await open(member)
    const first = member.post(`${path}/${id}/execute`, endless)
    const firstId = (await runningIn(id))!
    const second = member.post(`${path}/${id}/execute`, { ...endless, source: 'globalThis.late = 1' })
    const secondId = (await until(async () => {
      const rows = await app.db.rows<{ id: string }>(
        sql`select id from sandbox_execution where session_id = ${id} and id <> ${firstId}`,
      )
      return rows[0]?.id
    }, 'the one behind it'))!
    assert.equal((await member.post(cancelPath(secondId))).status, 200)
    const elsewhere = app.secondNode()
    const requested = await elsewhere.http.inject({
      method: 'POST',
      url: cancelPath(firstId),
      headers: { 'x-api-key': memberKey },
    })
    assert.equal(requested.statusCode, 200, requested.body)
    const codes = (await Promise.all([first, second])).map(({ body }) => body.data.errorCode)
    assert.deepEqual(codes, ['cancelled', 'cancelled'])
    assert.deepEqual((await execute(member, id, 'return typeof late')).result, { value: 'undefined' })
    await elsewhere.http.close()
  })
})

describe('the life of a session', () => {
  it('DELETE ends a script that runs, settles it, removes what was saved, and publishes it once', async () => {
    const project = await app.newProject()
    const { member, admin } = project
    const id = await open(member)
    await execute(member, id, 'let a = 1')
    await saved(id)
    const { blob } = await holderOf(id)
    const running = member.post(`${path}/${id}/execute`, {
      language: 'javascript',
      source: 'await new Promise((r) => setTimeout(r, 15_000))',
      timeoutMs: 20_000,
    })
    await until(async () => (await holderOf(id)).dirty)
    const ended = await member.delete(`${path}/${id}`)
    assert.deepEqual([ended.status, ended.body.data.status], [200, 'ended'])
    const killed = await running
    assert.deepEqual([killed.status, killed.body.data?.errorCode], [200, 'killed'], killed.text)
    assert.equal((await member.delete(`${path}/${id}`)).body.data.endedAt, ended.body.data.endedAt)
    await until(async () => (await app.blobs.head(`sandbox/${project.id}/${blob}`)) === null, 'the removal')
    const billing = await app.app.usage.reconcile(project.scope)
    assert.deepEqual([billing.orphans, billing.works], [[], 2])
    const reported = await app.db.rows<{ data: { sessionId: string } }>(
      sql`select data from event where project_id = ${project.id} and type = 'sandbox.session.ended'`,
    )
    assert.deepEqual(
      reported.map(({ data }) => data.sessionId),
      [id],
    )
    const audit = await admin.get('/api/v1/audit-log?action=sandbox_session.ended')
    assert.equal(audit.body.total, 1)
  })

  it('pause stops the clocks, use wakes it, extend never makes it shorter', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    const paused = (await member.post(`${path}/${id}/pause`)).body.data
    assert.deepEqual([paused.status, paused.expiresAt], ['paused', null])
    assert.equal((await member.post(`${path}/${id}/extend`, { durationSec: 60 })).status, 409)
    await execute(member, id, 'return 1')
    const running = (await member.get(`${path}/${id}`)).body.data
    assert.equal(running.status, 'running')
    const same = (await member.post(`${path}/${id}/extend`, { durationSec: 60 })).body.data
    assert.equal(same.expiresAt, running.expiresAt)
    const longer = (await member.post(`${path}/${id}/extend`, { durationSec: 86_400 })).body.data
    assert.ok(Date.parse(longer.expiresAt) > Date.parse(running.expiresAt))
    assert.equal((await member.post(`${path}/${id}/extend`, { durationSec: 86_401 })).status, 400)
    assert.equal((await member.post(`${path}/${id}/resume`)).body.data.status, 'running')
  })

  it('threads: off, on, paused, off', async () => {
    const { member } = await app.newProject()
    const thread = '/api/v1/sandbox/threads/chat-7'
    assert.deepEqual((await member.get(thread)).body.data, {
      threadId: 'chat-7',
      power: 'off',
      session: null,
    })
    const on = (await member.post(`${thread}/start`)).body.data
    assert.equal(on.power, 'on')
    assert.equal((await member.post(`${thread}/start`)).body.data.session.id, on.session.id)
    await member.post(`${path}/${on.session.id}/pause`)
    assert.equal((await member.get(thread)).body.data.power, 'paused')
    assert.equal((await member.post(`${thread}/start`)).body.data.session.id, on.session.id)
    assert.equal((await member.as('other').get(thread)).body.data.power, 'off')
    assert.equal((await member.delete(thread)).body.data.power, 'off')
    assert.equal((await member.get(thread)).body.data.power, 'off')
    assert.notEqual((await member.post(`${thread}/start`)).body.data.session.id, on.session.id)
  })

  it(
    'a thread that several switch on concurrently has one computer, and all of them see it',
    inLongRun,
    async () => {
      const { member } = await app.newProject()
      const started = await Promise.all(
        Array.from({ length: 4 }, () => member.post('/api/v1/sandbox/threads/crowd/start')),
      )
      assert.deepEqual(
        [...new Set(started.map(({ status, body }) => `${status} ${body.data?.power}`))],
        ['200 on'],
      )
      assert.equal(new Set(started.map(({ body }) => body.data.session.id)).size, 1)
    },
  )

  it('commands are refused with error codes for programs', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    const { status, body } = await member.post(`${path}/${id}/commands`, { command: 'ls' })
    assert.deepEqual([status, body.error.code, body.error.driver], [422, 'driver_required', 'container'])
  })
})

describe('the files of a session', () => {
  it('are written, listed, read, used by scripts and deleted', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    const files = `${path}/${id}/files`
    const put = await member.send('PUT', `${files}?path=data/a.txt`, Buffer.from('hello'), {
      'content-type': 'application/octet-stream',
    })
    assert.deepEqual([put.status, put.body.data], [200, { path: 'data/a.txt', sizeBytes: 5 }])
    await execute(member, id, 'files.write("b.txt", files.readText("data/a.txt") + "!")')
    const list = await member.get(`${files}/list`)
    assert.deepEqual(list.body.data.files.map((file: { path: string }) => file.path).sort(), [
      'b.txt',
      'data/a.txt',
    ])
    assert.equal(list.body.data.totalBytes, 11)
    const got = await member.get(`${files}?path=b.txt`)
    assert.equal(got.text, 'hello!')
    assert.match(String(got.headers['content-disposition']), /attachment.*b\.txt/)
    assert.equal((await member.delete(`${files}?path=b.txt`)).status, 200)
    assert.equal((await member.delete(`${files}?path=b.txt`)).status, 200)
    const gone = await member.get(`${files}?path=b.txt`)
    assert.deepEqual([gone.status, gone.body.error.code], [404, 'sandbox_file_not_found'])
    assert.equal((await member.get(files)).status, 400)
    assert.equal((await member.get(`${files}?path=../etc/passwd`)).status, 404)
    const out = await member.send('PUT', `${files}?path=../x`, Buffer.from('x'))
    assert.equal(out.status, 400)
    assert.equal((await member.as('other').get(`${files}/list`)).status, 404)
  })

  it('come from and go to stored files of the same end user', async () => {
    const { member } = await app.newProject()
    const ada = member.as('ada')
    const id = await open(ada)
    await execute(ada, id, 'files.write("out/report.csv", "a,b\\n1,2\\n")')
    const stored = await ada.post(`${path}/${id}/files/export`, {
      path: 'out/report.csv',
      fileType: 'document',
    })
    assert.equal(stored.status, 200, stored.text)
    assert.equal(stored.body.data.name, 'report.csv')
    assert.equal((await ada.get(`/api/v1/file/download/${stored.body.data.id}`)).text, 'a,b\n1,2\n')
    const other = await open(ada)
    const back = await ada.post(`${path}/${other}/files/import`, { fileId: stored.body.data.id })
    assert.deepEqual(back.body.data, { path: 'report.csv', sizeBytes: 8 })
    assert.deepEqual((await execute(ada, other, 'return files.readText("report.csv").length')).result, {
      value: 8,
    })
    const bob = member.as('bob')
    const stolen = await bob.post(`${path}/${await open(bob)}/files/import`, { fileId: stored.body.data.id })
    assert.equal(stolen.status, 404)
  })
})

describe('an end user', () => {
  it('is erased with sessions, history and what was saved', async () => {
    const project = await app.newProject()
    const { admin, member } = project
    const ada = member.as('ada')
    const id = await open(ada)
    const ran = await execute(ada, id, 'return "personal"')
    await saved(id)
    const { blob } = await holderOf(id)
    const user = await admin.get('/api/v1/external-users?q=ada')
    assert.equal((await admin.delete(`/api/v1/external-users/${user.body.data[0].id}`)).status, 200)
    const across = { 'x-act-across-users': 'true' }
    assert.equal((await admin.get(`${path}/${id}`, across)).status, 404)
    assert.equal((await admin.get(`/api/v1/sandbox/executions/${ran.id}`, across)).status, 404)
    const rows = await app.db.rows({ text: 'select t::text as line from sandbox_execution t', values: [] })
    assert.ok(!JSON.stringify(rows).includes('personal'))
    await until(async () => (await app.blobs.head(`sandbox/${project.id}/${blob}`)) === null)
    assert.deepEqual((await app.app.usage.reconcile(project.scope)).orphans, [])
  })
})

describe('the clocks of a session', () => {
  it('pause it, or end it with onTimeout=kill; what was forgotten for 30 days ends', async () => {
    app.app.runs.start()
    try {
      const { member } = await app.newProject()
      const statusOf = async (id: string) => {
        const { data } = (await member.get(`${path}/${id}`)).body
        return [data.status, data.endedReason]
      }
      const [pausing, idle, long] = [
        await open(member, { idleTimeoutSec: 60 }),
        await open(member, { idleTimeoutSec: 60, onTimeout: 'kill' }),
        await open(member, { maxDurationSec: 120, onTimeout: 'kill' }),
      ]
      await execute(member, pausing, 'let v = 1')
      await saved(pausing)
      // The database decides when a run is due, and its clock cannot be moved.
      // A watch may be at work meanwhile and put its next one off, so all that wait are called again and again.
      const becomes = (id: string, expected: readonly (string | null)[], what: string) =>
        until(async () => {
          await app.db.rows(
            sql`update run set run_at = now() where kind = 'sandbox.watch' and status = 'waiting'`,
          )
          return isDeepStrictEqual(await statusOf(id), expected)
        }, what)
      app.clock.advance(61_000)
      await becomes(pausing, ['paused', null], 'the pause')
      await becomes(idle, ['ended', 'idle_timeout'], 'the end of the idle one')
      assert.deepEqual(await statusOf(long), ['running', null])
      app.clock.advance(60_000)
      await becomes(long, ['ended', 'max_duration'], 'the end of the long one')
      assert.deepEqual((await execute(member, pausing, 'return v')).result, { value: 1 })
      assert.deepEqual(await statusOf(pausing), ['running', null])
      await member.post(`${path}/${pausing}/pause`)
      app.clock.advance(31 * 86_400_000)
      await app.app.sandboxes.sweep([])
      assert.deepEqual(await statusOf(pausing), ['ended', 'idle_timeout'])
    } finally {
      await app.app.runs.stop()
    }
  })
})
