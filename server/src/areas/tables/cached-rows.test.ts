import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { type Statement, sql } from '../../kernel/db/db.ts'
import { systemScope } from '../../kernel/scope.ts'
import { findCollection } from './store/collection.ts'
import { findDocument } from './store/read-documents.ts'
import { updateDocuments } from './store/write-documents.ts'

/**
 * Documents are read and written in one round trip, with a collection and a key that were read before. What others changed
 * counts for the very next request.
 */
const app = await startTestApp()
after(() => app.stop())

type Known = {
  project: TestProject
  id: string
  documents: string
  one: string
  caller: Caller
  keyId: string
}
type Act = { name: string; run(known: Known): ReturnType<Caller['get']> }

const acts: Act[] = [
  { name: 'create', run: ({ caller, documents }) => caller.post(documents, { n: 2 }) },
  {
    name: 'update',
    run: ({ caller, documents, one }) => caller.patch(`${documents}/${one}`, { n: Math.random() }),
  },
  {
    name: 'replace',
    run: ({ caller, documents, one }) => caller.put(`${documents}/${one}`, { n: Math.random() }),
  },
  { name: 'get', run: ({ caller, documents, one }) => caller.get(`${documents}/${one}`) },
  { name: 'list', run: ({ caller, documents }) => caller.get(documents) },
]

/** A collection and a key that this node knows, since everything was done once. */
async function knownCollection(body: object = {}): Promise<Known> {
  const project = await app.newProject()
  const { id: keyId, key } = (await project.admin.post('/api/v1/api-keys', { name: 'k', role: 'admin' })).body
    .data
  const caller = app.callerWith({ 'x-api-key': key })
  const fields = [{ name: 'n', type: 'number' }]
  const made = await caller.post('/api/v1/table/collections', {
    name: 'Known',
    access: 'project',
    schema: { fields },
    ...body,
  })
  const { id } = made.body.data
  const documents = `/api/v1/table/collections/${id}/documents`
  const one = (await caller.post(documents, { n: 1 })).body.data.id
  const known = { project, id, documents, one, caller, keyId }
  for (const { run } of acts) assert.equal((await run(known)).status, 200)
  return known
}

/** Without the API, as another node would, and without a notification. */
const changeCollection = ({ id }: Known, fields: Statement) =>
  app.db.rows(sql`update collection set ${fields} where id = ${id}`)

const versionsOf = async ({ id }: Known) =>
  (await app.db.rows(sql`select 1 from document_version where collection_id = ${id}`)).length

const relevant = /collection|document|api_key|external_user|^begin|^commit|^savepoint/
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await app.statements.during(work)).sent.filter((text) => relevant.test(text))

describe('what is known is not looked up', () => {
  for (const { name, run } of acts)
    test(`200: ${name}, without a transaction of several round trips`, async () => {
      const known = await knownCollection({ indexes: [{ fields: ['n'] }] })
      const sent = await statementsOf(async () => assert.equal((await run(known)).status, 200))
      const others = sent.filter((text) => /from api_key where hash|^begin|^commit|c\.name/.test(text))
      assert.deepEqual(others, [])
    })
})

test('200: nor with a key that expires', async () => {
  const { caller, keyId } = await knownCollection()
  await app.db.rows(sql`update api_key set expires_at = '2099-01-01T00:00:00.123456Z' where id = ${keyId}`)
  const { id } = (await caller.post('/api/v1/table/collections', { name: 'Second' })).body.data
  const documents = `/api/v1/table/collections/${id}/documents`
  const { id: one } = (await caller.post(documents, { n: 1 })).body.data
  const get = () => caller.get(`${documents}/${one}`)
  assert.equal((await get()).status, 200)
  const sent = await statementsOf(get)
  assert.deepEqual(
    sent.filter((text) => /from api_key where hash/.test(text)),
    [],
  )
})

