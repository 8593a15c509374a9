import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { createTestClock } from '../../../test/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { type Db, sql, sqlText } from '../db/db.ts'
import { createListener, type Listener } from '../db/listen.ts'
import { createIds, type NewId } from '../ids.ts'
import { createLog } from '../log.ts'
import { type Scope, systemScope } from '../scope.ts'
import type { ProjectEvent } from './event.ts'
import { createEventTypes, selectorsOf, selectorsOfEvent } from './event-types.ts'
import { createEvents, type Events, type NewEvent } from './events.ts'
import type { FollowedItem, FollowRequest } from './reader.ts'
import type { EventSubscriber } from './relay.ts'

let database: TestDatabase
let listener: Listener
const started: Events[] = []
const clock = createTestClock()

before(async () => {
  database = await createTestDatabase(20)
  listener = createListener({ settings: database.settings, onNotice: () => undefined })
  await listener.start()
})
afterEach(async () => {
  for (const events of started.splice(0)) await events.stop()
})
after(async () => {
  await listener.close()
  await database.drop()
})

const newScope = (): Scope => systemScope(randomUUID())

const lockKey = 4_711

/** Holds a lock in a transaction until it is released. */
const lock = {
  async hold(): Promise<() => Promise<void>> {
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = database.db.tx(async (tx) => {
      await tx.rows(sql`select pg_advisory_xact_lock(${lockKey})`)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    return () => {
      released.resolve()
      return holding
    }
  },
  async isWaitedFor(): Promise<boolean> {
    const rows = await database.db.rows(sql`
        select 1 from pg_locks where locktype = 'advisory' and not granted and objid = ${lockKey}::bigint::oid`)
    return rows.length > 0
  },
}

/** A subscriber that selects everything. */
const toAll = (receive: EventSubscriber['receive']): EventSubscriber => ({
  selects: sqlText('true'),
  receive,
})

type NodeOptions = { isStarted?: boolean; batchSize?: number; pollMs?: number; db?: Db; newId?: NewId }

function node(options: NodeOptions = {}): Events {
  const { isStarted = true, ...rest } = options
  const events = createEvents({
    db: database.db,
    clock,
    newId: createIds(clock),
    log: createLog({ level: 'silent', secrets: [] }),
    listener,
    pollMs: 50,
    ...rest,
  })
  if (isStarted) {
    events.start()
    started.push(events)
  }
  return events
}

const publish = (
  events: Events,
  scope: Scope,
  data: NewEvent['data'] = {},
  type: NewEvent['type'] = 'api_key.revoked',
) => database.db.tx((tx) => events.publish(tx, scope, { type, data }))
/** Without the notice that relays get. */
const insertSilently = ({ projectId }: Scope, n: number) =>
  database.db.rows(sql`
    insert into event (project_id, id, type, external_user_id, data, created_at)
    values (${projectId}, ${randomUUID()}, 'api_key.revoked', ${projectId}, ${JSON.stringify({ n })}, now())`)
const numbered = (scope: Scope) =>
  database.db.rows<{ seq: number | null; n: number }>(sql`
    select seq, (data ->> 'n')::int as n from event where project_id = ${scope.projectId} order by seq`)
async function allNumbered(scope: Scope, count: number) {
  const done = await until(async () => {
    const rows = await numbered(scope)
    return rows.length === count && rows.every(({ seq }) => seq !== null) ? rows : null
  }, 'numbers for all events')
  return done!
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** Reads until so many items have come. */
async function read(
  events: Events,
  scope: Scope,
  count: number,
  request: Partial<FollowRequest> = {},
): Promise<FollowedItem[]> {
  const items: FollowedItem[] = []
  const signal = AbortSignal.timeout(10_000)
  const whole = { after: 0, types: null, externalUserId: null, ...request }
  for await (const item of events.follow(scope, whole, signal)) {
    items.push(item)
    if (items.length === count) break
  }
  return items
}
const seqsOf = (items: FollowedItem[]) =>
  items.flatMap((item) => (item.kind === 'event' ? item.event.seq : []))

describe('the relay', () => {
  test('two relays assign numbers without gaps or duplicates, and publish each event once', async () => {
    const scopes = [newScope(), newScope(), newScope()]
    const handed = new Map<string, number>()
    const nodes = [node({ batchSize: 7 }), node({ batchSize: 7 })]
    for (const events of nodes)
      events.subscribe(
        toAll(async (_tx, _scope, batch) => {
          for (const { id } of batch) handed.set(id, (handed.get(id) ?? 0) + 1)
        }),
      )
    await Promise.all(
      scopes.flatMap((scope) =>
        range(1, 60).map(async (n) => {
          const work = publish(nodes[n % 2]!, scope, { n })
          if (n % 10 === 0) {
            await work
            const undone = database.db.tx(async (tx) => {
              await nodes[0]!.publish(tx, scope, { type: 'api_key.revoked', data: { n: -n } })
              throw new Error('undone')
            })
            await assert.rejects(undone, /undone/)
          }
          return work
        }),
      ),
    )
    for (const scope of scopes) {
      const rows = await allNumbered(scope, 60)
      assert.deepEqual(
        rows.map(({ seq }) => seq),
        range(1, 60),
      )
      assert.deepEqual(
        rows.map(({ n }) => n).sort((a, b) => a - b),
        range(1, 60),
      )
    }
    assert.equal(handed.size, 180)
    assert.ok([...handed.values()].every((times) => times === 1))
  })

  test('preserves the order of what happened one after the other, also within one transaction', async () => {
    const scope = newScope()
    const events = node({ isStarted: false })
    await database.db.tx(async (tx) => {
      for (const n of range(1, 5)) await events.publish(tx, scope, { type: 'api_key.revoked', data: { n } })
    })
    for (const n of range(6, 10)) await publish(events, scope, { n })
    node()
    assert.deepEqual(
      (await allNumbered(scope, 10)).map(({ n }) => n),
      range(1, 10),
    )
  })

  test('rolls back the numbers when a subscriber fails, continues with other projects, and retries', async () => {
    const [poisoned, healthy] = [newScope(), newScope()]
    const events = node()
    let isPoisoned = true
    const marks = async () =>
      (await database.db.rows(sql`select key from run_signal where project_id = ${poisoned.projectId}`))
        .length
    const mark = toAll(async (tx, { projectId }, [first]) => {
      if (projectId !== poisoned.projectId) return
      await tx.rows(sql`
        insert into run_signal (project_id, key, payload, created_at)
        values (${projectId}, ${first!.id}, '1', now())`)
      if (isPoisoned) throw new Error('no capacity')
    })
    events.subscribe(mark)
    await publish(events, poisoned, { n: 1 })
    await publish(events, healthy, { n: 1 })
    await allNumbered(healthy, 1)
    assert.deepEqual(
      (await numbered(poisoned)).map(({ seq }) => seq),
      [null],
    )
    assert.equal(await marks(), 0)
    isPoisoned = false
    await allNumbered(poisoned, 1)
    assert.equal(await marks(), 1)
  })

  test('subscribers ask at the same time, and one that fails waits for the others', async () => {
    const scope = newScope()
    const events = node({ isStarted: false })
    const steps: number[] = []
    let hasFailed = false
    let ended = 0
    const first = toAll(async (tx) => {
      steps.push(1)
      await tx.pipelineAndAwait(sql`select 1`)
      steps.push(2)
      await tx.rows(sql`select 1`).finally(() => ended++)
    })
    const second = toAll(async (tx) => {
      steps.push(1)
      if (!hasFailed) {
        hasFailed = true
        throw new Error('once')
      }
      await tx.pipelineAndAwait(sql`select 1`)
      steps.push(2)
    })
    events.subscribe(first)
    events.subscribe(second)
    await publish(events, scope)
    events.start()
    started.push(events)
    await allNumbered(scope, 1)
    assert.deepEqual(steps, [1, 1, 2, 1, 1, 2, 2])
    assert.equal(ended, 2)
  })

  test('events that no subscriber selects are numbered in one round trip, without opening a transaction', async () => {
    const scope = newScope()
    let [roundTrips, transactions] = [0, 0]
    const db: Db = {
      ...database.db,
      run(operation, scope, request) {
        roundTrips++
        return database.db.run(operation, scope, request)
      },
      tx(work) {
        transactions++
        return database.db.tx(work)
      },
    }
    const events = node({ isStarted: false, db, pollMs: 60_000 })
    const selects = sqlText(`e.type = 'external_user.created'`)
    const received: string[] = []
    events.subscribe({
      selects,
      receive: async (_tx, _scope, batch) => void received.push(...batch.map(({ type }) => type)),
    })
    for (const n of range(1, 2)) await insertSilently(scope, n)
    const seen = read(events, scope, 3)
    events.start()
    started.push(events)
    assert.deepEqual(seqsOf(await seen), [1, 2])
    assert.deepEqual([roundTrips, transactions, received], [1, 0, []])
    await publish(events, scope, {}, 'external_user.created')
    await allNumbered(scope, 3)
    assert.deepEqual([transactions, received], [1, ['external_user.created']])
  })

  test('a subscriber receives each event that it selects once, in order, whichever relay comes first', async () => {
    const scope = newScope()
    const nodes = [node({ batchSize: 4 }), node({ batchSize: 4 })]
    const received: ProjectEvent[] = []
    const isSelected = (n: unknown) => Number(n) % 7 === 0
    for (const events of nodes)
      events.subscribe({
        selects: sqlText(`(e.data ->> 'n')::int % 7 = 0`),
        async receive(_tx, _scope, batch) {
          received.push(...batch.filter(({ data }) => isSelected(data.n)))
        },
      })
    await Promise.all(range(1, 80).map((n) => publish(nodes[n % 2]!, scope, { n })))
    const rows = await allNumbered(scope, 80)
    assert.deepEqual(
      rows.map(({ seq }) => seq),
      range(1, 80),
    )
    assert.deepEqual(
      received.map(({ seq }) => seq),
      rows.filter(({ n }) => isSelected(n)).map(({ seq }) => seq),
    )
  })

  test('a subscription that is committed before an event receives it, whatever a relay has read by then', async () => {
    const scope = newScope()
    const events = node()
    const received: unknown[] = []
    // It is evaluated by a statement that has read the events by then, and waits here.
    const selects = sql`(
      (select pg_advisory_xact_lock(${lockKey})) is null
      or (select true from run_signal s where s.project_id = e.project_id and s.key = e.type limit 1) is true)`
    events.subscribe({
      selects,
      receive: async (_tx, _scope, batch) => void received.push(...batch.map(({ data }) => data.n)),
    })
    const { hold, isWaitedFor } = lock
    const release = await hold()
    await publish(events, scope, { n: 1 })
    await until(isWaitedFor, 'a relay that evaluates the condition')
    await database.db.rows(sql`
      insert into run_signal (project_id, key, payload, created_at)
      values (${scope.projectId}, 'api_key.revoked', '1', now())`)
    await publish(events, scope, { n: 2 })
    await release()
    await allNumbered(scope, 2)
    assert.deepEqual(received, [2])
  })

  test('a project whose subscriber waits for a lock delays no other one', async () => {
    const [blocked, other] = [newScope(), newScope()]
    const events = node()
    const { hold, isWaitedFor } = lock
    const wait = toAll(async (tx, { projectId }) => {
      if (projectId === blocked.projectId) await tx.rows(sql`select pg_advisory_xact_lock(${lockKey})`)
    })
    events.subscribe(wait)
    const release = await hold()
    await publish(events, blocked, { n: 1 })
    await until(isWaitedFor, 'the subscriber that waits')
    for (const n of range(1, 3)) {
      await publish(events, other, { n })
      await allNumbered(other, n)
    }
    assert.deepEqual(
      (await numbered(blocked)).map(({ seq }) => seq),
      [null],
    )
    await release()
    await allNumbered(blocked, 1)
  })

  test('finds events without a notification', async () => {
    const scope = newScope()
    node()
    await insertSilently(scope, 1)
    await allNumbered(scope, 1)
  })
})

describe('following', () => {
  test('begins now, resumes from any number without a gap or a duplicate, and reports its position', async () => {
    const scope = newScope()
    const events = node()
    for (const n of range(1, 3)) await publish(events, scope, { n })
    await allNumbered(scope, 3)
    const late = read(node({ isStarted: false }), scope, 6)
    const live = events.follow(
      scope,
      { after: null, types: null, externalUserId: null },
      AbortSignal.timeout(10_000),
    )
    assert.deepEqual((await live.next()).value, { kind: 'start', after: 3 })
    for (const n of range(4, 5)) await publish(events, scope, { n })
    assert.deepEqual(seqsOf([(await live.next()).value, (await live.next()).value]), [4, 5])
    await live.return(undefined)
    assert.deepEqual(seqsOf(await late), range(1, 5))
    assert.deepEqual(seqsOf(await read(events, scope, 3, { after: 3 })), [4, 5])
  })

  test('shows one type, or one user, and neither holds up the other', async () => {
    const scope = newScope()
    const user = { id: randomUUID(), name: 'ada' }
    const events = node()
    await publish(events, scope, {}, 'external_user.created')
    await publish(events, { ...scope, externalUser: user }, {}, 'external_user.deleted')
    await publish(events, scope, {}, 'api_key.revoked')
    assert.deepEqual(seqsOf(await read(events, scope, 2, { types: ['api_key.revoked'] })), [3])
    assert.deepEqual(seqsOf(await read(events, scope, 2, { externalUserId: user.id })), [2])
    const types = ['external_user.created', 'external_user.deleted'] as const
    assert.deepEqual(seqsOf(await read(events, scope, 3, { types })), [1, 2])
  })

  test('shows another project nothing', async () => {
    const [mine, theirs] = [newScope(), newScope()]
    const events = node()
    await publish(events, mine)
    await allNumbered(mine, 1)
    const items: FollowedItem[] = []
    const request = { after: 0, types: null, externalUserId: null }
    for await (const item of events.follow(theirs, request, AbortSignal.timeout(200))) items.push(item)
    assert.deepEqual(items, [{ kind: 'start', after: 0 }])
  })
})

describe('forgetting', () => {
  test('follows the retention of each project, and a reader with an older cursor is notified', async () => {
    const [short, long] = [newScope(), newScope()]
    const events = node()
    for (const scope of [short, long]) for (const n of range(1, 3)) await publish(events, scope, { n })
    await allNumbered(short, 3)
    await allNumbered(long, 3)
    const old = new Date(clock.now().getTime() - 1)
    await database.db.rows(sql`
      update event set created_at = ${new Date(0)} where seq <= 2 and project_id = any(${[short.projectId, long.projectId]})`)
    await events.sweep([
      { projectId: short.projectId, since: new Date(old.getTime() - 60_000) },
      { projectId: long.projectId, since: new Date(0) },
    ])
    assert.equal((await numbered(short)).length, 1)
    assert.equal((await numbered(long)).length, 3)
    assert.deepEqual(await read(events, short, 1, { after: 1 }), [
      { kind: 'gap', requested: 1, after: 2, reason: 'expired' },
    ])
    assert.deepEqual(seqsOf(await read(events, short, 2, { after: 1 })), [3])
    assert.deepEqual(seqsOf(await read(events, short, 2, { after: 0 })), [3])
    assert.deepEqual(await read(events, short, 1, { after: 9 }), [
      { kind: 'gap', requested: 9, after: 3, reason: 'not_issued' },
    ])
    // The numbers continue although nothing is left to count from.
    await events.sweep([{ projectId: short.projectId, since: new Date(clock.now().getTime() + 1_000) }])
    await publish(events, short, { n: 4 })
    assert.deepEqual(
      (await allNumbered(short, 1)).map(({ seq }) => seq),
      [4],
    )
  })

  test('an erased user leaves numbers and no facts; a merged one hands them on', async () => {
    const scope = newScope()
    const [ada, bob] = [
      { id: randomUUID(), name: 'ada' },
      { id: randomUUID(), name: 'bob' },
    ]
    const events = node()
    await publish(events, { ...scope, externalUser: ada }, { name: 'ada' }, 'external_user.created')
    await publish(events, { ...scope, externalUser: bob }, { name: 'bob' }, 'external_user.created')
    await allNumbered(scope, 2)
    await database.db.tx((tx) => events.moveUser(tx, scope, bob.id, ada.id))
    assert.equal((await Array.fromAsync(events.exportUser(database.db, scope, ada.id))).length, 2)
    await database.db.tx((tx) => events.eraseUser(tx, scope, ada.id))
    const items = await read(events, scope, 3)
    assert.deepEqual(
      items.flatMap((item) => (item.kind === 'event' ? [[item.event.seq, item.event.data]] : [])),
      [
        [1, { erased: true }],
        [2, { erased: true }],
      ],
    )
  })
})

test('an event travels with the next statement of its transaction, which fails if the event is refused', async () => {
  const scope = newScope()
  const id = randomUUID()
  const events = node({ isStarted: false, newId: () => id })
  const rows = () => assert.fail('a round trip of the event alone')
  const publishIn = () =>
    database.db.tx(async (tx) => {
      await events.publish({ ...tx, rows }, scope, { type: 'api_key.revoked', data: { n: 1 } })
      return tx.rows(sql`select 1`)
    })
  assert.equal((await publishIn()).length, 1)
  assert.equal((await numbered(scope)).length, 1)
  await assert.rejects(publishIn(), { code: '23505' })
  await assert.rejects(publish(events, scope), { code: '23505' })
  assert.equal((await numbered(scope)).length, 1)
})

test('the selectors of an event are the same in SQL', async () => {
  const types = ['run.error', 'knowledge.source.ready', 'single'] as NewEvent['type'][]
  const rows = await database.db.rows<{ selectors: string[] }>(sql`
    select ${selectorsOfEvent} as selectors from unnest(${types}::text[]) with ordinality as e (type, place) order by place`)
  assert.deepEqual(
    rows.map(({ selectors }) => selectors),
    types.map(selectorsOf),
  )
})

test('a selector matches everything below it', () => {
  const { types, patterns, select } = createEventTypes({
    'run.error': 'A run failed.',
    'knowledge.source.ready': 'A source is ready.',
    'knowledge.source.failed': 'A source failed.',
  })
  assert.deepEqual(types, ['knowledge.source.failed', 'knowledge.source.ready', 'run.error'])
  assert.deepEqual(select([]), types)
  assert.deepEqual(select(['knowledge.*']), ['knowledge.source.failed', 'knowledge.source.ready'])
  assert.deepEqual(select(['run.error', 'run.error']), ['run.error'])
  assert.deepEqual(patterns, ['knowledge.*', 'knowledge.source.*', 'run.*'])
})
