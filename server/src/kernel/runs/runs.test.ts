import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { createTestClock } from '../../../test/clock.ts'
import { type NodeOptions, openNodes, type TestKinds, untilAborted } from '../../../test/runs/nodes.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../db/db.ts'
import type { Scope } from '../scope.ts'
import { PermanentFailure, type RunHandler, type RunKind } from './run.ts'
import type { Runs } from './runs.ts'

const nodes = await openNodes()
const { database, newScope, enqueue, over, loseWorker } = nodes
const clock = createTestClock()
afterEach(nodes.stop)
after(nodes.close)

const node = (kinds: TestKinds, options: NodeOptions = {}) => nodes.node(kinds, { clock, ...options })

describe('a run', () => {
  test('runs once and stores its output', async () => {
    const scope = newScope()
    const runs = node({
      add: async ({ run, step }) => (await step('one', async () => (run.input as { a: number }).a)) + 1,
    })
    const run = (await over(runs, scope, await enqueue(runs, scope, 'add', { a: 41 })))!
    assert.deepEqual([run.status, run.output, run.attempt, run.losses], ['succeeded', 42, 1, 0])
  })

  test('does not exist when the transaction that enqueued it is rolled back', async () => {
    const scope = newScope()
    const runs = node({ never: async () => 1 })
    let id = ''
    await assert.rejects(
      database.db.tx(async (tx) => {
        id = await runs.enqueue(tx, scope, { kind: 'never', input: null })
        throw new Error('no')
      }),
    )
    assert.equal(await runs.find(database.db, scope, id), null)
  })

  test('fails with the reason', async () => {
    const scope = newScope()
    const runs = node({
      bad: async ({ step }) =>
        step('s', async () => Promise.reject(new PermanentFailure('no_such_thing', 'It is not there')), {
          retries: 5,
        }),
      bug: async () => Promise.reject(new Error('oops')),
    })
    assert.deepEqual((await over(runs, scope, await enqueue(runs, scope, 'bad')))!.error, {
      code: 'no_such_thing',
      message: 'It is not there',
    })
    assert.equal((await over(runs, scope, await enqueue(runs, scope, 'bug')))!.error!.code, 'handler_failed')
  })
})

describe('steps', () => {
  test('are tried again, and the run says how often', async () => {
    const scope = newScope()
    let calls = 0
    const runs = node({
      flaky: ({ step }) =>
        step(
          's',
          async ({ tries, idempotencyKey }) => {
            calls++
            if (tries < 3) throw new Error('not yet')
            return idempotencyKey
          },
          { retries: 3, backoffMs: 5 },
        ),
    })
    const id = await enqueue(runs, scope, 'flaky')
    const run = (await over(runs, scope, id))!
    assert.deepEqual([run.status, run.output, calls], ['succeeded', `${id}:s`, 3])
    const [step] = await database.db.rows<{ tries: number }>(
      sql`select tries from run_step where run_id = ${id}`,
    )
    assert.equal(step!.tries, 3)
  })

  test('a distant retry suspends the run and continues counting', async () => {
    const scope = newScope()
    const seen: number[] = []
    const runs = node({
      slow: ({ step }) =>
        step(
          's',
          async ({ tries }) => {
            seen.push(tries)
            if (tries === 1) throw new Error('later')
            return 'ok'
          },
          { retries: 2, backoffMs: 60_000 },
        ),
    })
    const id = await enqueue(runs, scope, 'slow')
    await until(async () => (await runs.find(database.db, scope, id))!.status === 'waiting')
    await database.db.rows(sql`update run set run_at = now() where id = ${id}`)
    assert.equal((await over(runs, scope, id))!.output, 'ok')
    assert.deepEqual(seen, [1, 2])
  })

  test('time out, also when they ignore their signal', async () => {
    const scope = newScope()
    const runs = node({
      stuck: ({ step }) => step('s', () => new Promise(() => undefined), { timeoutMs: 20 }),
    })
    assert.equal((await over(runs, scope, await enqueue(runs, scope, 'stuck')))!.error!.code, 'step_timeout')
  })

  test('commit together with what they write', async () => {
    const scope = newScope()
    const marker = randomUUID()
    let hasFailed = false
    const runs = node({
      pay: ({ step }) =>
        step('charge', async () => 1, {
          retries: 1,
          backoffMs: 1,
          commit: async (tx) => {
            await tx.rows(
              sql`insert into run_signal (project_id, key, payload, created_at) values (${scope.projectId}, ${marker}, '1', now())`,
            )
            if (!hasFailed) {
              hasFailed = true
              throw new Error('after the write')
            }
          },
        }),
    })
    await over(runs, scope, await enqueue(runs, scope, 'pay'))
    assert.equal((await database.db.rows(sql`select 1 from run_signal where key = ${marker}`)).length, 1)
  })
})

