import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

const base = '/api/v1/table/collections'
let count = 0

async function made(body: object = {}) {
  const response = await project.admin.post(base, { name: `Things ${++count}`, ...body })
  assert.equal(response.status, 200, response.text)
  return { ...response.body.data, url: `${base}/${response.body.data.id}` } as Record<string, unknown> & {
    id: string
    url: string
    slug: string
  }
}

const add = async (url: string, body: object) =>
  (await project.admin.post(`${url}/documents`, body)).body.data

describe('collections', () => {
  test('200: made with defaults, found by id and slug, listed, changed, deleted', async () => {
    const collection = await made({ name: 'My Börse' })
    assert.equal(collection.slug, 'my-bo-rse')
    assert.deepEqual(
      [collection.mode, collection.access, collection.writes, collection.maxDocuments],
      ['flexible', 'owner', 'direct', 100_000],
    )
    const bySlug = await project.admin.get(`${base}/my-bo-rse`)
    assert.equal(bySlug.body.data.id, collection.id)
    const listed = await project.admin.get(`${base}?q=börse`)
    assert.equal(listed.body.total, 1)
    const changed = await project.admin.patch(collection.url, { description: 'new' }, { 'if-match': '"1"' })
    assert.deepEqual([changed.body.data.description, changed.body.data.version], ['new', 2])
    assert.equal((await project.admin.patch(collection.url, {}, { 'if-match': '"1"' })).status, 412)
    const exposed = await project.admin.patch(`${collection.url}/expose-mcp`, { exposeViaMcp: true })
    assert.equal(exposed.body.data.exposeViaMcp, true)
    assert.equal((await project.admin.delete(collection.url)).status, 200)
    assert.equal((await project.admin.get(collection.url)).status, 404)
    assert.equal((await made({ name: 'My Börse' })).slug, 'my-bo-rse')
  })

  test('409 for a slug or name that is taken, also by concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => project.admin.post(base, { name: 'Same', slug: 'same' })),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409, 409])
    const named = await project.admin.post(base, { name: 'same', slug: 'other' })
    assert.equal(named.body.error.code, 'name_conflict')
  })

  test('400 for a schema that contradicts itself', async () => {
    const refused = async (fields: object[], indexes: object[] = []) => {
      const response = await project.admin.post(base, {
        name: `Bad ${++count}`,
        mode: 'strict',
        schema: { fields },
        indexes,
      })
      assert.equal(response.status, 400, response.text)
    }
    await refused([{ name: 'id', type: 'text' }])
    await refused([
      { name: 'a', type: 'text' },
      { name: 'a', type: 'text' },
    ])
    await refused([{ name: 'a', type: 'select' }])
    await refused([{ name: 'a', type: 'relation' }])
    await refused([{ name: 'a', type: 'relation', relation: { collectionId: 'nowhere' } }])
    await refused([{ name: 'a', type: 'number', default: 'x' }])
    await refused([{ name: 'a', type: 'text', pattern: '(?=x)' }])
    await refused([{ name: 'a', type: 'json', unique: true }])
    await refused([{ name: 'a', type: 'number', min: 2, max: 1 }])
    await refused([{ name: 'a', type: 'text' }], [{ fields: ['b'] }])
    await refused([{ name: 'a', type: 'text' }], [{ fields: ['a'] }, { fields: ['a:desc'] }])
  })

  test('403 not_owner: an end user changes only collections made in its name', async () => {
    const { url } = await made()
    const response = await project.admin.as('dora').patch(url, { description: 'mine' })
    assert.deepEqual([response.status, response.body.error.code], [403, 'not_owner'])
    const own = await project.admin.as('dora').post(base, { name: 'Of Dora' })
    assert.equal(
      (await project.admin.as('dora').patch(`${base}/${own.body.data.id}`, { description: 'x' })).status,
      200,
    )
    assert.equal((await project.admin.patch(`${base}/${own.body.data.id}`, { description: 'y' })).status, 200)
  })

  test('a deleted collection leaves nothing behind', async () => {
    const { url, id } = await made({
      schema: { fields: [{ name: 'k', type: 'text', unique: true }] },
      indexes: [{ fields: ['k'] }],
    })
    await add(url, { k: 'a' })
    await project.admin.delete(url)
    await until(async () => {
      const rows = await app.db.rows(sql`
        select 1 from document where collection_id = ${id} union all select 1 from document_key where collection_id = ${id}
        union all select 1 from document_unique where collection_id = ${id}
        union all select 1 from document_version where collection_id = ${id} union all select 1 from collection where id = ${id}`)
      return rows.length === 0
    }, 'the collection to be deleted')
  })
})

