import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { openNodes, type TestKinds, untilAborted } from '../../../../test/runs/nodes.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../db/db.ts'
import type { RunHandler } from '../run.ts'

const nodes = await openNodes()
const { database, newScope, enqueue, over } = nodes
afterEach(nodes.stop)
after(nodes.close)

const node = (kinds: TestKinds, leaseMs = 400) => nodes.node(kinds, { leaseMs })
/** Each record, and the attempt that may have done it too. */
const alsoOf = async (id: string) => {
  const rows = await database.db.rows<{ name: string; also: number | null }>(
    sql`select name, maybe_also_attempt as also from run_step where run_id = ${id} order by name`,
  )
  return rows.map(({ name, also }) => [name, also])
}
/** Ends the connection in the middle of what it does. */
const cutOff = sql`select pg_terminate_backend(pg_backend_pid())`

test('stopping releases runs immediately, and another node resumes them', async () => {
  const scope = newScope()
  const started: string[] = []
  const handle: RunHandler = async ({ run, step }) => {
    await step('a', async () => started.push('a'))
    await step('b', async () => {
      started.push('b')
      if (run.attempt === 1) await new Promise(() => undefined)
    })
    return 'done'
  }
  const first = node({ stoppable: handle }, 60_000)
  const id = await enqueue(first, scope, 'stoppable')
  await until(() => started.includes('b'))
  await first.stop(0)
  const second = node({ stoppable: handle }, 60_000)
  const run = (await over(second, scope, id))!
  assert.deepEqual([run.output, run.losses, started], ['done', 0, ['a', 'b', 'b']])
  assert.deepEqual(await alsoOf(id), [
    ['a', null],
    ['b', 1],
  ])
})

test('a step beside one that suspends the run reports that it may have been done before', async () => {
  const scope = newScope()
  const key = randomUUID()
  let started = 0
  const runs = node({
    both: async ({ run, step, waitFor }) => {
      const slow = step('slow', async () => {
        started++
        if (run.attempt === 1) await new Promise(() => undefined)
      })
      await Promise.all([slow, waitFor('w', key)])
    },
  })
  const id = await enqueue(runs, scope, 'both')
  await until(async () => (await runs.find(database.db, scope, id))!.status === 'waiting')
  await database.db.tx((tx) => runs.signal(tx, scope, key, 1))
  assert.equal((await over(runs, scope, id))!.status, 'succeeded')
  assert.equal(started, 2)
  assert.deepEqual(await alsoOf(id), [
    ['slow', 1],
    ['w', null],
  ])
})

test('a run whose end could not be written goes to someone else', async () => {
  const scope = newScope()
  const runs = node({ orphan: async ({ run }) => run.attempt }, 1_000)
  await over(runs, scope, await enqueue(runs, scope, 'orphan'))
  const busy = node({ busy: ({ signal }) => untilAborted(signal) }, 300)
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

test('a worker that finds a run again which it had lost works on the later attempt alone', async () => {
  const scope = newScope()
  const release = Promise.withResolvers<void>()
  const seen: string[] = []
  const runs = node(
    {
      again: async ({ run, signal }) => {
        seen.push(`begins ${run.attempt}`)
        signal.addEventListener('abort', () => seen.push(`stops ${run.attempt}`))
        if (run.attempt > 1) await release.promise
        else await new Promise(() => undefined)
        return run.attempt
      },
      other: async () => 'done',
    },
    // It does not look after its runs by itself before the end of the test.
    600_000,
  )
  const id = await enqueue(runs, scope, 'again')
  await until(() => seen.includes('begins 1'))
  await database.db.rows(sql`update run set lease_until = now() - interval '1 second' where id = ${id}`)
  await until(() => seen.includes('begins 2'))
  assert.deepEqual(seen, ['begins 1', 'stops 1', 'begins 2'])
  // What the first attempt left to do is done by the time a whole other run has finished.
  await over(runs, scope, await enqueue(runs, scope, 'other'))
  assert.equal(runs.activeCount(), 1)
  release.resolve()
  const run = (await over(runs, scope, id))!
  assert.deepEqual([run.output, run.losses], [2, 1])
})

test('a run that is cancelled while it is about to wait does not wait', async () => {
  const scope = newScope()
  const runs = node(
    {
      request: async ({ run, step, waitFor }) => {
        // The word does not reach this worker in time.
        await step('s', async () => {
          await database.db.rows(sql`update run set cancel_requested_at = now() where id = ${run.id}`)
        })
        await waitFor('w', 'nobody')
      },
    },
    60_000,
  )
  assert.equal((await over(runs, scope, await enqueue(runs, scope, 'request')))!.status, 'cancelled')
})

describe('a database that becomes unavailable', () => {
  test('while a step is recorded fails no one: it is done again and says so', async () => {
    const scope = newScope()
    const runs = node({
      outage: ({ run, step }) =>
        step('s', async () => run.attempt, {
          commit: async (tx) => {
            if (run.attempt === 1) await tx.rows(cutOff)
          },
        }),
    })
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
    const runs = node({
      talk: async ({ emit, step }) => {
        emit('word', 1)
        await step('breath', () => new Promise((resolve) => setTimeout(resolve, 80)))
        emit('word', 2)
      },
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

test('a step that the database undid because of someone else is written again, and not done again', async () => {
  const scope = newScope()
  let done = 0
  let written = 0
  const runs = node({
    conflict: ({ step }) =>
      step('s', async () => ++done, {
        commit: async (tx) => {
          if (++written < 3)
            await tx.rows(sql`do $$ begin raise exception 'busy' using errcode = '40P01'; end $$`)
        },
      }),
  })
  assert.equal((await over(runs, scope, await enqueue(runs, scope, 'conflict')))!.output, 1)
  assert.deepEqual([done, written], [1, 3])
})

test('extending leases waits for no run that is being written to', async () => {
  const scope = newScope()
  const open = Promise.withResolvers<void>()
  let isWriting = false
  const runs = node(
    {
      written: ({ step, run }) =>
        step('s', async () => run.attempt, {
          commit: () => {
            isWriting = true
            return open.promise
          },
        }),
      beside: ({ step }) => step('s', () => open.promise),
    },
    1_200,
  )
  const [written, concurrent] = [await enqueue(runs, scope, 'written'), await enqueue(runs, scope, 'beside')]
  await until(() => isWriting && runs.activeCount() === 2)
  const [row] = await database.db.rows<{ at: string }>(sql`select now() + interval '2 seconds' as at`)
  const isExtended = async () =>
    (await database.db.rows(sql`select 1 from run where id = ${concurrent} and lease_until > ${row!.at}`))
      .length === 1
  await until(isExtended, 'the lease of the run beside it being extended')
  open.resolve()
  const run = (await over(runs, scope, written))!
  assert.deepEqual([run.output, run.losses], [1, 0])
})
