import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { framesIn, newThread, runIn, threadsBase } from '../../../test/chat/api.ts'
import {
  ask,
  contents,
  type Said,
  sensitive,
  slow,
  startChatApp,
  upper,
} from '../../../test/chat/chat-app.ts'
import type { Caller } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const { app, project, origin, agent, runOf, threadOf, start, untilRun } = await startChatApp()

describe('runs', () => {
  test('200 with the events of the contract, numbered with a fixed width, usage and end last', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const { text, headers } = await project.admin.post(`${threadsBase}/${threadId}/runs/stream`, ask(upper))
    assert.match(text, /^retry: 2000\n\n/)
    const frames = framesIn(text)
    const { run_id: runId } = frames[0]!.data as { run_id: string }
    assert.equal(headers['content-location'], `/threads/${threadId}/runs/${runId}`)
    assert.match(String(headers.location), new RegExp(`^/threads/${threadId}/runs/${runId}/stream\\?`))
    const ids = frames.map(({ id }) => id).filter(Boolean)
    assert.ok(ids.every((id) => new RegExp(`^${runId}-\\d{12}(\\.5)?$`).test(id)))
    assert.deepEqual(ids, ids.toSorted())
    const names = frames.map(({ event }) => event)
    for (const name of ['metadata', 'messages', 'updates', 'tool_call', 'tool_result'])
      assert.ok(names.includes(name), name)
    assert.deepEqual(names.slice(-2), ['usage', 'end'])
    const usage = frames.at(-2)!.data as Record<string, number>
    assert.equal(usage.runCredits, 2)
    const thread = await threadOf(threadId)
    assert.equal(thread.creditsTotal, usage.threadCreditsTotal)
    const { body } = await project.admin.get(`/api/v1/usage?threadId=${threadId}`)
    assert.equal(body.success, true)
    assert.equal(thread.messageCount, 4)
  })

  test('the usage event says what the balance has left, only where there is one and the caller may read it', async () => {
    const limited = await app.newProject()
    const operator = await app.operatorOf(limited)
    const workflowId = await newAgent(limited.admin, {}, { isPublic: true })
    const usageOf = async (caller: Caller) => {
      const threadId = await newThread(caller, { workflowId })
      const { text } = await caller.post(`${threadsBase}/${threadId}/runs/stream`, ask('/say hi'))
      return framesIn(text).at(-2)!.data as Record<string, number>
    }
    assert.ok(!('balanceRemaining' in (await usageOf(limited.admin))))
    assert.equal((await operator.post('/api/v1/usage/grants', { credits: 50, reason: 'test' })).status, 200)
    assert.equal((await usageOf(limited.admin)).balanceRemaining, 50)
    const restricted = { name: 'chat', role: 'member', scopes: ['chat:*', 'llm:*', 'workflow:*'] }
    const { key } = (await limited.admin.post('/api/v1/api-keys', restricted)).body.data
    assert.ok(!('balanceRemaining' in (await usageOf(app.callerWith({ 'x-api-key': key })))))
    const token = await limited.admin.post(`/api/v1/chat/${workflowId}/tokens`, {}, { 'x-username': 'alice' })
    const bearer = { authorization: `Bearer ${token.body.data.token}` }
    assert.ok(!('balanceRemaining' in (await usageOf(app.callerWith(bearer)))))
  })

  test('takes the agent of the thread, of the request, or by name', async () => {
    const without = await newThread(project.admin)
    for (const more of [
      { workflowId: randomUUID() },
      { assistant_id: randomUUID() },
      { assistant_id: 'no such' },
    ])
      assert.equal((await start(without, '/say hi', more)).status, 404)
    const values = await runIn(project.admin, without, '/say hi', { workflowId: agent })
    assert.deepEqual(contents(values), ['/say hi', 'hi'])
    assert.equal((await threadOf(without)).workflowId, agent)
    assert.equal(
      contents(await runIn(project.admin, without, '/say again', { assistant_id: 'anything' })).at(-1),
      'again',
    )
  })

  test('a message of a known id is not said twice', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const id = randomUUID()
    for (let i = 0; i < 2; i++)
      await project.admin.post(`${threadsBase}/${threadId}/runs/wait`, ask('/say once', id))
    const { values } = await threadOf(threadId)
    assert.equal(values.messages.filter((message: Said) => message.id === id).length, 1)
  })

  test('422 for a message without content, with an unknown block', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    for (const content of ['', [], [{ type: 'hologram' }], [{ type: 'image_url' }]]) {
      const input = { messages: [{ type: 'human', content }] }
      const { status, body } = await project.admin.post(`${threadsBase}/${threadId}/runs`, { input })
      assert.deepEqual([status, body.error.code], [422, 'message_invalid'], JSON.stringify(content))
    }
  })

  test('400 for a Last-Event-ID of another stream', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    await runIn(project.admin, threadId, '/say hi')
    const [run] = (await project.admin.get(`${threadsBase}/${threadId}/runs`)).body.data
    const path = `${threadsBase}/${threadId}/runs/${run.run_id}/stream`
    for (const id of ['x', `${randomUUID()}-000000000001`])
      assert.equal((await project.admin.get(path, { 'last-event-id': id })).status, 400)
    assert.equal((await project.admin.get(path, { 'last-event-id': '-1' })).status, 200)
  })
})

