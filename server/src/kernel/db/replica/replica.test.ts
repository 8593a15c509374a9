import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../../../test/until.ts'
import { StartFault } from '../../start-fault.ts'
import { createDb, type Db, listReads, sql } from '../db.ts'
import { locateBinaries, prepareBinaries } from '../embedded/binaries/binaries.ts'
import { chooseAccount } from '../embedded/machine/account.ts'
import { makePrivate } from '../embedded/machine/directories.ts'
import { embeddedPaths, socketPort } from '../embedded/machine/paths.ts'
import { ask, atEnd, joinHere, makeDataFolder, makeTemplate } from '../embedded/testing.ts'
import { type ConnectionSettings, openPostgres } from '../postgres.ts'
import { checkReplica, createReplica } from './replica.ts'

const template = makeTemplate()

const demand = `create function demand(condition boolean) returns boolean language plpgsql volatile as $$
  begin if not condition then raise exception 'not so' using errcode = 'ST001'; end if; return true; end $$`

const open = (t: TestContext, settings: ConnectionSettings) => {
  const driver = openPostgres({ settings, applicationName: 'test', poolSize: 2, onError: () => undefined })
  atEnd(t, driver.close)
  return driver
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const isUp = (settings: ConnectionSettings) =>
  ask(settings, 'select 1').then(
    () => true,
    () => false,
  )

/** A primary, and a standby that streams from it over its socket, made of a copy of its files. */
async function startPair(t: TestContext) {
  const { folder, dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  const paths = embeddedPaths(dataDir)
  const account = await chooseAccount(paths.cluster)
  const [directory, socket] = [join(folder, 'standby'), join(folder, 's')]
  await promisify(execFile)('cp', ['-a', paths.cluster, directory])
  const primary = await joinHere(t, dataDir)
  // The account of the standby comes to the socket of the primary through these.
  for (const path of [dataDir, paths.home]) await chmod(path, 0o755)
  await makePrivate(socket, account)
  const { user } = primary.settings
  const source = `host=${paths.socketDir} port=${socketPort} user=${user}`
  await writeFile(join(directory, 'standby.signal'), '')
  await appendFile(join(directory, 'postgresql.auto.conf'), `\nprimary_conninfo = '${source}'\n`)
  const native = await prepareBinaries({
    source: locateBinaries(),
    account,
    copyDir: account ? join(dataDir, 'unused') : paths.binaries,
  })
  const args = ['-D', directory, '-k', socket, '-p', String(socketPort), '-c', 'listen_addresses=']
  const child = spawn(join(native, 'bin', 'postgres'), args, { ...account, cwd: directory, stdio: 'ignore' })
  atEnd(t, () => stop(child))
  const standby = { ...primary.settings, host: socket }
  await until(() => isUp(standby), 'the standby responds')
  await ask(primary.settings, demand)
  await ask(primary.settings, 'create table entry (id serial primary key)')
  return { primary: primary.settings, standby, child }
}

const list = sql`select pg_is_in_recovery() as "fromStandby", count(*)::int as entries from entry`

type Listed = { fromStandby: boolean; entries: number }

const read = async (db: Db): Promise<Listed> => (await db.lists().rows<Listed>(list))[0]!

const isFromStandby = async (db: Db) => (await read(db)).fromStandby

test('lists are read from a standby, and miss nothing that was committed before', async (t) => {
  const pair = await startPair(t)
  const [primary, standby] = [open(t, pair.primary), open(t, pair.standby)]
  const notices: string[] = []
  const onNotice = (message: string) => notices.push(message)
  await until(() => checkReplica({ primary, standby, onNotice }).then(() => true), 'the standby is accepted')
  const replica = createReplica({ primary, standby, onNotice })
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

  await ask(pair.standby, 'select pg_wal_replay_pause()')
  await writeAndRead()
  assert.equal(await isFromStandby(db), false, 'a standby that is behind')
  assert.match(replica.fault()!, /behind/)
  await ask(pair.standby, 'select pg_wal_replay_resume()')
  await until(() => isFromStandby(db), 'the standby is used again')
  assert.equal(replica.fault(), null)

  const inside = await db.tx(async (tx) => {
    await tx.rows(sql`insert into entry default values`)
    return (await listReads(tx).rows<Listed>(list))[0]!
  })
  assert.deepEqual(inside, { fromStandby: false, entries: ++written }, 'a transaction reads what it wrote')
  await assert.rejects(db.lists().rows(sql`select nothing_here`), /nothing_here/)
  await until(() => isFromStandby(db), 'a faulty statement is no fault of the standby')

  await ask(pair.standby, 'select pg_promote()')
  await ask(pair.standby, 'insert into entry select from generate_series(1, 100)')
  for (let i = 0; i < 5; i++) {
    await writeAndRead()
    assert.equal(await isFromStandby(db), false, 'a standby that was promoted has another history')
  }

  await stop(pair.child)
  await until(async () => {
    await writeAndRead()
    return /reached/.test(replica.fault() ?? '')
  }, 'the loss is noticed')
  assert.ok(notices.some((text) => /cannot be reached/.test(text)))
})

test('a server that is no standby of this database is refused', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  const { settings } = await joinHere(t, dataDir)
  const primary = open(t, settings)
  const check = (other: ConnectionSettings) =>
    checkReplica({ primary, standby: open(t, other), onNotice: (message) => notices.push(message) })
  const notices: string[] = []
  const isFault = (pattern: RegExp) => (error: unknown) =>
    error instanceof StartFault && pattern.test(error.message) && error.fix.length > 0
  await assert.rejects(check(settings), isFault(/no standby/))
  await assert.rejects(check({ ...settings, database: 'template1' }), isFault(/another database/))
  await assert.rejects(check({ ...settings, database: 'nowhere' }), isFault(/cannot be used/))
  await check({ ...settings, host: join(dataDir, 'nowhere') })
  assert.match(notices.join(), /cannot be reached yet/)
})
