import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { openNodes, untilAborted } from '../../../../test/runs/nodes.ts'
import { sql } from '../../db/db.ts'
import { deferRows, type RowWriter } from '../deferred-rows.ts'
import type { RunContext } from '../run.ts'

const nodes = await openNodes()
const { db, newScope, node, enqueue, over } = nodes
await db.rows(sql`create table begun_row (run_id uuid, name text)`)
afterEach(nodes.stop)
after(nodes.close)

type Row = { runId: string; name: string; isRefused: boolean }

function createWriter() {
  const heard: string[] = []
  const writer: RowWriter<Row> = {
    statements: (rows) => [
      sql`insert into begun_row select * from unnest(
        ${rows.map(({ runId }) => runId)}::uuid[], ${rows.map(({ name }) => name)}::text[])`,
      sql`select demand(${!rows.some(({ isRefused }) => isRefused)})`,
    ],
    onCommitted: (rows) => heard.push(...rows.map(({ name }) => `committed ${name}`)),
    onRefused: (rows) => heard.push(...rows.map(({ name }) => `refused ${name}`)),
  }
  const before =
    ({ run }: RunContext, name: string, isRefused = false) =>
    async () => [deferRows(writer, { runId: run.id, name, isRefused })]
  return { writer, heard, before }
}

const rowsOf = async (runId: string) =>
  (await db.rows<{ name: string }>(sql`select name from begun_row where run_id = ${runId}`)).map(
    ({ name }) => name,
  )
const stepsOf = async (runId: string) =>
  (await db.rows<{ name: string }>(sql`select name from run_step where run_id = ${runId} order by name`)).map(
    ({ name }) => name,
  )
const intentsOf = async (runId: string) =>
  (await db.rows<{ intents: unknown }>(sql`select intents from run where id = ${runId}`))[0]?.intents

describe('rows before a step', () => {
  test('are committed when its work begins, with its mark and with all records so far', async () => {
    const scope = newScope()
    const { heard, before } = createWriter()
    const runs = node({
      work: async (context) => {
        await context.step('first', async () => 1, { class: 'pure' })
        return context.step(
          'second',
          async ({ hasRows }) => ({
            hasRows,
            rows: await rowsOf(context.run.id),
            steps: await stepsOf(context.run.id),
            intents: await intentsOf(context.run.id),
          }),
          { class: 'repeatable', before: before(context, 'begun') },
        )
      },
    })
    const id = await enqueue(runs, scope, 'work')
    const seen = { hasRows: true, rows: ['begun'], steps: ['first'], intents: { second: 1 } }
    assert.deepEqual((await over(runs, scope, id))!.output, seen)
    assert.deepEqual(heard, ['committed begun'])
  })

  test('that are refused harm neither the step nor other runs of the commit', async () => {
    const scope = newScope()
    const { before } = createWriter()
    const runs = node({
      work: async (context) => {
        await context.step('first', async () => 1, { class: 'pure' })
        const isRefused = (context.run.input as number) % 3 === 0
        return context.step('second', async ({ hasRows }) => hasRows, {
          class: 'once',
          before: before(context, 'begun', isRefused),
        })
      },
    })
    const started = await Promise.all(
      [0, 1, 2, 3, 4].map((input) => runs.startHere(scope, { kind: 'work', input })),
    )
    const ended = await Promise.all(started.map((each) => over(runs, scope, each!.id)))
    assert.deepEqual(
      ended.map((run) => [run!.output, run!.attempt]),
      [
        [false, 1],
        [true, 1],
        [true, 1],
        [false, 1],
        [true, 1],
      ],
    )
    for (const run of ended) {
      assert.deepEqual(await rowsOf(run!.id), run!.output ? ['begun'] : [])
      assert.deepEqual(await stepsOf(run!.id), ['first', 'second'])
    }
  })

  test('do not refuse the transaction of a step beside it', async () => {
    const scope = newScope()
    const { before } = createWriter()
    const runs = node({
      work: async (context) => {
        const written = context.step('written', async () => 1, {
          commit: async (tx) => void (await tx.rows(sql`select 1`)),
        })
        const begun = context.step('begun', async ({ hasRows }) => hasRows, {
          class: 'repeatable',
          before: before(context, 'begun', true),
        })
        return Promise.all([written, begun])
      },
    })
    const id = await enqueue(runs, scope, 'work')
    assert.deepEqual((await over(runs, scope, id))!.output, [1, false])
  })

  test('are of the first try: another one begins without them', async () => {
    const scope = newScope()
    const { before } = createWriter()
    const tries: boolean[] = []
    const runs = node({
      work: (context) =>
        context.step(
          'flaky',
          async ({ hasRows }) => {
            tries.push(hasRows)
            if (tries.length === 1) throw new Error('no')
          },
          { class: 'repeatable', retries: 1, backoffMs: 1, before: before(context, 'begun') },
        ),
    })
    const id = await enqueue(runs, scope, 'work')
    assert.equal((await over(runs, scope, id))!.status, 'succeeded')
    assert.deepEqual(tries, [true, false])
  })

  test('are not for a step that commits nothing when it begins', async () => {
    const scope = newScope()
    const { before } = createWriter()
    const runs = node({
      work: (context) =>
        context.step('pure', async () => 1, { class: 'pure', before: before(context, 'begun') }),
    })
    const id = await enqueue(runs, scope, 'work')
    assert.match((await over(runs, scope, id))!.error!.message, /cannot have rows before it/)
  })
})

