import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { untilAborted } from '../../../test/runs/nodes.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp()
const { runs } = app.app
const mine = await app.newProject()
const theirs = await app.newProject()
const operator = await app.operatorOf(mine)
after(async () => {
  await runs.stop(0)
  await app.stop()
})

runs.register({
  kind: 'test.waits',
  pool: 'executions',
  handle: ({ waitFor }) => waitFor('answer', randomUUID()),
})
runs.register({ kind: 'test.busy', handle: ({ signal }) => untilAborted(signal) })
runs.register({
  kind: 'test.parent',
  handle: async ({ run, step, emit, startChild, join }) => {
    await step('prepare', async () => {
      emit('progress', { secret: run.input })
      emit('progress', 2)
      emit('done', 3)
      return 'a secret'
    })
    return join('j', [await startChild('child', { kind: 'test.waits', input: null })])
  },
})
const enqueue = (scope: typeof mine.scope, kind: string, input: unknown = null) =>
  app.db.tx((tx) => runs.enqueue(tx, scope, { kind, input }))
const list = async (query: string) => (await operator.get(`/api/v1/runs?${query}`)).body
const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id)
const waiting = await enqueue(theirs.scope, 'test.waits')
const busy = await enqueue(mine.scope, 'test.busy')
const parent = await enqueue(theirs.scope, 'test.parent', 'another secret')
const later = await app.db.tx((tx) =>
  runs.enqueue(tx, mine.scope, { kind: 'test.busy', input: null, runAt: new Date(Date.now() + 3_600_000) }),
)
runs.start()
await until(async () => (await idsOf(`status=waiting&projectId=${theirs.scope.projectId}`)).length === 3)
await until(async () => (await idsOf('status=running')).includes(busy))

describe('GET /api/v1/runs', () => {
  test('200: runs of all projects, by kind, pool, status, project and time', async () => {
    const child = (await idsOf('kind=test.waits')).filter((id: string) => id !== waiting)
    assert.deepEqual((await idsOf('pool=executions')).sort(), [waiting, ...child].sort())
    assert.deepEqual(await idsOf('pool=executions&kind=test.busy'), [])
    assert.deepEqual((await idsOf('kind=test.busy&status=running,waiting')).sort(), [busy, later].sort())
    assert.deepEqual(await idsOf(`projectId=${mine.scope.projectId}&status=running`), [busy])
    const { createdAt } = (await operator.get(`/api/v1/runs/${waiting}`)).body.data
    assert.ok((await idsOf(`from=${createdAt}&kind=test.waits`)).includes(waiting))
    assert.ok(!(await idsOf(`to=${createdAt}&kind=test.waits`)).includes(waiting))
    const [found] = (await list(`kind=test.busy&status=waiting`)).data
    assert.deepEqual(
      [found.pool, found.waitingFor, found.attempt, found.startedAt],
      ['work', 'time', 0, null],
    )
  })

  test('200: page by page with a cursor, whatever is added meanwhile', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page = await list(`status=running,waiting&limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      if (cursor === '') await enqueue(mine.scope, 'test.busy')
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.equal(new Set(seen).size, seen.length)
    for (const id of [waiting, busy, parent, later]) assert.ok(seen.includes(id))
  })

  test('403 for the admin of a project, 400 for times that contradict each other', async () => {
    assert.equal((await theirs.admin.get('/api/v1/runs')).body.error.code, 'operator_only')
    const response = await operator.get('/api/v1/runs?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')
    assert.equal(response.status, 400)
  })
})

describe('GET /api/v1/runs/{id}', () => {
  test('200: steps, events and children are summed up, without what is in them', async () => {
    const response = await operator.get(`/api/v1/runs/${parent}`)
    const { steps, stepCount, events, children, waitingFor, hasChildren, outputBytes } = response.body.data
    assert.deepEqual(
      steps.map(({ name, attempt, tries }: Record<string, unknown>) => [name, attempt, tries]),
      [
        ['prepare', 1, 1],
        ['child', 1, 1],
      ],
    )
    assert.deepEqual(
      [stepCount, children, waitingFor, hasChildren, outputBytes],
      [2, { count: 1, open: 1 }, 'children', true, 0],
    )
    assert.deepEqual(events.types, [
      { type: 'progress', count: 2 },
      { type: 'done', count: 1 },
    ])
    assert.equal(events.count, 3)
    assert.doesNotMatch(response.text, /secret/)
  })

  test('404 for what is not there', async () => {
    const response = await operator.get(`/api/v1/runs/${randomUUID()}`)
    assert.deepEqual([response.status, response.body.error.code], [404, 'run_not_found'])
  })
})

describe('POST /api/v1/runs/{id}/cancel', () => {
  test('200: what waits has ended, with its children; what is at work stops', async () => {
    const cancelled = await operator.post(`/api/v1/runs/${parent}/cancel`)
    assert.deepEqual([cancelled.status, cancelled.body.data.status], [200, 'cancelled'])
    assert.deepEqual((await operator.get(`/api/v1/runs/${parent}`)).body.data.children, { count: 1, open: 0 })
    assert.equal((await operator.post(`/api/v1/runs/${busy}/cancel`)).body.data.status, 'running')
    await until(async () => (await operator.get(`/api/v1/runs/${busy}`)).body.data.status === 'cancelled')
    const log = (await theirs.admin.get('/api/v1/audit-log?action=run.cancelled')).body.data
    assert.deepEqual(
      log.map(({ target, details }: Record<string, unknown>) => [target, details]),
      [[{ type: 'run', id: parent }, { kind: 'test.parent' }]],
    )
  })

  test('409 for one that has ended, 404 for what is not there', async () => {
    assert.equal((await operator.post(`/api/v1/runs/${parent}/cancel`)).body.error.code, 'run_ended')
    assert.equal((await operator.post(`/api/v1/runs/${randomUUID()}/cancel`)).status, 404)
  })
})
