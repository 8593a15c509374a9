import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { newAgent, say } from '../../../../../test/agents/api.ts'
import { startScriptedApp } from '../../../../../test/agents/scripted-app.ts'
import type { ModelAnswer, ModelRequest } from '../../../../../test/agents/scripted-model.ts'
import { framesIn } from '../../../../../test/chat/api.ts'
import type { Caller, TestProject } from '../../../../../test/harness.ts'
import {
  base,
  chainOf,
  execute,
  executionOf,
  newWorkflow,
  untilStatus,
} from '../../../../../test/workflows/api.ts'
import { sql } from '../../../../kernel/db/db.ts'

/** Its agent never ends by itself; any other model says one thing. */
const script = ({ messages, tools, last }: ModelRequest): ModelAnswer => {
  const system = String(messages[0]?.content)
  const [, calls] = /CALL (\w+)/.exec(system) ?? []
  const isResult = messages.at(-1)?.role === 'tool'
  if (calls !== undefined && !isResult)
    return {
      calls: [{ name: calls, arguments: calls === 'delegate' ? { agent: 'Restless', task: 'go' } : {} }],
    }
  if (!system.includes('RESTLESS') || tools.length === 0) return { text: `So far: ${last.slice(0, 20)}` }
  const text = system.includes('SAME') ? 'same' : String(messages.length)
  return { calls: [{ name: 'text_change_case', arguments: { text, to: 'upper' } }] }
}
const { app } = await startScriptedApp(script)
let project: TestProject
let caller: Caller
before(async () => {
  project = await app.newProject()
  caller = project.member.as('ada')
})

const model = { modelSettings: { model: 'openai/gpt-4o' } }
const restless = {
  ...model,
  prompt: 'RESTLESS',
  tools: { pinnedSlugs: ['text_change_case'] },
  capabilities: { modelCallLimit: { runLimit: 2 } },
}
const newRestless = () => newAgent(caller, restless, { name: 'Restless' })
const ask = (agentId: string, more: object = {}) => ({ id: 'ask', type: 'llm_agent', agentId, ...more })

async function run(nodes: Parameters<typeof chainOf>[0], settings: object = {}) {
  const id = await newWorkflow(caller, chainOf(nodes, { ...settings }))
  const done = await execute(caller, id)
  assert.equal(done.status, 'completed', JSON.stringify(done))
  const execution = await executionOf(caller, done.executionId)
  assert.deepEqual(
    [done.stoppedBy, done.stoppedParts, done.isEndSkipped],
    [execution.stoppedBy, execution.stoppedParts, execution.isEndSkipped],
  )
  return { id, done, execution }
}

/** The data of the event that the execution has completed. */
async function eventOf(executionId: string) {
  const rows = await app.db.rows<{ data: Record<string, unknown> }>(
    sql`select data from event where type = 'execution.completed' and data ->> 'executionId' = ${executionId}`,
  )
  assert.equal(rows.length, 1)
  return rows[0]!.data
}

