import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask, startChatApp } from '../../../test/chat/chat-app.ts'
import { until } from '../../../test/until.ts'

const { app, project, agent, start, untilRun, threadOf } = await startChatApp()
const { admin } = project

const pathOf = (id: string) => `${threadsBase}/${id}`
const human = (id: string, content = id) => ({ id, type: 'human', content })
const update = (id: string, messages: object[]) => admin.post(`${pathOf(id)}/state`, { values: { messages } })
type Listed = { id: string; text: string; checkpointId: string }
const listed = async (id: string): Promise<Listed[]> =>
  (await admin.get(`${pathOf(id)}/messages?limit=50`)).body.data
const textsIn = async (id: string) => (await listed(id)).map(({ text }) => text)
const endless = `/slow 60000 /say ${'word '.repeat(50)}`

/** A thread with a message before it, in which a run writes that does not end by itself. */
async function threadWithRun() {
  const id = await newThread(admin, { workflowId: agent })
  await update(id, [human('before')])
  const { run } = await start(id, endless)
  await until(async () => (await textsIn(id)).includes(endless), 'the run has stored its message')
  return { id, active: run.run_id as string }
}
const cancel = (id: string, runId: string, action: string) =>
  admin.post(`${pathOf(id)}/runs/${runId}/cancel?action=${action}`)

test('a run that waits begins at its state when the one before it has ended, and not in the middle of it', async () => {
  const { id, active } = await threadWithRun()
  const [{ checkpointId }] = (await listed(id)) as [Listed]
  const { run: queued } = await start(id, '/say reply', { checkpoint_id: checkpointId })
  assert.deepEqual(await textsIn(id), ['before', endless], 'the head is that of the active run')
  assert.equal((await admin.get(`${pathOf(id)}/branches`)).body.data.length, 1)
  assert.equal((await cancel(id, active, 'interrupt')).status, 200)
  await untilRun(id, queued.run_id, 'success')
  assert.deepEqual(await textsIn(id), ['before', '/say reply', 'reply'])
  assert.equal((await threadOf(id)).messageCount, 3)
  const branches = (await admin.get(`${pathOf(id)}/branches`)).body.data
  assert.equal(branches.length, 2, 'what the first run wrote has a branch')
})

test('a run that waits for a state that is rolled back fails with that, and the thread continues', async () => {
  const { id, active } = await threadWithRun()
  const { checkpointId } = (await listed(id)).at(-1)!
  const { run: queued } = await start(id, '/say reply', { checkpoint_id: checkpointId })
  await cancel(id, active, 'rollback')
  await untilRun(id, queued.run_id, 'error')
  assert.deepEqual(await textsIn(id), ['before'])
  assert.equal((await threadOf(id)).messageCount, 1)
  const { run } = await start(id, '/say more')
  await untilRun(id, run.run_id, 'success')
  assert.deepEqual(await textsIn(id), ['before', '/say more', 'more'])
})

test('a state that does not exist is refused while another run is active', async () => {
  const { id, active } = await threadWithRun()
  const { status, body } = await start(id, 'hello', { checkpoint_id: randomUUID() })
  assert.deepEqual([status, body.error.code], [404, 'checkpoint_not_found'])
  await cancel(id, active, 'interrupt')
})

test('one update may name a message more than once: each is about what the one before it left', async () => {
  const id = await newThread(admin, { workflowId: agent })
  const { status } = await update(id, [human('a'), human('b'), human('a', 'a again')])
  assert.equal(status, 200)
  assert.deepEqual(await textsIn(id), ['a again', 'b'])
  await update(id, [{ id: 'b', type: 'remove' }, human('b', 'b again')])
  assert.deepEqual(await textsIn(id), ['a again', 'b again'])
  assert.equal((await threadOf(id)).messageCount, 2)
  const twice = await update(id, [
    { id: 'b', type: 'remove' },
    { id: 'b', type: 'remove' },
  ])
  assert.equal(twice.body.error.code, 'message_not_found')
  assert.deepEqual(await textsIn(id), ['a again', 'b again'], 'and nothing of it is done')
})

test('writers that send the same message concurrently add it once', async () => {
  const id = await newThread(admin, { workflowId: agent })
  const all = await Promise.all(Array.from({ length: 6 }, (_, i) => update(id, [human('same', `text ${i}`)])))
  assert.ok(all.every(({ status }) => status === 200))
  assert.equal((await listed(id)).length, 1)
  assert.equal((await threadOf(id)).messageCount, 1)
})

test('404 for requests about a message that was removed', async () => {
  const id = await newThread(admin, { workflowId: agent })
  await update(id, [human('a'), human('gone'), human('c')])
  await update(id, [{ id: 'gone', type: 'remove' }])
  for (const request of [
    () => admin.post(`${pathOf(id)}/fork`, { message_id: 'gone' }),
    () => admin.post(`${pathOf(id)}/messages/gone/feedback`, { score: 1 }),
  ]) {
    const { status, body } = await request()
    assert.deepEqual([status, body.error.code], [404, 'message_not_found'])
  }
})

test('a run adds no message that the thread has, also one that a summary covers, and none twice', async () => {
  const id = await newThread(admin, { workflowId: agent })
  await update(id, [human('old', '/say old'), human('new', 'new')])
  const thread = await app.app.threads.get(app.db, project.scope, id)
  const summary = { id: 'summary:new', role: 'system', content: 'So far.' } as const
  await app.db.tx((tx) =>
    app.app.threads.entries.append(tx, thread, [{ kind: 'summary', message: summary, taint: null }]),
  )
  const [question] = ask('/say reply', 'question').input.messages
  const { run } = await start(id, '', { input: { messages: [human('old', '/say old'), question, question] } })
  await untilRun(id, run.run_id, 'success')
  assert.deepEqual(await textsIn(id), ['/say old', 'new', '/say reply', 'reply'])
  assert.equal((await threadOf(id)).messageCount, 4)
})
