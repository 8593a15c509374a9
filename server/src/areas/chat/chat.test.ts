import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { framesIn, newThread, runIn, threadsBase } from '../../../test/chat/api.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'

let app: TestApp
let project: TestProject
let origin: string
let agent: string

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
  origin = await app.listen()
  agent = await newAgent(project.admin, { tools: { pinnedSlugs: ['text_change_case'] } })
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

const ask = (text: string, id: string = randomUUID()) => ({
  input: { messages: [{ id, type: 'human', content: text }] },
})
const slow = '/slow 300 /say a b c d e f g h i j k l'
const upper = '/call text_change_case {"text":"ada","to":"upper"}'
type Chat = { type: string; content: string; id: string }
const contents = ({ messages }: { messages: Chat[] }) => messages.map(({ content }) => content)

const start = async (threadId: string, text: string, more: object = {}) => {
  const { status, body } = await project.admin.post(`${threadsBase}/${threadId}/runs`, {
    ...ask(text),
    ...more,
  })
  return { status, run: body.data, body }
}
const runOf = async (threadId: string, runId: string) =>
  (await project.admin.get(`${threadsBase}/${threadId}/runs/${runId}`)).body.data
const threadOf = async (id: string) => (await project.admin.get(`${threadsBase}/${id}`)).body.data
const untilRun = (threadId: string, runId: string, ...statuses: string[]) =>
  until(async () => {
    const run = await runOf(threadId, runId)
    return statuses.includes(run.status) && run
  })

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
    assert.ok(ids.every((id) => new RegExp(`^${runId}-\\d{12}$`).test(id)))
    assert.deepEqual(ids, ids.toSorted())
    const names = frames.map(({ event }) => event)
    for (const name of ['metadata', 'messages', 'updates', 'values', 'tool_call', 'tool_result'])
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

  test('the agent is that of the thread, of the request, or a name; 422 where none is named', async () => {
    const without = await newThread(project.admin)
    const refused = await project.admin.post(`${threadsBase}/${without}/runs`, ask('/say hi'))
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'agent_required'])
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
    assert.equal(values.messages.filter((message: Chat) => message.id === id).length, 1)
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
    assert.equal(second.run.multitask_strategy, 'enqueue')
    await untilRun(threadId, second.run.run_id, 'success')
    assert.equal((await runOf(threadId, first.run.run_id)).status, 'success')
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

describe('humans who answer', () => {
  test('taking over ends the run; messages are stored without one until the agent replies again', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const { run } = await start(threadId, slow)
    const mode = `${threadsBase}/${threadId}/reply-mode`
    assert.equal((await project.admin.patch(mode, { mode: 'human' })).body.data.replyMode, 'human')
    assert.equal((await runOf(threadId, run.run_id)).status, 'cancelled')
    const values = await runIn(project.admin, threadId, 'Is anyone there?')
    assert.equal(contents(values).at(-1), 'Is anyone there?')
    const reply = await project.admin.post(`${threadsBase}/${threadId}/operator-reply`, {
      text: 'Yes, I am.',
    })
    assert.deepEqual([reply.body.data.role, reply.body.data.text], ['operator', 'Yes, I am.'])
    const { text } = await project.admin.post(`${threadsBase}/${threadId}/runs/stream`, ask('Thanks'))
    assert.deepEqual(
      framesIn(text).map(({ event }) => event),
      ['metadata', 'values', 'end'],
    )
    await project.admin.patch(mode, { mode: 'agent' })
    const back = await runIn(project.admin, threadId, '/say back')
    assert.deepEqual(contents(back).slice(-4), ['Yes, I am.', 'Thanks', '/say back', 'back'])
    const audit = await project.admin.get('/api/v1/audit-log?limit=50')
    assert.ok(audit.text.includes('thread.operator_replied'))
    const published = await app.db.rows<{ type: string }>(sql`
      select type from event where project_id = ${project.id} and data->>'threadId' = ${threadId}
        and type like 'thread.%' order by id`)
    assert.deepEqual(
      published.map(({ type }) => type.slice('thread.'.length)),
      [
        'reply_mode_changed',
        'message_received',
        'operator_replied',
        'message_received',
        'reply_mode_changed',
      ],
    )
  })

  test('409 for a reply while a run is active', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const { run } = await start(threadId, slow)
    const reply = await project.admin.post(`${threadsBase}/${threadId}/operator-reply`, { text: 'Wait' })
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'run_in_progress'])
    await project.admin.post(`${threadsBase}/${threadId}/runs/${run.run_id}/cancel?wait=1`)
  })

  test('a title is made of the first words where no language model is configured', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    await runIn(project.admin, threadId, `/say ${'order '.repeat(40)}`)
    const { body } = await project.admin.post(`${threadsBase}/${threadId}/generate-title`)
    assert.ok(body.data.title.length <= 80 && body.data.title.startsWith('/say order'))
    assert.equal((await threadOf(threadId)).metadata.title, body.data.title)
  })
})

