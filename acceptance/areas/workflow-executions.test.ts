import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = createStage()
const { admin } = stage
const base = '/api/v1/workflow/manager'
const made: string[] = []
after(async () => {
  for (const id of made) await admin.delete(`${base}/delete/${id}?force=true`)
})

type Started = { executionId: string; threadId: string; status: string; outputData?: unknown }
type Execution = { status: string; outputData: unknown; steps: { nodeId: string; status: string }[] }

const shout = {
  id: 'shout',
  type: 'action',
  toolSlug: 'text_change_case',
  inputMapping: { text: '{{ input.name }}', to: 'upper' },
}

async function newWorkflow(nodes: { id: string; type: string }[]): Promise<string> {
  const all = [
    { id: 'start', type: 'start' },
    ...nodes,
    { id: 'end', type: 'end', output: '{{ nodes.shout.output.text }}' },
  ]
  const edges = all.slice(1).map(({ id }, index) => ({ from: all[index]!.id, to: id }))
  const body = { name: stage.nameOf('flow'), graph: { nodes: all, edges } }
  const { id } = assertSuccess<{ id: string }>(await admin.post(`${base}/create`, body))
  made.push(id)
  const { valid } = assertSuccess<{ valid: boolean }>(await admin.post(`${base}/${id}/validate`, {}))
  assert.equal(valid, true)
  assertSuccess(await admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true }))
  return id
}

const execute = async (id: string, body: object = {}) =>
  assertSuccess<Started>(
    await admin.post(`${base}/execute/${id}`, { input: { name: 'Ada' }, wait: 30_000, ...body }),
  )

describe('Executions of workflows (D 3.8)', () => {
  it('answer with their output in the same request', async () => {
    const started = await execute(await newWorkflow([shout]))
    assert.deepEqual([started.status, started.outputData], ['completed', 'ADA'])
  })

  it('wait for a human, resume with the answer, and call their tools once', async () => {
    const id = await newWorkflow([shout, { id: 'approve', type: 'human_wait' }])
    const { executionId, threadId, status } = await execute(id)
    assert.equal(status, 'paused')
    const resume = () =>
      admin.post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: { approved: true } })
    assertSuccess(await resume())
    assertError(await resume(), 'execution_not_paused', 409)
    const ended = await until('the end of the execution', async () => {
      const found = assertSuccess<Execution>(await admin.get(`${base}/executions/${executionId}`))
      return found.status === 'completed' ? found : null
    })
    assert.equal(ended.outputData, 'ADA')
    const { total } = assertPage(await admin.get(`/api/v1/tools/execution-logs?workflowId=${id}`))
    assert.equal(total, 1)
  })

  it('are replayed against a draft without calling anything', async () => {
    const id = await newWorkflow([shout])
    const { executionId } = await execute(id)
    const replayed = await admin.post(`${base}/executions/${executionId}/replay`, { against: 'draft' })
    assert.equal(assertSuccess<{ isGreen: boolean }>(replayed).isGreen, true)
    const { total } = assertPage(await admin.get(`/api/v1/tools/execution-logs?workflowId=${id}`))
    assert.equal(total, 1)
  })

  it('are refused while the workflow is not active', async () => {
    const id = await newWorkflow([shout])
    assertSuccess(await admin.patch(`${base}/activeStatus/${id}`, { activeStatus: false }))
    assertError(
      await admin.post(`${base}/execute/${id}`, { input: { name: 'Ada' } }),
      'workflow_inactive',
      409,
    )
  })
})
