import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { after, describe, test } from 'node:test'
import { createTestDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/until.ts'
import { type Db, type Queryable, sql } from '../../db/db.ts'
import { createListener } from '../../db/listen.ts'
import { createLog } from '../../log.ts'
import { systemScope } from '../../scope.ts'
import { createJournals } from '../worker/journals.ts'
import { createEventLog } from './event-log.ts'

const database = await createTestDatabase(4)
const listener = createListener({ settings: database.settings, onNotice: () => undefined })
await listener.start()
after(async () => {
  await listener.close()
  await database.drop()
})

/** The log of one node, with a count of what its readers ask the database for. */
function nodeWith(pollMs: number) {
  let requested = 0
  const counted = (q: Queryable): Queryable => ({
    rows: (statement) => {
      requested++
      return q.rows(statement)
    },
  })
  const db: Db = { ...database.db, ...counted(database.db), batched: () => counted(database.db.batched()) }
  const nodeId = randomUUID()
  const log = createEventLog({ db, listener, nodeId, pollMs })
  const journals = createJournals({
    db: database.db,
    events: log,
    nodeId,
    maxEvents: 100,
    log: createLog({ level: 'silent', secrets: [] }),
  })
  return { log, journals, requested: () => requested }
}

async function runAtWork() {
  const [scope, id] = [systemScope(randomUUID()), randomUUID()]
  await database.db.rows(sql`
    insert into run (project_id, id, external_user_id, kind, input, status, attempt, run_at, created_at)
    values (${scope.projectId}, ${id}, ${scope.projectId}, 'talk', 'null', 'running', 1, now(), now())`)
  const end = () =>
    database.db.rows(sql`update run set status = 'succeeded', ended_at = now() where id = ${id}`)
  return { scope, id, claim: { projectId: scope.projectId, id, attempt: 1 }, end }
}

test('a reader that waits long accumulates no listeners, and leaves none behind', async () => {
  const { scope, id, end } = await runAtWork()
  const { log, requested } = nodeWith(1)
  const { signal } = new AbortController()
  const reading = Array.fromAsync(log.follow(scope, id, 0, signal))
  await until(() => requested() > 40)
  assert.ok(getEventListeners(signal, 'abort').length <= 1)
  await end()
  assert.deepEqual(await reading, [])
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

describe('what is written and that it is over', () => {
  for (const isSameNode of [true, false])
    test(`is delivered immediately on ${isSameNode ? 'the same node, without a query' : 'another node'}`, {
      timeout: 30_000,
    }, async () => {
      const { scope, id, claim } = await runAtWork()
      const writer = nodeWith(3_600_000)
      const reader = isSameNode ? writer : nodeWith(3_600_000)
      const reading = reader.log.follow(scope, id, 0, new AbortController().signal)
      const journal = writer.journals.open(claim)
      for (let seq = 1; seq <= 3; seq++) {
        const next = reading.next()
        // Both queries of the first look are out, so that the reader is waiting or about to.
        if (!isSameNode) await until(() => reader.requested() >= 2)
        journal.emit('word', { seq })
        await journal.flush()
        const { value } = await next
        assert.deepEqual([value?.seq, value?.data], [seq, { seq }])
      }
      const last = reading.next()
      const { length } = await database.db.rows(sql`select 1 from run_event where run_id = ${id}`)
      assert.equal(length, 3)
      assert.ok(await journal.finish({ status: 'succeeded' }))
      assert.equal((await last).done, true)
      if (isSameNode) assert.equal(reader.requested(), 0, 'it came before the first event')
    })
})

test('a reader that was handed a part reads what is before it', async () => {
  const { scope, id, claim } = await runAtWork()
  const { log, journals } = nodeWith(3_600_000)
  const journal = journals.open(claim)
  const write = async (...words: number[]) => {
    for (const word of words) journal.emit('word', word)
    await journal.flush()
  }
  await write(1, 2)
  const reading = log.follow(scope, id, 1, new AbortController().signal)
  const seen = [(await reading.next()).value?.seq]
  await write(3, 4)
  // As if the reader had missed what was delivered before.
  log.handOver(id, [{ type: 'word', data: '9' }], { lastSeq: 9, at: new Date().toISOString() }, false)
  await write(5)
  for (let count = 0; count < 3; count++) seen.push((await reading.next()).value?.seq)
  assert.deepEqual(seen, [2, 3, 4, 5])
  await reading.return(undefined)
})

test('a reader who is far behind gets everything, in order', async () => {
  const { scope, id, claim } = await runAtWork()
  const { log, journals } = nodeWith(3_600_000)
  const journal = journals.open(claim)
  const reading = log.follow(scope, id, 0, new AbortController().signal)
  journal.emit('word', 0)
  const first = reading.next()
  await journal.flush()
  await first
  for (let batch = 0; batch < 12; batch++) {
    for (let word = 0; word < 8; word++) journal.emit('word', word)
    await journal.flush()
  }
  await journal.finish({ status: 'succeeded' })
  const rest = await Array.fromAsync(reading)
  assert.deepEqual(
    rest.map(({ seq }) => seq),
    Array.from({ length: 96 }, (_, index) => index + 2),
  )
})