describe('runs of a busy thread', () => {
  test('the runs of a thread are listed by status, with their number', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    await runIn(project.admin, threadId, '/say one')
    await runIn(project.admin, threadId, '/say two')
    const { run } = await start(threadId, slow)
    const runs = `${threadsBase}/${threadId}/runs`
    await project.admin.post(`${runs}/${run.run_id}/cancel?wait=true`)
    const cancelled = await project.admin.get(`${runs}?status=cancelled`)
    assert.deepEqual(
      cancelled.body.data.map(({ run_id: id }: { run_id: string }) => id),
      [run.run_id],
    )
    const all = (await project.admin.get(runs)).body.data
    const { body } = await project.admin.get(`${runs}?status=success&limit=1&offset=1`)
    assert.deepEqual([body.total, body.data[0].run_id], [2, all[2].run_id])
    assert.equal((await project.admin.get(`${runs}?status=pending`)).body.total, 0)
  })

  test('enqueue: the second follows the first', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const first = await start(threadId, '/slow 30 /say a b c')
    const second = await start(threadId, '/say d')
    assert.deepEqual([second.run.multitask_strategy, second.run.started_at], ['enqueue', null])
    const last = await untilRun(threadId, second.run.run_id, 'success')
    const before = await runOf(threadId, first.run.run_id)
    assert.equal(before.status, 'success')
    // The second begins when the first has ended; the ends are times of the server, to the millisecond.
    assert.ok(Date.parse(last.started_at) >= Date.parse(before.ended_at), JSON.stringify([before, last]))
    assert.deepEqual(contents((await threadOf(threadId)).values), [
      '/slow 30 /say a b c',
      'a b c',
      '/say d',
      'd',
    ])
  })

  test('reject: 409 with the active run', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const first = await start(threadId, slow)
    const { status, body } = await start(threadId, '/say no', { multitask_strategy: 'reject' })
    assert.deepEqual([status, body.error.code, body.error.runId], [409, 'run_in_progress', first.run.run_id])
    await project.admin.post(`${threadsBase}/${threadId}/runs/${first.run.run_id}/cancel?wait=true`)
  })

  test('interrupt keeps the messages so far, rollback removes them', async () => {
    for (const [strategy, isKept] of [
      ['interrupt', true],
      ['rollback', false],
    ] as const) {
      const threadId = await newThread(project.admin, { workflowId: agent })
      const first = await start(threadId, slow)
      await until(async () => (await threadOf(threadId)).messageCount > 0)
      const second = await start(threadId, '/say instead', { multitask_strategy: strategy })
      await untilRun(threadId, second.run.run_id, 'success')
      assert.equal((await runOf(threadId, first.run.run_id)).status, 'cancelled')
      const said = contents((await threadOf(threadId)).values)
      assert.equal(said.includes(slow), isKept, strategy)
      assert.equal(said.at(-1), 'instead')
    }
  })

  test('409 behind 20 runs that wait; all of them end with the thread', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    // Longer than all other starts take on a busy machine: it ends with the thread.
    await start(threadId, `/slow 3000 /say ${'word '.repeat(40)}`)
    for (let i = 0; i < 20; i++) assert.equal((await start(threadId, '/say later')).status, 200)
    assert.deepEqual((await start(threadId, '/say too late')).body.error.code, 'run_queue_full')
    assert.equal((await project.admin.delete(`${threadsBase}/${threadId}`)).status, 200)
    assert.equal((await project.admin.get(`${threadsBase}/${threadId}`)).status, 404)
  })
})

