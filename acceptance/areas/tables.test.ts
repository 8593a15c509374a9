import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type ApiResponse, assertError, assertPage, assertSuccess, type Caller } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = createStage()
const { admin } = stage
const base = '/api/v1/table/collections'

type Collection = { id: string; slug: string; documentCount: number; schema: { fields: unknown[] } }
type Document = Record<string, unknown> & { id: string; version: number; ownerId: string }

const made: string[] = []
after(async () => {
  for (const id of made.toReversed()) await admin.delete(`${base}/${id}`)
})

async function newCollection(about: string, body: Record<string, unknown> = {}): Promise<Collection> {
  const response = await admin.post(base, { name: stage.nameOf(about), ...body })
  const collection = assertSuccess<Collection>(response)
  made.push(collection.id)
  return collection
}

const documentsOf = ({ id }: Collection) => `${base}/${id}/documents`
const add = async (collection: Collection, body: Record<string, unknown>, caller: Caller = admin) =>
  assertSuccess<Document>(await caller.post(documentsOf(collection), body))
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const detailsOf = (response: ApiResponse, code: string, status: number) =>
  assertError(response, code, status).error.details as { path: string; rule: string }[]

describe('Ids of collections and documents (2.6)', () => {
  it('are UUIDs, and a collection is found by its slug as well', async () => {
    const collection = await newCollection('ids')
    assert.match(collection.id, uuid)
    assert.match((await add(collection, {})).id, uuid)
    const bySlug = assertSuccess<Collection>(await admin.get(`${base}/${collection.slug}`))
    assert.deepEqual([bySlug.id, bySlug.documentCount], [collection.id, 1])
  })
})

describe('A document is changed in part (4.9)', () => {
  it('preserves the fields that are not sent, and null clears one', async () => {
    const collection = await newCollection('patch')
    const { id } = await add(collection, { a: 1, b: { x: 1 }, c: 3 })
    const url = `${documentsOf(collection)}/${id}`
    const changed = assertSuccess<Document>(await admin.patch(url, { b: { y: 2 }, c: null }))
    assert.deepEqual([changed.a, changed.b, changed.c, changed.version], [1, { y: 2 }, undefined, 2])
    const deep = assertSuccess<Document>(await admin.patch(`${url}?merge=deep`, { b: { z: 3 } }))
    assert.deepEqual(deep.b, { y: 2, z: 3 })
    assert.equal(assertSuccess<Document>(await admin.patch(url, {})).version, 3)
  })

  it('refuses system fields, lists and other versions', async () => {
    const collection = await newCollection('refused')
    const { id } = await add(collection, { a: 1 })
    const url = `${documentsOf(collection)}/${id}`
    assertError(await admin.patch(url, { version: 3 }), 'reserved_field', 400)
    assertError(await admin.patch(url, '[]'), 'invalid_parameter', 400)
    assertError(await admin.patch(url, { a: 2 }, { 'if-match': '"9"' }), 'precondition_failed', 412)
    assertError(await admin.patch(`${documentsOf(collection)}/${stage.tag}`, {}), 'invalid_id', 400)
  })

  it('returns 422 with every field that breaks the schema', async () => {
    const fields = [
      { name: 'age', type: 'integer' },
      { name: 'email', type: 'email', unique: true },
    ]
    const collection = await newCollection('strict', { mode: 'strict', schema: { fields } })
    const { id } = await add(collection, { email: 'a@b.co' })
    const response = await admin.patch(`${documentsOf(collection)}/${id}`, { age: 'x', email: 'x', shoe: 1 })
    const paths = detailsOf(response, 'schema_violation', 422).map(({ path }) => path)
    assert.deepEqual(paths.toSorted(), ['/age', '/email', '/shoe'])
    const taken = await admin.post(documentsOf(collection), { email: 'a@b.co' })
    assertError(taken, 'unique_violation', 409)
  })
})

