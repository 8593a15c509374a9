import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { createVersionSweep } from './service/definitions/prune-versions.ts'

const app = await startTestApp({ hasPieces: false })
app.app.runs.start()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/workflow/manager'
const graphWith = (x: number) => ({
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'a', type: 'set', values: { x } },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'end' },
  ],
})

async function made() {
  const { body } = await project.admin.post(`${base}/create`, { graph: graphWith(0) })
  const { id } = body.data
  const save = async (x: number, more: object = { amend: true }, caller = project.admin) => {
    const saved = await caller.patch(`${base}/update/${id}`, { graph: graphWith(x), ...more })
    assert.equal(saved.status, 200, saved.text)
    return saved.body.data
  }
  const listed = async () =>
    (await project.admin.get(`${base}/${id}/versions`)).body.data.map(
      ({ version }: { version: string }) => version,
    )
  return { id, save, listed }
}

describe('saves that amend', () => {
  test('200: replace each other in the list, but not the version that they began from', async () => {
    const { id, save, listed } = await made()
    for (const x of [1, 2, 3]) await save(x)
    assert.deepEqual(await listed(), ['1.0.3', '1.0.0'])
    const { data } = (await project.admin.get(`${base}/${id}/versions/4/diff`)).body
    assert.deepEqual([data.before, data.after], ['1.0.0', '1.0.3'])
    // What was read a moment ago can still be read.
    assert.equal((await project.admin.get(`${base}/${id}/versions/3`)).status, 200)
  })

  test('200: so do operations on parts of the graph', async () => {
    const { id, save, listed } = await made()
    await save(1)
    const ops = [{ op: 'updateNode', id: 'a', set: { values: { x: 2 } } }]
    const edited = await project.admin.post(`${base}/${id}/graph/ops`, { ops, amend: true })
    assert.equal(edited.status, 200, edited.text)
    assert.deepEqual(await listed(), ['1.0.2', '1.0.0'])
  })

  test('200: a save without amend, one with a note and one of another caller stay', async () => {
    const { save, listed } = await made()
    await save(1, {})
    await save(2)
    await save(3, { amend: true, note: 'Three' })
    await save(4)
    await save(5, { amend: true }, project.member)
    assert.deepEqual(await listed(), ['1.0.5', '1.0.4', '1.0.3', '1.0.1', '1.0.0'])
  })

  test('200: what was activated or executed stays', async () => {
    const { id, save, listed } = await made()
    await save(1)
    await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    await save(2)
    const run = await project.admin.post(`${base}/execute/${id}`, { input: {}, mode: 'test', wait: 10_000 })
    assert.equal(run.body.data.status, 'completed', run.text)
    await save(3)
    assert.deepEqual(await listed(), ['1.0.3', '1.0.2', '1.0.1', '1.0.0'])
  })

  test('200: after ten minutes of edits another version begins, and the sweep deletes what was replaced', async () => {
    const { id, save, listed } = await made()
    await save(1)
    app.clock.advance(9 * 60_000)
    await save(2)
    app.clock.advance(2 * 60_000)
    await save(3)
    assert.deepEqual(await listed(), ['1.0.3', '1.0.2', '1.0.0'])
    const stored = async () =>
      (
        await app.db.rows<{ version: number }>(
          sql`select version from workflow_version where workflow_id = ${id} order by version`,
        )
      ).map(({ version }) => version)
    const sweep = createVersionSweep(app)
    await sweep([])
    assert.deepEqual(await stored(), [1, 2, 3, 4])
    app.clock.advance(60 * 60_000)
    await sweep([])
    assert.deepEqual(await stored(), [1, 3, 4])
  })
})
