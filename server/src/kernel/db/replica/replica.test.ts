import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inLongRun } from '../../../../test/size.ts'
import { until } from '../../../../test/until.ts'
import { StartFault } from '../../start-fault.ts'
import { createDb } from '../create-db.ts'
import { type Db, listReads, sql } from '../db.ts'
import { ask, atEnd } from '../embedded/testing.ts'
import { type ConnectionSettings, openPostgres } from '../postgres.ts'
import { checkReplica, createReplica } from './replica.ts'
import { openStandby } from './standby.ts'
import { startPrimary } from './testing.ts'

const open = (t: TestContext, settings: ConnectionSettings) => {
  const driver = openPostgres({ settings, applicationName: 'test', poolSize: 2, onError: () => undefined })
  atEnd(t, driver.close)
  return driver
}

/** With one connection, and shorter timeouts than a server needs to have for a busy standby. */
const openReplica = (t: TestContext, settings: ConnectionSettings, isPooled = false) => {
  const timeouts = { connectMs: 500, responseMs: 500 }
  const driver = openStandby({ settings, poolSize: 1, isPooled, timeouts, onError: () => undefined })
  atEnd(t, driver.close)
  return driver
}

const list = sql`select pg_is_in_recovery() as "fromStandby", count(*)::int as entries from entry`

type Listed = { fromStandby: boolean; entries: number }

const read = async (db: Db): Promise<Listed> => (await db.lists().rows<Listed>(list))[0]!

const isFromStandby = async (db: Db) => (await read(db)).fromStandby

const hasEntries = (settings: ConnectionSettings) =>
  ask(settings, 'select from entry').then(
    () => true,
    () => false,
  )

/** Ahead by a second each time it is read, so that what rests for seconds is tried again immediately. */
function impatientClock() {
  let time = 0
  return () => {
    time += 1_000
    return time
  }
}

test('lists are read from a standby, and miss nothing that was committed before', async (t) => {
  const pair = await startPrimary(t)
  const [copy] = pair.standbys
  const [primary, standby] = [open(t, pair.primary), openReplica(t, copy!.settings)]
  const notices: string[] = []
  const onNotice = (message: string) => notices.push(message)
  assert.equal(await checkReplica(primary, standby), null)
  const replica = createReplica({ primary, standby, onNotice, now: impatientClock() })
  const [db, elsewhere] = [createDb(primary, replica), createDb(primary)]
  await until(() => isFromStandby(db), 'the standby has caught up')

  let written = 0
  let fromStandby = 0
  const writeAndRead = async () => {
    await elsewhere.rows(sql`insert into entry default values`)
    const listed = await read(db)
    assert.equal(listed.entries, ++written, 'a list misses what was written before it')
    if (listed.fromStandby) fromStandby++
  }
  for (let i = 0; i < 40; i++) await writeAndRead()
  await until(async () => {
    await writeAndRead()
    return fromStandby > 0
  }, 'the standby serves lists between writes')

  await ask(copy!.settings, 'select pg_wal_replay_pause()')
  await until(async () => {
    await writeAndRead()
    return /behind/.test(replica.fault() ?? '')
  }, 'a standby that is behind')
  assert.equal(await isFromStandby(db), false)
  await ask(copy!.settings, 'select pg_wal_replay_resume()')
  await until(() => isFromStandby(db), 'the standby is used again')
  assert.equal(replica.fault(), null)

  const inside = await db.tx(async (tx) => {
    await tx.rows(sql`insert into entry default values`)
    return (await listReads(tx).rows<Listed>(list))[0]!
  })
  assert.deepEqual(inside, { fromStandby: false, entries: ++written }, 'a transaction reads what it wrote')
  await assert.rejects(db.lists().rows(sql`select nothing_here`), /nothing_here/)
  await until(() => isFromStandby(db), 'a faulty statement is no fault of the standby')

  await ask(copy!.settings, 'select pg_promote()')
  await ask(copy!.settings, 'insert into entry select from generate_series(1, 100)')
  for (let i = 0; i < 5; i++) {
    await writeAndRead()
    assert.equal(await isFromStandby(db), false, 'a standby that was promoted has another history')
  }
  assert.match(replica.fault()!, /no standby/)

  await copy!.kill()
  await until(async () => {
    await writeAndRead()
    return /reached/.test(replica.fault() ?? '')
  }, 'the loss is noticed')
  assert.ok(notices.some((text) => /cannot be reached/.test(text)))
})

