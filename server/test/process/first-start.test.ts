import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createHops, hopHeader } from '../../src/kernel/http/nodes/hop.ts'
import { loadMasterKeys } from '../../src/kernel/secrets/key-file.ts'
import { deriveKey } from '../../src/kernel/secrets/master-key.ts'
import { product } from '../../src/product.ts'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import {
  apiKey,
  databasePid,
  freePort,
  launcher,
  makeInstallation,
  makeTemplate,
  oldNode,
  type Server,
} from './stoa.ts'

const shell = async (line: string, env: Record<string, string> = {}) =>
  (await promisify(execFile)('sh', ['-c', line], { env: { PATH: process.env.PATH, ...env } })).stdout

const keyForm = /stoa_[\w-]{27,}/g

test('the first start shows the key once, and what it prints works unchanged', async (t) => {
  const installation = await makeInstallation(t, launcher)
  const env = { STOA_DATA_DIR: installation.dataDir }

  const first = await installation.startPlainly(env)
  const text = first.text()
  const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text)!
  assert.match(text, new RegExp(`${product.name} ${product.version} is running`))
  assert.ok(text.includes(`Data: ${installation.dataDir}`))
  assert.ok(text.includes(`API        ${address}/api/v1`))
  assert.ok(text.includes(`API docs   ${address}/docs`))
  const [dashboard] = /http:\S+\/setup#token=\S+/.exec(text)!
  const keys = new Set(text.match(keyForm))
  assert.equal(keys.size, 1, 'one key, shown beside its name and in the line to try')
  const [key] = keys

  const [curl] = /curl .*/.exec(text)!
  assert.equal(JSON.parse(await shell(`${curl} -s`)).data.project.slug, 'default')
  assert.equal((await fetch(dashboard)).status, 200)
  assert.equal((await fetch(`${address}/docs`)).status, 200)
  assert.equal((await stat(join(installation.dataDir, 'secrets.json'))).mode & 0o777, 0o600)
  assert.equal((await stat(installation.dataDir)).mode & 0o077, 0)
  const ended = await first.stop('SIGINT')
  assert.equal(ended.code, 0)
  assert.equal(ended.stderr, '')
  assert.equal(await databasePid(installation.dataDir), null)

  const second = await installation.startPlainly(env)
  assert.equal(second.text().match(keyForm), null)
  assert.match(second.text(), /\/setup#token=/, 'the link of the first start has not been used')
  const [line] = /curl .*/.exec(second.text())!
  assert.equal(JSON.parse(await shell(`${line} -s`, { STOA_API_KEY: key! })).success, true)
  await second.stop()
  assert.equal(second.text().match(keyForm), null, 'nor does it turn up in the log')

  // What is printed as JSON, the start below shows too.
  if (inLongRun.skip) return
  const third = await installation.start(env)
  assert.equal(third.line.apiKey, null)
  assert.equal(third.line.version, product.version)
  const { stdout, stderr, code } = await third.stop()
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout), third.line, 'with --json the start line is all of the output')
  for (const logLine of stderr.trim().split('\n')) assert.ok(JSON.parse(logLine).time)
})

/**
 * One first start for the tests below: of root, in a directory that is closed to everyone else, with key and account from
 * variables, and with requests from the moment it begins.
 */
