import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { type Statement, sql } from '../../kernel/db/db.ts'
import type { NodeLease } from '../../kernel/leases/node-lease.ts'
import { createProjectSlots } from '../../kernel/leases/project-slots.ts'
import { createLog } from '../../kernel/log.ts'
import { endExecution, insertingExecution, type NewExecution } from './store/execution.ts'

let app: TestApp
let project: TestProject
before(async () => {
  app = await startTestApp()
  project = await app.newProject()
})
after(() => app.stop())

const log = createLog({ level: 'fatal', secrets: [] })
const slotsOf = (lease: NodeLease, perProject = 20) =>
  createProjectSlots({
    db: app.db,
    log,
    lease,
    kind: 'tool',
    perProject,
    refusal: () => new Error('none is free'),
  })
type Slots = ReturnType<typeof slotsOf>

let count = 0
const newExecution = (nodeId: string): NewExecution => ({
  id: `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`,
  toolSlug: 'a_b',
  toolkitSlug: 'a',
  version: '1',
  connectedAccountId: null,
  workflowId: null,
  runId: null,
  threadId: null,
  mcpServerId: null,
  arguments: '{}',
  heldMicro: 0,
  at: app.clock.now(),
  maxMs: 60_000,
  nodeId,
})
const ended = {
  isSuccess: true,
  errorCode: null,
  error: null,
  upstreamStatus: null,
  connectedAccountId: null,
  result: null,
  isTruncated: false,
  fileId: null,
  tries: 1,
  durationMs: 1,
  chargedMicro: 0,
}

/** Begins an execution and holds its slot until it is ended; null when no slot is free on any node. */
async function begin(lease: NodeLease, slots: Slots) {
  const release = Promise.withResolvers<void>()
  const started = Promise.withResolvers<string | null>()
  const over = slots.during(project.id, async () => {
    const execution = newExecution(lease.nodeId)
    const rows = await app.db.rows(insertingExecution(project.scope, execution, slots, false))
    started.resolve(rows.length > 0 ? execution.id : null)
    if (rows.length > 0) await release.promise
  })
  over.catch(started.reject)
  const id = await started.promise
  if (id === null) return null
  return {
    id,
    async end() {
      await app.db.tx((tx) => endExecution(tx, project.scope, id, { ...ended, at: app.clock.now() }))
      release.resolve()
      await over
    },
  }
}

/** How many pages the database looks at for a statement. */
async function pagesFor({ text, values }: Statement): Promise<number> {
  const [row] = await app.db.rows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({
    text: `explain (analyze, buffers, format json) ${text}`,
    values,
  })
  const { Plan: plan } = row!['QUERY PLAN'][0]
  return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
}

describe('slots of tools that run', () => {
  test('count on every node that lives, and on none that died', async () => {
    const [here, there] = [app.secondNode().lease, app.secondNode().lease]
    const [mine, others] = [slotsOf(here, 2), slotsOf(there, 2)]
    const running = [await begin(here, mine), await begin(there, others)]
    assert.equal(await begin(there, others), null, 'both are taken, one of them on the other node')
    await assert.rejects(
      Promise.all([begin(here, mine), begin(here, mine)]),
      /none is free/,
      'what a node has taken itself it knows without asking',
    )
    await app.db.rows(
      sql`update node_lease set alive_until = now() - interval '1 s' where node_id = ${here.nodeId}`,
    )
    const freed = await begin(there, others)
    assert.ok(freed, 'the slots of a node that died are free')
    for (const each of [...running, freed]) await each!.end()
    await Promise.all([here.stop(), there.stop()])
  })

  test('are free for other nodes soon after the work has ended', async () => {
    const [here, there] = [app.secondNode().lease, app.secondNode().lease]
    const [mine, others] = [slotsOf(here, 1), slotsOf(there, 1)]
    const first = await begin(here, mine)
    assert.equal(await begin(there, others), null)
    await first!.end()
    const second = await until(() => begin(there, others), 'a free slot')
    await second!.end()
    await Promise.all([here.stop(), there.stop()])
  })

  test('cost the same to count after thousands have finished', async () => {
    const { lease } = app.app
    const [slots, there] = [slotsOf(lease), app.secondNode().lease]
    const elsewhere = slotsOf(there)
    const running = await begin(there, elsewhere)
    const cost = () => pagesFor(slots.counting(project.id).elsewhere)
    const before = await cost()
    for (let round = 0; round < 200; round++) {
      const some = await Promise.all(Array.from({ length: 8 }, () => begin(lease, slots)))
      await Promise.all(some.map((each) => each!.end()))
    }
    const behind = await cost()
    assert.ok(behind <= before + 4, `${before} pages at first, ${behind} behind them`)
    await running!.end()
    await there.stop()
  })

  test('executions of a node that died are given up long before their time is over', async () => {
    const dead = app.secondNode().lease
    const { id } = (await begin(dead, slotsOf(dead)))!
    await app.app.sweep()
    const statusOf = async () =>
      (
        await app.db.rows<{ status: string; error_code: string | null }>(
          sql`select status, error_code from tool_execution where id = ${id}`,
        )
      )[0]!
    assert.equal((await statusOf()).status, 'running')
    await dead.stop()
    await app.app.sweep()
    assert.deepEqual(await statusOf(), { status: 'failed', error_code: 'interrupted' })
  })
})
