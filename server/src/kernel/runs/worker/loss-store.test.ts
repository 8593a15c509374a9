import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openNodes } from '../../../../test/runs/nodes.ts'
import { sql } from '../../db/db.ts'
import { NIL_UUID } from '../../ids.ts'
import { claimRuns } from './claim-store.ts'
import { lossLimits, releaseLostRuns } from './loss-store.ts'

const nodes = await openNodes()
const { db } = nodes
after(nodes.close)

const kind = 'lost-in-a-crowd'
const count = 1_000
// Of the 30 seconds after which all runs of a node that was killed are to be resumed, its lease takes 6 and each pass one.
const maxPasses = 20

/** Counted instead of timed: what a pass takes depends on the machine, how many are needed does not. */
test('1,000 runs of a node that was killed are queued again within a few passes', async () => {
  const scope = nodes.newScope()
  const runs = nodes.node({ [kind]: async () => null }, { isStarted: false })
  await db.tx(async (tx) => {
    for (let i = 0; i < count; i++) await runs.enqueue(tx, scope, { kind, input: i })
  })
  const claim = { workerId: randomUUID(), pool: 'work', kinds: [kind], limits: [null], keyLimits: [null] }
  const all = { most: count, perProject: count, perVisit: count, after: NIL_UUID, leaseMs: 60_000 }
  const claimed = await claimRuns(db, { ...claim, ...all })
  assert.equal(claimed.length, count)
  const limits = lossLimits([{ kind, handle: async () => null }])
  assert.deepEqual(
    await releaseLostRuns(db, limits),
    { requeued: 0, failed: 0 },
    'while it lives, none is taken',
  )

  await db.rows(sql`update run set lease_until = now() - interval '1 second' where kind = ${kind}`)
  const passes: number[] = []
  while (passes.at(-1) !== 0) passes.push((await releaseLostRuns(db, limits)).requeued)
  assert.ok(passes[0]! > 0, 'the first pass begins')
  assert.equal(
    passes.reduce((sum, each) => sum + each, 0),
    count,
  )
  assert.ok(passes.length <= maxPasses, `${passes}`)
  const [row] = await db.rows<{ queued: number }>(sql`
    select count(*)::int as queued from run
    where kind = ${kind} and status = 'queued' and losses = 1 and interrupted_attempt = 1`)
  assert.equal(row!.queued, count)
})
