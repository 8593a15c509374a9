import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createExternalDatabase } from '../process/external-database.ts'
import { apiKey, freePort, makeInstallation } from '../process/stoa.ts'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'

// Where Debian has it.
const program = '/usr/sbin/pgbouncer'
const isInstalled = spawnSync(program, ['--version']).status === 0
const skip = isInstalled ? inLongRun.skip : 'PgBouncer is not installed'

/** The server of the tests has a socket that no other account can open: a port on loopback that leads there. */
async function startRelay(socketPath: string): Promise<number> {
  const relay = createServer((client) => {
    const upstream = connect(socketPath)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  relay.unref()
  after(() => relay.close())
  return (relay.address() as AddressInfo).port
}

/** In transaction mode, with fewer sessions than a node has connections, so that they are shared all the time. */
async function startPgBouncer(directUrl: string): Promise<string> {
  const { username, password, pathname, port, searchParams } = new URL(directUrl)
  const host = searchParams.get('host')!
  const directory = await mkdtemp(join(tmpdir(), 'stoa-pgbouncer-'))
  const ownPort = await freePort()
  const database = pathname.slice(1)
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`
  const server = host.startsWith('/')
    ? `127.0.0.1 port=${await startRelay(join(host, `.s.PGSQL.${port || 5432}`))}`
    : `${host} port=${port || 5432}`
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${database} = host=${server} dbname=${database} user=${username}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
  )
  await chmod(directory, 0o755)
  // It refuses to be root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn(program, ['-q', file], { ...account, stdio: ['ignore', 'ignore', 'inherit'] })
  after(async () => {
    child.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer exited with ${child.exitCode}`)
    const client = connect(ownPort, '127.0.0.1')
    const isOpen = await once(client, 'connect').then(
      () => true,
      () => false,
    )
    client.destroy()
    return isOpen
  }, 'PgBouncer accepts connections')
  return `postgres://${username}@127.0.0.1:${ownPort}/${database}`
}

test('two nodes behind PgBouncer in transaction mode do what they do without it', { skip }, async (t) => {
  const installation = await makeInstallation(t)
  const directUrl = await createExternalDatabase({ isMigrated: true })
  const env = {
    STOA_DATA_DIR: installation.dataDir,
    DATABASE_URL: await startPgBouncer(directUrl),
    STOA_DATABASE_DIRECT_URL: directUrl,
    STOA_API_KEY: apiKey,
  }
  const one = await installation.start(env)
  const other = await installation.start(env)

  // Transactions of both nodes share four sessions.
  const created = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      (i % 2 ? one : other).call('POST', '/external-users', { name: `user-${i}` }),
    ),
  )
  assert.deepEqual([...new Set(created.map(({ status }) => status))], [200])
  assert.match(created[0]!.body.data.createdAt, /^\d{4}-\d\d-\d\dT.*Z$/)
  const key = { 'idempotency-key': 'same' }
  const same = await Promise.all(
    [one, other, one, other].map((node) => node.call('POST', '/external-users', { name: 'once' }, key)),
  )
  assert.equal(new Set(same.filter(({ status }) => status === 200).map(({ body }) => body.data.id)).size, 1)

  // A run, and a notification from one node to the other: a stream ends when its key is revoked elsewhere.
  const run = await one.call('POST', '/tools/execute/math_calculate', { arguments: { expression: '6 * 7' } })
  assert.equal(run.status, 200, JSON.stringify(run.body))
  const made = await one.call('POST', '/api-keys', { name: 'streams', role: 'admin' })
  const stream = await fetch(`${one.line.api}/events`, {
    headers: { 'x-api-key': made.body.data.key, accept: 'text/event-stream' },
  })
  assert.equal(stream.status, 200)
  await other.call('DELETE', `/api-keys/${made.body.data.id}`)
  await stream.text().catch(() => '')
  const revoked = await one.call('GET', '/users/profile', undefined, { 'x-api-key': made.body.data.key })
  assert.equal(revoked.status, 401)
  for (const node of [one, other]) assert.equal((await node.stop()).code, 0)
})
