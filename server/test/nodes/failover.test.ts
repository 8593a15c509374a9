import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { apiKey, freePort, makeInstallation } from '../process/stoa.ts'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'

const programs = '/usr/lib/postgresql/15/bin'
const skip = existsSync(join(programs, 'pg_basebackup'))
  ? inLongRun.skip
  : 'the PostgreSQL 15 of Debian is not installed'
const run = promisify(execFile)
// It refuses to be root.
const account: { uid: number; gid: number } | null =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null

type Cluster = { port: number; directory: string; kill(): Promise<void> }

const urlOf = (port: number, database = 'postgres') => `postgres://stoa@127.0.0.1:${port}/${database}`

async function start(t: Pick<TestContext, 'after'>, directory: string, port: number): Promise<Cluster> {
  const args = ['-D', directory, '-p', String(port), '-k', '', '-h', '127.0.0.1']
  const child = spawn(join(programs, 'postgres'), args, { ...account, stdio: 'ignore' })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  t.after(kill)
  return { port, directory, kill }
}

async function sqlOn(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: urlOf(port), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const responds = (port: number) =>
  sqlOn(port, 'select 1').then(
    () => true,
    () => false,
  )

/** A primary that acknowledges nothing before its standby has it on disk. */
async function startPair(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'stoa-failover-'))
  t.after(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(root, 0o755)
  if (account !== null) await chown(root, account.uid, account.gid)
  const [first, second] = [join(root, 'first'), join(root, 'second')]
  const options = { ...account, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  await run(join(programs, 'initdb'), ['-D', first, '-U', 'stoa', '-A', 'trust', '-E', 'UTF8'], options)
  const primary = await start(t, first, await freePort())
  await until(() => responds(primary.port), 'the primary responds')
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'stoa']
  await run(
    join(programs, 'pg_basebackup'),
    [...from, '-D', second, '-R', '-X', 'stream', '-c', 'fast'],
    options,
  )
  await appendFile(
    join(second, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${primary.port} user=stoa application_name=second'\n`,
  )
  const standby = await start(t, second, await freePort())
  await until(() => responds(standby.port), 'the standby responds')
  await sqlOn(primary.port, "alter system set synchronous_standby_names = 'second'")
  await sqlOn(primary.port, 'select pg_reload_conf()')
  await until(
    async () =>
      (await sqlOn(primary.port, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 1,
    'the standby is synchronous',
  )
  await sqlOn(primary.port, 'create database stoa')
  return { primary, standby }
}

/** The address that follows the primary, as a virtual IP address or a proxy does. */
async function startAddress(t: TestContext, port: number) {
  let target = port
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(other: number) {
      target = other
    },
  }
}

test('a failover to a synchronous standby loses nothing acknowledged, and the server continues by itself', {
  skip,
}, async (t) => {
  const { primary, standby } = await startPair(t)
  const address = await startAddress(t, primary.port)
  const installation = await makeInstallation(t)
  const server = await installation.start({
    STOA_DATA_DIR: installation.dataDir,
    DATABASE_URL: urlOf(address.port, 'stoa'),
    STOA_API_KEY: apiKey,
    STOA_RATE_LIMIT: '1000000',
    STOA_PIECES: '0',
  })

  const acknowledged: string[] = []
  const refusals = new Set<number>()
  let isOver = false
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      const name = `user-${writer}-${i}`
      const response = await server.call('POST', '/external-users', { name }).catch(() => null)
      if (response?.status === 200) acknowledged.push(name)
      else if (response) refusals.add(response.status)
    }
  })
  await until(() => acknowledged.length > 50, 'writes before the failover')
  await primary.kill()
  await sqlOn(standby.port, 'select pg_promote()')
  address.moveTo(standby.port)
  const before = acknowledged.length
  await until(() => acknowledged.length > before + 50, 'writes after the failover')
  isOver = true
  await Promise.all(writers)

  const stored = new Set((await server.listAll('/external-users')).map(({ name }) => name))
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  )
  assert.deepEqual(
    [...refusals].filter((status) => status !== 503),
    [],
  )
  assert.equal((await server.stop()).code, 0)
})