describe('waiting', () => {
  test('a sleep costs no worker', async () => {
    const scope = newScope()
    const order: string[] = []
    const runs = node(
      {
        nap: async ({ sleep }) => {
          order.push('begins')
          await sleep('z', new Date(clock.now().getTime() + 3_000))
          order.push('awake')
          return 'awake'
        },
      },
      { concurrency: 1 },
    )
    const ids = await Promise.all(Array.from({ length: 5 }, () => enqueue(runs, scope, 'nap')))
    for (const id of ids) assert.equal((await over(runs, scope, id))!.output, 'awake')
    assert.equal(order.indexOf('awake') > 4, true, `the one worker was blocked by a sleeping run: ${order}`)
  })

  test('a signal wakes, whether it comes before or after', async () => {
    const scope = newScope()
    const runs = node({ ask: ({ run, waitFor }) => waitFor('answer', String(run.input)) })
    const signal = (key: string, payload: unknown) =>
      database.db.tx((tx) => runs.signal(tx, scope, key, payload))
    await signal('early', { yes: 1 })
    const early = await enqueue(runs, scope, 'ask', 'early')
    const late = await enqueue(runs, scope, 'ask', 'late')
    await until(async () => (await runs.find(database.db, scope, late))!.status === 'waiting')
    await signal('late', { yes: 2 })
    assert.deepEqual((await over(runs, scope, early))!.output, { yes: 1 })
    assert.deepEqual((await over(runs, scope, late))!.output, { yes: 2 })
  })

  test('signals that race with the waiting are never lost', async () => {
    const scope = newScope()
    const runs = node({ ask: ({ run, waitFor }) => waitFor('answer', String(run.input)) })
    const ids = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const id = await enqueue(runs, scope, 'ask', `race-${i}`)
        await database.db.tx((tx) => runs.signal(tx, scope, `race-${i}`, i))
        return id
      }),
    )
    for (const [i, id] of ids.entries()) assert.equal((await over(runs, scope, id))!.output, i)
  })

  test('gives up in time', async () => {
    const scope = newScope()
    const runs = node({
      ask: ({ waitFor }) => waitFor('answer', 'never', new Date(clock.now().getTime() + 50)),
    })
    assert.equal((await over(runs, scope, await enqueue(runs, scope, 'ask')))!.output, null)
  })
})

test('a node whose clock is behind does not contradict the database about when a wait is over', async () => {
  const scope = newScope()
  const behind = { now: () => new Date(clock.now().getTime() - 3_600_000) }
  const runs = node(
    {
      nap: async ({ sleep }) => sleep('z', clock.now()),
      ask: ({ waitFor }) => waitFor('answer', 'never', clock.now()),
    },
    { clock: behind },
  )
  for (const kind of ['nap', 'ask']) {
    const run = (await over(runs, scope, await enqueue(runs, scope, kind)))!
    assert.deepEqual([run.status, run.attempt], ['succeeded', 2])
  }
})