describe('changing the schema', () => {
  const fieldsOf = (...fields: object[]) => ({ schema: { fields } })

  test('dryRun reports the conflicts, with counts and examples, and changes nothing', async () => {
    const { url } = await made()
    const bad = [await add(url, { age: 'old' }), await add(url, { age: 'older' })]
    await add(url, { age: 3 })
    const body = fieldsOf({ name: 'age', type: 'number' }, { name: 'name', type: 'text', required: true })
    const response = await project.admin.patch(`${url}?dryRun=true`, body)
    assert.equal(response.status, 200)
    const { blockers, checkedDocuments } = response.body.data.migration
    assert.equal(checkedDocuments, 3)
    assert.deepEqual(
      blockers.map(({ field, rule, count }: Record<string, unknown>) => [field, rule, count]),
      [
        ['age', 'type', 2],
        ['name', 'required', 3],
      ],
    )
    assert.deepEqual(blockers[0].examples.sort(), bad.map(({ id }) => id).sort())
    assert.deepEqual((await project.admin.get(url)).body.data.schema.fields, [])
    const real = await project.admin.patch(url, body)
    assert.deepEqual([real.status, real.body.error.code], [422, 'migration_blocked'])
    assert.equal(real.body.error.migration.blockers.length, 2)
  })

  test('renames carry values, indexes and uniqueness over; new required fields are filled with their default', async () => {
    const { url } = await made({
      ...fieldsOf({ name: 'mail', type: 'text', unique: true }),
      indexes: [{ fields: ['mail'] }],
    })
    const { id } = await add(url, { mail: 'a' })
    const response = await project.admin.patch(
      url,
      fieldsOf(
        { name: 'email', type: 'text', unique: true, renamedFrom: 'mail' },
        { name: 'status', type: 'select', options: ['new'], required: true, default: 'new' },
      ),
    )
    assert.equal(response.status, 200, response.text)
    assert.equal(response.body.data.migration.rewrittenDocuments, 1)
    const document = (await project.admin.get(`${url}/documents/${id}`)).body.data
    assert.deepEqual(
      [document.mail, document.email, document.status, document.version],
      [undefined, 'a', 'new', 2],
    )
    assert.equal((await project.admin.post(`${url}/documents`, { email: 'a' })).status, 409)
    await until(
      async () => (await project.admin.get(url)).body.data.indexes[0].state === 'ready',
      'the index',
    )
    const found = await project.admin.get(`${url}/documents?filter[email][_eq]=a&sort=email`)
    assert.equal(found.body.total, 1)
    assert.deepEqual((await project.admin.get(url)).body.data.indexes[0].fields, ['email'])
  })

  test('unique over values that are there twice is refused; once they differ it holds', async () => {
    const { url } = await made()
    const twin = await add(url, { k: 'a' })
    await add(url, { k: 'a' })
    const body = fieldsOf({ name: 'k', type: 'text', unique: true })
    const refused = await project.admin.patch(url, body)
    assert.equal(refused.body.error.migration.blockers[0].rule, 'unique')
    await project.admin.patch(`${url}/documents/${twin.id}`, { k: 'b' })
    assert.equal((await project.admin.patch(url, body)).status, 200)
    assert.equal((await project.admin.post(`${url}/documents`, { k: 'b' })).status, 409)
    assert.equal((await project.admin.patch(url, fieldsOf({ name: 'k', type: 'text' }))).status, 200)
    assert.equal((await project.admin.post(`${url}/documents`, { k: 'b' })).status, 200)
  })

  test('strict drops the values of removed fields, flexible retains them', async () => {
    const fields = fieldsOf({ name: 'a', type: 'text' }, { name: 'b', type: 'text' })
    for (const mode of ['strict', 'flexible']) {
      const { url } = await made({ mode, ...fields })
      const { id } = await add(url, { a: '1', b: '2' })
      assert.equal((await project.admin.patch(url, fieldsOf({ name: 'a', type: 'text' }))).status, 200)
      const { data } = (await project.admin.get(`${url}/documents/${id}`)).body
      assert.equal(data.b, mode === 'strict' ? undefined : '2')
    }
  })

  test('writers in the middle of a change end up in the new schema', async () => {
    const { url } = await made()
    const writes = Array.from({ length: 12 }, (_, i) =>
      project.admin.post(`${url}/documents`, { n: i, k: `k${i}` }),
    )
    const change = project.admin.patch(url, {
      ...fieldsOf({ name: 'k', type: 'text', unique: true }),
      indexes: [{ fields: ['n'] }],
    })
    assert.equal((await change).status, 200)
    for (const { status } of await Promise.all(writes)) assert.equal(status, 200)
    await until(
      async () => (await project.admin.get(url)).body.data.indexes[0].state === 'ready',
      'the index',
    )
    const list = await project.admin.get(`${url}/documents?sort=n`)
    assert.deepEqual(
      list.body.data.map(({ n }: { n: number }) => n),
      Array.from({ length: 12 }, (_, i) => i),
    )
    for (let i = 0; i < 12; i++)
      assert.equal((await project.admin.post(`${url}/documents`, { k: `k${i}` })).status, 409)
  })
})