describe('branches', () => {
  test('a fork at a message, run with another agent, is compared with what it was forked from', async () => {
    const other = await newAgent(project.admin, { tools: { pinnedSlugs: [] } })
    const threadId = await newThread(project.admin, { workflowId: agent })
    const first = await runIn(project.admin, threadId, upper)
    const question = first.messages[0] as Chat
    const forked = await project.admin.post(`${threadsBase}/${threadId}/fork`, { message_id: question.id })
    assert.equal(forked.body.data.branch, 1)
    const rerun = await project.admin.post(`${threadsBase}/${threadId}/runs/wait`, {
      workflowId: other,
      input: null,
    })
    assert.equal(rerun.body.data.messages[0].id, question.id)
    const { body } = await project.admin.get(`${threadsBase}/${threadId}/compare?with=0`)
    const { left, right, toolCalls, commonMessages } = body.data
    assert.deepEqual([left.branch, right.branch, commonMessages], [1, 0, 1])
    assert.deepEqual([left.toolCalls.length, right.toolCalls.length], [0, 1])
    // The tool is charged, and is part of what the branch cost.
    assert.deepEqual([left.credits, right.credits, body.data.credits.difference], [0, 2, 2])
    assert.deepEqual(
      toolCalls.map(({ change, name }: Record<string, string>) => [change, name]),
      [['right', 'text_change_case']],
    )
    const branches = (await project.admin.get(`${threadsBase}/${threadId}/branches`)).body.data
    assert.deepEqual(
      branches.map(({ parent, isCurrent }: Record<string, unknown>) => [parent, isCurrent]),
      [
        [null, false],
        [0, true],
      ],
    )
    for (const bad of ['99', 'x', randomUUID()])
      assert.equal((await project.admin.get(`${threadsBase}/${threadId}/compare?with=${bad}`)).status, 404)
  })

  test('a copy has the messages up to one, and continues by itself', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent, metadata: { title: 'Original' } })
    const { messages } = await runIn(project.admin, threadId, '/say one')
    const { body } = await project.admin.post(`${threadsBase}/${threadId}/copy`, {
      message_id: messages[0].id,
    })
    assert.deepEqual([body.data.messageCount, body.data.metadata.copiedFrom], [1, threadId])
    await runIn(project.admin, body.data.id, '/say two')
    assert.equal((await threadOf(threadId)).messageCount, 2)
    assert.equal((await threadOf(body.data.id)).messageCount, 3)
  })

  test('400 for a fork at nothing, 404 at what is not there, 409 while a run is active', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    const fork = (body: object) => project.admin.post(`${threadsBase}/${threadId}/fork`, body)
    assert.equal((await fork({})).status, 400)
    assert.equal((await fork({ message_id: 'none' })).body.error.code, 'message_not_found')
    assert.equal((await fork({ checkpoint_id: randomUUID() })).body.error.code, 'checkpoint_not_found')
    const { run } = await start(threadId, slow)
    const state = { values: { messages: [{ type: 'human', content: 'x' }] } }
    assert.equal((await project.admin.post(`${threadsBase}/${threadId}/state`, state)).status, 409)
    await project.admin.post(`${threadsBase}/${threadId}/runs/${run.run_id}/cancel?wait=1`)
  })
})

describe('messages and feedback', () => {
  test('messages are paged, with feedback that a user changes', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    for (const text of ['/say one', '/say two']) await runIn(project.admin, threadId, text)
    const page = (query: string) => project.admin.get(`${threadsBase}/${threadId}/messages${query}`)
    const { body } = await page('?limit=3')
    assert.deepEqual(
      body.data.map(({ text }: { text: string }) => text),
      ['/say one', 'one', '/say two'],
    )
    assert.deepEqual([body.total, body.hasNextPage], [4, true])
    const last = (await page('?limit=1&order=desc')).body.data[0]
    const give = (score: number) =>
      project.admin.post(`${threadsBase}/${threadId}/messages/${last.id}/feedback`, { score })
    assert.equal((await give(-1)).body.data.score, -1)
    assert.equal((await give(1)).body.data.score, 1)
    assert.deepEqual(
      (await page('?limit=1&order=desc')).body.data[0].feedback.map(({ score }: { score: number }) => score),
      [1],
    )
    const early = (await page(`?checkpoint_id=${body.data[0].checkpointId}`)).body.data
    assert.equal(early.length, 1)
    assert.equal(
      (await project.admin.post(`${threadsBase}/${threadId}/messages/none/feedback`, { score: 1 })).status,
      404,
    )
  })
})

