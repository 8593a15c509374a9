import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import { databasePid, freePort, makeInstallation, makeTemplate, type Run } from './stoa.ts'

const template = await makeTemplate()

function parse({ stdout, stderr }: Run) {
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

type Finding = { check: string; state: string; finding: string; fix?: string }

/** Notes the key of the first request, and responds with a status or not at all. */
async function startWitness(t: TestContext, status: number | null) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const witness = createServer((request, response) => {
    resolve(String(request.headers['x-api-key']))
    if (status !== null) response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(witness, 'listening')
  t.after(() => {
    witness.closeAllConnections()
    witness.close()
  })
  return { url: `http://127.0.0.1:${(witness.address() as AddressInfo).port}`, key: promise }
}

async function startForCommands(t: TestContext) {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir, PORT: String(await freePort()) }
  return { installation, env, server: await installation.start(env) }
}

test('beside a running server: status, projects and keys', async (t) => {
  const { installation, env, server } = await startForCommands(t)
  const pid = await databasePid(installation.dataDir)

  const status = parse(await installation.run(['status', '--json'], env))
  assert.equal(status.server.answers, true)
  assert.deepEqual(
    { state: status.database.state, pid: status.database.pid, pending: status.database.schema.pending },
    { state: 'running', pid, pending: [] },
  )
  assert.equal(status.urls.api, server.line.api)

  const project = parse(await installation.run(['project', 'create', 'Acme Ltd', '--json'], env))
  const profile = await server.call('GET', '/users/profile', undefined, { 'x-api-key': project.apiKey })
  assert.deepEqual(profile.body.data.project, { id: project.id, name: 'Acme Ltd', slug: 'acme-ltd' })
  assert.equal(profile.body.data.role, 'admin')
  const twice = await installation.run(['project', 'create', 'Acme Ltd'], env)
  assert.equal(twice.code, 1)
  assert.match(twice.stderr, /^stoa: .*acme-ltd.* already exists: .*\n$/)

  const key = parse(
    await installation.run(
      [
        'key',
        'create',
        'acme-ltd',
        '--role',
        'member',
        '--scopes',
        'external-users:read',
        '--expires',
        '30d',
        '--json',
      ],
      env,
    ),
  )
  const withKey = { 'x-api-key': key.apiKey }
  assert.equal((await server.call('GET', '/external-users', undefined, withKey)).status, 200)
  assert.equal((await server.call('POST', '/external-users', { name: 'x' }, withKey)).status, 403)
  const days = (Date.parse(key.expiresAt) - Date.now()) / 86_400_000
  assert.ok(days > 29 && days <= 30, key.expiresAt)
  assert.equal((await server.stop()).code, 0)
})

test('beside a running server: links for accounts, the doctor and its attack', inLongRun, async (t) => {
  const { installation, env, server } = await startForCommands(t)
  const { url } = parse(await installation.run(['owner', 'reset', '--json'], env))
  const account = { email: 'owner@example.com', password: 'correct horse battery' }
  const reset = await fetch(`${server.line.api}/auth/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({ token: url.split('#token=')[1], ...account }),
  })
  assert.equal(reset.status, 200, await reset.text())

  const link = parse(await installation.run(['password', 'reset', 'Owner@example.com', '--json'], env))
  const forgotten = await server.call('POST', '/auth/reset-password', {
    token: new URLSearchParams(new URL(link.url).hash.slice(1)).get('token'),
    password: 'another horse battery',
  })
  assert.equal(forgotten.status, 200, JSON.stringify(forgotten.body))
  const nobody = await installation.run(['password', 'reset', 'nobody@example.com'], env)
  assert.equal(nobody.code, 1)
  assert.match(nobody.stderr, /no account has the email address "nobody@example.com": invite the person/)

  const { code, stdout } = await installation.run(['doctor', '--json'], env)
  assert.equal(code, 0, stdout)
  const findings = JSON.parse(stdout) as Finding[]
  assert.deepEqual(
    findings.filter(({ state }) => state !== 'ok'),
    [],
  )
  const attacked = await installation.run(
    ['doctor', '--attack', '--only', 'key-4,NET-5,CHT-2', '--json'],
    env,
  )
  assert.equal(attacked.code, 0, attacked.stderr)
  assert.deepEqual(
    parse(attacked).map(({ check, state }: Finding) => [check, state]),
    [
      ['KEY-4', 'ok'],
      ['NET-5', 'ok'],
      ['CHT-2', 'ok'],
    ],
  )
  const isDeleted = async (apiKey: string) =>
    (await server.call('GET', '/project', undefined, { 'x-api-key': apiKey })).status === 401
  const refusing = await startWitness(t, 500)
  const failed = await installation.run(['doctor', '--attack', '--url', refusing.url], env)
  assert.match(failed.stderr, /does not accept a key of this installation/)
  assert.ok(await isDeleted(await refusing.key), 'projects of an attack that failed are deleted')
  const silent = await startWitness(t, null)
  const broken = await installation.run(['doctor', '--attack', '--url', silent.url], env, {
    onLaunch: (child) => void silent.key.then(() => child.kill('SIGINT')),
  })
  assert.notEqual(broken.code, 0)
  assert.ok(await isDeleted(await silent.key), 'projects of an attack that was interrupted are deleted')
  const elsewhere = await installation.run(['doctor', '--attack', '--url', 'https://stoa.example.com'], env)
  assert.equal(elsewhere.code, 1)
  assert.match(elsewhere.stderr, /not on this machine: add --yes/)
  assert.match(findings.find(({ check }) => check === 'Port')!.finding, /is running/)
  assert.match(findings.find(({ check }) => check === 'Master key')!.finding, /fits the database/)
  assert.equal((await server.stop()).code, 0)
})

test('the doctor examines all of a broken installation and says what to fix', async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  await chmod(installation.dataDir, 0o755)
  await chmod(join(installation.dataDir, 'secrets.json'), 0o644)
  await writeFile(join(installation.dataDir, 'blobs'), 'a file where a directory should be')
  const occupant = createServer((_request, response) => response.end('not ours')).listen(0, '127.0.0.1')
  await new Promise((resolve) => occupant.once('listening', resolve))
  t.after(() => occupant.close())
  const env = {
    STOA_DATA_DIR: installation.dataDir,
    PORT: String((occupant.address() as AddressInfo).port),
    STOA_SECRET_KEY: 'changeme',
    STOA_RATE_LIMT: '5',
    LOG_LEVEL: 'loud',
  }
  const { code, stdout, stderr } = await installation.run(['doctor', '--json', '--start'], env)
  assert.equal(stderr, '')
  assert.equal(code, 2)
  const findings = JSON.parse(stdout) as Finding[]
  const of = (check: string) => findings.filter((finding) => finding.check === check)
  assert.deepEqual(
    of('Variables').map(({ state }) => state),
    ['fail', 'fail', 'warn'],
  )
  assert.match(of('Variables')[2]!.fix!, /did you mean STOA_RATE_LIMIT/)
  assert.deepEqual(
    ['Data directory', 'Port', 'Master key', 'Files', 'Database'].map((check) => of(check)[0]!.state),
    ['warn', 'fail', 'fail', 'fail', 'ok'],
  )
  assert.match(of('Data directory')[0]!.fix!, /chmod 700/)
  assert.match(of('Master key')[0]!.fix!, /chmod 600/)
  for (const { state, fix } of findings) assert.equal(fix !== undefined, state === 'warn' || state === 'fail')
  assert.equal(await databasePid(installation.dataDir), null, 'what it started it stops')
})

test('migrations can be applied, and looked at, before the first start', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  const env = { STOA_DATA_DIR: installation.dataDir }
  const planned = parse(await installation.run(['migrate', '--dry-run', '--json'], env))
  assert.ok(planned.pending.includes('0001_kernel'))
  const done = parse(await installation.run(['migrate', '--json'], env))
  assert.deepEqual(done.applied, planned.pending)
  assert.equal(done.version, planned.pending.at(-1))
  assert.equal(await databasePid(installation.dataDir), null)
  const { stdout } = await installation.run(['migrate'], env)
  assert.match(stdout, /^Nothing to do/)

  await rm(join(installation.dataDir, 'secrets.json'), { force: true })
  const project = parse(await installation.run(['project', 'create', 'Mine', '--json'], env))
  const server = await installation.start(env)
  assert.equal(server.line.apiKey, null, 'there is a project already')
  const { body } = await server.call('GET', '/users/profile', undefined, { 'x-api-key': project.apiKey })
  assert.equal(body.data.project.slug, 'mine')
  await server.stop()
})

test(
  'a backup that is interrupted leaves neither a directory nor a database server behind',
  inLongRun,
  async (t) => {
    const installation = await makeInstallation(t)
    await template.copyTo(installation.dataDir)
    const directory = join(installation.directory, 'backup')
    const { code } = await installation.run(
      ['backup', directory],
      { STOA_DATA_DIR: installation.dataDir },
      {
        async onLaunch(child) {
          await until(() => databasePid(installation.dataDir), 'the database')
          child.kill('SIGINT')
        },
      },
    )
    assert.equal(code, 130)
    assert.equal(await databasePid(installation.dataDir), null)
    await assert.rejects(rm(`${directory}.partial`), { code: 'ENOENT' })
    await assert.rejects(rm(directory), { code: 'ENOENT' })
  },
)

test('a rotated master key still opens what the old one sealed', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir }
  const keep = (server: Awaited<ReturnType<typeof installation.start>>) =>
    server.call('POST', '/external-users', { name: 'sealed' }, { 'idempotency-key': 'kept-before' })
  const before = await installation.start(env)
  const first = await keep(before)
  await before.stop()
  const rotated = parse(await installation.run(['secrets', 'rotate', '--json'], env))
  assert.equal(rotated.previous.length, 1)
  assert.notEqual(rotated.current, rotated.previous[0])
  const after = await installation.start(env)
  const replayed = await keep(after)
  assert.deepEqual(replayed.body, first.body)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  const refused = await installation.run(['secrets', 'rotate'], {
    ...env,
    STOA_SECRET_KEY: randomBytes(32).toString('base64'),
  })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /STOA_SECRET_KEY/)
})