describe('a key is refused for the next request once it was', () => {
  const changes: [string, Statement, number, string][] = [
    ['revoked', sql`revoked_at = now()`, 401, 'api_key_revoked'],
    ['expired', sql`expires_at = now() - interval '1 minute'`, 401, 'api_key_expired'],
    ['given another value', sql`hash = 'another ' || id`, 401, 'invalid_api_key'],
    ['restricted', sql`scopes = '{llm:read}'`, 403, 'insufficient_scope'],
  ]
  for (const [how, fields, status, code] of changes)
    for (const { name, run } of acts)
      test(`${status}: ${how}, ${name}`, async () => {
        const known = await knownCollection()
        const before = await versionsOf(known)
        await app.db.rows(sql`update api_key set ${fields} where id = ${known.keyId}`)
        const refused = await run(known)
        assert.deepEqual([refused.status, refused.body.error?.code], [status, code])
        assert.equal(await versionsOf(known), before)
      })

  test('401 and 200: of those that write at the same moment each is refused for its own key', async () => {
    const known = await knownCollection()
    const before = await versionsOf(known)
    await app.db.rows(sql`update api_key set revoked_at = now() where id = ${known.keyId}`)
    const { admin } = known.project
    await admin.post(known.documents, { n: 0 })
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? admin : known.caller).post(known.documents, { n })),
    )
    const statuses = responses.map(({ status }) => status)
    assert.deepEqual(
      statuses,
      responses.map((_, n) => (n % 2 ? 200 : 401)),
    )
    assert.equal(await versionsOf(known), before + 7)
  })

  test('401, 404 and 200: of those that read at the same moment each gets its own, with few statements', async () => {
    const known = await knownCollection()
    const { caller, documents, project } = known
    const made = await Promise.all(
      [1, 2, 3, 4].map(
        async (n) => (await caller.post(documents, { n })).body.data as { id: string; n: number },
      ),
    )
    assert.equal((await project.admin.get(`${documents}/${known.one}`)).status, 200)
    await app.db.rows(sql`update api_key set revoked_at = now() where id = ${known.keyId}`)
    const missing = `${documents}/${crypto.randomUUID()}`
    const readsOf = (by: Caller) => [
      ...made.map(({ id }, i) => by.get(`${documents}/${i === 0 ? id.toUpperCase() : id}`)),
      by.get(`${documents}/${made[1]!.id}`),
      by.get(missing),
    ]
    const { sent, responses } = await app.statements
      .during(async () => Promise.all([...readsOf(project.admin), ...readsOf(caller)]))
      .then(({ sent, result }) => ({ sent, responses: result }))
    assert.deepEqual(
      responses.map(({ status, body }) => [status, body.data?.n ?? body.error?.code]),
      [
        ...[1, 2, 3, 4, 2].map((n) => [200, n]),
        [404, 'document_not_found'],
        ...Array.from({ length: 6 }, () => [401, 'api_key_revoked']),
      ],
    )
    const reads = sent.filter((text) => /left join document/.test(text))
    assert.ok(reads.length <= 6, `${reads.length} statements for twelve reads`)
  })

  test('401 before 404 and 422', async () => {
    const known = await knownCollection()
    await app.db.rows(sql`update api_key set revoked_at = now() where id = ${known.keyId}`)
    const { caller, documents } = known
    for (const refused of [
      await caller.get(`${documents}/${known.id}`),
      await caller.post(documents, { n: 'no number' }),
      await caller.post('/api/v1/table/collections/none/documents', {}),
      await caller.get(`${documents}?sort=unknown:desc`),
      await caller.post(documents, {}, { 'x-propose': 'true' }),
    ])
      assert.deepEqual([refused.status, refused.body.error.code], [401, 'api_key_revoked'])
  })
})

