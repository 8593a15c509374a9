import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp()
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/table/collections'
let count = 0

async function collectionOf(body: object = {}, caller: Caller = project.admin) {
  const response = await caller.post(base, { name: `Collection ${++count}`, ...body })
  assert.equal(response.status, 200, response.text)
  const { id } = response.body.data as { id: string }
  return { id, url: `${base}/${id}`, documents: `${base}/${id}/documents` }
}

async function made(documents: string, body: object, caller: Caller = project.admin) {
  const response = await caller.post(documents, body)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

const ids = (response: { body: { data: { id: string }[] } }) => response.body.data.map(({ id }) => id)

describe('POST documents', () => {
  test('200: the flat document with its system fields; nulls are not stored', async () => {
    const { id, documents } = await collectionOf()
    const document = await made(documents, { name: 'Ada', age: 36, tags: ['a'], none: null, 'a.b': 1 })
    const { createdAt, updatedAt, id: documentId, ...rest } = document
    assert.match(documentId, /^[0-9a-f-]{36}$/)
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(rest, {
      name: 'Ada',
      age: 36,
      tags: ['a'],
      'a.b': 1,
      collectionId: id,
      ownerId: project.id,
      version: 1,
    })
    assert.equal((await project.admin.get(`${base}/${id}`)).body.data.documentCount, 1)
  })

  test('400 reserved_field; 400 on a list; 413 beyond 256 KiB', async () => {
    const { documents } = await collectionOf()
    for (const name of ['id', 'ownerId', 'version', 'createdAt', 'updatedAt', 'collectionId', 'expand']) {
      const response = await project.admin.post(documents, { [name]: 'x' })
      assert.equal(response.status, 400)
      assert.equal(response.body.error.code, 'reserved_field')
    }
    assert.equal((await project.admin.post(documents, '[1]')).status, 400)
    const large = await project.admin.post(documents, { text: 'x'.repeat(300 * 1024) })
    assert.equal(large.status, 413)
  })

  test('422 with every fault of a document, and the near match of an unknown field', async () => {
    const { documents } = await collectionOf({
      mode: 'strict',
      schema: {
        fields: [
          { name: 'email', type: 'email', required: true },
          { name: 'age', type: 'integer', min: 0, max: 150 },
          { name: 'size', type: 'select', options: ['s', 'm'] },
          { name: 'born', type: 'date' },
          { name: 'code', type: 'text', pattern: '^[A-Z]{3}-\\d+$' },
          { name: 'site', type: 'url' },
          { name: 'isOpen', type: 'boolean' },
        ],
      },
    })
    const response = await project.admin.post(documents, {
      emial: 'x',
      age: 1.5,
      size: 'xl',
      born: '2026-02-30',
      code: 'abc-1',
      site: 'ftp://x',
      isOpen: 'yes',
    })
    assert.equal(response.status, 422)
    assert.equal(response.body.error.code, 'schema_violation')
    const rules = Object.fromEntries(
      response.body.error.details.map((each: { path: string; rule: string }) => [each.path, each.rule]),
    )
    assert.deepEqual(rules, {
      '/emial': 'unknown',
      '/age': 'type',
      '/size': 'options',
      '/born': 'type',
      '/code': 'pattern',
      '/site': 'type',
      '/isOpen': 'type',
      '/email': 'required',
    })
    assert.match(response.text, /did you mean email/)
    const fine = await made(documents, { email: 'a@b.co', code: 'ABC-12', born: '2026-01-02T03:04:05+02:00' })
    assert.equal(fine.born, '2026-01-02T01:04:05.000Z')
  })

  test('409 unique_violation names the field; the value is free again once its document is deleted', async () => {
    const { documents } = await collectionOf({
      schema: { fields: [{ name: 'email', type: 'text', unique: true }] },
    })
    const first = await made(documents, { email: 'a' })
    await made(documents, {})
    await made(documents, {})
    const response = await project.admin.post(documents, { email: 'a' })
    assert.equal(response.status, 409)
    assert.equal(response.body.error.code, 'unique_violation')
    assert.equal(response.body.error.field, 'email')
    const other = await made(documents, { email: 'b' })
    assert.equal((await project.admin.patch(`${documents}/${other.id}`, { email: 'a' })).status, 409)
    await project.admin.delete(`${documents}/${first.id}`)
    assert.equal((await project.admin.patch(`${documents}/${other.id}`, { email: 'a' })).status, 200)
  })

  test('of many writers with the same value exactly one gets it, also with upsertOn', async () => {
    const { documents } = await collectionOf({
      schema: { fields: [{ name: 'email', type: 'text', unique: true }] },
    })
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => project.admin.post(documents, { email: 'one' })),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
    const free = await collectionOf()
    const upserts = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        project.admin.post(`${free.documents}?upsertOn=tenant,email`, { tenant: 1, email: 'x', n: i }),
      ),
    )
    assert.deepEqual(
      upserts.map(({ status }) => status),
      Array(8).fill(200),
    )
    const list = await project.admin.get(free.documents)
    assert.equal(list.body.total, 1)
    assert.equal(list.body.data[0].version, 8)
  })

  test('409 collection_full beyond maxDocuments, and nothing of it stays', async () => {
    const { documents, url } = await collectionOf({ maxDocuments: 2 })
    await made(documents, { n: 1 })
    await made(documents, { n: 2 })
    const response = await project.admin.post(documents, { n: 3 })
    assert.equal(response.status, 409)
    assert.equal(response.body.error.code, 'collection_full')
    assert.equal((await project.admin.get(documents)).body.total, 2)
    assert.equal((await project.admin.get(url)).body.data.documentCount, 2)
  })

  test('409 collection_full for a batch and an upsert, and no failure remains without a handler', async () => {
    const fields = [{ name: 'n', type: 'number', unique: true }]
    const { documents } = await collectionOf({ maxDocuments: 1, schema: { fields } })
    const creations = [1, 2].map((n) => ({ op: 'create', data: { n } }))
    const batch = await project.admin.post(`${documents}/batch`, { operations: creations })
    await made(documents, { n: 1 })
    const upsert = await project.admin.post(`${documents}?upsertOn=n`, { n: 2 })
    for (const { status, body } of [batch, upsert])
      assert.deepEqual([status, body.error.code], [409, 'collection_full'])
    assert.equal((await project.admin.get(documents)).body.total, 1)
  })

  test('defaults are filled in', async () => {
    const { documents } = await collectionOf({
      schema: {
        fields: [
          { name: 'status', type: 'text', default: 'new' },
          { name: 'at', type: 'date', default: '$NOW' },
          { name: 'by', type: 'text', default: '$CURRENT_USER' },
        ],
      },
    })
    const document = await made(documents, {})
    assert.equal(document.status, 'new')
    assert.ok(Math.abs(Date.parse(document.at) - app.clock.now().getTime()) < 60_000)
    assert.equal(document.by, project.id)
  })
})

