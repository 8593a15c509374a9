import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = createStage()
const { admin } = stage
const base = '/api/v1/knowledge/collections'

type Source = { sourceKey: string; status: string; chunkCount: number }
type Result = { text: string; score: number; sourceKey: string; path: string[] }

const search = async (id: string, query: string) =>
  assertSuccess<Result[]>(await admin.post(`${base}/${id}/search`, { query }))

describe('Knowledge (4.13)', () => {
  it('are found by their words as soon as they are ready', async () => {
    const { id, sourceKey } = await stage.newKnowledge('found')
    const [first] = await search(id, 'when is my refund payed')
    assert.equal(first!.sourceKey, sourceKey)
    assert.ok(first!.score > 0 && first!.score <= 1)
    assert.deepEqual(await search(id, 'helicopter'), [])
    const { data } = assertPage<Source>(await admin.get(`${base}/${id}/sources`))
    assert.deepEqual(
      data.map(({ status, chunkCount }) => [status, chunkCount]),
      [['ready', 1]],
    )
    assertError(await admin.post(`${base}/${id}/search`, { query: '' }), 'invalid_parameter', 400)
  })

  it('are replaced as a whole, and deleted with all that was found', async () => {
    const { id, sourceKey } = await stage.newKnowledge('replaced')
    const text = { title: 'Refunds', content: 'There are vouchers in place of payments.' }
    assertSuccess(await admin.post(`${base}/${id}/ingest/text`, text))
    const texts = async (query: string) => (await search(id, query)).map((result) => result.text)
    await until('the new text', async () => (await texts('vouchers'))[0] === text.content)
    assert.ok(!(await texts('card')).some((found) => found.includes('card')))
    assertSuccess(await admin.delete(`${base}/${id}/sources/${encodeURIComponent(sourceKey)}`))
    assert.deepEqual(await search(id, 'vouchers'), [])
    assertError(
      await admin.get(`${base}/${id}/sources/${encodeURIComponent(sourceKey)}`),
      'knowledge_source_not_found',
      404,
    )
  })
})