describe('a user who leaves', () => {
  test('takes documents, their history and own collections along; what others use stays', async () => {
    const gina = project.admin.as('gina')
    const own = await gina.post(base, { name: 'Of Gina' })
    const shared = await gina.post(base, { name: 'Shared by Gina' })
    const [ownUrl, sharedUrl] = [own, shared].map(({ body }) => `${base}/${body.data.id}`)
    const secret = (await gina.post(`${ownUrl}/documents`, { secret: 'ginas' })).body.data
    await gina.post(`${sharedUrl}/documents`, { secret: 'ginas' })
    await project.admin.post(`${sharedUrl}/documents`, { mine: 1 })
    const exported = await project.admin.get(`/api/v1/external-users/${secret.ownerId}/export`)
    assert.match(exported.text, /table_document/)
    const plan = await project.admin.delete(`/api/v1/external-users/${secret.ownerId}?dryRun=true`)
    assert.equal(plan.body.data.collections, 2)
    assert.equal((await project.admin.delete(`/api/v1/external-users/${secret.ownerId}`)).status, 200)
    assert.equal((await project.admin.get(ownUrl!)).status, 404)
    const left = await project.admin.get(sharedUrl!)
    assert.deepEqual([left.body.data.documentCount, left.body.data.ownerId], [1, project.id])
    const traces = await app.db.rows(sql`select 1 from document_version where data @> '{"secret": "ginas"}'`)
    assert.equal(traces.length, 0)
  })

  test('merged into another, its documents are the other one’s', async () => {
    const { url } = await made()
    const { ownerId } = (await project.admin.as('hans').post(`${url}/documents`, { a: 1 })).body.data
    const into = (await project.admin.as('ines').post(`${url}/documents`, { a: 2 })).body.data.ownerId
    const merged = await project.admin.post(`/api/v1/external-users/${ownerId}/merge`, { intoId: into })
    assert.equal(merged.status, 200, merged.text)
    assert.equal((await project.admin.as('ines').get(`${url}/documents`)).body.total, 2)
  })
})

test('old versions are forgotten after historyDays, the newest never', async () => {
  const { url } = await made({ historyDays: 1 })
  const { id } = await add(url, { a: 1 })
  await project.admin.patch(`${url}/documents/${id}`, { a: 2 })
  app.clock.advance(2 * 86_400_000)
  await app.app.sweep()
  const history = await project.admin.get(`${url}/documents/${id}/history`)
  assert.deepEqual(
    history.body.data.map(({ version }: { version: number }) => version),
    [2],
  )
})