describe('a first start without a terminal', () => {
  const cleanUps: (() => unknown)[] = []
  const account = { email: 'Ada@Example.com', password: 'a long password of hers' }
  const responses = new Set<string>()
  let server: Server
  let dataDir: string

  before(async () => {
    const later: Pick<TestContext, 'after'> = {
      after: (act) => void (act && cleanUps.push(act as () => unknown)),
    }
    const installation = await makeInstallation(later, launcher)
    const closed = join(installation.directory, 'closed')
    await mkdir(closed)
    await chmod(closed, 0o700)
    dataDir = join(closed, 'data')
    const port = await freePort()
    const starting = installation.start({
      STOA_DATA_DIR: dataDir,
      STOA_API_KEY: apiKey,
      STOA_ADMIN_EMAIL: account.email,
      STOA_ADMIN_PASSWORD: account.password,
      PORT: String(port),
    })
    starting.catch(() => undefined)
    const ask = async (path: string): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'x-api-key': apiKey },
      }).catch(() => null)
      if (!response) return 0
      const body = (await response.json()) as { error?: { code: string } }
      responses.add(`${response.status} ${body.error?.code ?? 'ok'}`)
      return response.status
    }
    await until(async () => (await ask('/api/v1/users/profile')) === 200, 'the first response', 120_000)
    assert.equal(await ask('/readyz'), 200)
    server = await starting
  })
  after(async () => {
    for (const act of cleanUps) await act()
  })

  test('no request is served before the first start is over, and then all are', async () => {
    assert.deepEqual(
      [...responses].filter((each) => each !== '503 starting'),
      ['200 ok'],
    )
    const { body } = await server.call('GET', '/../../readyz')
    assert.deepEqual(Object.keys(body.checks).sort(), [
      'database',
      'notifications',
      'queue',
      'sandbox',
      'scheduler',
    ])
    await until(async () => {
      const { checks } = (await server.call('GET', '/../../readyz')).body
      return checks.queue === 'ok' && checks.scheduler === 'ok'
    }, 'the queue and the scheduler being at work')
  })

  test('key and account come from variables and are not shown', async () => {
    assert.equal(server.line.apiKey, null)
    assert.match(server.line.dashboard, /:\d+\/$/, 'no link to set up what is set up')
    assert.equal((await server.call('GET', '/users/profile')).body.data.email, 'ada@example.com')
    assert.equal((await server.call('POST', '/auth/sign-in', account)).status, 200)
    const { stdout, stderr, code } = await server.stop()
    assert.equal(code, 0)
    for (const secret of [apiKey, account.password]) {
      assert.ok(!stdout.includes(secret))
      assert.ok(!stderr.includes(secret))
    }
  })

  test('root can start it below a directory that is closed to everyone else', {
    skip: process.getuid?.() !== 0 && 'only root',
  }, async () => {
    assert.equal((await stat(join(dataDir, '..'))).mode & 0o777, 0o700)
    assert.equal(await databasePid(dataDir), null, 'and it leaves no database behind')
  })
})

test('an older Node starts the one that comes with the product', async (t) => {
  const node = await oldNode()
  if (node === null) return t.skip('the Node of this machine is new enough')
  const { stdout } = await promisify(execFile)(node, [launcher, '--version'])
  assert.equal(stdout, `${product.name} ${product.version}\n`)
  // The supervisor is tested with it, which is the same way.
  if (inLongRun.skip) return

  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const server = await installation.start(
    { STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: apiKey },
    { node, isGroup: true },
  )
  assert.equal((await server.call('GET', '/users/profile')).status, 200)
  // As Ctrl+C does: every process of the terminal gets it, and the launcher forwards its own as well.
  process.kill(-server.pid, 'SIGINT')
  assert.equal((await server.end()).code, 0)
  assert.equal(await databasePid(installation.dataDir), null)
})

test('a worker serves health checks, what nodes forward, and nothing else', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const server = await installation.start({ STOA_DATA_DIR: installation.dataDir, STOA_ROLE: 'worker' })
  const origin = new URL(server.line.api).origin
  const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status
  assert.deepEqual(
    [await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/docs')],
    [200, 200, 404],
  )
  assert.equal((await server.call('GET', '/users/profile')).status, 404)
  const { current } = await loadMasterKeys({ dataDir: installation.dataDir })
  const hops = createHops({ clock: { now: () => new Date() }, key: deriveKey(current, 'node-hop') })
  const forwarded = { method: 'GET', url: '/api/v1/users/profile' }
  const hop = { [hopHeader]: hops.sign(forwarded, { ip: '203.0.113.7', isHttps: false }, null) }
  assert.equal((await server.call('GET', '/users/profile', undefined, hop)).status, 200)
  assert.equal((await server.stop()).code, 0)
})
