import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type ApiResponse, type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())

const base = '/api/v1/table/collections'
const names = Array.from({ length: 8 }, (_, i) => `user-${i}`)

async function collectionOf(admin: Caller, body: object) {
  const response = await admin.post(base, { name: 'Shared', ...body })
  assert.equal(response.status, 200, response.text)
  const { id } = response.body.data as { id: string }
  return { id, url: `${base}/${id}`, documents: `${base}/${id}/documents` }
}

type Version = { documentId: string; version: number; seq: number; owner: string; tx: string }

/** The feed of a collection as it is stored, with the transaction of each change. */
const feedOf = (collectionId: string) =>
  app.db.rows<Version>(sql`
    select document_id as "documentId", version, seq::int, owner_id as owner, xmin::text as tx
    from document_version where collection_id = ${collectionId} order by seq`)

const transactionsOf = (feed: readonly Version[]) => new Set(feed.map(({ tx }) => tx)).size
const codesOf = (responses: readonly { status: number; body: { error?: { code: string } } }[]) =>
  responses.map(({ status, body }) => body.error?.code ?? String(status)).sort()

describe('writes of one collection at the same moment', () => {
  test('200: share transactions, and each is of its own user, numbered and counted', async () => {
    const { admin, member } = await app.newProject()
    const { id, url, documents } = await collectionOf(admin, { access: 'owner' })
    const writers = names.flatMap((name) => [name, name, name, name])
    const responses = await Promise.all(
      writers.map((name, i) => member.as(name).post(documents, { name, text: 'x'.repeat(i * 10) })),
    )
    for (const [i, { status, body, text }] of responses.entries()) {
      assert.equal(status, 200, text)
      assert.deepEqual([body.data.name, body.data.version], [writers[i], 1])
    }
    const feed = await feedOf(id)
    assert.deepEqual(
      feed.map(({ seq }) => seq),
      writers.map((_, i) => i + 1),
    )
    assert.ok(transactionsOf(feed) < writers.length / 2, `${transactionsOf(feed)} transactions`)
    assert.equal((await admin.get(url)).body.data.documentCount, writers.length)
    for (const name of names) {
      const { body } = await member.as(name).get(documents)
      assert.deepEqual(
        body.data.map((each: { name: string }) => each.name),
        [name, name, name, name],
      )
      const [first] = body.data
      const history = (await member.as(name).get(`${documents}/${first.id}/history`)).body.data
      assert.equal(history.length, 1)
    }
  })

  test('200 and 412: changes of one document follow each other', async () => {
    const { admin, member } = await app.newProject()
    const { id, documents } = await collectionOf(admin, { access: 'project' })
    const one = (await admin.post(documents, { n: 0 })).body.data.id
    const other = (await admin.post(documents, { n: 0 })).body.data.id
    const responses = await Promise.all(
      names.flatMap((name, i) => [
        member.as(name).patch(`${documents}/${one}`, { [name]: true }),
        member.as(name).patch(`${documents}/${other}`, { n: i + 1 }, { 'if-match': '"1"' }),
      ]),
    )
    const ofOne = responses.filter((_, i) => i % 2 === 0)
    assert.deepEqual(
      ofOne.map(({ body }) => body.data.version).sort((a, b) => a - b),
      names.map((_, i) => i + 2),
    )
    const final = (await admin.get(`${documents}/${one}`)).body.data
    assert.deepEqual([final.version, ...names.map((name) => final[name])], [9, ...names.map(() => true)])
    const ofOther = responses.filter((_, i) => i % 2 === 1)
    assert.deepEqual(codesOf(ofOther), ['200', ...Array(names.length - 1).fill('precondition_failed')])
    assert.ok(transactionsOf(await feedOf(id)) < names.length)
  })

  test('404 and 400: each is refused alone', async () => {
    const { admin, member } = await app.newProject()
    const { id, documents } = await collectionOf(admin, {
      access: 'owner',
      mode: 'strict',
      schema: { fields: [{ name: 'n', type: 'number', required: true }] },
    })
    const own = (await member.as('ada').post(documents, { n: 1 })).body.data.id
    const responses = await Promise.all([
      member.as('ada').patch(`${documents}/${own}`, { n: 2 }),
      member.as('bob').patch(`${documents}/${own}`, { n: 3 }),
      member.as('ada').patch(`${documents}/${own}`, { n: 'many' }),
      member.as('ada').patch(`${documents}/${own}`, { n: 4 }),
      member.as('bob').post(documents, { n: 5 }),
      member.as('ada').post(documents, {}),
      member.as('ada').post(documents, { n: 6, id: own }),
      member.as('eve').post(documents, { n: 7 }),
    ])
    assert.deepEqual(
      responses.map(({ status, body }) => body.error?.code ?? status),
      [200, 'document_not_found', 'schema_violation', 200, 200, 'schema_violation', 'reserved_field', 200],
    )
    const feed = await feedOf(id)
    assert.deepEqual(
      feed.map(({ seq }) => seq),
      [1, 2, 3, 4, 5],
    )
  })

  test('409: of those that want one unique value one gets it; a full collection refuses those beyond', async () => {
    const { admin, member } = await app.newProject()
    const { url, documents } = await collectionOf(admin, {
      access: 'project',
      maxDocuments: 5,
      schema: { fields: [{ name: 'email', type: 'text', unique: true }] },
    })
    const same = await Promise.all(
      names.map((name) => member.as(name).post(documents, { email: 'ada@example.com' })),
    )
    assert.deepEqual(codesOf(same), ['200', ...Array(names.length - 1).fill('unique_violation')])
    const others = await Promise.all(
      names.map((name) => member.as(name).post(documents, { email: `${name}@example.com` })),
    )
    assert.deepEqual(codesOf(others), [...Array(4).fill('200'), ...Array(4).fill('collection_full')])
    assert.equal((await admin.get(url)).body.data.documentCount, 5)
    const taken = await Promise.all(
      others
        .filter(({ status }) => status === 200)
        .map(({ body }) => admin.patch(`${documents}/${body.data.id}`, { email: 'new@example.com' })),
    )
    assert.deepEqual(codesOf(taken), ['200', ...Array(3).fill('unique_violation')])
  })

  test('200: relations are those that each writer sees, and files and links are stored for each', async () => {
    const { admin, member } = await app.newProject()
    const target = await collectionOf(admin, { name: 'Targets', access: 'owner' })
    const { documents } = await collectionOf(admin, {
      name: 'Links',
      access: 'project',
      schema: {
        fields: [
          { name: 'to', type: 'relation', relation: { collectionId: target.id, onDelete: 'setNull' } },
        ],
      },
    })
    const own = (await member.as('ada').post(target.documents, { n: 1 })).body.data.id
    const responses = await Promise.all([
      member.as('ada').post(documents, { to: own }),
      member.as('bob').post(documents, { to: own }),
      member.as('ada').post(documents, { to: own }),
      member.as('bob').post(documents, {}),
    ])
    assert.deepEqual(
      responses.map(({ status, body }) => body.error?.code ?? status),
      [200, 'schema_violation', 200, 200],
    )
    const mine = responses[3]!.body.data.id
    const changed = await Promise.all([
      member.as('bob').patch(`${documents}/${mine}`, { to: own }),
      member.as('ada').patch(`${documents}/${mine}`, { to: own }),
    ])
    assert.deepEqual(codesOf(changed), ['200', 'schema_violation'])
    assert.equal((await member.as('ada').delete(`${target.documents}/${own}`)).status, 200)
    assert.equal((await admin.get(`${documents}/${mine}`)).body.data.to, undefined)
  })

  test('200: where writes are proposed, those of members are, and those of admins are not', async () => {
    const { admin, member } = await app.newProject()
    const { documents, url } = await collectionOf(admin, { access: 'project', writes: 'proposed' })
    const responses = await Promise.all([
      member.as('ada').post(documents, { n: 1 }),
      admin.post(documents, { n: 2 }),
      member.as('ada').post(documents, { n: 3 }),
    ])
    assert.deepEqual(
      responses.map(({ body }) => 'proposal' in body.data),
      [true, false, true],
    )
    assert.equal((await admin.get(url)).body.data.documentCount, 1)
  })

  test('200: once each, while another one waits for what it points at and fails', async () => {
    const { admin } = await app.newProject()
    const target = await collectionOf(admin, { name: 'Targets' })
    const { documents, url } = await collectionOf(admin, {
      name: 'Links',
      schema: { fields: [{ name: 'to', type: 'relation', relation: { collectionId: target.id } }] },
    })
    const to = (await admin.post(target.documents, {})).body.data.id
    const [one, other] = [await admin.post(documents, {}), await admin.post(documents, {})].map(
      ({ body }) => `${documents}/${body.data.id}`,
    )
    const held = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const holder = app.db.tx(async (tx) => {
      await tx.rows(sql`select 1 from document where id = ${to} for update`)
      held.resolve()
      await done.promise
    })
    await held.promise
    const pointing: Promise<ApiResponse>[] = []
    const plain: Promise<ApiResponse>[] = []
    for (const [n, name] of names.entries()) {
      plain.push(admin.post(documents, { n }), admin.patch(one!, { [name]: n }))
      if (n < 2) pointing.push(admin.post(documents, { to }), admin.patch(other!, { to }))
    }
    const written = await Promise.all(plain)
    let isOver = false
    const refused = Promise.all(pointing).finally(() => {
      isOver = true
    })
    await until(async () => {
      if (!isOver)
        await app.db.rows(sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      return isOver
    }, 'the end of those that wait')
    done.resolve()
    await holder
    assert.deepEqual(new Set(codesOf(written)), new Set(['200']))
    assert.deepEqual(new Set(codesOf(await refused)), new Set(['service_unavailable']))
    assert.equal((await admin.get(url)).body.data.documentCount, 2 + names.length)
    assert.equal((await admin.get(one!)).body.data.version, 1 + names.length)
  })
})