test('runs are waited for, cancelled and made way for under idempotency keys', async () => {
  const post = async (url: string, body?: object) => {
    const key = { 'idempotency-key': randomUUID() }
    const response = await project.admin.post(`/api/v1/graphify/threads${url}`, body, key)
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  const say = (content: string) => ({ input: { messages: [{ type: 'human', content }] } })
  const { id } = await post('', { workflowId: await newAgent(project.admin) })
  const { messages } = await post(`/${id}/runs/wait`, say('/say hi'))
  assert.deepEqual(
    messages.map(({ content }: { content: string }) => content),
    ['/say hi', 'hi'],
  )
  const slow = '/slow 500 /say a b c d e f g h i j k l m n o p q r s t u v w x y z'
  const { run_id: runId } = await post(`/${id}/runs`, say(slow))
  assert.equal((await post(`/${id}/runs/${runId}/cancel?wait=true`)).status, 'cancelled')
  await post(`/${id}/runs`, say(slow))
  const next = await post(`/${id}/runs/wait`, { ...say('/say now'), multitask_strategy: 'interrupt' })
  assert.equal(next.messages.at(-1).content, 'now')
})

test('a body that is cut at any byte starts nothing', async () => {
  const threadId = await newThread(project.admin, { workflowId: agent })
  const body = JSON.stringify({ input: { messages: [{ type: 'human', content: '/say hi' }] } })
  for (let length = 0; length < body.length; length++) {
    const { status } = await project.admin.post(`${threadsBase}/${threadId}/runs/wait`, body.slice(0, length))
    assert.equal(status, length === 0 ? 422 : 400, body.slice(0, length))
  }
  assert.equal((await project.admin.get(`${threadsBase}/${threadId}/runs`)).body.total, 0)
})

describe('clients that leave', () => {
  const leave = async (threadId: string, more: object) => {
    const controller = new AbortController()
    const response = await fetch(`${origin}${threadsBase}/${threadId}/runs/stream`, {
      method: 'POST',
      headers: { 'x-api-key': project.adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ask('/slow 60 /say a b c d e f g h i j'), ...more }),
      signal: controller.signal,
    })
    const reader = response.body!.getReader()
    await reader.read()
    controller.abort()
    const path = response.headers.get('content-location')!
    return path.split('/').at(-1)!
  }

  test('the run continues, and is cancelled only where the client wants that', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const continued = await leave(threadId, {})
    assert.equal((await untilRun(threadId, continued, 'success', 'cancelled')).status, 'success')
    const cancelled = await leave(threadId, { on_disconnect: 'cancel' })
    assert.equal((await untilRun(threadId, cancelled, 'success', 'cancelled')).status, 'cancelled')
  })

  const joins = sizeOf({ short: 12, long: 500 })
  test(`${joins} readers of one run, of whom a third leaves and a third does not read`, async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const { run } = await start(threadId, '/slow 60 /say a b c d e f g h i j')
    const url = `${origin}${threadsBase}/${threadId}/runs/${run.run_id}/stream`
    const headers = { 'x-api-key': project.adminKey }
    const idle: Response[] = []
    const read = await Promise.all(
      Array.from({ length: joins }, async (_, index) => {
        const response = await fetch(url, { headers })
        assert.equal(response.status, 200)
        if (index % 3 === 0) return framesIn(await response.text())
        if (index % 3 === 1) await response.body!.cancel()
        else idle.push(response)
        return null
      }),
    )
    const [first, ...others] = read.filter((frames) => frames !== null)
    assert.deepEqual(first!.at(-1)!.data, { status: 'success' })
    for (const frames of others) assert.deepEqual(frames, first)
    for (const response of idle) assert.deepEqual(framesIn(await response.text()), first)
  })
})

