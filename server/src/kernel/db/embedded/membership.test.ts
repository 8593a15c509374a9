import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { inLongRun, sizeOf } from '../../../../test/size.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { embeddedStatus } from './index.ts'
import { findProcess } from './machine/live-process.ts'
import { embeddedPaths } from './machine/paths.ts'
import { findPostmaster } from './postmaster.ts'
import { ask, joinHere, makeDataFolder, makeTemplate, startMember, until } from './testing.ts'

const template = makeTemplate()

async function makeDatabase(t: TestContext): Promise<string> {
  const { dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  return dataDir
}

async function pidOf(dataDir: string): Promise<number> {
  const server = await findPostmaster(embeddedPaths(dataDir))
  assert.ok(server, 'no server runs')
  return server.pid
}

async function countGuards(settings: ConnectionSettings): Promise<number> {
  const [row] = await ask<{ guards: number }>(
    settings,
    "select count(*)::int as guards from pg_stat_activity where application_name = 'stoa-guard'",
  )
  return row!.guards
}

const isServing = (settings: ConnectionSettings): Promise<boolean> =>
  ask(settings, 'select').then(
    () => true,
    () => false,
  )

test('of processes that start concurrently on an empty directory one starts the server, and the last one stops it', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  const members = Array.from({ length: 4 }, () => startMember(t, dataDir))
  const outcomes = await Promise.all(
    members.map(({ lines }) => until(() => lines.find((line) => ['started', 'adopted'].includes(line)))),
  )
  assert.deepEqual(outcomes.sort(), ['adopted', 'adopted', 'adopted', 'started'])
  const pid = await pidOf(dataDir)
  for (const [i, member] of members.entries()) {
    assert.equal(await pidOf(dataDir), pid, `before ${i} left`)
    member.order('leave')
    await member.logged('left')
  }
  assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
})

test('a process that was killed no longer counts', async (t) => {
  const dataDir = await makeDatabase(t)
  const member = startMember(t, dataDir)
  await member.logged('started')
  const { settings, adopted, leave } = await joinHere(t, dataDir)
  assert.equal(adopted, true)
  assert.equal(await countGuards(settings), 2)
  await member.kill()
  await until(async () => (await countGuards(settings)) === 1)
  await leave()
  assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
})

const rounds = sizeOf({ short: 3, long: 8 })

test(
  'leaving and joining at the same moment never leaves the newcomer without a server',
  inLongRun,
  async (t) => {
    const dataDir = await makeDatabase(t)
    let current = await joinHere(t, dataDir)
    for (let round = 0; round < rounds; round++) {
      const [next] = await Promise.all([joinHere(t, dataDir), current.leave()])
      assert.ok(await isServing(next.settings), `round ${round}`)
      assert.deepEqual(next.notices, [])
      current = next
    }
    await current.leave()
    assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
  },
)

test('leaving twice is leaving once', inLongRun, async (t) => {
  const dataDir = await makeDatabase(t)
  const [first, second] = [await joinHere(t, dataDir), await joinHere(t, dataDir)]
  const leaving = first.leave()
  assert.equal(first.leave(), leaving)
  await leaving
  assert.ok(await isServing(second.settings))
  await second.leave()
})

test('what was acknowledged survives the sudden death of the process and of the server', async (t) => {
  const dataDir = await makeDatabase(t)
  const insertUntilKilled = async (kill: (member: ReturnType<typeof startMember>) => Promise<void>) => {
    const member = startMember(t, dataDir)
    const ackedBy = () =>
      member.lines.filter((line) => line.startsWith('acked ')).map((line) => Number(line.slice(6)))
    await until(() => member.lines.find((line) => ['started', 'adopted'].includes(line)))
    member.order('insert')
    await until(() => ackedBy().length > 200)
    await kill(member)
    await member.kill()
    return ackedBy()
  }
  const acked = [
    ...(await insertUntilKilled((member) => member.kill())),
    ...(await insertUntilKilled(async () => {
      process.kill(await pidOf(dataDir), 'SIGKILL')
    })),
  ]
  const { settings, leave } = await joinHere(t, dataDir)
  const rows = await ask<{ n: string }>(settings, 'select n from acked')
  const found = new Set(rows.map(({ n }) => Number(n)))
  assert.ok(acked.length > 400)
  assert.deepEqual(
    acked.filter((n) => !found.has(n)),
    [],
  )
  await leave()
})

test('a server that was killed or stopped under us comes back', async (t) => {
  const dataDir = await makeDatabase(t)
  const { settings, leave, notices } = await joinHere(t, dataDir)
  for (const signal of ['SIGKILL', 'SIGINT', 'SIGQUIT'] as const) {
    const pid = await pidOf(dataDir)
    notices.length = 0
    process.kill(pid, signal)
    await until(() => notices.includes('The embedded PostgreSQL was started again'))
    assert.equal(notices[0], 'The connection to the embedded PostgreSQL was lost')
    assert.notEqual(await pidOf(dataDir), pid)
    assert.ok(await isServing(settings), signal)
  }
  await leave()
  assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
})

test('a server whose guard alone was cut off keeps running', inLongRun, async (t) => {
  const dataDir = await makeDatabase(t)
  const { settings, leave, notices } = await joinHere(t, dataDir)
  const pid = await pidOf(dataDir)
  await ask(
    settings,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stoa-guard'",
  )
  await until(() => notices.includes('The embedded PostgreSQL is there again'))
  assert.equal(await pidOf(dataDir), pid)
  await leave()
  assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
})

test('a new server waits until the last process of the old one has ended', inLongRun, async (t) => {
  const dataDir = await makeDatabase(t)
  const { settings, leave, notices } = await joinHere(t, dataDir)
  const busy = new pg.Client(settings)
  busy.on('error', () => {})
  await busy.connect()
  const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]!.pid
  await busy.query('set statement_timeout = 20000')
  // A process that computes does not look whether its server is still there.
  const computing = busy.query('do $$ begin loop perform 1; end loop; end $$').catch(() => {})
  process.kill(await pidOf(dataDir), 'SIGKILL')
  await until(() => notices.includes('Waiting for the processes of the previous embedded PostgreSQL to end'))
  assert.ok(await findProcess(pid))
  assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
  process.kill(pid, 'SIGTERM')
  await until(() => notices.includes('The embedded PostgreSQL was started again'))
  assert.equal(await findProcess(pid), null)
  await computing
  assert.ok(await isServing(settings))
  await leave()
})

test('files that vanish under us are not replaced by empty ones, and leaving works all the same', async (t) => {
  const dataDir = await makeDatabase(t)
  const { cluster } = embeddedPaths(dataDir)
  const { leave, notices } = await joinHere(t, dataDir)
  const pid = await pidOf(dataDir)
  await rename(cluster, `${cluster}-moved`)
  process.kill(pid, 'SIGQUIT')
  await until(() => notices.filter((notice) => /could not be started again/.test(notice)).length > 1)
  assert.equal((await embeddedStatus(dataDir)).state, 'absent')
  await leave()
  await rename(`${cluster}-moved`, cluster)
  const again = await joinHere(t, dataDir)
  assert.ok(await isServing(again.settings))
  await again.leave()
})

test('a database that went missing is made again', inLongRun, async (t) => {
  const dataDir = await makeDatabase(t)
  const first = await joinHere(t, dataDir)
  await ask({ ...first.settings, database: 'postgres' }, 'drop database stoa')
  const second = await joinHere(t, dataDir)
  assert.ok(await isServing(second.settings))
  await Promise.all([first.leave(), second.leave()])
})
