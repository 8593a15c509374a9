import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ended, newAgent, say } from '../../../../../test/agents/api.ts'
import { startScriptedApp } from '../../../../../test/agents/scripted-app.ts'
import { obedient } from '../../../../../test/agents/scripted-model.ts'
import { startWebPages } from '../../../../../test/agents/web-pages.ts'
import type { Caller, TestProject } from '../../../../../test/harness.ts'
import { until } from '../../../../../test/until.ts'
import { base, chainOf, newWorkflow } from '../../../../../test/workflows/api.ts'

const { visits, origin } = await startWebPages()
const { app } = await startScriptedApp(obedient, { allowPrivate: '127.0.0.1' })
let project: TestProject
let caller: Caller
let toolId: string

const http = (path: string) => ({ http: { method: 'POST', url: `${origin}${path}`, body: { to: '{{to}}' } } })

async function post(path: string, body: object) {
  const { status, text, body: response } = await caller.post(path, body)
  assert.equal(status, 200, text)
  return response.data
}

beforeEach(async () => {
  project = await app.newProject()
  caller = project.admin
  visits.length = 0
  toolId = (
    await post('/api/v1/tools', {
      slug: 'send',
      name: 'Send',
      description: 'Sends a letter.',
      toolkitSlug: 'letters',
      noAuth: true,
      inputParameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      ...http('/shown'),
    })
  ).id
})

const change = async (body: object) => {
  const changed = await caller.patch(`/api/v1/tools/byId/${toolId}`, body)
  assert.equal(changed.status, 200, changed.text)
}
const order = (name: string, args: object) => `DO ${name} ${JSON.stringify(args)} END`
const send = order('send', { to: 'Ada' })
const agentWith = (agent: object = {}, sensitiveToolNames: string[] = ['send']) =>
  newAgent(caller, {
    modelSettings: { model: 'openai/gpt-4o' },
    tools: { pinnedSlugs: ['send'] },
    capabilities: { humanApproval: { sensitiveToolNames } },
    ...agent,
  })
const pausesOf = async (id: string) => (await caller.get(`${base}/executions/${id}`)).body.data.state.pauses
const requestOf = async (id: string) => (await pausesOf(id))[0].request.requests[0]
const resume = (threadId: string, resumeValue: unknown) =>
  caller.post(`${base}/executions/thread/${threadId}/resume`, { resumeValue })

/** The question that follows an approval that does not count any more. */
async function nextRequest({ executionId }: { executionId: string }, answered: { hash: string }) {
  await until(async () => {
    const [pause] = await pausesOf(executionId)
    return pause !== undefined && pause.request.requests[0].hash !== answered.hash
  })
  return requestOf(executionId)
}

async function approve(said: { threadId: string }, more: object = {}) {
  const { status, text } = await resume(said.threadId, { decisions: [{ type: 'approve', ...more }] })
  assert.equal(status, 200, text)
}

test('a tool that was changed after it was shown needs another decision, and runs once as shown then', async () => {
  const said = await say(caller, await agentWith(), send)
  const first = await requestOf(said.executionId)
  await change(http('/changed'))
  await approve(said)
  const second = await nextRequest(said, first)
  assert.deepEqual([second.id, second.changed, first.changed], [first.id, ['tool'], undefined])
  assert.deepEqual(visits, [])
  const outdated = await resume(said.threadId, {
    decisions: [{ id: first.id, type: 'approve', hash: first.hash }],
  })
  assert.deepEqual([outdated.status, outdated.body.error?.code], [409, 'approval_outdated'])
  await approve(said, { id: second.id, hash: second.hash })
  const { steps } = await ended(caller, said.executionId)
  assert.deepEqual(visits, ['POST /changed'])
  const questions = steps.filter(({ type }: { type: string }) => type === 'approval')
  assert.equal(questions.length, 2)
})

test('what was edited before the tool changed is shown again, and sent when it is approved', async () => {
  const said = await say(caller, await agentWith(), send)
  const first = await requestOf(said.executionId)
  await change({ description: 'Sends a letter by courier.' })
  assert.equal((await resume(said.threadId, { type: 'edit', args: { to: 'Grace' } })).status, 200)
  const second = await nextRequest(said, first)
  assert.deepEqual([second.arguments, second.requested], [{ to: 'Grace' }, { to: 'Ada' }])
  await approve(said)
  const { steps } = await ended(caller, said.executionId)
  const step = steps.find(({ type }: { type: string }) => type === 'tool')
  const [{ type, requested, args }] = step.decisions
  assert.deepEqual(
    [type, requested, args, step.input],
    ['edit', { to: 'Ada' }, { to: 'Grace' }, { to: 'Grace' }],
  )
  assert.deepEqual(visits, ['POST /shown'])
})

