import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ended, newAgent, say } from '../../../test/agents/api.ts'
import { startScriptedApp } from '../../../test/agents/scripted-app.ts'
import type { ModelAnswer, ModelRequest } from '../../../test/agents/scripted-model.ts'
import type { TestProject } from '../../../test/harness.ts'
import {
  approve,
  base,
  chainOf,
  execute,
  newWorkflow,
  shout as shoutNode,
} from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'

let script: (request: ModelRequest) => ModelAnswer = () => ({ text: 'ok' })
const { app, model } = await startScriptedApp((request) => script(request))
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

const nameSchema = {
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}
const lastOf = ({ messages }: ModelRequest) => messages.at(-1)
/** Calls the tool with these arguments one after the other, then says what the last one returned. */
const calling =
  (name: string, ...inputs: unknown[]) =>
  (request: ModelRequest): ModelAnswer => {
    const results = request.messages.filter(({ role }) => role === 'tool').length
    return results < inputs.length
      ? { calls: [{ name, arguments: inputs[results] }] }
      : { text: `Got ${lastOf(request).content}` }
  }

test('an agent executes a workflow as a tool with its input schema, and continues after a failure', async () => {
  const { member } = project
  const greet = await newWorkflow(
    member,
    chainOf([shoutNode], { output: 'Dear {{ nodes.shout.output.text }}', ...nameSchema }),
    { name: 'Greet someone!' },
  )
  const failing = await newWorkflow(
    member,
    chainOf([{ id: 'broken', type: 'code', code: 'throw new Error("no paper")' }]),
    { name: 'Print' },
  )
  const agent = await newAgent(member, { ...scripted, workflowIds: [greet, failing] })
  model.requests.length = 0
  script = calling('workflow_greet_someone', { nome: 1 }, { name: 'ada' })
  const said = await say(member, agent, 'go')
  assert.equal(said.outputData.text, 'Got Dear ADA', JSON.stringify(said))
  const { tools } = model.requests[0]!.body
  assert.deepEqual(
    tools.map((tool: { function: { name: string } }) => tool.function.name),
    ['workflow_greet_someone', 'workflow_print'],
  )
  assert.deepEqual(tools[0].function.parameters.required, ['name'])
  const { steps } = (await member.get(`${base}/executions/${said.executionId}`)).body.data
  const results = steps.filter(({ type }: { type: string }) => type === 'tool')
  assert.deepEqual(
    results.map(({ status }: { status: string }) => status),
    ['failed', 'completed'],
  )
  script = calling('workflow_print', {})
  const continued = await say(member, agent, 'print')
  assert.match(continued.outputData.text, /Got .*no paper/)
  const events = await app.db.rows<{ ns: string[] }>(
    sql`select data->'ns' as ns from run_event where run_id = ${said.executionId} and type = 'node.completed'`,
  )
  assert.ok(events.length > 0 && events.every(({ ns }) => ns[0]?.startsWith('tools:')))
})

test('a workflow that waits for a human suspends the run of the agent, and is cancelled with it', async () => {
  const { member } = project
  const asking = await newWorkflow(
    member,
    chainOf([approve, shoutNode], { output: '{{ nodes.shout.output.text }}', ...nameSchema }),
    { name: 'Ask' },
  )
  const agent = await newAgent(member, { ...scripted, workflowIds: [asking] })
  script = calling('workflow_ask', { name: 'ada' })
  const paused = await say(member, agent, 'go')
  assert.equal(paused.status, 'paused', JSON.stringify(paused))
  const resumed = await member.post(`${base}/executions/thread/${paused.threadId}/resume`, {
    resumeValue: true,
  })
  assert.equal(resumed.status, 200, resumed.text)
  const done = await ended(member, paused.executionId)
  assert.equal(done.outputData?.text, 'Got ADA', JSON.stringify(done))
  const again = await say(member, agent, 'once more')
  assert.equal((await member.post(`${base}/executions/${again.executionId}/cancel`)).status, 200)
  assert.equal((await ended(member, again.executionId)).status, 'cancelled')
})

test('workflows and agents that execute one another end at a depth of three, within what the caller may use', async () => {
  const { member } = project
  const agent = await newAgent(member, { ...scripted, prompt: 'level' }, { name: 'Level' })
  const through = await newWorkflow(
    member,
    chainOf([{ id: 'on', type: 'llm_agent', agentId: agent, inputMapping: { message: 'deeper' } }], {
      output: '{{ nodes.on.output.text }}',
    }),
    { name: 'Deeper' },
  )
  const changed = await member.patch(`${base}/update/${agent}`, {
    agent: { workflowIds: [through] },
  })
  assert.equal(changed.status, 200, changed.text)
  const offered: string[][] = []
  script = (request) => {
    offered.push(request.tools)
    if (lastOf(request).role === 'tool' || !request.tools.includes('workflow_deeper')) return { text: 'end' }
    return { calls: [{ name: 'workflow_deeper', arguments: {} }] }
  }
  const said = await say(member, agent, 'go')
  assert.equal(said.status, 'completed', JSON.stringify(said))
  assert.deepEqual(
    offered.slice(0, 4).map((tools) => tools.includes('workflow_deeper')),
    [true, true, true, false],
  )
  const boss = await newAgent(member, { ...scripted, prompt: 'boss', subAgentIds: [agent] })
  offered.length = 0
  script = (request) => {
    offered.push(request.tools)
    return lastOf(request).role === 'tool' || !request.tools.includes('delegate')
      ? { text: 'end' }
      : { calls: [{ name: 'delegate', arguments: { agent: 'Level', task: 'go' } }] }
  }
  await say(member, boss, 'go')
  assert.deepEqual(offered[1], [], 'a workflow that the caller lacks is not offered')
})
