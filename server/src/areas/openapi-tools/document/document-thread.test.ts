import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDocumentThread } from './document-thread.ts'

const description = {
  openapi: '3.1.0',
  info: { title: 'Many', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [
      `/things/${i}`,
      { get: { operationId: `thing_${i}`, responses: { 200: { description: 'ok' } } } },
    ]),
  ),
}

test('a hundred concurrent requests for tools of one description read it once', async (t) => {
  const thread = createDocumentThread()
  t.after(() => thread.close())
  let reads = 0
  const read = async () => {
    reads++
    return Buffer.from(JSON.stringify(description))
  }
  const [operations, tools] = await Promise.all([
    Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        thread.resolve(
          'many',
          {
            slug: `many_thing_${i}`,
            toolkitSlug: 'many',
            version: '1',
            path: `/things/${i}`,
            method: 'GET',
          },
          read,
        ),
      ),
    ),
    Promise.all(
      Array.from({ length: 3 }, (_, i) =>
        thread.resolve(
          'many',
          {
            slug: `many_thing_${i}`,
            options: { toolkitSlug: 'many', version: '1' },
            baseUrl: 'https://elsewhere.example.com',
          },
          read,
        ),
      ),
    ),
  ])
  assert.equal(reads, 1)
  assert.deepEqual(
    operations.map((tool) => tool?.definition.slug),
    Array.from({ length: 100 }, (_, i) => `many_thing_${i}`),
  )
  assert.deepEqual(
    tools.map((tool) => tool?.plan.server.url),
    Array.from({ length: 3 }, () => 'https://elsewhere.example.com'),
  )
  await thread.close()
  const again = { slug: 'many_thing_7', toolkitSlug: 'many', version: '1' }
  const found = await thread.resolve('many', { ...again, path: '/things/7', method: 'GET' }, read)
  assert.equal(found?.definition.slug, 'many_thing_7', 'a thread that has ended is started again')
})
