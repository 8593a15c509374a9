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

test('erasing an end user leaves what happened in the audit log, without the names that the user gave', async () => {
  const named = 'Secretary of Erna Example'
  const erna = project.admin.as('erna')
  const { id } = (await erna.post(`${base}/create`, { name: named, graph })).body.data
  const across = { 'x-act-across-users': 'true' }
  await project.admin.patch(`${base}/update/${id}`, { description: 'Changed.' }, across)
  const gone = (await erna.post(`${base}/create`, { name: `${named} 2`, graph })).body.data
  await erna.delete(`${base}/delete/${gone.id}`)
  const kept = (await project.admin.post(`${base}/create`, { name: 'Of the project', graph })).body.data
  const { data: user } = (await project.admin.get('/api/v1/external-users/username/erna')).body
  const erased = await project.admin.delete(`/api/v1/external-users/${user.id}`)
  assert.equal(erased.status, 200, erased.text)
  const { text, body } = await project.admin.get('/api/v1/audit-log?limit=100')
  assert.ok(!text.includes('Erna Example'))
  const entries = body.data.filter(({ target }: { target: { id: string } }) =>
    [id, gone.id].includes(target.id),
  )
  assert.ok(entries.length >= 4, text)
  const other = body.data.find(({ target }: { target: { id: string } }) => target.id === kept.id)
  assert.equal(other.details.name, 'Of the project')
})

test('erasing an end user removes what was decided about calls for the user from the audit log', async () => {
  const carl = project.admin.as('carl')
  const { statusOf } = await paused(project.admin, carl)
  const started = await statusOf()
  const across = { 'x-act-across-users': 'true' }
  const decided = await project.admin.post(
    `${base}/executions/thread/${started.threadId}/resume`,
    { resumeValue: false, comment: 'Carl Example called' },
    across,
  )
  assert.equal(decided.status, 200, decided.text)
  const log = () => project.admin.get('/api/v1/audit-log?action=execution.resumed&limit=100')
  assert.match((await log()).text, /Carl Example called/)
  const { data: user } = (await project.admin.get('/api/v1/external-users/username/carl')).body
  assert.equal((await project.admin.delete(`/api/v1/external-users/${user.id}`)).status, 200)
  const { text, body } = await log()
  assert.doesNotMatch(text, /Carl Example/)
  assert.ok(body.data.some(({ target }: { target: { id: string } }) => target.id === started.id))
})