describe('DELETE', () => {
  test('nothing of a conversation is left in the database, but what it cost', async () => {
    const own = await app.newProject()
    await own.admin.patch('/api/v1/project', { storePrompts: true })
    const helper = await newAgent(own.admin, { tools: { pinnedSlugs: ['text_change_case'] } })
    const threadId = await newThread(own.admin, { workflowId: helper, metadata: { title: 'zanzibar' } })
    const values = await runIn(own.admin, threadId, '/call text_change_case {"text":"zanzibar","to":"upper"}')
    assert.match(JSON.stringify(values), /ZANZIBAR/)
    await own.admin.post(`${threadsBase}/${threadId}/messages/${values.messages[0].id}/feedback`, {
      comment: 'zanzibar',
    })
    const before = await tablesWith('zanzibar')
    assert.ok(before.length > 3, before.join())
    assert.equal((await own.admin.delete(`${threadsBase}/${threadId}`)).status, 200)
    assert.deepEqual(await tablesWith('zanzibar'), [])
    assert.equal((await own.admin.get(`${threadsBase}/${threadId}/messages`)).status, 404)
    const usage = await own.admin.get(`/api/v1/usage?threadId=${threadId}`)
    assert.equal(usage.status, 200)
    assert.ok(JSON.stringify(usage.body.data).includes('2'))
  })

  /** Tables of which some row has the text, whatever its case. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await app.db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
    const found: string[] = []
    for (const { name } of tables) {
      const rows = await app.db.rows(sql`
        select 1 from ${sqlText(`"${name}"`)} t where to_jsonb(t)::text ilike ${`%${text}%`} limit 1`)
      if (rows.length > 0) found.push(name)
    }
    return found
  }
})

describe('feedback of all threads', () => {
  test('is listed with the agent, its version and the message, and counted by day and version', async () => {
    const own = await app.newProject()
    const feedbackBase = '/api/v1/graphify/feedback'
    const rated = await newAgent(own.admin)
    const say = async (user: string, text: string, score: number, comment?: string) => {
      const caller = own.member.as(user)
      const threadId = await newThread(caller, { workflowId: rated })
      const { messages } = await runIn(caller, threadId, `/say ${text}`)
      const { id } = messages.at(-1) as Chat
      await caller.post(`${threadsBase}/${threadId}/messages/${id}/feedback`, { score, comment })
      return { threadId, messageId: id }
    }
    const first = await say('ann', 'one', 1)
    await own.admin.patch(`/api/v1/workflow/manager/update/${rated}`, { agent: { prompt: 'Help more.' } })
    const second = await say('bob', 'two', -1, 'Too short')
    const acrossUsers = { 'x-act-across-users': 'true' }
    const { body } = await own.admin.get(feedbackBase, acrossUsers)
    assert.deepEqual(
      body.data.map((each: Record<string, unknown>) => [
        each.thread_id,
        each.messageId,
        each.text,
        each.score,
        each.comment,
        each.workflowId,
        each.version,
      ]),
      [
        [second.threadId, second.messageId, 'two', -1, 'Too short', rated, '1.0.1'],
        [first.threadId, first.messageId, 'one', 1, null, rated, '1.0.0'],
      ],
    )
    assert.equal(body.total, 2)
    const totals = async (query: string) =>
      (await own.admin.get(`${feedbackBase}?${query}`, acrossUsers)).body.total
    assert.deepEqual(
      [
        await totals('rating=positive'),
        await totals('hasComment=true'),
        await totals('hasComment=false'),
        await totals(`workflowId=${rated}`),
        await totals(`workflowId=${agent}`),
        await totals('to=2020-01-01'),
        (await own.member.as('bob').get(feedbackBase)).body.total,
      ],
      [1, 1, 1, 2, 0, 0, 1],
    )
    const { data } = (await own.admin.get(`${feedbackBase}/statistics`, acrossUsers)).body
    assert.deepEqual([data.positive, data.negative, data.comments], [1, 1, 1])
    assert.equal(
      data.days.reduce((sum: number, day: { positive: number }) => sum + day.positive, 0),
      1,
    )
    assert.deepEqual(
      data.agents.map(({ version, positive, negative }: Record<string, unknown>) => [
        version,
        positive,
        negative,
      ]),
      [
        ['1.0.1', 0, 1],
        ['1.0.0', 1, 0],
      ],
    )
    const ofAnn = (await own.member.as('ann').get(`${feedbackBase}/statistics`)).body.data
    assert.deepEqual([ofAnn.positive, ofAnn.negative], [1, 0])
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