describe('cancelling', () => {
  test('ends what waits immediately and stops what runs', async () => {
    const scope = newScope()
    let isAborted = false
    const runs = node({
      long: ({ step }) =>
        step(
          's',
          ({ signal }) =>
            new Promise((_, reject) =>
              signal.addEventListener('abort', () => {
                isAborted = true
                reject(signal.reason)
              }),
            ),
        ),
      ask: ({ waitFor }) => waitFor('a', 'nobody'),
    })
    const cancel = (id: string) => database.db.tx((tx) => runs.cancel(tx, scope, id))
    const [long, ask] = [await enqueue(runs, scope, 'long'), await enqueue(runs, scope, 'ask')]
    await until(() => runs.activeCount() === 1)
    await until(async () => (await runs.find(database.db, scope, ask))!.status === 'waiting')
    assert.equal(await cancel(long), 'asked')
    assert.equal((await over(runs, scope, long))!.status, 'cancelled')
    assert.equal(isAborted, true)
    assert.equal(await cancel(ask), 'ended')
    assert.equal(await cancel(ask), 'over')
    assert.equal(await cancel(randomUUID()), 'unknown')
  })
})

describe('losing a worker', () => {
  test('another node resumes after the last recorded step, and reports what may have been done twice', async () => {
    const scope = newScope()
    const done: string[] = []
    let isFirst = true
    const handle: RunHandler = async ({ step }) => {
      await step('a', async () => done.push('a'))
      await step('b', async () => {
        done.push('b')
        if (isFirst) await new Promise(() => undefined)
        return 1
      })
      await step('c', async () => done.push('c'))
      return 'end'
    }
    const dying = node({ job: handle })
    const id = await enqueue(dying, scope, 'job')
    await until(() => done.length === 2)
    // The first worker hangs forever in "b"; its lease is taken away as if it had died.
    isFirst = false
    await loseWorker(id)
    const run = (await over(dying, scope, id))!
    assert.deepEqual([run.status, run.losses, done], ['succeeded', 1, ['a', 'b', 'b', 'c']])
    const steps = await database.db.rows(
      sql`select name, attempt, maybe_also_attempt as also from run_step where run_id = ${id} order by finished_at`,
    )
    assert.deepEqual(steps, [
      { name: 'a', attempt: 1, also: null },
      { name: 'b', attempt: 2, also: 1 },
      { name: 'c', attempt: 2, also: null },
    ])
  })

  test('a worker that wakes up after its lease records nothing', async () => {
    const scope = newScope()
    const release = Promise.withResolvers<void>()
    let attempts = 0
    const runs = node({
      zombie: async ({ step, run }) => {
        attempts++
        if (run.attempt === 1) await release.promise
        return step('s', async () => run.attempt)
      },
    })
    const id = await enqueue(runs, scope, 'zombie')
    await until(() => attempts === 1)
    await loseWorker(id)
    assert.equal((await over(runs, scope, id))!.output, 2)
    release.resolve()
    await until(() => runs.activeCount() === 0)
    assert.deepEqual(await database.db.rows(sql`select attempt from run_step where run_id = ${id}`), [
      { attempt: 2 },
    ])
  })

  test('a run that loses too many is given up with the reason', async () => {
    const scope = newScope()
    const runs = node({ deadly: () => new Promise(() => undefined) })
    const id = await enqueue(runs, scope, 'deadly')
    await until(() => runs.activeCount() > 0)
    await loseWorker(id, 5)
    assert.equal((await over(runs, scope, id))!.error!.code, 'worker_lost')
  })
})

describe('keeping a run', () => {
  test('a run that was claimed while the others were counted is not taken for lost', async () => {
    const scope = newScope()
    // A heart that beats all the time meets every claim.
    const runs = node(
      { short: async ({ step }) => step('one', async () => 1) },
      { leaseMs: 5_000, beatMs: 1 },
    )
    const ids = await Promise.all(Array.from({ length: 200 }, () => enqueue(runs, scope, 'short')))
    for (const id of ids) assert.equal((await over(runs, scope, id))!.attempt, 1)
  })
})