test('lists see the present, whatever isolation the role has by default', async (t) => {
  const pair = await startPrimary(t)
  await ask(
    pair.primary,
    `alter role ${pair.primary.user} set default_transaction_isolation = 'repeatable read'`,
  )
  const [primary, standby] = [open(t, pair.primary), openReplica(t, pair.standbys[0]!.settings)]
  const replica = createReplica({ primary, standby, onNotice: () => undefined, now: impatientClock() })
  const db = createDb(primary, replica)
  const isolation = sql`select current_setting('transaction_isolation') as isolation`
  await until(() => isFromStandby(db), 'the standby has caught up')
  // With one snapshot for the position and the list, a list would miss what was committed between the two.
  for (const each of [db, db.lists()])
    assert.deepEqual(await each.rows(isolation), [{ isolation: 'read committed' }])
})

test('a standby that was behind is used again also if the clock was set back', inLongRun, async (t) => {
  const { primary: settings, standbys } = await startPrimary(t)
  const [primary, standby] = [open(t, settings), openReplica(t, standbys[0]!.settings)]
  const db = createDb(primary, createReplica({ primary, standby, onNotice: () => undefined }))
  await until(() => isFromStandby(db), 'the standby has caught up')
  await ask(standbys[0]!.settings, 'select pg_wal_replay_pause()')
  await ask(settings, 'insert into entry default values')
  assert.equal(await isFromStandby(db), false)
  await ask(standbys[0]!.settings, 'select pg_wal_replay_resume()')
  const { now } = Date
  t.mock.method(Date, 'now', () => now() - 3_600_000)
  await until(() => isFromStandby(db), 'the standby is used again', 20_000)
})

test(
  'after a failover a standby that has not followed is not read, however far it is ahead',
  inLongRun,
  async (t) => {
    const { primary: old, standbys } = await startPrimary(t, ['follower', 'stray'])
    const [follower, stray] = [standbys[0]!, standbys[1]!]
    await until(() => hasEntries(follower.settings), 'the table is there')
    await follower.kill()
    await ask(old, 'insert into entry select from generate_series(1, 10000)')
    await until(
      async () =>
        (await ask<{ n: number }>(stray.settings, 'select count(*)::int as n from entry'))[0]!.n > 0,
      'the other standby has what is lost now',
    )
    await follower.start('-c', 'primary_conninfo=')
    await ask(follower.settings, 'select pg_promote()')

    const [primary, standby] = [open(t, follower.settings), openReplica(t, stray.settings)]
    assert.match((await checkReplica(primary, standby))!.fault, /timeline 1, the primary on 2/)
    const replica = createReplica({ primary, standby, onNotice: () => undefined, now: impatientClock() })
    const db = createDb(primary, replica)
    const before = (await read(createDb(primary))).entries
    await db.rows(sql`insert into entry default values`)
    for (let i = 0; i < 3; i++) assert.deepEqual(await read(db), { fromStandby: false, entries: before + 1 })
    assert.match(replica.fault()!, /timeline/)
  },
)