describe('PATCH and PUT document', () => {
  test('200: null clears, objects are replaced or merged, {} changes nothing', async () => {
    const { documents } = await collectionOf()
    const { id } = await made(documents, { a: 1, b: 2, o: { x: 1, y: { z: 1 } } })
    const patched = await project.admin.patch(`${documents}/${id}`, { a: null, o: { x: 2 } })
    assert.deepEqual(
      [patched.body.data.a, patched.body.data.o, patched.body.data.version],
      [undefined, { x: 2 }, 2],
    )
    const deep = await project.admin.patch(`${documents}/${id}?merge=deep`, { o: { y: { w: 1 }, x: null } })
    assert.deepEqual(deep.body.data.o, { y: { w: 1 } })
    const same = await project.admin.patch(`${documents}/${id}`, {})
    assert.equal(same.body.data.version, 3)
    const replaced = await project.admin.put(`${documents}/${id}`, { c: 3 })
    assert.deepEqual(
      [replaced.body.data.b, replaced.body.data.c, replaced.body.data.version],
      [undefined, 3, 4],
    )
  })

  test('400 without a body, and nothing is cleared', async () => {
    const { documents } = await collectionOf()
    const { id } = await made(documents, { a: 1 })
    for (const body of [undefined, ''])
      for (const headers of [{}, { 'content-type': 'application/json' }]) {
        const response = await project.admin.put(`${documents}/${id}`, body, headers)
        assert.deepEqual([response.status, response.body.error?.code], [400, 'invalid_json'])
      }
    const kept = (await project.admin.get(`${documents}/${id}`)).body.data
    assert.deepEqual([kept.a, kept.version], [1, 1])
    assert.equal((await project.admin.put(`${documents}/${id}`, {})).body.data.a, undefined)
  })

  test('412 with an If-Match of another version; 404 for what is not there; 400 for a bad id', async () => {
    const { documents } = await collectionOf()
    const { id } = await made(documents, { a: 1 })
    const { etag } = (await project.admin.get(`${documents}/${id}`)).headers
    assert.equal(
      (await project.admin.patch(`${documents}/${id}`, { a: 2 }, { 'if-match': String(etag) })).status,
      200,
    )
    const late = await project.admin.patch(`${documents}/${id}`, { a: 3 }, { 'if-match': String(etag) })
    assert.equal(late.status, 412)
    assert.equal((await project.admin.delete(`${documents}/${id}`, { 'if-match': String(etag) })).status, 412)
    const missing = await project.admin.patch(`${documents}/0199f1a0-0000-7000-8000-0000000000ff`, {})
    assert.equal(missing.body.error.code, 'document_not_found')
    assert.equal((await project.admin.patch(`${documents}/nonsense`, {})).status, 400)
  })

  test('parallel patches of different fields all count', async () => {
    const { documents } = await collectionOf()
    const { id } = await made(documents, {})
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => project.admin.patch(`${documents}/${id}`, { [`f${i}`]: i })),
    )
    const { data } = (await project.admin.get(`${documents}/${id}`)).body
    assert.equal(data.version, 9)
    for (let i = 0; i < 8; i++) assert.equal(data[`f${i}`], i)
  })
})