describe('a workflow says which of its agents a limit ended', () => {
  it('in a node: in the execution, the step and what expressions read', async () => {
    const agentId = await newRestless()
    const { execution, done } = await run([ask(agentId)], {
      output: { why: '{{ nodes.ask.stoppedBy }}', finish: '{{ nodes.ask.output.finishReason }}' },
    })
    assert.equal(execution.stoppedBy, null)
    assert.deepEqual(execution.stoppedParts, [
      { step: 'ask', nodeId: 'ask', workflowId: agentId, stoppedBy: 'model_calls' },
    ])
    assert.deepEqual(
      execution.steps.map((step: { nodeId: string; stoppedBy: string | null }) => [
        step.nodeId,
        step.stoppedBy,
      ]),
      [
        ['ask', 'model_calls'],
        ['end', null],
      ],
    )
    assert.deepEqual(done.outputData, { why: 'model_calls', finish: 'model_calls' })
    const thread = await caller.get(`${base}/executions/thread/${done.threadId}/status`)
    assert.deepEqual(thread.body.data.stoppedParts, execution.stoppedParts)
    assert.deepEqual((await eventOf(done.executionId)).stoppedParts, execution.stoppedParts)
    const log = await caller.get(`${base}/executions/${done.executionId}/events`)
    assert.deepEqual(
      framesIn(log.text).flatMap(({ event, data }) => {
        const { nodeId, stoppedBy = null } = data as { nodeId: string; stoppedBy?: string }
        return event === 'node.completed' ? [[nodeId, stoppedBy]] : []
      }),
      [
        ['start', null],
        ['ask', 'model_calls'],
        ['end', null],
      ],
    )
  })

  it('so that a branch can tell them apart', async () => {
    const nodes = [
      { id: 'start', type: 'start' },
      ask(await newRestless()),
      { id: 'either', type: 'branch' },
      { id: 'person', type: 'end', output: 'a human' },
      { id: 'end', type: 'end', output: 'the agent' },
    ]
    const edges = [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'either' },
      { from: 'either', to: 'person', condition: 'nodes.ask.stoppedBy != null' },
      { from: 'either', to: 'end' },
    ]
    const id = await newWorkflow(caller, { nodes, edges })
    assert.equal((await execute(caller, id)).outputData, 'a human')
  })

  it('where the node has a schema by itself, in a subflow, a loop and a list of items', async () => {
    const agentId = await newRestless()
    const written = { ...model, prompt: 'RESTLESS SAME', toolSlugs: ['text_change_case'] }
    const inner = await newWorkflow(caller, chainOf([{ id: 'deep', type: 'llm_agent', agent: written }]))
    const nodes = [
      { id: 'start', type: 'start' },
      { id: 'sub', type: 'subflow', workflowId: inner },
      { id: 'items', type: 'loop', over: '{{ [1, 2] }}' },
      { ...ask(agentId), parent: 'items' },
      { ...ask(agentId, { forEach: '{{ [1] }}' }), id: 'each' },
      {
        id: 'end',
        type: 'end',
        output: {
          by: ['{{ nodes.sub.stoppedBy }}', '{{ nodes.items.stoppedBy }}', '{{ nodes.each.stoppedBy }}'],
        },
      },
    ]
    const edges = ['start', 'sub', 'items', 'each', 'end']
      .map((to, at, all) => ({ from: all[at - 1], to }))
      .slice(1)
    const done = await execute(caller, await newWorkflow(caller, { nodes, edges }))
    assert.deepEqual(
      done.outputData,
      { by: ['repeated_calls', 'model_calls', 'model_calls'] },
      JSON.stringify(done),
    )
    assert.deepEqual(
      done.stoppedParts.map((part: Record<string, string>) => [part.step, part.nodeId, part.workflowId]),
      [
        ['sub/deep', 'sub', inner],
        ['ask#0', 'ask', agentId],
        ['ask#1', 'ask', agentId],
        ['each#0', 'each', agentId],
      ],
    )
  })

  it('and says nothing where no limit was reached', async () => {
    const agentId = await newAgent(caller, { ...model, prompt: 'Calm' })
    const { execution, done } = await run([ask(agentId)], { output: '{{ nodes.ask.stoppedBy }}' })
    assert.deepEqual([execution.stoppedBy, execution.stoppedParts, done.outputData], [null, [], null])
  })
})