test('a kind may bear more or fewer losses than others', async () => {
  const scope = newScope()
  const runs = node({ fragile: { handle: () => new Promise(() => undefined), maxLosses: 0 } })
  const id = await enqueue(runs, scope, 'fragile')
  await until(() => runs.activeCount() > 0)
  await loseWorker(id)
  assert.deepEqual((await over(runs, scope, id))!.error, {
    code: 'worker_lost',
    message:
      'The server that executed this was lost: try again, and if it repeats, look for the cause in its log',
  })
})

describe('kinds that are not known here', () => {
  test('stay in the queue for a node that knows them', async () => {
    const scope = newScope()
    const old = node({ known: async () => 'old' })
    const id = await enqueue(old, scope, 'new-kind')
    await over(old, scope, await enqueue(old, scope, 'known'))
    assert.equal((await old.find(database.db, scope, id))!.status, 'queued')
    const renewed = node({ 'new-kind': async () => 'new' })
    assert.equal((await over(renewed, scope, id))!.output, 'new')
  })

  test('are named once no one has known them for a while', async () => {
    const scope = newScope()
    const runs = node({ 'kept-kind': () => new Promise(() => undefined) }, { concurrency: 0 })
    const age = (id: string) =>
      database.db.rows(sql`update run set run_at = now() - interval '20 minutes' where id = ${id}`)
    const fresh = await enqueue(runs, scope, 'lost-kind')
    assert.deepEqual(await runs.strandedKinds(), [], 'it may still be on its way')
    await age(fresh)
    await age(await enqueue(runs, scope, 'kept-kind'))
    const isNamed = async (name: string) => (await runs.strandedKinds()).some(({ kind }) => kind === name)
    await until(async () => !(await isNamed('kept-kind')), 'the node has recorded what it knows')
    const [stranded, ...others] = await runs.strandedKinds()
    assert.deepEqual([stranded!.kind, stranded!.runs, others], ['lost-kind', 1, []])
    assert.deepEqual(runs.strandedRuns(), [{ kind: 'lost-kind', runs: 1 }])
    await database.db.rows(sql`delete from run where project_id = ${scope.projectId}`)
  })
})

