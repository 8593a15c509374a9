import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ended, newAgent, say } from '../../../test/agents/api.ts'
import {
  type ModelAnswer,
  type ModelRequest,
  startScriptedModel,
} from '../../../test/agents/scripted-model.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { base, chainOf, execute, newWorkflow } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'

let script: (request: ModelRequest) => ModelAnswer = () => ({ text: 'ok' })
const model = await startScriptedModel((request) => script(request))
const app = await startTestApp({ llm: model.llm })
app.app.runs.start()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  await model.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
})
const scripted = { modelSettings: { model: 'openai/gpt-4o' } }
const shout = (text: string) => ({ name: 'text_change_case', arguments: { text, to: 'upper' } })
const systemOf = ({ messages }: ModelRequest): string => String(messages[0]?.content)

test('an agent passes a task to another, whose steps and events are part of the run', async () => {
  const { member } = project
  const writer = await newAgent(
    member,
    { ...scripted, prompt: 'I am the writer.', tools: { pinnedSlugs: ['text_change_case'] } },
    { name: 'Writer' },
  )
  const boss = await newAgent(member, {
    ...scripted,
    prompt: 'I am the boss.',
    subAgentIds: [writer],
    tools: { pinnedSlugs: ['text_change_case'] },
  })
  script = (request) => {
    const isResult = request.messages.at(-1)?.role === 'tool'
    if (systemOf(request).includes('writer'))
      return isResult ? { text: `Written: ${request.last}` } : { calls: [shout('draft')] }
    return isResult
      ? { text: `Passed on: ${request.last}` }
      : { calls: [{ name: 'delegate', arguments: { agent: 'Writer', task: 'write' } }] }
  }
  const said = await say(member, boss, 'go')
  assert.equal(said.status, 'completed', JSON.stringify(said))
  assert.match(said.outputData.text, /Passed on: .*Written: .*DRAFT/)
  const events = await app.db.rows<{ type: string; ns: string[] | null }>(
    sql`select type, data->'ns' as ns from run_event where run_id = ${said.executionId} and type = 'tool' order by seq`,
  )
  assert.deepEqual(
    events.map(({ ns }) => (ns ?? []).length),
    [1, 0],
  )
  const thread = await app.app.threads.get(app.db, project.scope, said.threadId)
  assert.equal((await app.app.threads.entries.messages(app.db, thread)).length, 4)
  const { body } = await member.get(`${base}/executions/${said.executionId}`)
  assert.equal(body.data.usage.credits, said.usage.credits)
})

test('an agent that is called has no tool that its caller lacks, and agents end at a depth of three', async () => {
  const { member } = project
  const offered: string[][] = []
  const inner = await newAgent(
    member,
    { ...scripted, prompt: 'inner', tools: { pinnedSlugs: ['text_change_case', 'http_request'] } },
    { name: 'Inner' },
  )
  let outer = inner
  for (let level = 1; level <= 4; level++)
    outer = await newAgent(
      member,
      {
        ...scripted,
        prompt: `level ${level}`,
        subAgentIds: [outer],
        tools: { pinnedSlugs: ['text_change_case'] },
      },
      { name: `Level ${level}` },
    )
  script = ({ messages, tools }) => {
    offered.push(tools)
    const next = ['Level 3', 'Level 2', 'Level 1', 'Inner'][offered.length - 1]
    return messages.at(-1)?.role === 'tool' || !tools.includes('delegate')
      ? { text: 'done' }
      : { calls: [{ name: 'delegate', arguments: { agent: next, task: 'go on' } }] }
  }
  const said = await say(member, outer, 'go')
  assert.equal(said.status, 'completed', JSON.stringify(said))
  const deepest = offered.slice(0, 4)
  assert.deepEqual(deepest, [
    ['text_change_case', 'delegate'],
    ['text_change_case', 'delegate'],
    ['text_change_case', 'delegate'],
    ['text_change_case'],
  ])
})

test('an agent as a node of a graph: its tools, its structured output, and a pause in it', async () => {
  const { member } = project
  script = ({ messages, last, tools }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: `Done with ${last}` }
      : tools.includes('text_change_case')
        ? { calls: [shout(last)] }
        : { text: '{"city": "Rome"}' }
  const outputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const node = (id: string, agent: object, more: object = {}) => ({
    id,
    type: 'llm_agent',
    agent: { prompt: 'Work.', ...scripted, ...agent },
    ...more,
  })
  const graph = chainOf(
    [
      node('think', { toolSlugs: ['text_change_case'] }, { inputMapping: { message: '{{ input.word }}' } }),
      node('extract', {}, { outputSchema, inputMapping: { message: '{{ nodes.think.output.text }}' } }),
    ],
    { output: { said: '{{ nodes.think.output.text }}', city: '{{ nodes.extract.output.city }}' } },
  )
  const id = await newWorkflow(member, graph)
  const done = await execute(member, id, { input: { word: 'ada' } })
  assert.deepEqual(
    [done.status, done.outputData],
    ['completed', { said: 'Done with {"text":"ADA"}', city: 'Rome' }],
    JSON.stringify(done),
  )
  const detail = (await member.get(`${base}/executions/${done.executionId}`)).body.data
  assert.deepEqual(
    detail.steps.map(({ nodeId, status }: Record<string, string>) => [nodeId, status]),
    [
      ['think', 'completed'],
      ['extract', 'completed'],
      ['end', 'completed'],
    ],
  )
  assert.equal(detail.usage.credits, done.usage.credits)
  const tested = await execute(member, id, { input: { word: 'ada' }, mode: 'test' })
  assert.equal(tested.status, 'completed', JSON.stringify(tested))
  const replayed = await member.post(`${base}/executions/${done.executionId}/replay`, { against: 'draft' })
  assert.equal(replayed.status, 200, replayed.text)
})

test('a node whose agent needs an approval waits in its graph', async () => {
  const { member } = project
  script = ({ messages, last }) =>
    messages.at(-1)?.role === 'tool' ? { text: last } : { calls: [shout('sensitive')] }
  const agent = await newAgent(member, {
    ...scripted,
    tools: { pinnedSlugs: ['text_change_case'] },
    capabilities: { humanApproval: { sensitiveToolNames: ['text_change_case'] } },
  })
  const graph = chainOf([{ id: 'ask', type: 'llm_agent', agentId: agent, inputMapping: { message: 'go' } }], {
    output: '{{ nodes.ask.output.text }}',
  })
  const id = await newWorkflow(member, graph)
  const paused = await execute(member, id)
  assert.equal(paused.status, 'paused', JSON.stringify(paused))
  const resumed = await member.post(`${base}/executions/thread/${paused.threadId}/resume`, {
    resumeValue: true,
  })
  assert.equal(resumed.status, 200, resumed.text)
  const done = await ended(member, paused.executionId)
  assert.deepEqual(
    [done.status, done.outputData],
    ['completed', '{"text":"SENSITIVE"}'],
    JSON.stringify(done),
  )
})
