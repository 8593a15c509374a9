import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agents, createStoa, threads, workflows } from '../sdk/src/index.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { baseUrl, adminKey } = stage
const stoa = createStoa({ baseUrl, apiKey: adminKey })

const made: string[] = []
after(async () => {
  for (const id of made.toReversed()) await workflows.remove(stoa, id, { force: true })
})

type Agent = NonNullable<NonNullable<Parameters<typeof agents.create>[1]>['agent']>

async function activated(id: string): Promise<string> {
  made.push(id)
  await workflows.updateActiveStatus(stoa, id, { activeStatus: true })
  return id
}

async function newAgent(agent: Agent = {}, name = stage.nameOf('agent')): Promise<string> {
  const spec = { prompt: 'You help.', modelSettings: { model: 'local/demo' }, ...agent }
  const { id } = await agents.create(stoa, { name, agent: spec })
  return activated(id)
}

/** Has the offline model call a tool, and waits for the end of the turn or a pause. */
const call = (agent: string, tool: string, input: object, threadId?: string) =>
  agents.execute(stoa, agent, {
    input: { message: `/call ${tool} ${JSON.stringify(input)}` },
    wait: 60_000,
    ...(threadId ? { threadId } : {}),
  })

const textOf = (output: unknown): string => String((output as { text?: unknown } | null)?.text)

describe('Agents through the SDK (3.8)', () => {
  it('are created, executed, and continue their thread', async () => {
    const agent = await newAgent({ tools: { pinnedSlugs: ['text_change_case'] } })
    const first = await call(agent, 'text_change_case', { text: 'word', to: 'upper' })
    assert.match(textOf(first.outputData), /WORD/)
    const { threadId } = first
    const second = await workflows.execute(stoa, agent, {
      input: { message: '/say again' },
      wait: 60_000,
      threadId,
    })
    assert.deepEqual([textOf(second.outputData), second.threadId], ['again', threadId])
    const { data } = await threads.listMessages(stoa, threadId)
    assert.equal(data.length, 6)
  })

  it('wait for an approval, and continue as a human decides', async () => {
    const agent = await newAgent({
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } },
    })
    const paused = await call(agent, 'text_change_case', { text: 'word', to: 'upper' })
    assert.equal(paused.status, 'paused')
    await workflows.resumeExecutionThread(stoa, paused.threadId, { resumeValue: true })
    await threads.joinRun(stoa, paused.threadId, paused.executionId)
    const done = await workflows.getExecution(stoa, paused.executionId)
    assert.equal(done.status, 'completed')
    assert.match(textOf(done.outputData), /WORD/)
  })

  it('pass tasks to other agents, and execute workflows as tools', async () => {
    const helper = stage.nameOf('helper')
    const other = await newAgent({}, helper)
    const graph = {
      nodes: [
        { id: 'start', type: 'start' as const },
        { id: 'end', type: 'end' as const, output: 'from the workflow' },
      ],
      edges: [{ from: 'start', to: 'end' }],
    }
    const name = `flow${stage.nameOf('x').replace(/[^a-z0-9]/g, '')}`
    const flow = await activated((await workflows.create(stoa, { name, graph })).id)
    const agent = await newAgent({ subAgentIds: [other], workflowIds: [flow] })
    const delegated = await call(agent, 'delegate', { agent: helper, task: '/say from the agent' })
    assert.match(textOf(delegated.outputData), /from the agent/)
    const executed = await call(agent, `workflow_${name}`, {})
    assert.match(textOf(executed.outputData), /from the workflow/)
  })

  it('have a computer whose files stay for the conversation', async () => {
    const agent = await newAgent({ capabilities: { computer: { enabled: true } } })
    const file = { path: 'note.txt', content: 'kept on the computer' }
    const { threadId } = await call(agent, 'computer_write_file', file)
    const read = await call(agent, 'computer_read_file', { path: 'note.txt' }, threadId)
    assert.match(textOf(read.outputData), /kept on the computer/)
    await threads.remove(stoa, threadId)
  })

  it('are replayed against a draft without a request', async () => {
    const agent = await newAgent({ tools: { pinnedSlugs: ['text_change_case'] } })
    const { executionId } = await call(agent, 'text_change_case', { text: 'word', to: 'upper' })
    await workflows.update(stoa, agent, { agent: { prompt: 'You help briefly.' } })
    const replay = await workflows.replayExecution(stoa, executionId, { against: 'draft' })
    assert.equal(replay.isGreen, true)
    assert.deepEqual(replay.agent?.firstDivergence, { step: 'model:0', reason: 'request' })
  })
})