describe('Lists of documents (3.13)', () => {
  it('are filtered, sorted with what is missing last, and paged by cursor', async () => {
    const collection = await newCollection('lists', { indexes: [{ fields: ['age'] }] })
    const url = documentsOf(collection)
    const operations = [3, 1, null, 2].map((age, n) => ({ op: 'create', data: { n, age } }))
    assertSuccess(await admin.post(`${url}/batch`, { operations }))
    const order = async (query: string) =>
      assertPage<Document>(await admin.get(`${url}?${query}`)).data.map(({ n }) => n)
    assert.deepEqual(await order('sort=age:asc'), [1, 3, 0, 2])
    assert.deepEqual(await order('sortBy=age&sortOrder=DESC'), [0, 3, 1, 2])
    assert.deepEqual(await order('filter[age][_gte]=2&sort=age'), [3, 0])
    const filter = JSON.stringify({ _or: [{ age: { _null: true } }, { age: { _in: [1] } }] })
    assert.deepEqual(await order(`filter=${encodeURIComponent(filter)}&sort=n`), [1, 2])
    const first = await admin.get(`${url}?sort=age:desc&limit=3`)
    const cursor = first.headers.get('x-next-cursor') ?? ''
    assert.deepEqual(await order(`sort=age:desc&limit=3&cursor=${cursor}`), [2])
    assertError(await admin.get(`${url}?filter[age][_gtt]=1`), 'invalid_parameter', 400)
  })

  it('show what was, and who changed it', async () => {
    const collection = await newCollection('history')
    const { id, createdAt } = await add(collection, { a: 1 })
    const url = `${documentsOf(collection)}/${id}`
    await until('a later moment', async () => Date.now() > Date.parse(String(createdAt)) + 20)
    assertSuccess(await admin.patch(url, { a: 2 }))
    const was = assertSuccess<Document>(
      await admin.get(`${url}?asOf=${encodeURIComponent(String(createdAt))}`),
    )
    assert.equal(was.a, 1)
    const history = assertPage<{ version: number }>(await admin.get(`${url}/history`))
    assert.deepEqual(
      history.data.map(({ version }) => version),
      [2, 1],
    )
  })
})

describe('Documents of end users (5.4)', () => {
  it('do not exist for one another', async () => {
    const collection = await newCollection('owners')
    const [alice, bob] = ['.alice', '.bob'].map((name) => admin.as(stage.nameOf(name)))
    const { id } = await add(collection, { a: 1 }, alice)
    await add(collection, { a: 2 }, bob)
    const url = `${documentsOf(collection)}/${id}`
    for (const response of [await bob!.get(url), await bob!.patch(url, {}), await bob!.delete(url)])
      assertError(response, 'document_not_found', 404)
    assert.equal(assertPage<Document>(await bob!.get(documentsOf(collection))).total, 1)
  })

  it('are all there for an admin who acts across users', async () => {
    const collection = await newCollection('across')
    await add(collection, { a: 1 }, admin.as(stage.nameOf('.ann')))
    await add(collection, { a: 2 }, admin.as(stage.nameOf('.ben')))
    const across = { 'x-act-across-users': 'true' }
    assert.equal(assertPage<Document>(await admin.get(documentsOf(collection), across)).total, 2)
    const member = stage.callerWith((await stage.newKey()).key)
    assert.equal(assertPage<Document>(await member.get(documentsOf(collection), across)).total, 0)
  })
})

describe('Proposed writes (3.13)', () => {
  it('wait for an admin and are then done', async () => {
    const collection = await newCollection('proposed', { writes: 'proposed', access: 'project' })
    const { id } = await add(collection, { status: 'open' })
    const member = stage.callerWith((await stage.newKey()).key)
    const url = `${documentsOf(collection)}/${id}`
    const { proposal } = assertSuccess<{ proposal: { id: string } }>(
      await member.patch(url, { status: 'closed' }),
    )
    assert.equal(assertSuccess<Document>(await admin.get(url)).status, 'open')
    const approve = `${base}/${collection.id}/proposals/${proposal.id}/approve`
    assertError(await member.post(approve, {}), 'admin_only', 403)
    assertSuccess(await admin.post(approve, {}))
    assert.equal(assertSuccess<Document>(await admin.get(url)).status, 'closed')
  })
})
