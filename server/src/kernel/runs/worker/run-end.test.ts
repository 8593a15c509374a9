import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { openNodes, untilAborted } from '../../../../test/runs/nodes.ts'
import { until } from '../../../../test/until.ts'
import { type Db, type Statement, sql } from '../../db/db.ts'
import { deferStatements } from '../deferred-rows.ts'
import { PermanentFailure, type RunHandler, type RunKind, type RunResult } from '../run.ts'
import { findingQueuedRun } from '../store/run-store.ts'

const nodes = await openNodes(10)
const { database } = nodes
await database.db.rows(sql`create table ended_run (run_id uuid, status text, code text)`)
afterEach(nodes.stop)
after(nodes.close)

const noteOf = (id: string, { status, error }: RunResult) =>
  sql`insert into ended_run values (${id}, ${status}, ${error?.code ?? null})`

/** The two forms in which an area takes part: in the transaction, and as rows that travel with the end. */
const notesEnd = {
  onEnd: { onEnd: async (tx, run, result) => void (await tx.rows(noteOf(run.id, result))) },
  endRows: { endRows: (run, outcome) => [deferStatements(noteOf(run.id, outcome))] },
} satisfies Record<string, Partial<RunKind>>

/** A node whose runs record how they ended, in a separate table. */
function node(handle: RunHandler, kind: Partial<RunKind> = {}, form: keyof typeof notesEnd = 'onEnd') {
  const scope = nodes.newScope()
  const name = `ends-${scope.projectId}`
  const runs = nodes.node({ [name]: { handle, ...notesEnd[form], ...kind } }, { pollMs: 20, leaseMs: 60_000 })
  const start = () => nodes.enqueue(runs, scope, name)
  const find = (id: string) => runs.find(database.db, scope, id)
  const cancel = (id: string) => nodes.cancel(runs, scope, id)
  return { scope, runs, start, find, cancel }
}

const endsOf = (id: string) =>
  database.db.rows<{ status: string; code: string | null }>(
    sql`select status, code from ended_run where run_id = ${id}`,
  )
const eventsOf = (id: string) =>
  database.db.rows<{ type: string }>(sql`select type from run_event where run_id = ${id} order by seq`)

for (const form of ['onEnd', 'endRows'] as const)
  describe(`the area that owns a run takes part in its end (${form})`, () => {
    test('when its handler succeeds or fails', async () => {
      const good = node(async () => 1, {}, form)
      const bad = node(
        () => Promise.reject(new PermanentFailure('no_such_thing', 'It is not there')),
        {},
        form,
      )
      const [goodId, badId] = [await good.start(), await bad.start()]
      await until(async () => (await good.find(goodId))?.endedAt && (await bad.find(badId))?.endedAt)
      assert.deepEqual(await endsOf(goodId), [{ status: 'succeeded', code: null }])
      assert.deepEqual(await endsOf(badId), [{ status: 'failed', code: 'no_such_thing' }])
    })

    test('when it is cancelled while it waits, and while it runs', async () => {
      const waiting = node(async ({ waitFor }) => waitFor('answer', randomUUID()), {}, form)
      const working = node(({ signal }) => untilAborted(signal), {}, form)
      const [waitingId, workingId] = [await waiting.start(), await working.start()]
      await until(async () => (await waiting.find(waitingId))?.status === 'waiting')
      await until(async () => (await working.find(workingId))?.status === 'running')
      await waiting.cancel(waitingId)
      assert.deepEqual(await endsOf(waitingId), [{ status: 'cancelled', code: null }])
      await working.cancel(workingId)
      await until(async () => (await working.find(workingId))?.endedAt)
      assert.deepEqual(await endsOf(workingId), [{ status: 'cancelled', code: null }])
    })

    test('when it is given up after its workers were lost', async () => {
      const { start, find } = node(({ signal }) => untilAborted(signal), { maxLosses: 0 }, form)
      const id = await start()
      await until(async () => (await find(id))?.status === 'running')
      await nodes.loseWorker(id)
      await until(async () => (await find(id))?.endedAt)
      assert.equal((await find(id))?.error?.code, 'worker_lost')
      assert.deepEqual(await endsOf(id), [{ status: 'failed', code: 'worker_lost' }])
    })
  })

describe('the area that owns a run takes part in its end', () => {
  test('or the run has not ended: what cannot be written is not half written', async () => {
    let isRefused = true
    const { start, find } = node(async () => 1, {
      onEnd: async (tx, run) => {
        await tx.rows(sql`insert into ended_run values (${run.id}, 'half', null)`)
        if (isRefused) throw new Error('refused')
      },
    })
    const id = await start()
    await until(async () => (await find(id))?.attempt === 1 && (await find(id))?.status === 'running')
    assert.deepEqual(await endsOf(id), [])
    isRefused = false
    await until(async () => {
      await nodes.loseWorker(id)
      return (await find(id))?.endedAt
    })
    assert.deepEqual(await endsOf(id), [{ status: 'half', code: null }])
  })
})

