import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { systemClock } from '../clock.ts'
import { sql } from '../db/db.ts'
import { createListener, type Listener } from '../db/listen.ts'
import { createIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { type Scope, systemScope } from '../scope.ts'
import type { RunHandler } from './run.ts'
import { createRuns, type Runs } from './runs.ts'

let database: TestDatabase
let listener: Listener
const started: Runs[] = []

before(async () => {
  database = await createTestDatabase(20)
  listener = createListener({ settings: database.settings, onNotice: () => undefined })
  await listener.start()
})
afterEach(async () => {
  for (const runs of started.splice(0)) await runs.stop(0)
})
after(async () => {
  await listener.close()
  await database.drop()
})

function node(kind: string, handle: RunHandler, leaseMs = 400): Runs {
  const runs = createRuns({
    db: database.db,
    clock: systemClock,
    newId: createIds(systemClock),
    log: createLog({ level: 'silent', secrets: [] }),
    listener,
    pollMs: 50,
    leaseMs,
  })
  runs.register({ kind, handle })
  runs.start()
  started.push(runs)
  return runs
}

const newScope = (): Scope => systemScope(randomUUID())
const enqueue = (runs: Runs, scope: Scope, kind: string) =>
  database.db.tx((tx) => runs.enqueue(tx, scope, { kind, input: null }))
const over = (runs: Runs, scope: Scope, id: string) =>
  until(async () => {
    const run = await runs.find(database.db, scope, id)
    return run?.endedAt ? run : null
  }, 'the run ending')
/** Each record, and the attempt that may have done it too. */
const alsoOf = async (id: string) => {
  const rows = await database.db.rows<{ name: string; also: number | null }>(
    sql`select name, maybe_also_attempt as also from run_step where run_id = ${id} order by name`,
  )
  return rows.map(({ name, also }) => [name, also])
}
/** Ends the connection in the middle of what it does. */
const cutOff = sql`select pg_terminate_backend(pg_backend_pid())`

test('stopping gives runs back at once, and another node goes on', async () => {
  const scope = newScope()
  let count = 0
  const handle: RunHandler = async ({ step, signal }) => {
    await step('a', async () => count++)
    await step(
      'b',
      () =>
        new Promise((resolve, reject) => {
          if (count > 1) resolve(1)
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    return 'done'
  }
  const first = node('stoppable', handle)
  const id = await enqueue(first, scope, 'stoppable')
  await until(() => count === 1)
  await first.stop(0)
  count = 2
  const second = node('stoppable', handle)
  const run = (await over(second, scope, id))!
  assert.deepEqual([run.output, run.losses, count], ['done', 0, 2])
  assert.deepEqual(await alsoOf(id), [
    ['a', null],
    ['b', 1],
  ])
})

test('a step beside one that lays the run aside says that it may have been done before', async () => {
  const scope = newScope()
  let begun = 0
  const runs = node('both', async ({ run, step, sleep }) => {
    const slow = step('slow', async () => {
      begun++
      if (run.attempt === 1) await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await Promise.all([slow, sleep('z', new Date(Date.now() + 20))])
  })
  const id = await enqueue(runs, scope, 'both')
  assert.equal((await over(runs, scope, id))!.status, 'succeeded')
  assert.equal(begun, 2)
  assert.deepEqual(await alsoOf(id), [
    ['slow', 1],
    ['z', null],
  ])
})

test('a run whose end could not be written goes to somebody else', async () => {
  const scope = newScope()
  const runs = node('orphan', async ({ run }) => run.attempt, 1_000)
  await over(runs, scope, await enqueue(runs, scope, 'orphan'))
  const busy = node(
    'busy',
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
    300,
  )
  await enqueue(busy, scope, 'busy')
  await until(() => busy.activeCount() === 1)
  // As if the same worker had taken it and did not know any more.
  const id = randomUUID()
  await database.db.rows(sql`
    insert into run (project_id, id, external_user_id, kind, input, status, attempt, worker_id, lease_until, run_at, created_at)
    select project_id, ${id}, external_user_id, 'orphan', input, 'running', 1, worker_id, now() + interval '300 ms', run_at, created_at
    from run where kind = 'busy' and project_id = ${scope.projectId}`)
  const run = (await over(runs, scope, id))!
  assert.deepEqual([run.status, run.output, run.losses], ['succeeded', 2, 1])
})

test('a worker that finds a run again which it had lost keeps it', async () => {
  const scope = newScope()
  const releases = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended: number[] = []
  const runs = node('again', async ({ run, signal }) => {
    signal.addEventListener('abort', () => ended.push(run.attempt))
    await releases[run.attempt - 1]!.promise
    return run.attempt
  })
  const id = await enqueue(runs, scope, 'again')
  await until(() => runs.activeCount() === 1)
  await database.db.rows(
    sql`update run set lease_until = now() - interval '1 second', worker_id = ${randomUUID()} where id = ${id}`,
  )
  await until(() => ended.includes(1), 'the first attempt being told')
  releases[0]!.resolve()
  const leaseOf = async () =>
    (
      await database.db.rows<{ until: string }>(
        sql`select lease_until::text as until from run where id = ${id} and attempt = 2`,
      )
    )[0]?.until
  const lease = await until(leaseOf)
  await until(async () => (await leaseOf()) !== lease, 'the lease being extended')
  releases[1]!.resolve()
  const run = (await over(runs, scope, id))!
  assert.deepEqual([run.output, run.losses], [2, 1])
})

test('a run that is asked to end while it is about to wait does not wait', async () => {
  const scope = newScope()
  const runs = node(
    'asked',
    async ({ run, step, waitFor }) => {
      // The word does not reach this worker in time.
      await step('s', async () => {
        await database.db.rows(sql`update run set cancel_requested_at = now() where id = ${run.id}`)
      })
      await waitFor('w', 'nobody')
    },
    60_000,
  )
  assert.equal((await over(runs, scope, await enqueue(runs, scope, 'asked')))!.status, 'cancelled')
})

describe('a database that goes away', () => {
  test('while a step is recorded fails nobody: it is done again and says so', async () => {
    const scope = newScope()
    const runs = node('outage', async ({ run, step }) =>
      step('s', async () => run.attempt, {
        commit: async (tx) => {
          if (run.attempt === 1) await tx.rows(cutOff)
        },
      }),
    )
    const id = await enqueue(runs, scope, 'outage')
    const run = (await over(runs, scope, id))!
    assert.deepEqual([run.status, run.output, run.losses], ['succeeded', 2, 1])
    assert.deepEqual(await alsoOf(id), [['s', 1]])
  })

  test('while events are written loses none of them', async () => {
    const scope = newScope()
    await database.db.rows(sql`
      create function cut_off() returns trigger language plpgsql as $$
      begin
        if (select attempt from run where id = new.run_id) = 1 then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
        return new;
      end $$`)
    await database.db.rows(
      sql`create trigger cut_off after insert on run_event for each row execute function cut_off()`,
    )
    const runs = node('talk', async ({ emit, step }) => {
      emit('word', 1)
      await step('breath', () => new Promise((resolve) => setTimeout(resolve, 80)))
      emit('word', 2)
    })
    const id = await enqueue(runs, scope, 'talk')
    assert.equal((await over(runs, scope, id))!.status, 'succeeded')
    await database.db.rows(sql`drop trigger cut_off on run_event`)
    assert.deepEqual(
      await database.db.rows(sql`select seq, data from run_event where run_id = ${id} order by seq`),
      [
        { seq: 1, data: 1 },
        { seq: 2, data: 2 },
      ],
    )
  })
})

test('a step that the database undid because of somebody else is written again, and not done again', async () => {
  const scope = newScope()
  let done = 0
  let written = 0
  const runs = node('conflict', ({ step }) =>
    step('s', async () => ++done, {
      commit: async (tx) => {
        if (++written < 3)
          await tx.rows(sql`do $$ begin raise exception 'busy' using errcode = '40P01'; end $$`)
      },
    }),
  )
  assert.equal((await over(runs, scope, await enqueue(runs, scope, 'conflict')))!.output, 1)
  assert.deepEqual([done, written], [1, 3])
})

test('extending leases waits for no run that is being written to', async () => {
  const scope = newScope()
  const open = Promise.withResolvers<void>()
  const hasLease = async (id: string, at: string) =>
    (await database.db.rows(sql`select 1 from run where id = ${id} and lease_until > ${at}::timestamptz`))
      .length === 1
  const runs = node('long', ({ signal, step, run }) =>
    step('s', async () => run.attempt, {
      commit: async () =>
        Promise.race([
          open.promise,
          new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]),
    }),
  )
  const beside = node('beside', ({ step }) => step('s', () => open.promise))
  const [long, other] = [await enqueue(runs, scope, 'long'), await enqueue(beside, scope, 'beside')]
  await until(() => runs.activeCount() + beside.activeCount() === 2)
  // Longer than the lease of both: what is written to keeps its worker, because nobody else can take it either.
  const at = new Date(Date.now() + 1_000).toISOString()
  await until(() => hasLease(other, at), 'the lease of the other being extended')
  open.resolve()
  const ended = (await over(runs, scope, long))!
  assert.deepEqual([ended.output, ended.losses], [1, 0])
})