describe('ownership', () => {
  test('owner: what belongs to one user does not exist for another; an admin may act across users', async () => {
    const { documents } = await collectionOf()
    const mine = await made(documents, { a: 1 }, project.admin.as('ann'))
    const bob = project.admin.as('bob')
    await made(documents, { a: 2 }, bob)
    assert.equal((await bob.get(`${documents}/${mine.id}`)).status, 404)
    assert.equal((await bob.patch(`${documents}/${mine.id}`, {})).status, 404)
    assert.equal((await bob.delete(`${documents}/${mine.id}`)).status, 404)
    const list = await bob.get(documents)
    assert.deepEqual([list.body.total, list.body.data[0].a], [1, 2])
    const all = await project.admin.get(documents, { 'x-act-across-users': 'true' })
    assert.equal(all.body.total, 2)
    assert.equal((await project.member.get(documents, { 'x-act-across-users': 'true' })).body.total, 0)
  })

  test('readProject_writeOwner: 403 not_owner on a write; project: everyone writes', async () => {
    const shared = await collectionOf({ access: 'readProject_writeOwner' })
    const mine = await made(shared.documents, { a: 1 }, project.admin.as('ann'))
    const bob = project.admin.as('bob')
    assert.equal((await bob.get(`${shared.documents}/${mine.id}`)).status, 200)
    const refused = await bob.patch(`${shared.documents}/${mine.id}`, { a: 2 })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_owner'])
    const open = await collectionOf({ access: 'project' })
    const ours = await made(open.documents, { a: 1 }, project.admin.as('ann'))
    assert.equal((await bob.patch(`${open.documents}/${ours.id}`, { a: 2 })).body.data.ownerId, ours.ownerId)
  })

  test('storage is counted for the owner and given back', async () => {
    const { documents } = await collectionOf()
    const { id, ownerId } = await made(documents, { text: 'x'.repeat(10_230) }, project.admin.as('carl'))
    const kb = async () =>
      (await project.admin.get(`/api/v1/external-users/${ownerId}`)).body.data.resourceStats.databaseStorageKb
    assert.ok((await kb()) > 9.9 && (await kb()) < 10.1, String(await kb()))
    await project.admin.as('carl').delete(`${documents}/${id}`)
    assert.equal(await kb(), 0)
  })
})

describe('relations', () => {
  test('422 for a target that is not there; onDelete restrict, setNull and cascade', async () => {
    const people = await collectionOf()
    const relation = (onDelete: string) => ({
      schema: {
        fields: [{ name: 'who', type: 'relation', relation: { collectionId: people.id, onDelete } }],
      },
    })
    const [strict, loose, drawn] = [
      await collectionOf(relation('restrict')),
      await collectionOf(relation('setNull')),
      await collectionOf(relation('cascade')),
    ]
    const nobody = await project.admin.post(strict.documents, { who: '0199f1a0-0000-7000-8000-0000000000ff' })
    assert.deepEqual([nobody.status, nobody.body.error.details[0].rule], [422, 'relation'])
    const ada = await made(people.documents, { name: 'Ada' })
    const held = await made(strict.documents, { who: ada.id })
    const refused = await project.admin.delete(`${people.documents}/${ada.id}`)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'relation_restricted'])
    await project.admin.delete(`${strict.documents}/${held.id}`)
    const cleared = await made(loose.documents, { who: ada.id, n: 1 })
    const gone = await made(drawn.documents, { who: ada.id })
    assert.equal((await project.admin.delete(`${people.documents}/${ada.id}`)).status, 200)
    const after = (await project.admin.get(`${loose.documents}/${cleared.id}`)).body.data
    assert.deepEqual([after.who, after.n, after.version], [undefined, 1, 2])
    assert.equal((await project.admin.get(`${drawn.documents}/${gone.id}`)).status, 404)
    assert.equal((await project.admin.get(drawn.url)).body.data.documentCount, 0)
    assert.equal((await project.admin.delete(people.url)).body.error.code, 'collection_in_use')
  })

  test('a target cannot go while others begin to point at it', async () => {
    const people = await collectionOf()
    const cases = await collectionOf({
      schema: { fields: [{ name: 'who', type: 'relation', relation: { collectionId: people.id } }] },
    })
    for (let round = 0; round < 5; round++) {
      const ada = await made(people.documents, {})
      const [deleted, ...created] = await Promise.all([
        project.admin.delete(`${people.documents}/${ada.id}`),
        ...Array.from({ length: 4 }, () => project.admin.post(cases.documents, { who: ada.id })),
      ])
      const isThere = (await project.admin.get(`${people.documents}/${ada.id}`)).status === 200
      assert.equal(deleted!.status, isThere ? 409 : 200)
      for (const { status } of created)
        assert.ok(status === (isThere ? 200 : 422) || (isThere && status === 422))
    }
  })

  test('expand shows the other document; a filter goes through it', async () => {
    const people = await collectionOf()
    const cases = await collectionOf({
      schema: { fields: [{ name: 'who', type: 'relation', relation: { collectionId: people.id } }] },
    })
    const ada = await made(people.documents, { name: 'Ada' })
    const bob = await made(people.documents, { name: 'Bob' })
    const one = await made(cases.documents, { who: ada.id })
    await made(cases.documents, { who: bob.id })
    const found = await project.admin.get(`${cases.documents}?filter[who.name][_eq]=Ada&expand=who`)
    assert.deepEqual(ids(found), [one.id])
    assert.equal(found.body.data[0].expand.who.name, 'Ada')
    const hidden = await made(people.documents, { name: 'Eve' }, project.admin.as('eve'))
    const refused = await project.admin.post(cases.documents, { who: hidden.id })
    assert.equal(refused.status, 422)
    assert.equal((await project.admin.get(`${cases.documents}?expand=name`)).status, 400)
  })
})

