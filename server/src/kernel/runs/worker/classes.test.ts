import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { openNodes } from '../../../../test/runs/nodes.ts'
import { until } from '../../../../test/until.ts'
import { type Db, sql } from '../../db/db.ts'
import type { RunHandler } from '../run.ts'
import { writeFlushes } from '../store/flush-store.ts'

const nodes = await openNodes()
const { db, newScope, node, enqueue, over, loseWorker } = nodes
afterEach(nodes.stop)
after(nodes.close)

const stepsOf = (id: string) =>
  db.rows<{ name: string; attempt: number; also: number | null; class: string | null; key: string | null }>(
    sql`select name, attempt, maybe_also_attempt as also, class, key from run_step where run_id = ${id} order by finished_at`,
  )
const intentsOf = async (id: string) => {
  const [row] = await db.rows<{ intents: unknown }>(sql`select intents from run where id = ${id}`)
  return row!.intents
}
const hang = () => new Promise<never>(() => undefined)

describe('records that wait', () => {
  test('are written with the end: forty steps cost what one does', async () => {
    const scope = newScope()
    const statements: string[] = []
    const counted: Db = {
      ...db,
      rows: (statement) => {
        if (/run_step|last_seq/.test(statement.text)) statements.push(statement.text)
        return db.rows(statement)
      },
    }
    const runs = node(
      {
        chain: async ({ step, emit }) => {
          let sum = 0
          for (let i = 0; i < 40; i++)
            sum += await step(`s${i}`, async () => i, { class: 'pure', key: `k${i}` })
          emit('summed', sum)
          return sum
        },
      },
      { db: counted },
    )
    const { outcome, id } = (await runs.startHere(scope, { kind: 'chain', input: null }))!
    assert.equal((await outcome)?.output, 780)
    assert.equal(statements.length, 1)
    const steps = await stepsOf(id)
    assert.deepEqual(
      steps.map(({ name, class: stepClass, key }) => [name, stepClass, key]),
      Array.from({ length: 40 }, (_, i) => [`s${i}`, 'pure', `k${i}`]),
    )
    assert.deepEqual(await db.rows(sql`select seq, data from run_event where run_id = ${id}`), [
      { seq: 1, data: 780 },
    ])
  })

  test('are stored before any event: an event commits the records before it', async () => {
    const scope = newScope()
    const gate = Promise.withResolvers<void>()
    const runs = node({
      talk: async ({ step, emit }) => {
        await step('a', async () => 1, { class: 'pure' })
        emit('done', 'a', { isUrgent: true })
        await gate.promise
      },
    })
    const id = await enqueue(runs, scope, 'talk')
    await until(async () => (await db.rows(sql`select 1 from run_event where run_id = ${id}`)).length === 1)
    assert.deepEqual(
      (await stepsOf(id)).map(({ name }) => name),
      ['a'],
    )
    gate.resolve()
    await over(runs, scope, id)
  })

  test('are there before the run is suspended, and before a step that commits', async () => {
    const scope = newScope()
    const seen: string[][] = []
    const runs = node({
      wait: async ({ run, step, waitFor }) => {
        await step('a', async () => 1, { class: 'repeatable' })
        await step('b', async () => 2, {
          commit: async (tx) => {
            const rows = await tx.rows<{ name: string }>(
              sql`select name from run_step where run_id = ${run.id} order by name`,
            )
            seen.push(rows.map(({ name }) => name))
          },
        })
        await step('c', async () => 3, { class: 'pure' })
        return waitFor('w', run.id)
      },
    })
    const id = await enqueue(runs, scope, 'wait')
    await until(async () => (await runs.find(db, scope, id))?.status === 'waiting')
    assert.deepEqual(seen, [['a', 'b']])
    assert.deepEqual((await stepsOf(id)).map(({ name }) => name).sort(), ['a', 'b', 'c'])
    await nodes.cancel(runs, scope, id)
  })

  test('say after a loss which steps the lost attempt had begun, and how often each was executed', async () => {
    const scope = newScope()
    const handle: RunHandler = async ({ run, step }) => {
      const work = (place: number) => async () => (run.attempt === place ? hang() : place)
      await step('pure', work(0), { class: 'pure' })
      await step('before', work(0), { class: 'repeatable' })
      await Promise.all([
        step('first', work(1), { class: 'repeatable' }).then(() =>
          step('second', work(2), { class: 'repeatable' }),
        ),
        step('beside', async () => (run.attempt < 3 ? hang() : 1), { class: 'repeatable' }),
      ])
      await step('unclassed', work(3))
      await step('behind', work(0), { class: 'repeatable' })
    }
    const runs = node({ job: handle }, { leaseMs: 60_000 })
    const id = await enqueue(runs, scope, 'job')
    for (const [attempt, begun] of [
      [1, ['beside', 'first']],
      [2, ['beside', 'second']],
      [3, ['unclassed']],
    ] as const) {
      await until(async () => {
        const intents = (await intentsOf(id)) as Record<string, unknown>
        return begun.every((name) => intents[name] === attempt)
      })
      await loseWorker(id)
    }
    await over(runs, scope, id)
    const rows = await db.rows<{ name: string; also: number | null; tries: number }>(
      sql`select name, maybe_also_attempt as also, tries from run_step where run_id = ${id}`,
    )
    assert.deepEqual(Object.fromEntries(rows.map(({ name, also, tries }) => [name, [also, tries]])), {
      pure: [null, 1],
      before: [null, 1],
      first: [1, 2],
      second: [2, 2],
      beside: [2, 3],
      unclassed: [3, 2],
      behind: [null, 1],
    })
  })
})