describe('cancel', () => {
  test('interrupt stores the words that were said; a run that has ended is left as it is', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const { run } = await start(threadId, slow)
    const path = `${threadsBase}/${threadId}/runs/${run.run_id}/cancel?wait=true`
    await until(async () => {
      const { text } = await project.admin.get(`${threadsBase}/${threadId}/runs/${run.run_id}`)
      return text.includes('running')
    })
    const { body } = await project.admin.post(path)
    assert.equal(body.data.status, 'cancelled')
    assert.equal((await project.admin.post(path)).body.data.status, 'cancelled')
    assert.equal((await threadOf(threadId)).status, 'idle')
    const { text } = await project.admin.get(`${threadsBase}/${threadId}/runs/${run.run_id}/stream`)
    assert.deepEqual(framesIn(text).at(-1)!.data, { status: 'cancelled' })
  })
})

describe('another user', () => {
  test('404 for every id of a thread, also with the right Last-Event-ID', async () => {
    const ann = project.member.as('ann')
    const bob = project.member.as('bob')
    const threadId = await newThread(ann, { workflowId: agent })
    const { text } = await ann.post(`${threadsBase}/${threadId}/runs/stream`, ask('/say secret'))
    const frames = framesIn(text)
    const { run_id: runId } = frames[0]!.data as { run_id: string }
    const { id } = frames.find((frame) => frame.id !== '')!
    const paths = [
      '',
      '/state',
      '/messages',
      '/runs',
      `/runs/${runId}`,
      `/runs/${runId}/stream`,
      `/runs/${runId}/join`,
      '/branches',
      '/compare',
    ]
    for (const path of paths) {
      const { status, text: answer } = await bob.get(`${threadsBase}/${threadId}${path}`, {
        'last-event-id': id,
      })
      assert.equal(status, 404, path)
      assert.doesNotMatch(answer, /secret/)
    }
    const own = await newThread(bob, { workflowId: agent })
    assert.equal((await bob.get(`${threadsBase}/${own}/runs/${runId}`)).body.error.code, 'run_not_found')
    assert.equal((await bob.get(`${threadsBase}/${own}/compare?with=${threadId}`)).status, 404)
    assert.equal((await bob.post(`${threadsBase}/search`, {})).body.total, 1)
    assert.equal((await bob.post(`${threadsBase}/${threadId}/runs`, ask('/say hi'))).status, 404)
  })
})

