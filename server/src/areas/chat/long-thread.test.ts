import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newThread, threadsBase } from '../../../test/chat/api.ts'
import { ask, startChatApp } from '../../../test/chat/chat-app.ts'
import type { ApiResponse } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { maxForModel } from '../threads/service/model-path.ts'
import { previewOf } from '../threads/store/preview.ts'

const length = sizeOf({ short: 8_000, long: 100_000 })
// Those that change an earlier message are read with every page. More than any request below needs, and far less than the
// conversation has.
const changes = length / 500
const maxRows = 400 + 4 * changes

const { app, project, agent, untilRun } = await startChatApp()
const { admin } = project
let id = ''
let url = ''

const append = (content: string, messageId?: string) =>
  admin.post(`${url}/state`, {
    values: { messages: [{ type: 'human', content, ...(messageId ? { id: messageId } : {}) }] },
  })

/** Messages of the thread as the first one of it is, which the product itself has written; every 500th is changed later. */
before(async () => {
  id = await newThread(admin, { workflowId: agent })
  url = `${threadsBase}/${id}`
  assert.equal((await append('message 1', 'm1')).status, 200)
  await app.db.rows(sql`
    insert into thread_entry (project_id, thread_id, branch, place, id, kind, message_id, role, message, created_at)
    select e.project_id, e.thread_id, e.branch, p.place, (left(e.id::text, 24) || lpad(p.place::text, 12, '0'))::uuid,
      case when p.place % 500 = 0 then 'replace' else 'append' end, m.id, e.role,
      json_build_object('id', m.id, 'role', 'human', 'content', 'message ' || p.place), e.created_at
    from thread_entry e, generate_series(2, ${length}::int) as p (place),
      lateral (select 'm' || case when p.place % 500 = 0 then p.place - 250 else p.place end as id) m
    where e.thread_id = ${id} and e.place = 1`)
  await app.db.rows(sql`
    update thread set head_place = ${length}, message_count = ${length} where project_id = ${project.id} and id = ${id}`)
  await app.db.rows(sql`analyze thread_entry`)
})

const seen = length - changes

const head = () => app.app.threads.get(app.db, project.scope, id)

/** The response to a request that must not read the conversation. */
async function bounded(name: string, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const { result, rows } = await app.statements.during(request)
  assert.equal(result.status, 200, `${name}: ${result.text.slice(0, 300)}`)
  assert.ok(rows < maxRows, `${name}: ${rows} rows were read`)
  return result
}

type Reads = { scanned: number; fetched: number; lookups: number }
const reads = async (): Promise<Reads> => {
  const [row] = await app.db.rows<Reads>(sql`
    select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched, idx_scan::int as lookups from pg_stat_user_tables
    where relname = 'thread_entry'`)
  return row!
}
const textsOf = ({ body }: ApiResponse) => body.data.map(({ text }: { text: string }) => text)

test('a page of a long conversation is read alone, wherever it is', async () => {
  const first = await bounded('first page', () => admin.get(`${url}/messages?limit=3`))
  assert.deepEqual(textsOf(first), ['message 1', 'message 2', 'message 3'])
  assert.equal(first.body.total, seen)
  const last = await bounded('last page', () => admin.get(`${url}/messages?limit=2&order=desc`))
  assert.deepEqual(textsOf(last), [`message ${length - 1}`, `message ${length - 2}`])
  const changed = await bounded('a page in the middle', () =>
    admin.get(`${url}/messages?limit=3&offset=1245`),
  )
  assert.deepEqual(textsOf(changed), ['message 1248', 'message 1249', 'message 1500'])
  const { checkpointId } = changed.body.data[0]
  const past = await bounded('a state of the past', () =>
    admin.get(`${url}/messages?limit=2&order=desc&checkpoint_id=${checkpointId}`),
  )
  assert.deepEqual(textsOf(past), ['message 1248', 'message 1247'])
  assert.equal(past.body.total, 1_248 - 2)
})

