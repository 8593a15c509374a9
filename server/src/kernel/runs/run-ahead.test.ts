import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { openNodes, untilAborted } from '../../../test/runs/nodes.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../db/db.ts'
import { deferRows, type RowWriter } from './deferred-rows.ts'
import type { RunContext, RunKind, StepOptions } from './run.ts'

const nodes = await openNodes()
const { db, newScope, node, over } = nodes
await db.rows(sql`create table ahead_row (run_id uuid, name text, amount int check (amount >= 0))`)
afterEach(nodes.stop)
after(nodes.close)

type Row = { runId: string; name: string; isRefused?: boolean; amount?: number }

/** Writes all rows that it is given in one statement, and counts how often it was called. */
function createWriter() {
  const calls: number[] = []
  const heard: string[] = []
  const writer: RowWriter<Row> = {
    statements(rows) {
      calls.push(rows.length)
      return [
        sql`insert into ahead_row select * from unnest(${rows.map(({ runId }) => runId)}::uuid[],
          ${rows.map(({ name }) => name)}::text[], ${rows.map(({ amount }) => amount ?? 1)}::int[])`,
        sql`select demand(${!rows.some(({ isRefused }) => isRefused)})`,
      ]
    },
    onCommitted: (rows) => heard.push(...rows.map(({ name }) => `committed ${name}`)),
    onRefused: (rows) => heard.push(...rows.map(({ name }) => `refused ${name}`)),
  }
  return { writer, calls, heard }
}

const rowsOf = async (runId: string) =>
  (
    await db.rows<{ name: string }>(sql`select name from ahead_row where run_id = ${runId} order by name`)
  ).map(({ name }) => name)
const stepsOf = (runId: string) =>
  db.rows<{ name: string; attempt: number; also: number | null }>(
    sql`select name, attempt, maybe_also_attempt as also from run_step where run_id = ${runId} order by name`,
  )
const storedAt = async (id: string) => (await db.rows(sql`select 1 from run where id = ${id}`)).length === 1

const pure = { class: 'pure' } as const
const three = async ({ step }: RunContext) => {
  const one = await step('one', async () => 1, pure)
  const two = await step('two', async () => one + 1, { class: 'repeatable' })
  return step('three', async () => two + 1, pure)
}