describe('batch', () => {
  test('200 atomic: all kinds of operations in their order', async () => {
    const { documents } = await collectionOf({
      schema: { fields: [{ name: 'k', type: 'text', unique: true }] },
    })
    const { id } = await made(documents, { k: 'a' })
    const response = await project.admin.post(`${documents}/batch`, {
      operations: [
        { op: 'create', data: { k: 'b' } },
        { op: 'update', id, data: { n: 1 } },
        { op: 'upsert', on: ['k'], data: { k: 'b', n: 2 } },
        { op: 'upsert', on: ['k'], data: { k: 'c', n: 3 } },
        { op: 'delete', id },
      ],
    })
    assert.equal(response.status, 200, response.text)
    assert.equal(response.body.data.applied, 5)
    const list = await project.admin.get(`${documents}?sort=k`)
    assert.deepEqual(
      list.body.data.map((each: { k: string; n: number; version: number }) => [each.k, each.n, each.version]),
      [
        ['b', 2, 2],
        ['c', 3, 1],
      ],
    )
  })

  test('422 atomic names every failure and writes nothing; not atomic writes the rest', async () => {
    const { documents } = await collectionOf({
      schema: {
        fields: [
          { name: 'k', type: 'text', unique: true },
          { name: 'n', type: 'number' },
        ],
      },
    })
    const operations = [
      { op: 'create', data: { k: 'a' } },
      { op: 'create', data: { k: 'a' } },
      { op: 'create', data: { n: 'x' } },
      { op: 'delete', id: '0199f1a0-0000-7000-8000-0000000000ff' },
    ]
    const failed = await project.admin.post(`${documents}/batch`, { operations })
    assert.equal(failed.status, 422)
    assert.deepEqual(
      failed.body.error.details.map(({ path, rule }: { path: string; rule: string }) => [path, rule]),
      [
        ['/operations/1', 'unique_violation'],
        ['/operations/2', 'schema_violation'],
        ['/operations/3', 'document_not_found'],
      ],
    )
    assert.equal((await project.admin.get(documents)).body.total, 0)
    const partly = await project.admin.post(`${documents}/batch`, { operations, atomic: false })
    assert.deepEqual([partly.body.data.applied, partly.body.data.failed], [1, 3])
    assert.deepEqual(
      partly.body.data.results.map(({ index, successful }: { index: number; successful: boolean }) => [
        index,
        successful,
      ]),
      [
        [0, true],
        [1, false],
        [2, false],
        [3, false],
      ],
    )
    assert.equal((await project.admin.get(documents)).body.total, 1)
  })

  test('200 for all concurrent changes of the same documents in opposite orders', async () => {
    const { documents } = await collectionOf()
    const pair = [(await made(documents, { n: 0 })).id, (await made(documents, { n: 0 })).id]
    const change = (order: string[], n: number) =>
      project.admin.post(`${documents}/batch`, {
        operations: order.map((id) => ({ op: 'update', id, data: { n } })),
      })
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => change(i % 2 ? pair : pair.toReversed(), i + 1)),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  })
})