describe('a step that is done at most once', () => {
  /** Loses its worker in the middle of the step, once. */
  function interrupted(onUncertain?: (lost: { attempt: number }) => Promise<{ output: string } | 'again'>) {
    const scope = newScope()
    const seen: number[] = []
    const runs = node(
      {
        send: ({ run, step }) =>
          step(
            'send',
            async () => {
              seen.push(run.attempt)
              return run.attempt === 1 ? hang() : 'sent again'
            },
            { class: 'once', ...(onUncertain && { onUncertain }) },
          ),
      },
      { leaseMs: 60_000 },
    )
    const lose = async () => {
      const id = await enqueue(runs, scope, 'send')
      await until(() => seen.length === 1)
      assert.deepEqual(await intentsOf(id), { send: 1 })
      await loseWorker(id)
      const run = (await over(runs, scope, id))!
      assert.deepEqual(await intentsOf(id), {})
      return { run, seen, steps: await stepsOf(id) }
    }
    return { lose }
  }

  test('is not repeated: without a decision the run fails', async () => {
    const { run, seen, steps } = await interrupted().lose()
    assert.deepEqual([run.status, run.error?.code, seen, steps], ['failed', 'step_uncertain', [1], []])
  })

  test('is taken as done with the output that is known', async () => {
    const { run, seen, steps } = await interrupted(async () => ({ output: 'was sent' })).lose()
    assert.deepEqual([run.output, seen, steps[0]?.also], ['was sent', [1], null])
  })

  test('is repeated when `verify` says so, which is called for each attempt that was lost', async () => {
    const requested: number[] = []
    const { run, seen, steps } = await interrupted(async ({ attempt }) => {
      requested.push(attempt)
      return 'again'
    }).lose()
    assert.deepEqual([run.output, seen, requested, steps[0]?.also], ['sent again', [1, 2], [1], 1])
  })
})

