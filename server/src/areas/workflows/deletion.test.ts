import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp({ hasPieces: false })
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

const base = '/api/v1/workflow/manager'
const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'ask', type: 'human_wait', humanMessage: 'Go on?' },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
  ],
}

async function paused(owner: Caller, executor: Caller) {
  const workflow = (await owner.post(`${base}/create`, { name: 'Waits', graph, isPublic: true })).body.data
  await owner.patch(`${base}/activeStatus/${workflow.id}`, { activeStatus: true })
  const started = await executor.post(`${base}/execute/${workflow.id}`, { mode: 'production' })
  assert.equal(started.status, 200, started.text)
  const { executionId } = started.body.data
  const statusOf = async () => (await executor.get(`${base}/executions/${executionId}`)).body.data
  await until(async () => (await statusOf()).status === 'paused')
  return { workflow, statusOf }
}

describe('deleting a workflow', () => {
  test('200: open executions are cancelled, and their history keeps the name', async () => {
    const { workflow, statusOf } = await paused(project.admin, project.admin)
    assert.equal((await project.admin.delete(`${base}/delete/${workflow.id}`)).status, 200)
    await until(async () => (await statusOf()).status === 'cancelled')
    assert.equal((await statusOf()).workflowName, 'Waits')
    const again = await project.admin.post(`${base}/execute/${workflow.id}`, { mode: 'production' })
    assert.equal(again.status, 404)
  })

  test('200: erasing its owner cancels what others execute of it', async () => {
    const { workflow, statusOf } = await paused(project.admin.as('gina'), project.admin)
    const erased = await project.admin.delete(`/api/v1/external-users/${workflow.ownerId}`)
    assert.deepEqual([erased.status, erased.body.data.workflows], [200, 1])
    await until(async () => (await statusOf()).status === 'cancelled')
  })
})
