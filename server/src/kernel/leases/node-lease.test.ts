import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { systemClock } from '../clock.ts'
import { sql, sqlText } from '../db/db.ts'
import { createIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { isAbandoned } from './abandoned.ts'
import { createNodeLease } from './node-lease.ts'
import { livesIn } from './store.ts'

const newId = createIds(systemClock)
const log = createLog({ level: 'fatal', secrets: [] })
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const [node, time] = [sqlText('n.id'), sqlText('n.until')]

/** Whether the node lives, and whether work of it is abandoned whose time is over after so long. */
async function stateOf(nodeId: string, { graceMs = 0, leftMs = 60_000 } = {}) {
  const [row] = await database.db.rows<{ lives: boolean; isAbandoned: boolean }>(sql`
    select ${livesIn(node)} as lives, ${isAbandoned({ node, until: time }, graceMs)} as "isAbandoned"
    from (select ${nodeId}::uuid as id, now() + make_interval(secs => ${leftMs / 1000}) as until) n`)
  return row!
}
const lives = async (nodeId: string) => (await stateOf(nodeId)).lives

test('a node lives from the first thing it holds until it stops', async () => {
  const lease = createNodeLease({ db: database.db, newId, log })
  assert.equal(await lives(lease.nodeId), false)
  await Promise.all([lease.hold(), lease.hold()])
  assert.equal(await lives(lease.nodeId), true)
  await lease.stop()
  assert.equal(await lives(lease.nodeId), false)
  await lease.hold()
  assert.equal(await lives(lease.nodeId), false, 'one that has stopped does not come back')
})

test('its lease is renewed while it lives, and is over soon after it is not', async () => {
  const lease = createNodeLease({ db: database.db, newId, log, everyMs: 20, aliveMs: 5_000 })
  await lease.hold()
  const aliveUntil = async () =>
    (
      await database.db.rows<{ at: string }>(
        sql`select alive_until::text as at from node_lease where node_id = ${lease.nodeId}`,
      )
    )[0]!.at
  const first = await aliveUntil()
  await until(async () => (await aliveUntil()) > first, 'a renewal')
  await lease.stop()

  const killed = createNodeLease({ db: database.db, newId, log, everyMs: 1_000_000, aliveMs: 50 })
  await killed.hold()
  await until(async () => !(await lives(killed.nodeId)), 'the end of the lease')
  assert.equal((await stateOf(killed.nodeId)).isAbandoned, true)
  const late = await stateOf(killed.nodeId, { graceMs: 60_000 })
  assert.equal(late.isAbandoned, false, 'what is given up for good waits longer')
  await killed.stop()
})

test('work of a node is abandoned when the node stops, or when its time is over', async () => {
  const lease = createNodeLease({ db: database.db, newId, log })
  await lease.hold()
  assert.equal((await stateOf(lease.nodeId)).isAbandoned, false)
  assert.equal((await stateOf(lease.nodeId, { leftMs: -1 })).isAbandoned, true)
  await lease.stop()
  assert.equal((await stateOf(lease.nodeId, { graceMs: 60_000 })).isAbandoned, true)
  const unleased = newId()
  assert.equal((await stateOf(unleased)).isAbandoned, false, 'a release before leases moves the time')
  assert.equal((await stateOf(unleased, { leftMs: -1 })).isAbandoned, true)
})