test('no list waits for a standby that hangs, and it is used again afterwards', async (t) => {
  const pair = await startPrimary(t)
  const [copy] = pair.standbys
  const [primary, standby] = [open(t, pair.primary), openReplica(t, copy!.settings)]
  const replica = createReplica({ primary, standby, onNotice: () => undefined, now: impatientClock() })
  const db = createDb(primary, replica)
  await until(() => isFromStandby(db), 'the standby has caught up')
  // A pooler has accepted the connection before its server hangs, as the process behind this one has.
  const other = openReplica(t, copy!.settings)
  const pidOf = async (driver: typeof other) =>
    (await driver.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid
  const backends = [await pidOf(standby), await pidOf(other)]
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    copy!.signal(name)
    for (const pid of backends) process.kill(pid, name)
  }
  signal('SIGSTOP')
  try {
    assert.match((await checkReplica(primary, other))!.fault, /reached/, 'a server starts without it')
    // The first finds a connection that does not respond, the others none that can be opened.
    for (let i = 0; i < 10; i++) assert.equal(await isFromStandby(db), false)
    await until(() => replica.fault() !== null, 'the check in the background has found it')
    assert.match(replica.fault()!, /reached/)
  } finally {
    signal('SIGCONT')
  }
  await until(() => isFromStandby(db), 'the standby is used again')
})

test(
  'a single list that takes long is read from the primary, and the others stay on the standby',
  inLongRun,
  async (t) => {
    const { primary: settings, standbys } = await startPrimary(t)
    // Through a pooler, which takes no timeout: the connection of the list is given up.
    const [primary, standby] = [open(t, settings), openReplica(t, standbys[0]!.settings, true)]
    const notices: string[] = []
    const onNotice = (message: string) => notices.push(message)
    const db = createDb(primary, createReplica({ primary, standby, onNotice }))
    await until(() => isFromStandby(db), 'the standby has caught up')
    notices.length = 0
    const slow = sql`select pg_is_in_recovery() as "fromStandby", case when pg_is_in_recovery() then pg_sleep(60) end`
    assert.equal((await db.lists().rows<Listed>(slow))[0]!.fromStandby, false)
    // It rests for five seconds only when it responds to nothing.
    await until(() => isFromStandby(db), 'the standby is used again', 4_000)
    assert.deepEqual(notices, [])
  },
)

test('a server that is no standby of this database is refused, or left alone', async (t) => {
  const { primary: settings, standbys } = await startPrimary(t)
  const primary = open(t, settings)
  const check = (other: ConnectionSettings) => checkReplica(primary, openReplica(t, other))
  const isFault = (pattern: RegExp) => (error: unknown) =>
    error instanceof StartFault && pattern.test(error.message) && error.fix.length > 0
  await assert.rejects(check({ ...settings, database: 'template1' }), isFault(/another database/))
  await assert.rejects(check({ ...settings, database: 'nowhere' }), isFault(/cannot be used/))
  for (const setting of ['timezone=Asia/Tokyo', 'default_transaction_isolation=repeatable\\ read']) {
    const dropping = { ...standbys[0]!.settings, options: `-c ${setting}` }
    const pooled = openReplica(t, dropping, true)
    await assert.rejects(checkReplica(primary, pooled), isFault(/pooler/))
    // DATABASE_URL leads through a pooler as well, and this one had sessions before the role had its settings.
    assert.match((await checkReplica(primary, pooled, { isPooled: true }))!.fix, /RECONNECT/)
  }
  // In the middle of a failover a server must start.
  assert.match((await check(settings))!.fault, /no standby/)
  assert.match((await check({ ...settings, host: 'nowhere.invalid' }))!.fault, /reached/)

  // One that was out of reach at the start may be any other when it comes.
  await ask({ ...settings, database: 'template1' }, 'create table entry (id serial primary key)')
  await ask(
    { ...settings, database: 'template1' },
    `create function demand(boolean) returns boolean language plpgsql as $$
     begin if $1 is not true then raise exception 'not so' using errcode = 'ST001'; end if; return true; end $$`,
  )
  const other = openReplica(t, { ...standbys[0]!.settings, database: 'template1' })
  await until(() => hasEntries({ ...standbys[0]!.settings, database: 'template1' }), 'it has replayed that')
  const replica = createReplica({ primary, standby: other, onNotice: () => undefined, now: impatientClock() })
  const db = createDb(primary, replica)
  for (let i = 0; i < 5; i++) assert.equal(await isFromStandby(db), false)
  assert.match(replica.fault()!, /another database/)
})