test('a long conversation is continued, changed, forked and rated without reading it', async () => {
  await bounded('one message more', () => append('more', 'more'))
  await bounded('a message changed', () => append('one', 'm1'))
  await bounded('feedback', () => admin.post(`${url}/messages/m700/feedback`, { score: 1 }))
  await bounded('title', () => admin.post(`${url}/generate-title`))
  const fork = await bounded('fork', () =>
    admin.post(`${url}/fork`, { message_id: `m${length - 10}`, position: 'before' }),
  )
  assert.equal(fork.body.data.messageCount, seen - 10)
  await bounded('a message on the branch', () => append('otherwise', 'otherwise'))
  const branches = await bounded('branches', () => admin.get(`${url}/branches`))
  assert.equal(branches.body.data.length, 2)
  const { body } = await bounded('the newest message', () => admin.get(`${url}/messages?limit=1&order=desc`))
  assert.equal(body.data[0].text, 'otherwise')
  assert.equal(body.data[0].branches.length, 2)
  assert.equal(textsOf(await admin.get(`${url}/messages?limit=1`))[0], 'message 1', 'the change came later')
})

test('a run in a long conversation is given what its model has room for', async () => {
  const start = await reads()
  const run = await bounded('a run', () => admin.post(`${url}/runs`, ask('/say hello')))
  await untilRun(id, run.body.data.run_id, 'success')
  const stream = await bounded('a stream', () =>
    admin.get(`${url}/runs/${run.body.data.run_id}/stream?stream_mode=messages-tuple,updates`),
  )
  assert.ok(stream.text.includes('hello'))
  const { body } = await bounded('its reply', () => admin.get(`${url}/messages?limit=1&order=desc`))
  assert.equal(body.data[0].text, 'hello')
  // Counted by the database with a delay.
  await until(async () => (await reads()).lookups >= start.lookups + 6, 'the reads are counted')
  const { scanned, fetched } = await reads()
  assert.equal(scanned, start.scanned, 'no entry was found by reading all')
  assert.ok(fetched - start.fetched < 2 * 5_000, `${fetched - start.fetched} entries were read`)
})

test('behind a summary no message that it covers is read', async () => {
  const { entries } = app.app.threads
  const message = { id: 'summary:otherwise', role: 'system', content: 'So far: much.' } as const
  const ref = await head()
  await app.db.tx((tx) => entries.append(tx, ref, [{ kind: 'summary', message, taint: null }]))
  const thread = await head()
  const { result, rows } = await app.statements.during(() =>
    entries.newestForModel(app.db, project.scope, id),
  )
  assert.deepEqual(
    result.entries.map((entry) => entry.message?.content),
    ['So far: much.', '/say hello', 'hello'],
  )
  assert.ok(rows < maxRows, `${rows} rows were read`)
  const whole = await entries.forModel(app.db, thread, { branch: 0, place: length })
  assert.equal(whole.at(-1)?.message?.content, `message ${length - 1}`)
  assert.equal(whole.length, maxForModel - maxForModel / 500, 'without one, the newest messages')
})

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] }

/** How many entries a plan looked at, those that it left out among them. */
function entriesIn(plan: PlanNode): number {
  const own = plan['Relation Name'] === 'thread_entry' ? plan : {}
  const perLoop = [own['Actual Rows'], own['Rows Removed by Filter'], own['Rows Removed by Index Recheck']]
  const count =
    perLoop.reduce((sum: number, rows) => sum + Number(rows ?? 0), 0) * Number(own['Actual Loops'] ?? 0)
  return count + (plan.Plans ?? []).reduce((sum, each) => sum + entriesIn(each), 0)
}

test('a list reads a few messages of a long conversation', async () => {
  const found = await bounded('search', () => admin.post(`${threadsBase}/search`, { ids: [id] }))
  assert.equal(found.body.data[0].preview, 'message 1')
  for (const first of ['human', 'system']) {
    await app.db.rows(sql`update thread_entry set role = ${first} where thread_id = ${id} and place <= 30`)
    const [row] = await app.db.rows<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(sql`
      explain (analyze, format json) select ${previewOf} from thread t where t.project_id = ${project.id} and t.id = ${id}`)
    const count = entriesIn(row!['QUERY PLAN'][0]!.Plan)
    assert.ok(count > 0 && count < 100, `${count} entries were read`)
  }
})
