import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { framesIn, newThread, runIn, threadsBase } from '../../../test/chat/api.ts'
import { ask, contents, type Said, slow, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'

const { app, project, agent, runOf, threadOf, start } = await startChatApp()

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
    const say = ask('Thanks')
    const stored = framesIn((await project.admin.post(`${threadsBase}/${threadId}/runs/stream`, say)).text)
    assert.deepEqual(
      stored.map(({ event }) => event),
      ['metadata', 'updates', 'end'],
    )
    const { input } = stored[1]!.data as { input: { messages: Said[] } }
    assert.deepEqual(contents(input), ['Thanks'])
    const again = { ...say, stream_mode: 'values' }
    const { text } = await project.admin.post(`${threadsBase}/${threadId}/runs/stream`, again)
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

  const generateTitle = async (threadId: string) =>
    (await project.admin.post(`${threadsBase}/${threadId}/generate-title`)).body.data.title

  test('makes a title of the first words where no language model is configured', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    await runIn(project.admin, threadId, `/say ${'order '.repeat(40)}`)
    const title = await generateTitle(threadId)
    assert.ok(title.length <= 60 && title.startsWith('/say order'), title)
    assert.equal((await threadOf(threadId)).metadata.title, title)
  })

  test('makes a title once: the second call returns the first title, and one that a user gave stays', async () => {
    const threadId = await newThread(project.admin, { workflowId: agent })
    await runIn(project.admin, threadId, '/say one')
    assert.equal(await generateTitle(threadId), '/say one')
    await project.admin.patch(`${threadsBase}/${threadId}`, { metadata: { title: 'Order 1042' } })
    assert.equal(await generateTitle(threadId), 'Order 1042')
    assert.equal((await threadOf(threadId)).metadata.title, 'Order 1042')
  })

  test('makes a title of one line without Markdown', async () => {
    const said = {
      '# Where **is** my [order](https://example.com)?\n\nIt is late.': 'Where is my order?',
      '- `a` first\n- second': 'a first',
      '> "Quoted"': 'Quoted',
      '```js\nconst a = 1\n```': 'const a = 1',
      '---\n\n***Hello*** there.': 'Hello there',
    }
    for (const [text, title] of Object.entries(said)) {
      const threadId = await newThread(project.admin, { workflowId: agent })
      await runIn(project.admin, threadId, text)
      assert.equal(await generateTitle(threadId), title)
    }
  })
})

describe('branches', () => {
  test('a fork at a message, run with another agent, is compared with what it was forked from', async () => {
    const other = await newAgent(project.admin, { tools: { pinnedSlugs: [] } })
    const threadId = await newThread(project.admin, { workflowId: agent })
    const first = await runIn(project.admin, threadId, upper)
    const question = first.messages[0] as Said
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
      const { id } = messages.at(-1) as Said
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

test('the history of a long thread is read in parts', async () => {
  const threadId = await newThread(project.admin)
  const [requests, each] = [2, 120]
  for (let i = 0; i < requests; i++) {
    const messages = Array.from({ length: each }, (_, at) => ({ type: 'human', content: `${i} ${at}` }))
    const added = await project.admin.post(`${threadsBase}/${threadId}/state`, { values: { messages } })
    assert.equal(added.status, 200, added.text)
  }
  const ids: string[] = []
  let parts = 0
  for (let before: string | undefined; ; before = ids.at(-1)) {
    const { body } = await project.admin.post(`${threadsBase}/${threadId}/history`, { limit: 1000, before })
    if (body.data.length === 0) break
    ids.push(...body.data.map((state: { checkpoint_id: string }) => state.checkpoint_id))
    parts++
  }
  assert.ok(parts > 1)
  assert.deepEqual([ids.length, new Set(ids).size], [requests * each + 1, requests * each + 1])
})
