import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { newThread, runIn, threadsBase } from '../../../test/chat/api.ts'
import { ask, contents, startChatApp } from '../../../test/chat/chat-app.ts'
import type { Caller } from '../../../test/harness.ts'

const { app } = await startChatApp()

const manager = '/api/v1/workflow/manager'
const agentsOf = async (caller: Caller): Promise<{ id: string; name: string }[]> =>
  (await caller.get(`${manager}/list?workflowType=agent&limit=100`)).body.data
const agentOf = async (caller: Caller, threadId: string): Promise<string> =>
  (await caller.get(`${threadsBase}/${threadId}`)).body.data.workflowId
const choose = (caller: Caller, defaultAgentId: string | null) =>
  caller.patch('/api/v1/project', { defaultAgentId })

test('creates one agent for a project without agents, also when two runs start concurrently', async () => {
  const { admin } = await app.newProject()
  const alice = { 'x-username': 'alice' }
  const threads = await Promise.all([newThread(admin), newThread(admin)])
  const replies = await Promise.all(threads.map((id) => runIn(admin, id, '/say hi')))
  assert.deepEqual(replies.map(contents), [
    ['/say hi', 'hi'],
    ['/say hi', 'hi'],
  ])
  const agents = await agentsOf(admin)
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['Assistant'],
  )
  const thread = (await admin.post(threadsBase, {}, alice)).body.data.id
  const run = await admin.post(`${threadsBase}/${thread}/runs/wait`, ask('/say me too'), alice)
  assert.equal(run.status, 200, run.text)
  assert.equal((await agentsOf(admin)).length, 1)
})

test('prefers the agent that the project has chosen, then the oldest that every end user may execute', async () => {
  const { admin } = await app.newProject()
  const alice = { 'x-username': 'alice' }
  const ofAlice = (await admin.post(`${manager}/create`, { workflowType: 'agent', agent: {} }, alice)).body
    .data.id
  await admin.patch(`${manager}/activeStatus/${ofAlice}`, { activeStatus: true }, alice)
  const oldest = await newAgent(admin, {})
  const chosen = await newAgent(admin, {})
  const first = await newThread(admin)
  await runIn(admin, first, '/say a')
  assert.equal(await agentOf(admin, first), oldest)
  assert.equal((await choose(admin, chosen)).body.data.defaultAgentId, chosen)
  const second = await newThread(admin)
  await runIn(admin, second, '/say b')
  assert.equal(await agentOf(admin, second), chosen)
  assert.equal((await choose(admin, null)).status, 200)
  const third = await newThread(admin)
  await runIn(admin, third, '/say c')
  assert.equal(await agentOf(admin, third), oldest)
})

test('400: refuses to choose an agent of another project, of one end user, or an inactive one', async () => {
  const [{ admin }, other] = [await app.newProject(), await app.newProject()]
  const inactive = (await admin.post(`${manager}/create`, { workflowType: 'agent', agent: {} })).body.data.id
  const headers = { 'x-username': 'alice' }
  const body = { workflowType: 'agent', agent: {} }
  const ofAlice = (await admin.post(`${manager}/create`, body, headers)).body.data.id
  await admin.patch(`${manager}/activeStatus/${ofAlice}`, { activeStatus: true }, headers)
  for (const id of [await newAgent(other.admin, {}), inactive, ofAlice]) {
    const { status, body } = await choose(admin, id)
    assert.deepEqual([status, body.error.details[0].path], [400, '/defaultAgentId'], id)
  }
})

test('422: a default agent that was deactivated is named, and nothing is created beside it', async () => {
  const { admin } = await app.newProject()
  const agent = await newAgent(admin, {})
  await choose(admin, agent)
  assert.equal((await admin.patch(`${manager}/activeStatus/${agent}`, { activeStatus: false })).status, 200)
  const { status, body } = await admin.post(`${threadsBase}/${await newThread(admin)}/runs`, ask('/say hi'))
  assert.deepEqual([status, body.error.code], [422, 'agent_required'])
  assert.equal(body.error.defaultAgentId ?? body.error.facts?.defaultAgentId, agent)
  assert.equal((await agentsOf(admin)).length, 1)
})