describe('a collection counts for the next request once it was', () => {
  test('422: made stricter', async () => {
    const known = await knownCollection()
    await changeCollection(
      known,
      sql`fields = jsonb_build_array(fields->0 || '{"max":0}'), version = version + 1`,
    )
    for (const { name, run } of acts) {
      const { status, body } = await run(known)
      if (name === 'get' || name === 'list') assert.equal(status, 200)
      else assert.deepEqual([status, body.error.code], [422, 'schema_violation'], name)
    }
  })

  test('404: deleted', async () => {
    for (const act of acts) {
      const known = await knownCollection()
      await changeCollection(known, sql`deleted_at = now()`)
      const { status, body } = await act.run(known)
      assert.deepEqual([status, body.error.code], [404, 'collection_not_found'], act.name)
    }
  })

  test('404: closed to all but the owner of each document', async () => {
    const known = await knownCollection()
    const other = app.callerWith({ 'x-api-key': known.project.memberKey }).as('other')
    const path = `${known.documents}/${known.one}`
    for (let i = 0; i < 2; i++) assert.equal((await other.patch(path, { n: i })).status, 200)
    await changeCollection(known, sql`access = 'owner'`)
    assert.equal((await other.get(path)).status, 404)
    assert.equal((await other.patch(path, { n: 7 })).status, 404)
    assert.deepEqual((await other.get(known.documents)).body.data, [])
  })

  test('202: one whose writes have to be proposed', async () => {
    const known = await knownCollection()
    const { member } = known.project
    for (let i = 0; i < 2; i++) assert.equal((await member.post(known.documents, { n: i })).status, 200)
    await changeCollection(known, sql`writes = 'proposed'`)
    const before = await versionsOf(known)
    assert.ok('proposal' in (await member.post(known.documents, { n: 3 })).body.data)
    assert.ok('proposal' in (await member.patch(`${known.documents}/${known.one}`, { n: 3 })).body.data)
    assert.equal(await versionsOf(known), before)
  })

  test('409: full, and there is room again', async () => {
    const known = await knownCollection()
    await changeCollection(known, sql`max_documents = 3`)
    const codes = async () => (await known.caller.post(known.documents, {})).body.error?.code ?? 'created'
    assert.deepEqual(
      [await codes(), await codes(), await codes()],
      ['created', 'collection_full', 'collection_full'],
    )
    assert.equal((await known.caller.delete(`${known.documents}/${known.one}`)).status, 200)
    assert.deepEqual([await codes(), await codes()], ['created', 'collection_full'])
  })
})

test('200: large documents of a project are read while those of another one wait for the database', async (t) => {
  const [slow, other] = [await knownCollection(), await knownCollection()]
  const readAll = async ({ caller, documents }: Known) => {
    const text = 'x'.repeat(20_000)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push((await caller.post(documents, { n: i, text })).body.data.id)
    return () => Promise.all(ids.map(async (id) => (await caller.get(`${documents}/${id}`)).status))
  }
  const [readSlow, readOther] = [await readAll(slow), await readAll(other)]
  const gate = Promise.withResolvers<void>()
  t.after(() => gate.resolve())
  let waiting = 0
  const { run } = app.db
  const delayed: typeof run = async (operation, scope, request) => {
    // Large documents that were read together are read again one by one.
    const isAlone = (request as { isAlone?: boolean }).isAlone === true
    if (isAlone && scope.projectId === slow.project.id) {
      waiting++
      await gate.promise
    }
    return run(operation, scope, request)
  }
  t.mock.method(app.db, 'run', delayed)
  const slowReads = readSlow()
  await until(() => waiting > 0, 'a large document of the slow project')
  let statuses: number[] = []
  const otherReads = readOther().then((found) => {
    statuses = found
  })
  await until(() => statuses.length === 5, 'the documents of the other project')
  assert.equal(waiting, 1)
  gate.resolve()
  await otherReads
  assert.deepEqual([statuses, await slowReads], [Array(5).fill(200), Array(5).fill(200)])
})

test('200: events are published from the moment on that a webhook selects them', async () => {
  const known = await knownCollection()
  const eventsOf = async () =>
    (
      await app.db.rows<{ type: string }>(
        sql`select type from event where project_id = ${known.project.id} and type like 'table.document.%' order by id`,
      )
    ).map(({ type }) => type)
  assert.deepEqual(await eventsOf(), [])
  const webhook = await known.project.admin.post('/api/v1/webhooks', {
    url: 'https://example.com/hook',
    eventTypes: ['table.document.*'],
  })
  assert.equal(webhook.status, 200, webhook.text)
  assert.equal((await known.caller.post(known.documents, { n: 5 })).status, 200)
  assert.equal((await known.caller.patch(`${known.documents}/${known.one}`, { n: 55 })).status, 200)
  assert.deepEqual(await eventsOf(), ['table.document.created', 'table.document.updated'])
})