describe('a run that is executed ahead', () => {
  test('is stored with its end: row, steps, events and rows of areas together', async () => {
    const scope = newScope()
    const { writer, calls, heard } = createWriter()
    const seen: boolean[] = []
    const kind: Omit<RunKind, 'kind'> = {
      async handle(context) {
        context.emit('begun', 1)
        const result = await three(context)
        seen.push(await storedAt(context.run.id))
        return result
      },
      endRows: (run, { status, output }) => [
        deferRows(writer, { runId: run.id, name: `${status} ${output}` }),
      ],
    }
    const runs = node({ three: kind }, { pollMs: 3_600_000 })
    const id = randomUUID()
    const rows = [deferRows(writer, { runId: id, name: 'begin' })]
    const started = (await runs.runAhead(
      scope,
      { kind: 'three', input: {}, id },
      { rows, budgetMs: 60_000 },
    ))!
    assert.equal(started.isHere, true)
    assert.deepEqual(await started.outcome, { status: 'succeeded', output: 3, error: null })
    assert.deepEqual(seen, [false])
    const run = (await runs.find(db, scope, id))!
    assert.deepEqual([run.status, run.output, run.attempt, run.losses], ['succeeded', 3, 1, 0])
    assert.deepEqual(
      (await stepsOf(id)).map(({ name, also }) => [name, also]),
      [
        ['one', null],
        ['three', null],
        ['two', null],
      ],
    )
    assert.deepEqual(await rowsOf(id), ['begin', 'succeeded 3'])
    assert.deepEqual(
      [calls, heard.sort()],
      [
        [1, 1],
        ['committed begin', 'committed succeeded 3'],
      ],
    )
    const events = []
    for await (const { seq, type } of runs.follow(scope, id, 0, new AbortController().signal))
      events.push([seq, type])
    assert.deepEqual(events, [[1, 'begun']])
  })

  test('of many concurrent runs is one commit, and rows of a writer are one call', async () => {
    const scope = newScope()
    const { writer, calls } = createWriter()
    const handle = async ({ run, step }: RunContext) => {
      for (let i = 0; i < 5; i++)
        await step(`s${i}`, async () => i, {
          ...pure,
          deferredRows: () => [deferRows(writer, { runId: run.id, name: `s${i}` })],
        })
    }
    const runs = node({ many: { handle } })
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        runs.runAhead(scope, { kind: 'many', input: null }, { budgetMs: 60_000 }),
      ),
    )
    for (const each of all) assert.equal((await each!.outcome)?.status, 'succeeded')
    for (const each of all) assert.deepEqual(await rowsOf(each!.id), ['s0', 's1', 's2', 's3', 's4'])
    assert.ok(calls.length < 12, String(calls))
    assert.equal(
      calls.reduce((sum, rows) => sum + rows),
      60,
    )
  })

  test('writes the rows of its caller as they are at the end, where it has ended by then', async () => {
    const scope = newScope()
    const { writer } = createWriter()
    const runs = node({
      three: { handle: three, endRows: (run) => [deferRows(writer, { runId: run.id, name: 'end' })] },
      fails: async () => Promise.reject(new Error('no')),
    })
    const ahead = (id: string) => ({
      rows: [deferRows(writer, { runId: id, name: 'begin' })],
      rowsOfEnded: (_: unknown, { status }: { status: string }) => [
        deferRows(writer, { runId: id, name: `whole ${status}` }),
      ],
      budgetMs: 60_000,
    })
    const [good, bad] = [randomUUID(), randomUUID()]
    await runs.runAhead(scope, { kind: 'three', input: null, id: good }, ahead(good))
    const failed = (await runs.runAhead(scope, { kind: 'fails', input: null, id: bad }, ahead(bad)))!
    assert.deepEqual(await rowsOf(good), ['whole succeeded'])
    assert.deepEqual(await rowsOf(bad), ['whole failed'])
    assert.deepEqual((await failed.outcome)?.error, { code: 'handler_failed', message: 'no' })
  })
})

