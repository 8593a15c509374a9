import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { createIds } from '../../kernel/ids.ts'
import type { EndedStatus, ExecutionSummary } from './schema/execution.ts'
import { createExecutionCounts } from './service/executions/counts.ts'
import { endingExecutions } from './store/execution-end.ts'
import { findExecutionCounts } from './store/executions/count.ts'
import { insertingExecutions, type NewExecution } from './store/executions/insert.ts'

let harness: Awaited<ReturnType<typeof startTestApp>>
let project: TestProject
const newId = createIds({ now: () => new Date() })

before(async () => {
  harness = await startTestApp()
  project = await harness.newProject()
})
after(() => harness.stop())

async function newWorkflow(): Promise<string> {
  const id = newId()
  await harness.db.rows(sql`
    insert into workflow (project_id, id, external_user_id, name, type, created_at, updated_at)
    values (${project.id}, ${id}, ${project.id}, 'Counted', 'static', now(), now())`)
  return id
}

const executionOf = (workflowId: string, overrides: Partial<NewExecution> = {}): NewExecution => ({
  projectId: project.id,
  id: newId(),
  externalUserId: project.id,
  workflowId,
  workflowName: 'Counted',
  revision: 1,
  version: 1,
  type: 'static',
  mode: 'production',
  threadId: newId(),
  triggerId: null,
  parentId: null,
  retryOf: null,
  replayOf: null,
  input: {},
  keepsPayloads: null,
  metadata: null,
  at: new Date('2026-01-02T03:04:05Z'),
  ...overrides,
})

async function end(
  { id }: NewExecution,
  status: EndedStatus,
  summary: ExecutionSummary | null = null,
): Promise<void> {
  const ended = {
    projectId: project.id,
    id,
    status,
    output: null,
    error: null,
    summary,
    creditsMicro: 5,
  }
  await harness.db.rows(endingExecutions([{ ...ended, at: new Date() }]))
}

const stopped: ExecutionSummary = {
  completedNodes: [],
  failedNodes: [],
  errors: [],
  totalNodes: 0,
  stoppedBy: 'budget',
}

const countsOf = async (id: string) => (await findExecutionCounts(harness.db, project.scope, [id])).get(id)

describe('counts of executions', () => {
  test('are the same before and after they are rolled up, and without test executions', async () => {
    const workflowId = await newWorkflow()
    const executions = [1, 2, 3, 4, 5].map(() => executionOf(workflowId))
    const test = executionOf(workflowId, { mode: 'test' })
    await harness.db.rows(insertingExecutions([...executions, test]))
    await end(executions[0]!, 'completed')
    await end(executions[1]!, 'failed')
    await end(executions[2]!, 'timeout')
    await end(executions[4]!, 'completed', stopped)
    await end(test, 'completed')
    const expected = {
      total: 5,
      successful: 1,
      stopped: 1,
      failed: 2,
      lastExecutedAt: '2026-01-02T03:04:05.000Z',
    }
    assert.deepEqual(await countsOf(workflowId), expected)
    const { roll } = createExecutionCounts({ db: harness.db, log: harness.app.log })
    await roll()
    assert.deepEqual(await countsOf(workflowId), expected)
    await end(executions[3]!, 'completed')
    assert.deepEqual(await countsOf(workflowId), { ...expected, successful: 2 })
    await Promise.all([roll(), roll(), roll()])
    assert.deepEqual(await countsOf(workflowId), { ...expected, successful: 2 })
  })

  test('an end that is reported twice counts once', async () => {
    const workflowId = await newWorkflow()
    const execution = executionOf(workflowId)
    await harness.db.rows(insertingExecutions([execution]))
    await end(execution, 'completed')
    await end(execution, 'failed')
    assert.equal((await countsOf(workflowId))?.successful, 1)
    assert.equal((await countsOf(workflowId))?.failed, 0)
  })

  test('one that ended before it began, because a clock was set back, took no time', async () => {
    const workflowId = await newWorkflow()
    const execution = executionOf(workflowId, { at: new Date() })
    await harness.db.rows(insertingExecutions([execution, executionOf(workflowId, { at: new Date() })]))
    await end(execution, 'completed')
    await harness.db.rows(sql`
      update workflow_execution set ended_at = created_at - interval '5 seconds'
      where project_id = ${project.id} and id = ${execution.id}`)
    const manager = '/api/v1/workflow/manager'
    const read = async (path: string) => (await project.admin.get(path)).body.data
    const durations = (rows: { executionDurationMs: number | null }[]) =>
      rows.map(({ executionDurationMs }) => executionDurationMs).sort()
    assert.equal((await read(`${manager}/executions/${execution.id}`)).executionDurationMs, 0)
    assert.deepEqual(durations(await read(`${manager}/${workflowId}/executions`)), [0, null])
    const statistics = await read(`${manager}/${workflowId}/statistics`)
    assert.deepEqual(durations(statistics.recentExecutions), [0, null])
    assert.doesNotMatch(JSON.stringify(statistics), /DurationMs":-/)
    const timeline = (await read(`/api/v1/external-users/${project.id}/timeline`)).items
    assert.deepEqual(
      (timeline as { id: string; durationMs: number | null }[])
        .filter(({ id }) => id === execution.id)
        .map(({ durationMs }) => durationMs),
      [0],
    )
  })

  test('executions of a workflow that was deleted meanwhile are dropped', async () => {
    const workflowId = await newWorkflow()
    await harness.db.rows(insertingExecutions([executionOf(workflowId)]))
    await harness.db.rows(sql`delete from workflow where project_id = ${project.id} and id = ${workflowId}`)
    await createExecutionCounts({ db: harness.db, log: harness.app.log }).roll()
    assert.equal(await countsOf(workflowId), undefined)
  })

  test('a workflow that has changed since it was read refuses the execution', async () => {
    const workflowId = await newWorkflow()
    const execution = executionOf(workflowId, { revision: 2 })
    await assert.rejects(harness.db.rows(insertingExecutions([execution])))
    assert.equal(await countsOf(workflowId), undefined)
  })
})
