import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ended, newAgent, say } from '../../../../../test/agents/api.ts'
import { startScriptedApp } from '../../../../../test/agents/scripted-app.ts'
import { obedient } from '../../../../../test/agents/scripted-model.ts'
import { until } from '../../../../../test/until.ts'
import { base, chainOf, execute, newWorkflow } from '../../../../../test/workflows/api.ts'

const { app } = await startScriptedApp(obedient, {})
const { admin } = await app.newProject()

const hour = 3_600_000
const order = (name: string, args: object) => `DO ${name} ${JSON.stringify(args)} END`
const agentWith = (agent: object) =>
  newAgent(admin, {
    modelSettings: { model: 'openai/gpt-4o' },
    capabilities: { budget: { maxSeconds: 60 } },
    ...agent,
  })
const ask = (id: string) => ({ id, type: 'human_wait', humanMessage: 'Go on?' })
const graphOf = (...ids: string[]) =>
  chainOf([...ids.map(ask), { id: 'sent', type: 'set', values: { is: 'sent' } }], {
    output: '{{ nodes.sent.output.is }}',
    timeoutSec: 60,
  })

/** All begin before the clock is set forward: their start is a time of the database. */
async function begin() {
  const [one, two] = [
    await newWorkflow(admin, graphOf('first'), { name: 'one' }),
    await newWorkflow(admin, graphOf('first', 'second'), { name: 'two' }),
  ]
  const sensitive = await agentWith({
    tools: { pinnedSlugs: ['text_change_case'] },
    capabilities: { budget: { maxSeconds: 60 }, humanApproval: { sensitiveToolNames: ['text_change_case'] } },
  })
  const [ofOne, ofTwo] = [await agentWith({ workflowIds: [one] }), await agentWith({ workflowIds: [two] })]
  return {
    call: await say(admin, sensitive, order('text_change_case', { text: 'one', to: 'upper' })),
    alone: await execute(admin, one),
    alsoAlone: await execute(admin, two),
    inAgent: await say(admin, ofOne, order('workflow_one', {})),
    twice: await say(admin, ofTwo, order('workflow_two', {})),
  }
}
const started = await begin()

type Started = { threadId: string; executionId: string }

/** An hour after each question. */
async function approveAll({ threadId, executionId }: Started, ...nodes: string[]) {
  for (const node of nodes) {
    await until(async () => {
      const { body } = await admin.get(`${base}/executions/${executionId}`)
      const [pause] = body.data.state.pauses
      return body.data.status === 'paused' && pause?.nodeId === node
    })
    app.clock.advance(hour)
    const path = `${base}/executions/thread/${threadId}/resume`
    const { status, text } = await admin.post(path, { resumeValue: true })
    assert.equal(status, 200, text)
  }
  const done = await ended(admin, executionId)
  assert.equal(done.status, 'completed', JSON.stringify(done.error))
  return done
}

describe('waiting for a human counts into no limit of time', () => {
  test('of a turn: a call that is approved after an hour is made', async () => {
    const { outputData, steps } = await approveAll(started.call, 'agent')
    assert.equal(outputData.finishReason, 'stop')
    assert.match(JSON.stringify(steps), /ONE/)
  })

  test('of a workflow, with one question and with two', async () => {
    assert.equal((await approveAll(started.alone, 'first')).outputData, 'sent')
    assert.equal((await approveAll(started.alsoAlone, 'first', 'second')).outputData, 'sent')
  })

  test('of a workflow that an agent executes', async () => {
    const once = await approveAll(started.inAgent, 'first')
    const twice = await approveAll(started.twice, 'first', 'second')
    for (const { outputData, steps } of [once, twice]) {
      assert.equal(outputData.finishReason, 'stop')
      const tool = steps.find(({ type }: { type: string }) => type === 'tool')
      assert.deepEqual([tool.status, tool.output], ['completed', 'sent'])
    }
  })
})
