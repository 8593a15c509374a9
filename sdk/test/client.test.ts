import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../server/test/harness.ts'
import { createStoa, isStoaError, type Stoa } from '../src/index.ts'

let app: TestApp
let project: TestProject
let baseUrl: string
let stoa: Stoa

before(async () => {
  app = await startTestApp()
  baseUrl = await app.listen()
  project = await app.newProject()
  stoa = createStoa({ baseUrl, apiKey: project.adminKey })
})
after(() => app.stop())

const users = '/api/v1/external-users'

describe('a call', () => {
  test('gives the data of the envelope, typed by its path', async () => {
    const made = await stoa.post(users, { body: { name: 'alice', metadata: { channel: 'telegram' } } })
    assert.equal(made.created, true)
    const found = await stoa.get(`${users}/{id}`, { params: { id: made.id } })
    assert.equal(found.name, 'alice')
    // @ts-expect-error: the path takes a parameter
    await assert.rejects(stoa.get(`${users}/{id}`), /path parameter id/)
  })

  test('without data in the response returns nothing', async () => {
    const key = await stoa.post('/api/v1/api-keys', { body: { name: 'short-lived' } })
    assert.equal(await stoa.delete('/api/v1/api-keys/{id}', { params: { id: key.id } }), undefined)
  })

  test('carries lists, times and flags in its query', async () => {
    const { data } = await stoa.page(users, {
      query: { source: ['username', 'embed_visitor'], isActive: true, from: new Date(0), q: 'ali' },
    })
    assert.deepEqual(
      data.map(({ name }) => name),
      ['alice'],
    )
  })

  test('preserves slashes in a parameter', async () => {
    const [model] = await stoa.get('/api/v1/ai/models')
    assert.ok(model!.id.length > 0)
    const error = await stoa
      .get('/api/v1/ai/models/{modelId}', { params: { modelId: 'no/such/model' } })
      .catch((thrown: unknown) => thrown)
    assert.ok(isStoaError(error) && error.code === 'model_not_found', String(error))
  })

  test('is refused before it is sent when a parameter would lead elsewhere', async () => {
    for (const id of ['', '.', '..'])
      await assert.rejects(stoa.get(`${users}/{id}`, { params: { id } }), { code: 'invalid_parameter' })
  })

  test('acts as an end user', async () => {
    const asBob = stoa.as('bob').with({ headers: { 'x-request-id': 'request-0001' } })
    await asBob.post(users, { body: { name: 'made-by-bob' } })
    const bob = await stoa.get(`${users}/username/{username}`, { params: { username: 'bob' } })
    assert.equal(bob?.name, 'bob')
  })

  test('passes the response, whose ETag guards a change', async () => {
    const { id } = await stoa.post(users, { body: { name: 'guarded' } })
    let etag = ''
    await stoa.get(`${users}/{id}`, {
      params: { id },
      onResponse: ({ headers }) => {
        etag = headers.get('etag')!
      },
    })
    const change = (profileSummary: string) =>
      stoa.patch(`${users}/{id}`, { params: { id }, ifMatch: etag, body: { profileSummary } })
    assert.equal((await change('first')).profileSummary, 'first')
    await assert.rejects(change('second'), { code: 'precondition_failed', status: 412 })
  })

  test('gives bytes outside the envelope', async () => {
    const { id } = await stoa.post(users, { body: { name: 'exported' } })
    const response = await stoa.download(`${users}/{id}/export`, { params: { id } })
    assert.match(await response.text(), /exported/)
    assert.equal((await stoa.raw('GET', '/healthz')).status, 200)
  })
})

describe('lists', () => {
  test('are read page after page to their end', async () => {
    const other = createStoa({ baseUrl, apiKey: (await app.newProject()).adminKey })
    for (let i = 0; i < 7; i++) await other.post(users, { body: { name: `user-${i}` } })
    const first = await other.page(users, { query: { limit: 3 } })
    assert.deepEqual([first.data.length, first.total, first.totalPages, first.hasNextPage], [3, 8, 3, true])
    const namesOf = async (query: { limit: number; offset?: number }) => {
      const names: string[] = []
      for await (const { name } of other.pages(users, { query })) names.push(name)
      return names
    }
    const names = await namesOf({ limit: 3 })
    assert.equal(new Set(names).size, 8)
    assert.deepEqual(await namesOf({ limit: 3, offset: 2 }), names.slice(2))
  })
})

describe('a refusal', () => {
  test('is an error with everything the server sent', async () => {
    const error = await stoa.page(users, { query: { limit: 500 } }).catch((thrown: unknown) => thrown)
    assert.ok(isStoaError(error))
    assert.equal(error.code, 'invalid_parameter')
    assert.equal(error.type, 'invalid_request')
    assert.equal(error.status, 400)
    assert.equal(error.retryable, false)
    assert.equal(error.details[0]!.path, 'limit')
    assert.match(error.requestId!, /^[0-9a-f-]{36}$/)
  })

  test('of a key is reported to subscribers', async () => {
    const codes: string[] = []
    const wrong = createStoa({
      baseUrl,
      apiKey: `stoa_${'x'.repeat(32)}`,
      onUnauthorized: ({ code }) => codes.push(code),
    })
    await assert.rejects(wrong.get('/api/v1/users/profile'), {
      code: 'invalid_api_key',
      type: 'authentication',
    })
    assert.deepEqual(codes, ['invalid_api_key'])
  })
})

describe('credentials', () => {
  test("an end user's token comes from a function and is requested again", async () => {
    const { id } = await stoa.post(users, { body: { name: 'visitor' } })
    let requested = 0
    const visitor = createStoa({
      baseUrl,
      token: async () => {
        requested++
        const { token } = await stoa.post(`${users}/{id}/tokens`, { params: { id }, body: {} })
        return token
      },
    })
    assert.equal((await visitor.get(`${users}/{id}`, { params: { id } })).name, 'visitor')
    await visitor.get(`${users}/{id}`, { params: { id } })
    assert.equal(requested, 2)
  })

  test('a project key is refused in a browser', (t) => {
    Object.assign(globalThis, { window: {}, document: {} })
    t.after(() => {
      Reflect.deleteProperty(globalThis, 'window')
      Reflect.deleteProperty(globalThis, 'document')
    })
    assert.throws(() => createStoa({ baseUrl, apiKey: project.adminKey }), /does not belong in a browser/)
    assert.throws(() => createStoa({ baseUrl, token: project.adminKey }), /does not belong in a browser/)
    createStoa({ baseUrl, token: 'stoaeu_abc' })
    createStoa({ baseUrl, apiKey: project.adminKey, dangerouslyAllowBrowser: true })
  })
})
