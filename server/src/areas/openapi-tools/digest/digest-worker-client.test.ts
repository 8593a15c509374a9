import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../kernel/errors.ts'
import { shop } from '../document/testing.ts'
import { createDigestWorkerClient } from './digest-worker-client.ts'

const options = { toolkitSlug: 'shop', version: '1' }
const requestOf = (text: string) => ({ text, options, previous: null })
const messageOf = async (digest: ReturnType<typeof createDigestWorkerClient>, text: string) => {
  try {
    await digest('a', requestOf(text))
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'it was read'
}

/** Small as a text, and much to keep in memory while it is read. */
const manyKeys = (count: number) =>
  `openapi: 3.1.0\npaths: {}\nx:\n${Array.from({ length: count }, (_, i) => `  k${i}: [${i}]`).join('\n')}\n`

describe('createDigestApart', () => {
  it('reads in a separate thread', async () => {
    const { entries, declared } = await createDigestWorkerClient()('a', requestOf(JSON.stringify(shop)))
    assert.equal(entries.length, 8)
    assert.equal(declared.baseUrl, 'https://{region}.shop.example/v1')
  })

  it('hands faults of the document over with what to do', async () => {
    assert.match(
      await messageOf(createDigestWorkerClient(), '{}'),
      /^invalid_api_description: This is no API description/,
    )
  })

  it('aborts what takes too long or too much memory, and continues with the next', async () => {
    const hurried = createDigestWorkerClient({ timeoutMs: 1 })
    assert.match(await messageOf(hurried, manyKeys(100_000)), /takes too long/)
    const poor = createDigestWorkerClient({ maxMemoryMb: 16 })
    assert.match(await messageOf(poor, manyKeys(200_000)), /too much memory/)
    assert.match(await messageOf(poor, '{}'), /no API description/)
  })

  it('refuses a project with too many requests, and serves others in between', async () => {
    const digest = createDigestWorkerClient({ waitingPerProject: 1 })
    const ended: string[] = []
    const read = async (projectId: string, name: string) => {
      await digest(projectId, requestOf(JSON.stringify(shop)))
      ended.push(name)
    }
    const mine = [read('a', 'first'), read('a', 'second')]
    await assert.rejects(read('a', 'third'), { code: 'concurrency_limited' })
    const theirs = read('b', 'other')
    await Promise.all([...mine, theirs])
    assert.equal(ended.at(-1), 'second')
  })
})