test('a rejected call is not made when its tool has become harmless meanwhile', async () => {
  await change({ hints: { isDestructive: true } })
  const said = await say(caller, await agentWith({}, []), send)
  assert.equal((await requestOf(said.executionId)).reason, 'destructive')
  await change({ hints: { isDestructive: false, isReadOnly: true } })
  assert.equal((await resume(said.threadId, false)).status, 200)
  const { steps } = await ended(caller, said.executionId)
  const step = steps.find(({ type }: { type: string }) => type === 'tool')
  assert.equal(step.status, 'rejected')
  assert.deepEqual(visits, [])
})

test('the same holds in META mode, and for the tools of a workflow that an agent executes', async () => {
  const mapping = { id: 'post', type: 'action', toolSlug: 'send', inputMapping: { to: 'Ada' } }
  const flow = await newWorkflow(caller, chainOf([mapping]), { name: 'Post' })
  const cases: [agent: string, message: string][] = [
    [
      await agentWith({ tools: { mode: 'META' } }),
      order('execute_tool', { slug: 'send', arguments: { to: 'Ada' } }),
    ],
    [await agentWith({ workflowIds: [flow] }, ['workflow_post']), order('workflow_post', {})],
  ]
  for (const [agent, message] of cases) {
    visits.length = 0
    await change(http('/shown'))
    const said = await say(caller, agent, message)
    const first = await requestOf(said.executionId)
    await change(http('/changed'))
    await approve(said)
    const second = await nextRequest(said, first)
    assert.deepEqual(second.changed, ['tool'])
    await approve(said)
    assert.equal((await ended(caller, said.executionId)).status, 'completed')
    assert.deepEqual(visits, ['POST /changed'])
  }
})

test('a new version of a part of the workflow that was shown needs another decision', async () => {
  const postTo = (to: string) =>
    chainOf([{ id: 'post', type: 'action', toolSlug: 'send', inputMapping: { to } }])
  const sender = (prompt: string) => ({
    workflowType: 'agent',
    agent: { modelSettings: { model: 'openai/gpt-4o' }, prompt },
  })
  const part = await newWorkflow(caller, postTo('Ada'), { name: 'Part' })
  const inner = await newAgent(caller, sender('First.').agent, { name: 'Inner' })
  const cases: [node: object, id: string, change: object][] = [
    [{ type: 'subflow', workflowId: part, inputMapping: {} }, part, { graph: postTo('Mallory') }],
    [{ type: 'llm_agent', agentId: inner }, inner, { agent: sender('Second.').agent }],
  ]
  for (const [node, id, changed] of cases) {
    const name = `Post ${id.slice(-4)}`
    const flow = await newWorkflow(caller, chainOf([{ id: 'part', type: 'set', ...node }]), { name })
    const tool = `workflow_post_${id.slice(-4)}`
    const said = await say(caller, await agentWith({ workflowIds: [flow] }, [tool]), order(tool, {}))
    const first = await requestOf(said.executionId)
    const updated = await caller.patch(`${base}/update/${id}`, { ...changed, isActive: true })
    assert.equal(updated.status, 200, updated.text)
    await approve(said)
    const second = await nextRequest(said, first)
    assert.deepEqual([second.changed, visits], [['tool'], []])
    assert.equal((await resume(said.threadId, false)).status, 200)
    await ended(caller, said.executionId)
    assert.deepEqual(visits, [])
  }
})

test('another account than the one at the time of the question needs another decision', async () => {
  await post('/api/v1/toolkits', {
    slug: 'post_office',
    name: 'Post office',
    description: 'Post',
    baseUrl: origin,
    authConfigDetails: [{ mode: 'API_KEY' }],
  })
  await post('/api/v1/tools', {
    slug: 'post_office_send',
    name: 'Send',
    description: 'Sends',
    toolkitSlug: 'post_office',
    inputParameters: { type: 'object' },
    ...http('/account'),
  })
  const { id } = await post('/api/v1/auth_configs', {
    toolkit: { slug: 'post_office' },
    authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
  })
  const connect = (key: string) =>
    post('/api/v1/connected_accounts', {
      authConfig: { id },
      connection: { state: { authScheme: 'API_KEY', val: { api_key: key } } },
    })
  await connect('the-key-of-the-first-account')
  const agent = await agentWith({ tools: { pinnedSlugs: ['post_office_send'] } }, ['post_office_send'])
  const said = await say(caller, agent, order('post_office_send', {}))
  const first = await requestOf(said.executionId)
  await connect('the-key-of-the-second-account')
  await approve(said)
  const second = await nextRequest(said, first)
  assert.deepEqual(second.changed, ['account'])
  assert.deepEqual(visits, [])
  await approve(said)
  await ended(caller, said.executionId)
  assert.deepEqual(visits, ['POST /account'])
})
