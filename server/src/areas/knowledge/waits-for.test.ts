import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { createReport } from './service/progress.ts'

// Without workers, so that nothing but the test reports on the source.
const app = await startTestApp({ hasPieces: false })
after(() => app.stop())

const base = '/api/v1/knowledge/collections'

test('a source says what its stage waits for, until it waits no more, is replaced or has ended', async () => {
  const { admin, id: projectId } = await app.newProject()
  const { id } = (await admin.post(base, { name: 'Scans' })).body.data
  const ingest = () => admin.post(`${base}/${id}/ingest/text`, { title: 'Scan', content: `At ${Date.now()}` })
  const { sourceKey } = (await ingest()).body.data
  const stateOf = async () => {
    const { data } = (await admin.get(`${base}/${id}/sources/${encodeURIComponent(sourceKey)}`)).body
    return [data.status, data.progress, data.waitsFor]
  }
  const revisionOf = async () => {
    const [row] = await app.db.rows<{ no: number; revision: number }>(sql`
      select no, last_revision as revision from knowledge_source where collection_id = ${id}`)
    return { projectId, id, ...row! }
  }
  const emitted: unknown[] = []
  const report = createReport(app.db, await revisionOf(), (type, data) => void emitted.push([type, data]))
  await report('parsing', 0)
  // Not awaited one by one: they are stored in this order all the same.
  await Promise.all([report('parsing', 0.2, 'ocr'), report('parsing', 0.4, 'ocr')])
  assert.deepEqual(await stateOf(), ['parsing', 0.4, 'ocr'])
  assert.deepEqual(emitted, [
    ['stage', { stage: 'parsing' }],
    ['progress', { stage: 'parsing', progress: 0.2, waitsFor: 'ocr' }],
    ['progress', { stage: 'parsing', progress: 0.4, waitsFor: 'ocr' }],
  ])
  await report('parsing', 0.6)
  assert.deepEqual(await stateOf(), ['parsing', 0.6, null])

  await ingest()
  const replaced = await stateOf()
  await report('parsing', 0.8, 'ocr')
  assert.deepEqual(await stateOf(), replaced, 'a run of an earlier revision changes nothing')

  await createReport(app.db, await revisionOf(), () => {})('parsing', 0.1, 'ocr')
  await admin.post(`${base}/${id}/sources/${encodeURIComponent(sourceKey)}/cancel`)
  const [status, , waitsFor] = await stateOf()
  assert.deepEqual([status, waitsFor], ['cancelled', null])
})