describe('a run that was executed ahead is started in place, and nothing is repeated', () => {
  const forced: Record<string, (context: RunContext) => Promise<unknown>> = {
    'by a step that is done once': ({ step }) => step('next', async () => 2, { class: 'once' }),
    'by a step without a class': ({ step }) => step('next', async () => 2),
    'by a step with a transaction': ({ step }) =>
      step('next', async () => 2, { ...pure, commit: async (tx) => void (await tx.rows(sql`select 1`)) }),
    'by a child': async ({ startChild, join }) => {
      const child = await startChild('child', { kind: 'child', input: null })
      return (await join('joined', [child]))[0]!.output
    },
    'by a sleep': async ({ sleep }) => {
      await sleep('nap', new Date(Date.now() + 10))
      return 2
    },
    'by its budget': async ({ step, run }) => {
      await until(() => storedAt(run.id))
      return step('next', async () => 2, pure)
    },
  }
  for (const [why, next] of Object.entries(forced))
    test(why, async () => {
      const scope = newScope()
      const { writer } = createWriter()
      let firsts = 0
      const wasStored: boolean[] = []
      const runs = node({
        child: async () => 2,
        forced: async (context) => {
          const first = await context.step('first', async () => ++firsts, { class: 'repeatable' })
          if (firsts === 1 && context.run.attempt === 1) wasStored.push(await storedAt(context.run.id))
          const second = await next(context)
          return [first, second]
        },
      })
      const id = randomUUID()
      const rows = [deferRows(writer, { runId: id, name: 'begin' })]
      const budgetMs = why === 'by its budget' ? 20 : 60_000
      const started = (await runs.runAhead(scope, { kind: 'forced', input: null, id }, { rows, budgetMs }))!
      assert.equal(started.isHere, true)
      const run = (await over(runs, scope, id))!
      assert.deepEqual([run.status, run.output, firsts, wasStored], ['succeeded', [1, 2], 1, [false]])
      assert.deepEqual(await rowsOf(id), ['begin'])
      assert.ok((await stepsOf(id)).every(({ also }) => also === null))
    })

  test('and is cancelled, and given back, like all others', async () => {
    const scope = newScope()
    const runs = node({ hangs: ({ signal }) => untilAborted(signal) })
    const started = (await runs.runAhead(scope, { kind: 'hangs', input: null }))!
    assert.equal((await runs.find(db, scope, started.id))?.status, 'running')
    await nodes.cancel(runs, scope, started.id)
    assert.equal((await started.outcome)?.status, 'cancelled')
    const ahead = (await runs.runAhead(scope, { kind: 'hangs', input: null }))!
    await runs.stop(0)
    assert.equal((await runs.find(db, scope, ahead.id))?.status, 'queued')
  })

  test('or queued where the project has no capacity, and says what may be done twice', async () => {
    const scope = newScope()
    let hasIntent = 0
    const kinds = {
      hangs: ({ signal }: RunContext) => untilAborted(signal),
      work: async ({ step }: RunContext) => {
        await step('read', async () => 1, { class: 'repeatable' })
        await step('send', async () => ++hasIntent, { class: 'once' })
        return hasIntent
      },
    }
    const runs = node(kinds, { perProject: 1 })
    const hangs = (await runs.startHere(scope, { kind: 'hangs', input: null }))!
    const started = (await runs.runAhead(scope, { kind: 'work', input: null }, { budgetMs: 60_000 }))!
    assert.deepEqual([started.isHere, await started.outcome, hasIntent], [false, null, 0])
    const queued = (await runs.find(db, scope, started.id))!
    assert.deepEqual([queued.status, queued.intents, queued.interruptedAttempt], ['queued', {}, 1])
    await nodes.cancel(runs, scope, hangs.id)
    const run = (await over(runs, scope, started.id))!
    assert.deepEqual([run.status, run.output, run.losses], ['succeeded', 1, 0])
  })

  test('or queued where its concurrency key has none', async () => {
    const scope = newScope()
    const gate = Promise.withResolvers<void>()
    const handle = ({ step }: RunContext) => step('wait', () => gate.promise)
    const runs = node({ keyed: { handle, perConcurrencyKey: 1 } })
    const start = (key: string) => runs.runAhead(scope, { kind: 'keyed', input: { concurrencyKey: key } })
    const started = await Promise.all([start('a'), start('a'), start('a'), start('b')])
    assert.deepEqual(
      started.map((each) => each!.isHere),
      [true, false, false, true],
    )
    gate.resolve()
    for (const each of started) assert.equal((await over(runs, scope, each!.id))!.status, 'succeeded')
  })

  test('and whichever worker resumes it when it is lost does not repeat what was committed', async () => {
    const scope = newScope()
    const done: string[] = []
    const runs = node({
      work: async ({ run, step }) => {
        await step('first', async () => done.push('first'), { class: 'repeatable' })
        await step('second', async () => done.push('second'))
        if (run.attempt === 1) await untilAborted(new AbortController().signal)
        return done
      },
    })
    const started = (await runs.runAhead(scope, { kind: 'work', input: null }, { budgetMs: 60_000 }))!
    await until(() => done.includes('second'))
    await until(async () => (await stepsOf(started.id)).length === 2)
    await nodes.loseWorker(started.id)
    const run = (await over(runs, scope, started.id))!
    assert.deepEqual([run.output, run.losses], [['first', 'second'], 1])
  })
})

