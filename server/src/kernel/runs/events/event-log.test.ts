import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/until.ts'
import { type Db, sql } from '../../db/db.ts'
import { createListener } from '../../db/listen.ts'
import { systemScope } from '../../scope.ts'
import { createEventLog } from './event-log.ts'

const database = await createTestDatabase(4)
const listener = createListener({ settings: database.settings, onNotice: () => undefined })
await listener.start()
after(async () => {
  await listener.close()
  await database.drop()
})

/** The log with a count of what is asked of the database, which tells how often a reader has looked. */
function counted(pollMs: number) {
  let requested = 0
  const db: Db = {
    ...database.db,
    rows: (statement) => {
      requested++
      return database.db.rows(statement)
    },
  }
  return { log: createEventLog({ db, listener, maxEvents: 100, pollMs }), request: () => requested }
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

test('a reader who waits long keeps nothing of each wait, and leaves nothing behind', async () => {
  const { scope, id, end } = await runAtWork()
  const { log, request: requested } = counted(1)
  const { signal } = new AbortController()
  const reading = Array.fromAsync(log.follow(scope, id, 0, signal))
  await until(() => requested() > 40)
  assert.ok(getEventListeners(signal, 'abort').length <= 1)
  await end()
  assert.deepEqual(await reading, [])
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('what is written and that it is over are told at once, without looking around', {
  timeout: 30_000,
}, async () => {
  const { scope, id, claim, end } = await runAtWork()
  const { log, request: requested } = counted(3_600_000)
  const reading = log.follow(scope, id, 0, new AbortController().signal)
  const writer = log.writer(claim)
  for (let seq = 1; seq <= 3; seq++) {
    const next = reading.next()
    // Both questions of a look are out, so that the reader is waiting or about to.
    await until(() => requested() >= 2)
    writer.emit('word', seq)
    await writer.flush()
    assert.equal((await next).value?.seq, seq)
  }
  const last = reading.next()
  await end()
  await writer.ended()
  assert.equal((await last).done, true)
})