test('409: a unique value that someone has, and 200 for one that no one has', async () => {
  const fields = [{ name: 'n', type: 'number', unique: true }]
  const project = await app.newProject()
  const made = await project.admin.post('/api/v1/table/collections', {
    name: 'Unique',
    access: 'project',
    schema: { fields },
  })
  const documents = `/api/v1/table/collections/${made.body.data.id}/documents`
  const codes: string[] = []
  for (const n of [1, 2, 3, 2, 4, 4])
    codes.push((await project.admin.post(documents, { n })).body.error?.code ?? 'created')
  const taken = 'unique_violation'
  assert.deepEqual(codes, ['created', 'created', 'created', taken, 'created', taken])
  const { documentCount } = (await project.admin.get(`/api/v1/table/collections/${made.body.data.id}`)).body
    .data
  assert.equal(documentCount, 4)
})

describe('a document that others changed since it was read', () => {
  const changes: [string, Statement][] = [
    ['another version', sql`version = version + 1`],
    ['another owner', sql`owner_id = gen_random_uuid()`],
  ]
  for (const [what, fields] of changes)
    for (const indexes of [[], [{ fields: ['n'] }]])
      test(`is not overwritten: ${what}, ${indexes.length} indexes`, async () => {
        const known = await knownCollection({ indexes })
        const scope = { ...systemScope(known.project.id), acrossUsers: true }
        const collection = (await findCollection(app.db, scope, known.id))!
        const was = (await findDocument(app.db, scope, collection, known.one))!
        const document = { ...was, version: was.version + 1, data: { n: 99 } }
        const write = () => app.db.rows(updateDocuments(scope, collection, [{ was, document, of: [0] }]))
        await app.db.rows(sql`update document set ${fields} where id = ${known.one}`)
        await assert.rejects(write, { code: 'ST001', constraint: 'stale' })
        assert.notEqual((await findDocument(app.db, scope, collection, known.one))!.data.n, 99)
        await app.db.rows(
          sql`update document set version = ${was.version}, owner_id = ${was.ownerId} where id = ${known.one}`,
        )
        await write()
        assert.equal((await findDocument(app.db, scope, collection, known.one))!.data.n, 99)
      })
})

test('every change is in the history, in the feed and in the counts, as step by step', async () => {
  const known = await knownCollection({ indexes: [{ fields: ['n'] }] })
  const { caller, documents, one, id } = known
  const path = `${documents}/${one}`
  await Promise.all(
    Array.from({ length: 9 }, (_, i) => caller.patch(path, { [`f${i}`]: 'x'.repeat(i * 50) })),
  )
  const final = (await caller.get(path)).body.data
  assert.deepEqual(
    Array.from({ length: 9 }, (_, i) => final[`f${i}`].length),
    Array.from({ length: 9 }, (_, i) => i * 50),
  )
  const history = (await caller.get(`${path}/history?limit=100`)).body.data as { version: number }[]
  assert.deepEqual(
    history.map(({ version }) => version),
    Array.from({ length: final.version }, (_, i) => final.version - i),
  )
  const [counts] = await app.db.rows<Record<string, boolean>>(sql`
    select f.document_count = (select count(*) from document where collection_id = ${id}) as documents,
      f.size_bytes = (select sum(size_bytes) from document where collection_id = ${id}) as bytes,
      f.last_seq = (select count(*) from document_version where collection_id = ${id}) as changes,
      (select count(*) from document_key where collection_id = ${id})
        = (select count(*) from document where collection_id = ${id}) as keys,
      (select round(database_storage_kb::numeric, 3) from external_user_stats
       where project_id = ${known.project.id} and external_user_id = ${known.project.id})
        = (select round(sum(round(size_bytes / 1024.0, 3)), 3) from document where project_id = ${known.project.id}) as storage
    from collection_feed f where f.collection_id = ${id}`)
  assert.deepEqual(counts, { documents: true, bytes: true, changes: true, keys: true, storage: true })
  const sorted = (await caller.get(`${documents}?sort=n:asc`)).body.data as { n: number }[]
  assert.deepEqual(
    sorted.map(({ n }) => n),
    sorted.map(({ n }) => n).toSorted((a, b) => a - b),
  )
})