describe('rows that are refused', () => {
  const refusing =
    (writer: RowWriter<Row>, tries: string[]) =>
    async ({ run, step, canDeferRows }: RunContext) => {
      tries.push(canDeferRows ? 'deferred' : 'slow')
      const deferred: StepOptions<number> = canDeferRows
        ? { deferredRows: () => [deferRows(writer, { runId: run.id, name: 'row', isRefused: true })] }
        : {}
      return step('read', async () => 1, { class: 'repeatable', ...deferred })
    }

  test('of steps ahead: nothing of it is stored, and it is started in place without deferring any', async () => {
    const scope = newScope()
    const { writer, heard } = createWriter()
    const tries: string[] = []
    const runs = node({ work: refusing(writer, tries) })
    const begin = createWriter()
    const id = randomUUID()
    const rows = [deferRows(begin.writer, { runId: id, name: 'begin' })]
    const started = (await runs.runAhead(
      scope,
      { kind: 'work', input: null, id },
      { rows, budgetMs: 60_000 },
    ))!
    assert.deepEqual((await started.outcome)?.output, 1)
    assert.deepEqual([tries, heard], [['deferred', 'slow'], ['refused row']])
    assert.deepEqual(await rowsOf(id), ['begin'])
    // It was read twice.
    assert.deepEqual(await stepsOf(id), [{ name: 'read', attempt: 1, also: 0 }])
  })

  test('of the caller: null, as for every start', async () => {
    const scope = newScope()
    const { writer } = createWriter()
    const runs = node({ three })
    const id = randomUUID()
    const rows = [deferRows(writer, { runId: id, name: 'begin', isRefused: true })]
    assert.equal(await runs.runAhead(scope, { kind: 'three', input: null, id }, { rows }), null)
    assert.equal(await runs.find(db, scope, id), null)
  })

  test('of steps in place: the run resumes from its last commit in another attempt', async () => {
    const scope = newScope()
    const { writer } = createWriter()
    const tries: string[] = []
    const runs = node({ work: refusing(writer, tries) })
    const started = (await runs.startHere(scope, { kind: 'work', input: null }))!
    assert.equal(await started.outcome, null)
    const run = (await over(runs, scope, started.id))!
    assert.deepEqual([run.status, run.attempt, run.losses, tries], ['succeeded', 2, 0, ['deferred', 'slow']])
    assert.deepEqual(await stepsOf(run.id), [{ name: 'read', attempt: 2, also: 1 }])
    assert.deepEqual(await rowsOf(run.id), [])
  })

  test('of one run do not refuse those of others, and none is half stored', async () => {
    const scope = newScope()
    const { writer } = createWriter()
    const handle = async ({ run, step, canDeferRows }: RunContext) => {
      const amount = run.input as number
      const row: Row = { runId: run.id, name: 'row', amount }
      return step('s', async () => amount, {
        ...pure,
        ...(canDeferRows && { deferredRows: () => [deferRows(writer, row)] }),
      })
    }
    const runs = node({ work: handle })
    const all = await Promise.all(
      [1, -1, 2, -2, 3].map((input) => runs.runAhead(scope, { kind: 'work', input }, { budgetMs: 60_000 })),
    )
    for (const each of all) assert.equal((await each!.outcome)?.status, 'succeeded')
    assert.deepEqual(
      await Promise.all(all.map(async (each) => (await rowsOf(each!.id)).length)),
      [1, 0, 1, 0, 1],
    )
  })

  test('an id that exists is passed over, as for every start', async () => {
    const scope = newScope()
    const runs = node({ three })
    const first = (await runs.runAhead(scope, { kind: 'three', input: null }))!
    await first.outcome
    const again = (await runs.runAhead(scope, { kind: 'three', input: null, id: first.id }))!
    assert.deepEqual([again.isHere, await again.outcome], [false, null])
    assert.equal((await stepsOf(first.id)).length, 3)
  })
})

test('within a transaction a run is queued, and a handler that cannot be stored fails as every other', async () => {
  const scope = newScope()
  const runs = node({ three, odd: async () => 1n })
  const { id, isHere } = await db.ambientTransaction(
    async () => (await runs.runAhead(scope, { kind: 'three', input: null }))!,
  )
  assert.equal(isHere, false)
  assert.equal((await over(runs, scope, id))?.output, 3)
  const odd = (await runs.runAhead(scope, { kind: 'odd', input: null }))!
  assert.equal((await odd.outcome)?.error?.code, 'output_not_storable')
})