describe('a run that is executed ahead', () => {
  const seeing = (before: ReturnType<typeof createWriter>['before']) => (context: RunContext) =>
    context.step('seen', async ({ hasRows }) => [hasRows, ...(await rowsOf(context.run.id))], {
      class: 'repeatable',
      before: before(context, 'begun'),
    })

  test('is stored with the rows before its first step', async () => {
    const scope = newScope()
    const { before } = createWriter()
    const runs = node({ work: seeing(before) })
    const started = (await runs.runAhead(scope, { kind: 'work', input: null }, { budgetMs: 60_000 }))!
    assert.deepEqual((await started.outcome)!.output, [true, 'begun'])
  })

  test('is queued without them where its project has no capacity', async () => {
    const scope = newScope()
    const { heard, before } = createWriter()
    const runs = node(
      { hangs: ({ signal }) => untilAborted(signal), work: seeing(before) },
      { perProject: 1 },
    )
    const hangs = (await runs.startHere(scope, { kind: 'hangs', input: null }))!
    const id = randomUUID()
    const started = (await runs.runAhead(scope, { kind: 'work', input: null, id }, { budgetMs: 60_000 }))!
    assert.equal(started.isHere, false)
    assert.deepEqual([await rowsOf(id), heard, await intentsOf(id)], [[], ['refused begun'], {}])
    await nodes.cancel(runs, scope, hangs.id)
    assert.deepEqual((await over(runs, scope, id))!.output, [true, 'begun'])
  })
})

describe('rows of a step that is done once', () => {
  const once =
    (before: ReturnType<typeof createWriter>['before'], isRefused: boolean, done: string[]) =>
    (context: RunContext) =>
      context.step('send', async () => done.push('sent'), {
        class: 'once',
        deferredRows: () => [deferred(context, isRefused)],
        async commit(tx) {
          done.push('in a transaction')
          await tx.rows(sql`insert into begun_row values (${context.run.id}, 'committed')`)
        },
        before: before(context, 'begun'),
      })
  const { writer } = createWriter()
  const deferred = ({ run }: RunContext, isRefused: boolean) =>
    deferRows(writer, { runId: run.id, name: 'ended', isRefused })

  for (const [title, isRefused, expected] of [
    ['commit with its record immediately', false, ['sent']],
    [
      'that are refused are written by its transaction, and it is not repeated',
      true,
      ['sent', 'in a transaction'],
    ],
  ] as const)
    test(title, async () => {
      const scope = newScope()
      const done: string[] = []
      const runs = node({ work: once(createWriter().before, isRefused, done) })
      const id = await enqueue(runs, scope, 'work')
      const run = (await over(runs, scope, id))!
      assert.deepEqual([run.status, run.attempt, done], ['succeeded', 1, [...expected]])
      assert.deepEqual((await rowsOf(id)).sort(), ['begun', isRefused ? 'committed' : 'ended'])
    })

  test('need a transaction for what is refused', async () => {
    const scope = newScope()
    const runs = node({
      work: (context) =>
        context.step('send', async () => 1, {
          class: 'once',
          deferredRows: () => [deferred(context, false)],
        }),
    })
    const id = await enqueue(runs, scope, 'work')
    assert.match((await over(runs, scope, id))!.error!.message, /has a transaction too/)
  })
})
