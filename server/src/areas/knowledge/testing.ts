import assert from 'node:assert/strict'
import type { Caller } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

export const collectionsPath = '/api/v1/knowledge/collections'

/** What tests of collections do, each in a new one. */
export function knowledgeOf(caller: () => Caller) {
  let count = 0

  async function newCollection(body: object = {}): Promise<string> {
    const response = await caller().post(collectionsPath, { name: `Collection ${++count}`, ...body })
    assert.equal(response.status, 200, response.text)
    return `${collectionsPath}/${response.body.data.id}`
  }

  const settled = (url: string, sourceKey: string) =>
    until(
      async () => {
        const { data } = (await caller().get(`${url}/sources/${encodeURIComponent(sourceKey)}`)).body
        return ['ready', 'failed', 'cancelled'].includes(data.status) ? data : null
        // The encoder computes for long where others compute as well.
      },
      `${sourceKey} to settle`,
      300_000,
    )

  async function ingested(url: string, title: string, content: string, more: object = {}) {
    const response = await caller().post(`${url}/ingest/text`, { title, content, ...more })
    assert.equal(response.status, 200, response.text)
    const source = await settled(url, response.body.data.sourceKey)
    assert.equal(source.status, 'ready', JSON.stringify(source))
    return source
  }

  async function search(url: string, query: string, more: object = {}) {
    const response = await caller().post(`${url}/search`, { query, mode: 'keyword', ...more })
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }

  return { newCollection, settled, ingested, search }
}
