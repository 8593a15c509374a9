import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newAgent, say } from '../../../../../test/agents/api.ts'
import { startScriptedApp } from '../../../../../test/agents/scripted-app.ts'
import type { ModelAnswer, ModelRequest } from '../../../../../test/agents/scripted-model.ts'
import type { Caller, TestProject } from '../../../../../test/harness.ts'
import { until } from '../../../../../test/until.ts'
import { base, chainOf, newWorkflow } from '../../../../../test/workflows/api.ts'

const offered = new Map<string, string[]>()
/** It calls once what its instructions name. */
const calling = ({ messages, last, tools }: ModelRequest): ModelAnswer => {
  const [, who = '', name, json = '{}'] =
    /I am (\w+)\.(?: DO (\S+) (\{.*\}))?/.exec(String(messages[0].content)) ?? []
  offered.set(who, tools)
  return name === undefined || messages.at(-1).role === 'tool'
    ? { text: `Read: ${last}` }
    : { calls: [{ name, arguments: JSON.parse(json) }] }
}
const { app } = await startScriptedApp(calling)
let project: TestProject
let caller: Caller
beforeEach(async () => {
  project = await app.newProject()
  caller = project.member.as('ada')
  offered.clear()
})

const gpt = { modelSettings: { model: 'openai/gpt-4o' } }
const shouting = { text: 'a', to: 'upper' }
const asks = { humanApproval: { sensitiveToolNames: ['text_change_case'] } }
const requestsOf = async (id: string) =>
  ((await caller.get(`${base}/executions/${id}`)).body.data.state?.pauses ?? []).flatMap(
    ({ request }: { request: { requests: { toolSlug: string; reason: string }[] } }) =>
      request.requests.map(({ toolSlug, reason }) => [toolSlug, reason]),
  )

test('a sub-agent searches no knowledge that its caller lacks', async () => {
  const collections = '/api/v1/knowledge/collections'
  const [shared, secret] = await Promise.all(
    ['Shared', 'Secret'].map(async (name) => {
      const { id } = (await caller.post(collections, { name })).body.data
      await caller.post(`${collections}/${id}/ingest/text`, { title: name, content: `The ${name} refund.` })
      await until(
        async () =>
          (await caller.post(`${collections}/${id}/search`, { query: 'refund' })).body.data.length > 0,
        'the text to be indexed',
      )
      return id as string
    }),
  )
  const search = 'DO knowledge_search {"query":"refund"}'
  const knowing = (prompt: string, ids: unknown[], more: object = {}) =>
    newAgent(
      caller,
      { ...gpt, prompt, knowledgeCollectionIds: ids, ...more },
      { name: prompt.split(' ')[2]! },
    )
  const inner = await knowing(`I am inner. ${search}`, [shared, secret])
  const outer = await knowing('I am outer. DO delegate {"agent":"inner.","task":"go"}', [shared], {
    subAgentIds: [inner],
  })
  const bare = await knowing('I am bare. DO delegate {"agent":"inner.","task":"go"}', [], {
    subAgentIds: [inner],
  })
  assert.equal((await say(caller, inner, 'go')).status, 'completed')
  assert.ok(offered.get('inner')?.includes('knowledge_search'))
  const { text } = (await say(caller, outer, 'go')).outputData
  assert.match(text, /The Shared refund/)
  assert.doesNotMatch(text, /Secret/)
  await say(caller, bare, 'go')
  assert.ok(!offered.get('inner')?.includes('knowledge_search'), 'what its caller lacks')
})

test('an agent in a workflow waits for what the agent would wait for that executes it', async () => {
  const call = `DO text_change_case ${JSON.stringify(shouting)}`
  const agent = { ...gpt, prompt: `I am node. ${call}`, toolSlugs: ['text_change_case'] }
  const inner = await newWorkflow(caller, chainOf([{ id: 'node', type: 'llm_agent', agent }]), {
    name: 'Inner',
  })
  const flow = { id: 'flow', type: 'subflow', workflowId: inner, inputMapping: {} }
  const outer = await newWorkflow(caller, chainOf([flow]), { name: 'Outer' })
  for (const [name, id] of [
    ['inner', inner],
    ['outer', outer],
  ] as const) {
    const prompt = `I am boss. DO workflow_${name} {}`
    const boss = await newAgent(caller, { ...gpt, prompt, workflowIds: [id] })
    assert.equal((await say(caller, boss, 'go')).status, 'completed', 'nothing is sensitive')
    const careful = await newAgent(caller, { ...gpt, prompt, workflowIds: [id], capabilities: asks })
    let { executionId, status, threadId } = await say(caller, careful, 'go')
    const waited: unknown[] = []
    while (status === 'paused') {
      waited.push(...(await requestsOf(executionId)))
      await project.admin
        .acrossUsers()
        .post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: true })
      status = await until(async () => {
        const { data } = (await caller.get(`${base}/executions/${executionId}`)).body
        return (
          (data.status === 'completed' ||
            ((await requestsOf(executionId)).length > 0 && data.status === 'paused')) &&
          data.status
        )
      }, 'a pause or the end')
    }
    assert.deepEqual(waited.at(-1), ['text_change_case', 'sensitive'], name)
  }
})

test('a workflow waits for an approval when a tool of it is sensitive', async () => {
  const node = { id: 'shout', type: 'action', toolSlug: 'text_change_case', inputMapping: shouting }
  const flow = await newWorkflow(caller, chainOf([node]), { name: 'Inner' })
  const prompt = 'I am boss. DO workflow_inner {}'
  const boss = await newAgent(caller, { ...gpt, prompt, workflowIds: [flow], capabilities: asks })
  const { executionId, status } = await say(caller, boss, 'go')
  assert.equal(status, 'paused')
  assert.deepEqual(await requestsOf(executionId), [['workflow_inner', 'sensitive']])
})