describe('approvals', () => {
  const interrupted = async (): Promise<{ threadId: string; runId: string }> => {
    const threadId = await newThread(project.admin, { workflowId: await newAgent(project.admin, sensitive) })
    const { run } = await start(threadId, upper)
    await untilRun(threadId, run.run_id, 'interrupted')
    return { threadId, runId: run.run_id }
  }
  const resume = (threadId: string, value: unknown, by = project.admin) =>
    by.post(`${threadsBase}/${threadId}/runs/wait`, { command: { resume: value } })
  const resultIn = ({ messages }: { messages: Said[] }) =>
    messages.find(({ type }) => type === 'tool')!.content

  test('422, 409: nothing but an approval approves a call', async () => {
    const { threadId } = await interrupted()
    const edits = [
      { type: 'edit' },
      { type: 'edit', args: 'x' },
      { type: 'constructor' },
      { type: ['approve'] },
      { type: { toString: 1, valueOf: 2 } },
      { decisions: [{ decision: { toString: 1, valueOf: 2 } }] },
      { approved: 'false' },
    ]
    for (const value of [null, 0, 1, '', 'maybe', {}, [], { text: 'no' }, { decisions: 'x' }, ...edits]) {
      const { status, body } = await resume(threadId, value)
      assert.deepEqual([status, body.error?.code], [422, 'workflow_input_invalid'], JSON.stringify(value))
    }
    for (const value of [{ [randomUUID()]: true }, { decisions: [{ id: 'other', type: 'approve' }] }]) {
      const { status, body } = await resume(threadId, value)
      assert.deepEqual([status, body.error?.code], [409, 'execution_not_paused'], JSON.stringify(value))
    }
    assert.equal((await resume(threadId, true, project.admin.as('eve'))).status, 404)
    assert.equal((await threadOf(threadId)).status, 'interrupted')
    assert.match(resultIn((await resume(threadId, { type: 'reject' })).body.data), /rejected/)
  })

  test('200 as a word, as an object or as true', async () => {
    for (const value of ['approve', { type: 'accept' }, { approved: true }, [{ type: 'approve' }], true]) {
      const { threadId } = await interrupted()
      const { status, body } = await resume(threadId, value)
      assert.equal(status, 200, JSON.stringify(body))
      assert.match(resultIn(body.data), /ADA/, JSON.stringify(value))
    }
    for (const value of [false, 'ignore', { approved: false }]) {
      const { threadId } = await interrupted()
      assert.match(resultIn((await resume(threadId, value)).body.data), /rejected/, JSON.stringify(value))
    }
    const { threadId } = await interrupted()
    assert.equal((await resume(threadId, [null])).status, 422)
  })

  test('one of several approvals counts, and a cancel at the same time ends the run or comes too late', async () => {
    const together = await interrupted()
    const approvals = await Promise.all([1, 2, 3].map(() => resume(together.threadId, true)))
    assert.deepEqual(approvals.map(({ status }) => status).sort(), [200, 409, 409])
    for (const action of ['interrupt', 'rollback', 'interrupt', 'rollback']) {
      const { threadId, runId } = await interrupted()
      const [approved, cancelled] = await Promise.all([
        resume(threadId, true),
        project.admin.post(`${threadsBase}/${threadId}/runs/${runId}/cancel?wait=true&action=${action}`),
      ])
      assert.ok([200, 409].includes(approved.status), approved.text)
      assert.equal(cancelled.status, 200, cancelled.text)
      assert.ok(['cancelled', 'success'].includes((await runOf(threadId, runId)).status))
      assert.equal(contents(await runIn(project.admin, threadId, '/say next')).at(-1), 'next')
    }
  })
})

test('a run that no server can finish ends with an error, and its thread continues', async () => {
  const threadId = await newThread(project.admin, { workflowId: agent })
  const { run } = await start(threadId, '/slow 60000 /say a b c')
  const streaming = project.admin.get(`${threadsBase}/${threadId}/runs/${run.run_id}/stream`)
  // As if each server that works on it was lost.
  await until(async () => {
    const lost = await app.db.rows(sql`
      update run set lease_until = now() - interval '1 second', worker_id = ${randomUUID()}, losses = 100
      where id = ${run.run_id} and status = 'running' returning id`)
    return lost.length === 1
  })
  const { error } = await untilRun(threadId, run.run_id, 'error')
  assert.equal(error.code, 'worker_lost')
  const frames = framesIn((await streaming).text)
  assert.deepEqual(
    frames.slice(-3).map(({ event }) => event),
    ['error', 'usage', 'end'],
  )
  assert.equal((await threadOf(threadId)).status, 'error')
  assert.deepEqual(contents(await runIn(project.admin, threadId, '/say next')).slice(-2), [
    '/say next',
    'next',
  ])
  assert.equal((await threadOf(threadId)).status, 'idle')
})