describe('fairness', () => {
  test('runs that live for hours take nothing from runs of another pool', async () => {
    const scope = newScope()
    const endless: Omit<RunKind, 'kind'> = {
      pool: 'executions',
      handle: ({ signal }) => untilAborted(signal),
    }
    const runs = node({ endless, short: async () => 'done' }, { concurrency: 1, perProject: 1 })
    for (let i = 0; i < 20; i++) await enqueue(runs, scope, 'endless')
    await until(() => runs.activeCount() === 20)
    assert.equal((await over(runs, scope, await enqueue(runs, scope, 'short')))!.output, 'done')
  })

  test('a long queue of one project does not delay another', async () => {
    const [crowd, single] = [newScope(), newScope()]
    const order: string[] = []
    const runs = node(
      { job: async ({ run }) => void order.push(run.projectId) },
      { concurrency: 4, isStarted: false },
    )
    await database.db.tx(async (tx) => {
      for (let i = 0; i < 300; i++) await runs.enqueue(tx, crowd, { kind: 'job', input: null })
    })
    const id = await enqueue(runs, single, 'job')
    runs.start()
    await over(runs, single, id)
    assert.ok(order.indexOf(single.projectId) < 20, `it came as number ${order.indexOf(single.projectId)}`)
  })

  test('a kind respects its limit in each project, over several nodes', async () => {
    const scope = newScope()
    let now = 0
    let most = 0
    const handle = async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now--
    }
    const nodes = [1, 2, 3].map(() => node({ narrow: { handle, perProject: 2 } }))
    const ids = await Promise.all(Array.from({ length: 30 }, () => enqueue(nodes[0]!, scope, 'narrow')))
    for (const id of ids) assert.equal((await over(nodes[0]!, scope, id))!.status, 'succeeded')
    assert.equal(most, 2)
  })

  test('runs of one concurrency key respect their limit over several nodes, and no other key waits', async () => {
    const scope = newScope()
    const [now, most] = [new Map<string, number>(), new Map<string, number>()]
    const held = Promise.withResolvers<void>()
    const handle = async ({ run }: { run: { input: unknown } }) => {
      const { concurrencyKey: key } = run.input as { concurrencyKey: string }
      now.set(key, (now.get(key) ?? 0) + 1)
      most.set(key, Math.max(most.get(key) ?? 0, now.get(key)!))
      await (key === 'full' ? held.promise : new Promise((resolve) => setTimeout(resolve, 5)))
      now.set(key, now.get(key)! - 1)
    }
    const nodes = [1, 2, 3].map(() => node({ keyed: { handle, perConcurrencyKey: 2 } }))
    const [first] = nodes as [Runs]
    const add = (key: string) => enqueue(first, scope, 'keyed', { concurrencyKey: key })
    const full = await Promise.all(Array.from({ length: 30 }, () => add('full')))
    await until(() => now.get('full') === 2)
    // Behind all of those in the queue.
    const others = await Promise.all(Array.from({ length: 12 }, (_, i) => add(i % 2 ? 'left' : 'right')))
    for (const id of others) assert.equal((await over(first, scope, id))!.status, 'succeeded')
    assert.equal(now.get('full'), 2)
    held.resolve()
    for (const id of full) assert.equal((await over(first, scope, id))!.status, 'succeeded')
    assert.equal(most.get('full'), 2)
    // How many of the short ones meet is a matter of chance, but never more than two.
    for (const key of ['left', 'right']) assert.ok([1, 2].includes(most.get(key)!), key)
  })

  test('a project respects its limit over all kinds and nodes', async () => {
    const scope = newScope()
    let now = 0
    let most = 0
    const handle = async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now--
    }
    const nodes = [1, 2, 3].map(() => node({ one: handle, two: handle }, { perProject: 3 }))
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, i) => enqueue(nodes[0]!, scope, i % 2 ? 'one' : 'two')),
    )
    for (const id of ids) assert.equal((await over(nodes[0]!, scope, id))!.status, 'succeeded')
    assert.equal(most, 3)
  })
})

describe('the event log', () => {
  const read = async (runs: Runs, scope: Scope, id: string, after = 0) => {
    const seen: unknown[][] = []
    for await (const { seq, type, data } of runs.follow(scope, id, after, AbortSignal.timeout(10_000)))
      seen.push([seq, type, data])
    return seen
  }

  test('is followed live, without gaps, and resumed from any number', async () => {
    const scope = newScope()
    const runs = node({
      talk: async ({ emit, step }) => {
        for (let i = 0; i < 50; i++) {
          emit('word', i)
          if (i % 10 === 0) await step(`pause ${i}`, () => new Promise((resolve) => setTimeout(resolve, 20)))
        }
        return 'said'
      },
    })
    const id = await enqueue(runs, scope, 'talk')
    const live = await read(runs, scope, id)
    assert.deepEqual(
      live,
      Array.from({ length: 50 }, (_, i) => [i + 1, 'word', i]),
    )
    assert.deepEqual(await read(runs, scope, id, 47), live.slice(47))
    assert.deepEqual(await read(runs, scope, id, 50), [])
  })

  test('of a run that never stops sending ends', async () => {
    const scope = newScope()
    const runs = node(
      {
        chatter: async ({ emit, step }) => {
          for (let i = 0; i < 10; i++) {
            for (let j = 0; j < 20; j++) emit('word', j)
            await step(`breath ${i}`, () => new Promise((resolve) => setTimeout(resolve, 60)))
          }
        },
      },
      { maxEvents: 50 },
    )
    const log = await read(runs, scope, await enqueue(runs, scope, 'chatter'))
    assert.ok(log.length < 100, `${log.length} events`)
    assert.deepEqual(log.at(-1), [log.length, 'log.full', { most: 50 }])
  })

  test('another project follows nothing', async () => {
    const scope = newScope()
    const runs = node({ talk: async ({ emit }) => emit('word', 1) })
    const id = await enqueue(runs, scope, 'talk')
    await over(runs, scope, id)
    assert.deepEqual(await read(runs, newScope(), id), [])
  })

  test('a worker that has lost the run adds nothing', async () => {
    const scope = newScope()
    const release = Promise.withResolvers<void>()
    const runs = node({
      ghost: async ({ emit, run }) => {
        if (run.attempt === 1) await release.promise
        emit('from', run.attempt)
      },
    })
    const id = await enqueue(runs, scope, 'ghost')
    await until(() => runs.activeCount() === 1)
    await loseWorker(id)
    await over(runs, scope, id)
    release.resolve()
    await until(() => runs.activeCount() === 0)
    assert.deepEqual(await read(runs, scope, id), [[1, 'from', 2]])
  })
})