describe('an agent says which of its tools a limit ended', () => {
  const stoppedOf = async (agentId: string) => {
    const said = await say(caller, agentId, 'go')
    const { stoppedBy, stoppedParts, steps } = await executionOf(caller, said.executionId)
    assert.equal((await eventOf(said.executionId)).stoppedBy ?? null, stoppedBy)
    const call = steps.find(({ step }: { step: string }) => step === 'tool:0:0')
    return { own: stoppedBy, parts: stoppedParts, call: call.stoppedBy }
  }

  it('an agent that work was passed to', async () => {
    const subAgentId = await newRestless()
    const boss = await newAgent(caller, {
      ...model,
      prompt: 'CALL delegate',
      tools: restless.tools,
      subAgentIds: [subAgentId],
    })
    const { own, parts, call } = await stoppedOf(boss)
    assert.deepEqual([own, call], [null, 'model_calls'])
    assert.deepEqual(parts, [
      { step: 'tool:0:0', nodeId: null, workflowId: subAgentId, stoppedBy: 'model_calls' },
    ])
  })

  it('an agent in a workflow that it executed', async () => {
    const agentId = await newRestless()
    const workflow = await newWorkflow(caller, chainOf([ask(agentId)]), { name: 'Inner' })
    const boss = await newAgent(caller, {
      ...model,
      prompt: 'CALL workflow_inner',
      tools: restless.tools,
      workflowIds: [workflow],
    })
    const { own, parts, call } = await stoppedOf(boss)
    assert.deepEqual([own, call], [null, 'model_calls'])
    assert.deepEqual(parts, [
      { step: 'tool:0:0/ask', nodeId: null, workflowId: agentId, stoppedBy: 'model_calls' },
    ])
  })
})

it('stopped executions are listed and counted apart from completed ones', async () => {
  const agentId = await newRestless()
  const workflow = await newWorkflow(caller, chainOf([ask(agentId, { runIf: 'input.expectsAgent' })]))
  for (const expectsAgent of [true, false]) await execute(caller, workflow, { input: { expectsAgent } })
  await say(caller, agentId, 'go')
  for (const [id, completed] of [
    [workflow, 1],
    [agentId, 0],
  ] as const) {
    const { health, recentExecutions } = (await caller.get(`${base}/${id}/statistics`)).body.data
    assert.deepEqual(
      [health.completed, health.stopped, health.successRate],
      [completed, 1, completed / (completed + 1)],
    )
    assert.equal(
      recentExecutions.filter(
        (each: { stoppedBy: unknown; stoppedParts: unknown[] }) => each.stoppedBy ?? each.stoppedParts[0],
      ).length,
      1,
    )
    const detail = (await caller.get(`${base}/detail/${id}`)).body.data
    assert.deepEqual([detail.successfulExecutionCount, detail.stoppedExecutionCount], [completed, 1])
    const listed = async (isStopped: boolean) => {
      const list = await caller.get(`${base}/${id}/executions?status=completed&isStopped=${isStopped}`)
      return list.body.data.map(
        (each: { stoppedBy: unknown; stoppedParts: unknown[] }) =>
          each.stoppedBy !== null || each.stoppedParts.length > 0,
      )
    }
    assert.deepEqual(await listed(true), [true])
    assert.deepEqual(await listed(false), new Array(completed).fill(false))
  }
})

it('one whose worker was lost is counted from its records', async () => {
  const agentId = await newRestless()
  const nodes = [
    ask(agentId),
    { id: 'approve', type: 'human_wait', humanMessage: 'Go on?', decidedBy: 'both' },
  ]
  const id = await newWorkflow(caller, chainOf(nodes))
  const paused = await execute(caller, id)
  assert.equal(paused.status, 'paused')
  await app.db.rows(sql`update run set attempt = attempt + 1 where id = ${paused.executionId}`)
  const resumed = await caller.post(`${base}/executions/thread/${paused.threadId}/resume`, {
    resumeValue: true,
  })
  assert.equal(resumed.status, 200, resumed.text)
  const { stoppedParts, executionSummary } = await untilStatus(caller, paused.executionId, 'completed')
  assert.deepEqual(stoppedParts, [
    { step: 'ask', nodeId: 'ask', workflowId: agentId, stoppedBy: 'model_calls' },
  ])
  assert.deepEqual((await eventOf(paused.executionId)).stoppedParts, stoppedParts)
  assert.deepEqual(executionSummary.completedNodes.toSorted(), ['approve', 'ask', 'end', 'start'])
  const { health } = (await caller.get(`${base}/${id}/statistics`)).body.data
  assert.deepEqual([health.completed, health.stopped], [0, 1])
})