describe('what a step emitted is in the log', () => {
  test('before the step is recorded, so that no crash between the two can lose it', async () => {
    const seen: string[][] = []
    const { start, find } = node(async ({ run, step, emit }) => {
      await step('speak', async () => emit('word', 1))
      seen.push((await eventsOf(run.id)).map(({ type }) => type))
      await step('speak and write', async () => emit('more', 2), {
        commit: async (tx) => {
          const rows = await tx.rows<{ type: string }>(
            sql`select type from run_event where run_id = ${run.id}`,
          )
          seen.push(rows.map(({ type }) => type).sort())
        },
      })
    })
    const id = await start()
    await until(async () => (await find(id))?.endedAt)
    assert.deepEqual(seen, [['word'], ['more', 'word']])
  })

  test('before the run is suspended, however it waits', async () => {
    for (const wait of [
      ({ sleep }) => sleep('nap', new Date(Date.now() + 3_600_000)),
      ({ waitFor }) => waitFor('answer', randomUUID()),
      ({ step }) =>
        step('later', () => Promise.reject(new Error('not yet')), { retries: 1, backoffMs: 3_600_000 }),
    ] as RunHandler[]) {
      const { start, find, cancel } = node(async (context) => {
        context.emit('last word', null)
        await wait(context)
      })
      const id = await start()
      await until(async () => (await find(id))?.status === 'waiting')
      assert.deepEqual(await eventsOf(id), [{ type: 'last word' }])
      await cancel(id)
    }
  })
})

test('rows that commit with a run are not planned each time, and what follows on the connection is as before', async () => {
  const note = (id: string) =>
    sql`insert into ended_run values (${id}, current_setting('plan_cache_mode'), null)`
  const kind = { endRows: (run: { id: string }) => [deferStatements(note(run.id))] }
  const { start, find } = node(async () => 1, kind, 'endRows')
  const id = await start()
  await until(async () => (await find(id))?.endedAt)
  assert.deepEqual(await endsOf(id), [{ status: 'force_generic_plan', code: null }])
  const modes = await Promise.all(
    Array.from({ length: 10 }, () =>
      database.db.rows<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode`),
    ),
  )
  assert.deepEqual([...new Set(modes.flat().map(({ mode }) => mode))], ['auto'])
})

describe('the end of a run looks for queued ones', () => {
  const looksForQueued = ({ text }: Statement) => text === findingQueuedRun.text
  /** A node that polls for nothing, whose runs end when the test ends them; a project executes one of them at a time. */
  function oneByOne(db: Db) {
    const scope = nodes.newScope()
    const name = `one-${scope.projectId}`
    const ends = new Map<string, () => void>()
    const handle: RunHandler = async ({ run }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(run.id, resolve)
      await promise
    }
    const runs = nodes.node(
      { [name]: { handle, perProject: 1, ...notesEnd.endRows } },
      { db, pollMs: 600_000, leaseMs: 600_000 },
    )
    const start = async () => (await runs.startHere(scope, { kind: name, input: null }))!
    const atWork = (id: string) => until(() => ends.get(id), 'the run at work', 10_000)
    return { runs, start, atWork }
  }

  test('in its own commit, and takes one that waits for the limit of its project', async () => {
    const counts: number[] = []
    const db: Db = {
      ...database.db,
      async tryInOneRoundTrip(statements) {
        const results = await database.db.tryInOneRoundTrip(statements)
        if (statements.some(looksForQueued)) counts.push(results!.at(-1)!.length)
        return results
      },
    }
    const { runs, start, atWork } = oneByOne(db)
    const [first, second] = [await start(), await start()]
    assert.deepEqual([first.isHere, second.isHere], [true, false])
    ;(await atWork(first.id))!()
    ;(await atWork(second.id))!()
    await until(() => runs.activeCount() === 0)
    assert.deepEqual(counts, [1, 0])
  })

  test('also one that was queued while the end was being committed, and that the commit has not seen', async () => {
    const isEnding = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    let claims = 0
    const db: Db = {
      ...database.db,
      async rows<Row>(statement: Statement) {
        const rows = await database.db.rows<Row>(statement)
        if (statement.text.includes('with recursive lane')) claims++
        return rows
      },
      async tryInOneRoundTrip(statements) {
        if (!statements.some(looksForQueued)) return database.db.tryInOneRoundTrip(statements)
        isEnding.resolve()
        await mayEnd.promise
        const results = await database.db.tryInOneRoundTrip(statements)
        // As if it had looked before.
        return results && [...results.slice(0, -1), []]
      },
    }
    const { start, atWork } = oneByOne(db)
    const first = await start()
    ;(await atWork(first.id))!()
    await isEnding.promise
    const before = claims
    const second = await start()
    assert.equal(second.isHere, false)
    // The notice of it makes the worker look twice, and both times the first one counts.
    await until(() => claims >= before + 2, 'the looks of the notice')
    mayEnd.resolve()
    ;(await atWork(second.id))!()
  })
})
