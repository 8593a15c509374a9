import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { openNodes, untilAborted } from '../../../test/runs/nodes.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../db/db.ts'
import type { Scope } from '../scope.ts'
import type { RunKind, RunStatus } from './run.ts'

const nodes = await openNodes()
const { db, newScope, node, enqueue, over, cancel, loseWorker } = nodes
await db.rows(sql`create table ended_run (run_id uuid, status text)`)
afterEach(nodes.stop)
after(nodes.close)

const onEnd: NonNullable<RunKind['onEnd']> = async (tx, run, { status }) => {
  await tx.rows(sql`insert into ended_run values (${run.id}, ${status})`)
}
const endsOf = async (id: string) => {
  const rows = await db.rows<{ status: string }>(sql`select status from ended_run where run_id = ${id}`)
  return rows.map(({ status }) => status)
}
/** The runs below one, by kind. */
const below = (id: string) =>
  db.rows<{ id: string; kind: string; status: RunStatus; attempt: number }>(
    sql`select id, kind, status, attempt from run where root_id = ${id} order by kind, id`,
  )
const statuses = async (id: string) => (await below(id)).map(({ kind, status }) => `${kind} ${status}`)
const reached = (id: string, expected: string[]) =>
  until(async () => (await statuses(id)).join() === expected.join(), `${expected}`)

describe('children of a run', () => {
  test('are joined without a worker: one is enough for all of them', async () => {
    const scope = newScope()
    const runs = node(
      {
        parent: async ({ startChild, join }) => {
          const ids: string[] = []
          for (let i = 0; i < 5; i++)
            ids.push(await startChild(`start ${i}`, { kind: i === 3 ? 'bad' : 'child', input: i }))
          return join('all', ids.toReversed())
        },
        child: async ({ run }) => run.input,
        bad: () => Promise.reject(new Error('refused')),
      },
      { concurrency: 1, perProject: 1 },
    )
    const run = (await over(runs, scope, await enqueue(runs, scope, 'parent')))!
    const ids = (await below(run.id)).map(({ id }) => id)
    const results = run.output as { id: string; status: string; output: unknown; error: unknown }[]
    assert.deepEqual(
      results.map(({ status, output }) => [status, output]),
      [
        ['succeeded', 4],
        ['failed', null],
        ['succeeded', 2],
        ['succeeded', 1],
        ['succeeded', 0],
      ],
    )
    assert.deepEqual(results[1]!.error, { code: 'handler_failed', message: 'refused' })
    assert.deepEqual(results.map(({ id }) => id).sort(), ids.sort())
  })

  test('act with the scope of their parent', async () => {
    const scope: Scope = { ...newScope(), role: 'member', permissions: ['table:read'] }
    const runs = node({
      parent: async ({ startChild, join }) =>
        join('j', [await startChild('c', { kind: 'child', input: null })]),
      child: async ({ scope: { role, permissions } }) => ({ role, permissions }),
    })
    const run = (await over(runs, scope, await enqueue(runs, scope, 'parent')))!
    assert.deepEqual((run.output as { output: unknown }[])[0]!.output, {
      role: 'member',
      permissions: ['table:read'],
    })
  })

  test('that end while their parent is about to wait wake it', async () => {
    const scope = newScope()
    const runs = node({
      parent: async ({ startChild, join }) =>
        join('j', [await startChild('c', { kind: 'child', input: null })]),
      child: async () => 1,
    })
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueue(runs, scope, 'parent')))
    for (const id of ids) assert.equal((await over(runs, scope, id))!.status, 'succeeded')
  })

  test('are at most five levels deep, and a thousand in a tree', async () => {
    const scope = newScope()
    const runs = node({
      deeper: async ({ startChild, join, run }) => {
        const [result] = await join('j', [await startChild('c', { kind: 'deeper', input: null })])
        return result!.error ? result!.error.code : (result!.output ?? run.depth)
      },
      wide: async ({ startChild }) => startChild('one more', { kind: 'deeper', input: null }),
    })
    const deep = (await over(runs, scope, await enqueue(runs, scope, 'deeper')))!
    assert.equal(deep.output, 'run_tree_too_deep')
    assert.equal((await below(deep.id)).length, 5)
    const id = randomUUID()
    await db.rows(sql`
      insert into run (project_id, id, external_user_id, kind, input, status, run_at, created_at, ended_at, parent_id, root_id)
      select ${scope.projectId}::uuid, gen_random_uuid(), ${scope.projectId}::uuid, 'old', 'null', 'succeeded', now(), now(),
             now(), ${id}::uuid, ${id}::uuid from generate_series(1, 1000)`)
    await db.tx((tx) => runs.enqueue(tx, scope, { kind: 'wide', input: null, id }))
    assert.equal((await over(runs, scope, id))!.error?.code, 'too_many_child_runs')
  })

  test('of another run are not joined', async () => {
    const scope = newScope()
    const runs = node({ curious: ({ run, join }) => join('j', [String(run.input)]), other: async () => 1 })
    const other = await enqueue(runs, scope, 'other')
    const run = (await over(runs, scope, await enqueue(runs, scope, 'curious', other)))!
    assert.equal(run.error?.code, 'no_such_child')
  })
})