describe('a flush of several runs', () => {
  const running = async (attempt = 1) => {
    const [projectId, id] = [randomUUID(), randomUUID()]
    await db.rows(sql`
      insert into run (project_id, id, external_user_id, kind, input, status, attempt, run_at, created_at)
      values (${projectId}, ${id}, ${projectId}, 'flushed', 'null', 'running', ${attempt}, now(), now())`)
    return { projectId, id, attempt }
  }
  const flushOf = (claim: { projectId: string; id: string; attempt: number }, output = '1') => ({
    claim,
    steps: [
      {
        name: 's',
        output,
        maybeAlsoAttempt: null,
        tries: 1,
        class: null,
        key: null,
        startedAt: new Date(),
        doneAtMs: performance.now(),
      },
    ],
    events: [{ type: 'e', data: '1' }],
    intents: [{ name: 'next', lost: [], hasBegun: false, rows: [] }],
    rows: [],
    endRows: [],
    result: null,
    hasLog: false,
  })

  test('writes nothing for the one that was lost, and everything for the others', async () => {
    const claims = await Promise.all(Array.from({ length: 64 }, () => running()))
    const lost = claims[20]!
    await db.rows(sql`update run set attempt = 2 where id = ${lost.id}`)
    const results = await writeFlushes(
      db,
      claims.map((claim) => flushOf(claim)),
      randomUUID(),
    )
    assert.deepEqual(
      results.map((response) => response?.lastSeq),
      claims.map((claim) => (claim === lost ? undefined : 1)),
    )
    assert.deepEqual([await stepsOf(lost.id), await intentsOf(lost.id)], [[], {}])
    for (const claim of [claims[0]!, claims[63]!]) {
      assert.equal((await stepsOf(claim.id)).length, 1)
      assert.deepEqual(await intentsOf(claim.id), { next: 1 })
    }
  })

  test('keeps a lost attempt apart from the next one of the same run', async () => {
    const lost = await running()
    const next = { ...lost, attempt: 2 }
    await db.rows(sql`update run set attempt = 2 where id = ${lost.id}`)
    const written = await writeFlushes(db, [flushOf(lost, '"lost"'), flushOf(next, '"next"')], randomUUID())
    const onlySteps = [lost, next].map((claim) => {
      const flush = flushOf(claim)
      return { ...flush, steps: [{ ...flush.steps[0]!, name: 't' }], events: [], intents: [] }
    })
    const recorded = await writeFlushes(db, onlySteps, randomUUID())
    const onlyEnds = [lost, next].map((claim) => {
      const result = { status: 'succeeded' as const }
      return { ...flushOf(claim), steps: [], events: [], intents: [], result }
    })
    const ended = await writeFlushes(db, onlyEnds, randomUUID())
    for (const [ofLost, ofNext] of [written, recorded, ended]) {
      assert.equal(ofLost, null)
      assert.notEqual(ofNext, null)
    }
    const rows = await db.rows(sql`
      select name, attempt, output from run_step where run_id = ${lost.id} and name = 's'`)
    assert.deepEqual(rows, [{ name: 's', attempt: 2, output: 'next' }])
  })

  test('is all or nothing: a record that cannot be stored takes the end along', async () => {
    const claim = await running()
    const flush = { ...flushOf(claim, '{"broken'), result: { status: 'succeeded' as const } }
    await assert.rejects(writeFlushes(db, [flush], randomUUID()))
    const [row] = await db.rows(sql`select status, last_seq from run where id = ${claim.id}`)
    assert.deepEqual(row, { status: 'running', last_seq: 0 })
    assert.deepEqual(await stepsOf(claim.id), [])
  })
})

test('events that follow one another become one where the caller merges them, and the first is written immediately', async () => {
  const scope = newScope()
  const merge = (earlier: unknown, later: unknown) => `${earlier}${later}`
  const gate = Promise.withResolvers<void>()
  const runs = node({
    talk: async ({ emit }) => {
      emit('delta', 'first', { isUrgent: true, merge })
      await gate.promise
      for (const word of ['a', 'b', 'c']) emit('delta', word, { merge })
      emit('other', null)
      emit('delta', 'd', { merge })
    },
  })
  const id = await enqueue(runs, scope, 'talk')
  const dataOf = async () => {
    const rows = await db.rows<{ data: unknown }>(
      sql`select data from run_event where run_id = ${id} order by seq`,
    )
    return rows.map(({ data }) => data)
  }
  await until(async () => (await dataOf()).length === 1)
  gate.resolve()
  await over(runs, scope, id)
  assert.deepEqual(await dataOf(), ['first', 'abc', null, 'd'])
})
