import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openNodes } from '../../../test/runs/nodes.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../db/db.ts'
import { type Scope, systemScope } from '../scope.ts'

const nodes = await openNodes(10)
const { database } = nodes
after(nodes.close)
const seen = new Map<string, Scope>()
const runs = nodes.node(
  {
    look: async ({ run, scope }) => {
      seen.set(run.id, scope)
    },
  },
  { isStarted: false },
)

const keyId = randomUUID()
const restricted = (projectId: string): Scope => ({
  projectId,
  role: 'member',
  isOperator: true,
  permissions: ['table:write'],
  externalUser: { id: randomUUID(), name: 'alice' },
  acrossUsers: false,
  actor: { kind: 'key', keyId, accountId: null },
  requestId: 'the-request',
  ip: '192.0.2.1',
})
/** What a run is given of it: no installation rights, and no IP address. */
const carried = (scope: Scope): Scope => ({ ...scope, isOperator: false, ip: '' })

test('a run acts with the scope of the caller that started it, however it was started', async () => {
  const scope = restricted(randomUUID())
  const [one, many, slot] = [randomUUID(), randomUUID(), randomUUID()]
  const { db } = database
  await db.tx(async (tx) => {
    await runs.enqueue(tx, scope, { kind: 'look', input: null, id: one })
    await runs.enqueueMany(tx, scope, [{ kind: 'look', input: null, id: many }])
    await runs.schedules.put(tx, scope, {
      id: slot,
      kind: 'look',
      input: null,
      isActive: true,
      cron: '* * * * *',
      timeZone: 'UTC',
      misfire: 'once',
    })
  })
  await db.rows(sql`update run_schedule set next_at = date_trunc('minute', now()) where id = ${slot}`)
  runs.start()
  await until(() => seen.size >= 3, 'all three having run')
  for (const seenScope of seen.values()) assert.deepEqual(seenScope, carried(scope))
})

test('a merge of users takes the scope along, and what was enqueued before scopes were stored is maintenance', async () => {
  const scope = restricted(randomUUID())
  const [moved, old, into] = [randomUUID(), randomUUID(), randomUUID()]
  const { db } = database
  const runAt = new Date(Date.now() + 3_600_000)
  await db.tx(async (tx) => {
    for (const id of [moved, old]) await runs.enqueue(tx, scope, { kind: 'look', input: null, id, runAt })
    await runs.moveUser(tx, scope, scope.externalUser.id, into)
  })
  await db.rows(sql`update run set scope = null where id = ${old}`)
  const find = async (id: string) => (await runs.find(db, scope, id))!.scope
  assert.deepEqual(await find(moved), { ...carried(scope), externalUser: { id: into, name: 'alice' } })
  assert.deepEqual(await find(old), systemScope(scope.projectId))
})