/** A tree with a run at work, one that waits and one below that, all of which record how they ended. */
function openTree() {
  const scope = newScope()
  const runs = node(
    {
      top: {
        onEnd,
        maxLosses: 0,
        handle: async ({ run, startChild, join, signal }) => {
          const ids = [await startChild('a', { kind: 'busy', input: null })]
          ids.push(await startChild('b', { kind: 'middle', input: null }))
          if (run.input === 'join') return join('j', ids)
          if (run.input === 'fail') throw new Error('refused')
          return run.input === 'leave' ? 'left' : untilAborted(signal)
        },
      },
      middle: {
        onEnd,
        handle: async ({ startChild, join }) =>
          join('j', [await startChild('c', { kind: 'waits', input: null })]),
      },
      busy: { onEnd, handle: ({ signal }) => untilAborted(signal) },
      waits: { onEnd, handle: ({ waitFor }) => waitFor('w', randomUUID()) },
    },
    { leaseMs: 60_000 },
  )
  const open = ['busy running', 'middle waiting', 'waits waiting']
  const cancelled = ['busy cancelled', 'middle cancelled', 'waits cancelled']
  /** Each is reported to its area, once. */
  const allEnded = async (id: string) => {
    await reached(id, cancelled)
    for (const child of await below(id)) assert.deepEqual(await endsOf(child.id), ['cancelled'])
  }
  return { scope, runs, open, allEnded, start: (input: string) => enqueue(runs, scope, 'top', input) }
}

describe('a whole tree ends', () => {
  test('when its top is cancelled, at work or waiting', async () => {
    for (const input of ['work', 'join']) {
      const { scope, runs, open, allEnded, start } = openTree()
      const id = await start(input)
      await reached(id, open)
      if (input === 'join') await until(async () => (await runs.find(db, scope, id))?.status === 'waiting')
      assert.equal(await cancel(runs, scope, id), input === 'join' ? 'ended' : 'asked')
      assert.equal((await over(runs, scope, id))!.status, 'cancelled')
      await allEnded(id)
      assert.deepEqual(await endsOf(id), ['cancelled'])
    }
  })

  test('when its top fails, or ends without having joined', async () => {
    for (const input of ['fail', 'leave']) {
      const { scope, runs, start } = openTree()
      const id = await start(input)
      await over(runs, scope, id)
      await until(async () => (await statuses(id)).every((each) => each.endsWith('cancelled')))
    }
  })

  test('when its top is given up after its workers were lost', async () => {
    const { scope, runs, open, allEnded, start } = openTree()
    const id = await start('work')
    await reached(id, open)
    await loseWorker(id)
    assert.equal((await over(runs, scope, id))!.error?.code, 'worker_lost')
    await allEnded(id)
  })

  test('below a child that is cancelled alone, whose parent continues', async () => {
    const { scope, runs, open, start } = openTree()
    const id = await start('join')
    await reached(id, open)
    const tree = await below(id)
    const [busy, middle] = ['busy', 'middle'].map((kind) => tree.find((run) => run.kind === kind)!.id)
    await cancel(runs, scope, middle!)
    await reached(id, ['busy running', 'middle cancelled', 'waits cancelled'])
    await cancel(runs, scope, busy!)
    const run = (await over(runs, scope, id))!
    assert.deepEqual(
      (run.output as { status: string }[]).map(({ status }) => status),
      ['cancelled', 'cancelled'],
    )
  })

  test('although a run of it was about to start another one', async () => {
    const scope = newScope()
    let isOpen = false
    const gate = Promise.withResolvers<void>()
    const runs = node(
      {
        late: async ({ step, startChild }) => {
          await step('s', async () => {
            isOpen = true
            await gate.promise
          })
          return startChild('c', { kind: 'late', input: null })
        },
      },
      { leaseMs: 60_000 },
    )
    const id = await enqueue(runs, scope, 'late')
    await until(() => isOpen)
    // The notice does not reach the worker in time.
    await db.rows(sql`update run set cancel_requested_at = now() where id = ${id}`)
    gate.resolve()
    assert.equal((await over(runs, scope, id))!.status, 'cancelled')
    assert.deepEqual(await below(id), [])
  })
})

test('a parent that waits survives its node, and so do its children', async () => {
  const scope = newScope()
  const gate = Promise.withResolvers<void>()
  let started = 0
  const kinds = {
    parent: async ({ startChild, join }) => {
      const ids = [await startChild('a', { kind: 'child', input: 1 })]
      ids.push(await startChild('b', { kind: 'child', input: 2 }))
      return (await join('j', ids)).map(({ output }) => output)
    },
    child: async ({ run }) => {
      started++
      if (run.attempt === 1) await gate.promise
      return run.input
    },
  } satisfies Parameters<typeof node>[0]
  const first = node(kinds, { leaseMs: 60_000 })
  const id = await enqueue(first, scope, 'parent')
  await until(async () => started === 2 && (await first.find(db, scope, id))?.status === 'waiting')
  await first.stop(0)
  const second = node(kinds)
  assert.deepEqual((await over(second, scope, id))!.output, [1, 2])
  gate.resolve()
})
