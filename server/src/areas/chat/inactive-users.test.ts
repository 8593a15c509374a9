import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask, sensitive, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import { base, chainOf, newWorkflow, shout, untilStatus } from '../../../test/workflows/api.ts'

/** Runs outlast the requests that started them: their user can be switched off meanwhile. */
const { project } = await startChatApp()
const { admin } = project
const team = admin.acrossUsers()

async function newUser() {
  const name = `user-${randomUUID()}`
  const { body } = await admin.post('/api/v1/external-users', { name })
  const switchTo = async (isActive: boolean) => {
    const { status, text } = await admin.put(`/api/v1/external-users/${body.data.id}/toggle-active`, {
      isActive,
    })
    assert.equal(status, 200, text)
  }
  return { by: admin.as(name), switchTo }
}
const toolCalls = async (threadId: string): Promise<number> =>
  (await team.get(`/api/v1/tools/execution-logs?threadId=${threadId}`)).body.total

test('403: nothing is approved for a user who is switched off, by no one and in no protocol', async () => {
  const agent = await newAgent(admin, sensitive, { isPublic: true })
  const { by, switchTo } = await newUser()
  const threadId = await newThread(by, { workflowId: agent })
  await by.post(`${threadsBase}/${threadId}/runs/wait`, ask(upper))
  const runId = (await by.get(`${threadsBase}/${threadId}/runs`)).body.data[0].run_id
  await switchTo(false)
  const decisions = [{ type: 'approve' }]
  const command = { resume: { decisions } }
  for (const [path, body] of [
    [`${base}/executions/${runId}/resume`, { resumeValue: { decisions } }],
    [`${base}/executions/thread/${threadId}/resume`, { resumeValue: { decisions } }],
    [`${threadsBase}/${threadId}/runs`, { command }],
    [`${threadsBase}/${threadId}/runs/wait`, { command }],
    [`${threadsBase}/${threadId}/runs/stream`, { command }],
    [`/api/v1/langgraph/threads/${threadId}/runs/wait`, { assistant_id: agent, command }],
  ] as const) {
    const { status, text } = await team.post(path, body)
    assert.equal(status, 403, `${path}: ${text}`)
    assert.match(text, /external_user_inactive/)
    assert.match(text, /toggle-active/)
  }
  assert.equal((await untilStatus(team, runId, 'paused')).state.pauses.length, 1)
  assert.equal(await toolCalls(threadId), 0)
  await switchTo(true)
  assert.equal(
    (await team.post(`${base}/executions/${runId}/resume`, { resumeValue: { decisions } })).status,
    200,
  )
  await untilStatus(team, runId, 'completed')
  assert.equal(await toolCalls(threadId), 1)
})

test('an execution that waits for an event calls no tool for a user who was switched off since', async () => {
  const event = { id: 'wait', type: 'wait', event: 'paid' }
  const flow = await newWorkflow(admin, chainOf([event, shout]), { isPublic: true })
  const { by, switchTo } = await newUser()
  const started = await by.post(`${base}/execute/${flow}`, { input: { name: 'ada' } })
  const { executionId, threadId } = started.body.data
  await untilStatus(team, executionId, 'paused')
  await switchTo(false)
  const sent = await team.post(`${base}/executions/${executionId}/events`, { event: 'paid' })
  assert.equal(sent.status, 200, sent.text)
  const { error } = await untilStatus(team, executionId, 'failed', 'completed')
  assert.equal(error?.code, 'external_user_inactive')
  assert.equal(await toolCalls(threadId), 0)
})
