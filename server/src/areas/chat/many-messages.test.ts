import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newThread, threadsBase } from '../../../test/chat/api.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

// Of one end user in one project, in the long run a million messages.
const threads = sizeOf({ short: 200, long: 10_000 })
const perThread = sizeOf({ short: 50, long: 100 })
// One conversation that is longer than any model reads.
const longest = sizeOf({ short: 2_000, long: 5_000 })

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
let id = ''
let others = 0

const messagesOf = (threadId: string, query: string) =>
  project.admin.get(`${threadsBase}/${threadId}/messages?${query}`)
const textsOf = ({ body }: { body: { data: { text: string }[] } }) => body.data.map(({ text }) => text)
const append = (threadId: string, content: string) =>
  project.admin.post(`${threadsBase}/${threadId}/state`, {
    values: { messages: [{ type: 'human', content }] },
  })

/** Entries of a thread as the first one of it is, which the product itself has written. */
const lengthen = (threadIds: string[], upTo: number) =>
  app.db.rows(sql`
    insert into thread_entry (project_id, thread_id, branch, place, id, kind, message_id, role, message, created_at)
    select e.project_id, t.id, e.branch, p.place, gen_random_uuid(), e.kind, 'm' || p.place, e.role,
           replace(replace(e.message::text, e.message_id, 'm' || p.place), 'message 1', 'message ' || p.place)::json, e.created_at
    from thread_entry e, unnest(${threadIds}::uuid[]) as t (id), generate_series(2, ${upTo}::int) as p (place)
    where e.thread_id = ${id} and e.place = 1`)

before(async () => {
  project = await app.newProject()
  id = await newThread(project.admin, { metadata: { title: 'The longest' } })
  assert.equal((await append(id, 'message 1')).status, 200)
  const made = await app.db.rows<{ id: string }>(sql`
    insert into thread select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'root_id', gen_random_uuid(),
      'metadata', jsonb_build_object('title', 'Talk ' || i), 'created_at', t.created_at - make_interval(secs => i)))).*
    from thread t, generate_series(1, ${threads}::int) i where t.id = ${id} returning id`)
  others = made.length
  await app.db.rows(sql`
    insert into thread_branch select (jsonb_populate_record(b, jsonb_build_object('thread_id', t.id))).*
    from thread_branch b, thread t where b.thread_id = ${id} and t.id <> ${id}`)
  const ids = made.map((each) => each.id)
  await app.db.rows(sql`
    insert into thread_entry select (jsonb_populate_record(null::thread_entry,
      to_jsonb(e) || jsonb_build_object('thread_id', t.id, 'id', gen_random_uuid()))).*
    from thread_entry e, unnest(${ids}::uuid[]) as t (id) where e.thread_id = ${id}`)
  // A statement has half a minute.
  for (let i = 0; i < ids.length; i += 250) await lengthen(ids.slice(i, i + 250), perThread)
  await lengthen([id], longest)
  await app.db.rows(sql`
    update thread set head_place = ${perThread}, message_count = ${perThread} where project_id = ${project.id}`)
  await app.db.rows(sql`
    update thread set head_place = ${longest}, message_count = ${longest} where id = ${id}`)
  await app.db.rows(sql`analyze thread, thread_entry`)
})

type Reads = { scanned: number; fetched: number }
const reads = async (): Promise<Reads> => {
  const [row] = await app.db.rows<Reads>(sql`
    select seq_tup_read::int as scanned, idx_scan::int as fetched from pg_stat_user_tables
    where relname = 'thread_entry'`)
  return row!
}

test('a very long conversation is read from either end, continued and paged while it grows', async () => {
  const first = await messagesOf(id, 'limit=3')
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(textsOf(first), ['message 1', 'message 2', 'message 3'])
  assert.equal(first.body.total, longest)
  const newest = await messagesOf(id, 'limit=2&order=desc')
  assert.deepEqual(textsOf(newest), [`message ${longest}`, `message ${longest - 1}`])
  const page = (number: number) => messagesOf(id, `limit=20&page=${number}`)
  const before = textsOf(await page(2))
  for (const text of ['one more', 'and another']) assert.equal((await append(id, text)).status, 200)
  assert.deepEqual(textsOf(await page(2)), before, 'messages that are added move no page')
  assert.deepEqual(textsOf(await messagesOf(id, 'limit=2&order=desc')), ['and another', 'one more'])
  assert.equal((await page(1)).body.total, longest + 2)
})

test('among very many, conversations are listed, counted, found by title and deleted with all of theirs', async () => {
  const search = (body: object) => project.admin.post(`${threadsBase}/search`, body)
  const listed = await search({ limit: 20 })
  assert.equal(listed.body.data.length, 20)
  const last = await search({ limit: 20, offset: others })
  assert.equal(last.body.data.length, 1, 'the last page has the rest')
  const { body } = await project.admin.post(`${threadsBase}/count`, {})
  assert.equal(body.data, others + 1)
  const found = await search({ q: `Talk ${others}` })
  assert.equal(found.body.data.length, 1)
  const { thread_id: deleted } = found.body.data[0]
  assert.equal((await project.admin.delete(`${threadsBase}/${deleted}`)).status, 200)
  const entriesOf = (threadId: string) =>
    app.db.rows(sql`select from thread_entry where project_id = ${project.id} and thread_id = ${threadId}`)
  assert.equal((await entriesOf(deleted)).length, 0)
  const { thread_id: kept } = (await search({ q: `Talk ${others - 1}` })).body.data[0]
  assert.equal((await entriesOf(kept)).length, perThread)
})

test('no request reads all messages to find some', async () => {
  const before = await reads()
  for (let i = 0; i < 3; i++) {
    await messagesOf(id, 'limit=20&order=desc')
    await append(id, `more ${i}`)
    await project.admin.post(`${threadsBase}/search`, { limit: 20 })
  }
  // Counted by the database with a delay.
  await until(async () => (await reads()).fetched >= before.fetched + 6, 'the reads are counted')
  const scanned = (await reads()).scanned - before.scanned
  assert.ok(scanned < longest, `${scanned} messages were scanned`)
})