describe('an end user', () => {
  test('takes its runs along, and leaves none behind when erased', async () => {
    const [scope, into] = [newScope(), randomUUID()]
    const user = { ...scope, externalUser: { id: randomUUID(), name: 'erased' } }
    const runs = node({ held: () => new Promise(() => undefined) }, { isStarted: false })
    const ids = [await enqueue(runs, user, 'held', { secret: 1 }), await enqueue(runs, user, 'held')]
    const others = await enqueue(runs, scope, 'held')
    const exported = await Array.fromAsync(runs.exportUser(database.db, scope, user.externalUser.id))
    assert.deepEqual(exported.map(({ id }) => id).sort(), ids.sort())
    await database.db.tx((tx) => runs.moveUser(tx, scope, user.externalUser.id, into))
    assert.equal((await runs.find(database.db, scope, ids[0]!))!.externalUserId, into)
    await database.db.tx((tx) => runs.eraseUser(tx, scope, into))
    const left = await Promise.all([...ids, others].map((id) => runs.find(database.db, scope, id)))
    assert.deepEqual(
      left.map((run) => run?.id),
      [undefined, undefined, others],
    )
  })
})

test('outputs that PostgreSQL cannot store are stored without the character', async () => {
  const scope = newScope()
  const runs = node({ odd: async ({ step }) => step('one', async () => ({ text: 'a\u0000b' })) })
  const run = (await over(runs, scope, await enqueue(runs, scope, 'odd', { given: '\ud800' })))!
  assert.deepEqual(
    [run.status, run.input, run.output],
    ['succeeded', { given: '\ufffd' }, { text: 'a\ufffdb' }],
  )
})

test('an output that cannot be stored fails its own run, and none of those that are written beside it', async () => {
  const scope = newScope()
  let deep: unknown = null
  for (let i = 0; i < 100_000; i++) deep = [deep]
  const unstored = [10n, deep]
  const gate = Promise.withResolvers<void>()
  let started = 0
  const tryInOneRoundTrip = async (output: unknown) => {
    started++
    await gate.promise
    return output
  }
  const runs = node({
    fine: ({ step }) => step('s', () => tryInOneRoundTrip('fine')),
    'bad-step': ({ step, run }) =>
      step('s', () => tryInOneRoundTrip(unstored[run.input as number]), { retries: 2 }),
    'bad-end': ({ run }) => tryInOneRoundTrip(unstored[run.input as number]),
  })
  const [fine, bad]: [string[], string[]] = [[], []]
  for (const i of unstored.keys()) {
    fine.push(await enqueue(runs, scope, 'fine'), await enqueue(runs, scope, 'fine'))
    bad.push(await enqueue(runs, scope, 'bad-step', i), await enqueue(runs, scope, 'bad-end', i))
  }
  await until(() => started === 8)
  gate.resolve()
  for (const id of fine) assert.equal((await over(runs, scope, id))!.status, 'succeeded')
  for (const id of bad) assert.equal((await over(runs, scope, id))!.error?.code, 'output_not_storable')
  assert.equal(started, 8, 'nothing was done again')
})
