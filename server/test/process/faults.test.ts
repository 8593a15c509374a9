import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { inLongRun, someOf } from '../size.ts'
import { apiKey, databasePid, freePort, makeInstallation, makeTemplate, type Run } from './stoa.ts'

const template = await makeTemplate()

/** One line with cause and fix, no stack, no other output, exit code 1. */
function assertFault({ code, stdout, stderr }: Run, expected: RegExp): void {
  assert.match(stderr, expected)
  assert.match(stderr, /^stoa: [^\n]+: [^\n]+\n$/, 'one line')
  assert.doesNotMatch(stderr, /\bat .*:\d+:\d+/, 'no stack')
  assert.equal(stdout, '')
  assert.equal(code, 1)
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

test('variables that are wrong are all named in one line, before anything is touched', async (t) => {
  const installation = await makeInstallation(t)
  const env = { STOA_DATA_DIR: installation.dataDir }
  const refused = (more: Record<string, string>) => installation.run(['start'], { ...env, ...more })

  const single: [Record<string, string>, RegExp][] = [
    [{ STOA_API_KEY: 'stoa_short' }, /STOA_API_KEY must .* at least 32 characters/],
    [{ PORT: '99999' }, /PORT must be a whole number/],
    [{ STOA_SECRET_KEY: 'changeme' }, /STOA_SECRET_KEY .*openssl rand -base64 32/],
  ]
  for (const [env, expected] of someOf(single, 1)) assertFault(await refused(env), expected)
  const several = await refused({
    PORT: 'http',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://root:hunter2@db/stoa',
    STOA_SECRET_KEY: 'changeme',
    STOA_BLOBS: 'ftp://files',
    STOA_ADMIN_EMAIL: 'ada@example.com',
  })
  assertFault(several, /PORT .*DATABASE_URL .*STOA_SECRET_KEY .*LOG_LEVEL .*STOA_ADMIN_EMAIL .*STOA_BLOBS /)
  assert.ok(!several.stderr.includes('hunter2'))
  assert.equal(await isThere(installation.dataDir), false)
})

test('a port that is taken is found out before a data directory is made, and costs no key', async (t) => {
  const installation = await makeInstallation(t)
  const occupant = createServer((_request, response) => response.end('not ours')).listen(0, '127.0.0.1')
  await new Promise((resolve) => occupant.once('listening', resolve))
  t.after(() => occupant.close())
  const { port } = occupant.address() as AddressInfo
  const env = { STOA_DATA_DIR: installation.dataDir, PORT: String(port) }
  assertFault(await installation.run(['start'], env), new RegExp(`port ${port} on 127.0.0.1 is in use`))
  assert.equal(await isThere(installation.dataDir), false)
  assertFault(
    await installation.run(['start'], { ...env, HOST: '192.0.2.1' }),
    /192\.0\.2\.1 is not an IP address/,
  )
})

test('a data directory that cannot be written', {
  skip: process.getuid?.() !== 0 && 'needs root to switch to another user',
}, async (t) => {
  const installation = await makeInstallation(t)
  const otherUser = { uid: 65534, gid: 65534 }
  const env = { STOA_DATA_DIR: join(installation.directory, 'roots', 'data'), PORT: '0' }
  await mkdir(join(installation.directory, 'roots'))
  assertFault(await installation.run(['start'], env, otherUser), /data directory .*STOA_DATA_DIR/)
  await mkdir(env.STOA_DATA_DIR)
  assertFault(await installation.run(['start'], env, otherUser), /data directory .*write access/)

  const file = join(installation.directory, 'file')
  await writeFile(file, '')
  assertFault(await installation.run(['start'], { STOA_DATA_DIR: file, PORT: '0' }), /file/)
})

test('a data directory in a place where none can be made', async (t) => {
  const installation = await makeInstallation(t)
  const dangling = join(installation.directory, 'dangling')
  await symlink(join(installation.directory, 'nowhere'), dangling)
  const places = [dangling, join(dangling, 'below')]
  if (process.platform === 'linux') places.push('/proc/stoa')
  for (const place of someOf(places, 2)) {
    const run = await installation.run(['start'], { STOA_DATA_DIR: place, PORT: '0' })
    assertFault(run, /cannot be created .*STOA_DATA_DIR/)
  }
})

test('a database server that is not there', async (t) => {
  const installation = await makeInstallation(t)
  const url = `postgres://stoa:hunter2@127.0.0.1:${await freePort()}/stoa`
  const run = await installation.run(['start'], {
    STOA_DATA_DIR: installation.dataDir,
    DATABASE_URL: url,
    PORT: '0',
  })
  assertFault(run, /the database cannot be reached.*DATABASE_URL/)
  assert.ok(!run.stderr.includes('hunter2'))
})

test('a master key that does not fit, or is lost, stops the start and makes nothing new', async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir, PORT: '0' }
  const keyFile = join(installation.dataDir, 'secrets.json')
  await rename(keyFile, `${keyFile}.kept`)
  assertFault(await installation.run(['start'], env), /secrets\.json is missing.*backup/)
  assert.equal(await isThere(keyFile), false, 'a new key would hide the loss')

  const other = randomBytes(32).toString('base64')
  assertFault(await installation.run(['start'], { ...env, STOA_SECRET_KEY: other }), /another master key/)
  assert.equal(await databasePid(installation.dataDir), null, 'the database does not stay behind')

  await rename(`${keyFile}.kept`, keyFile)
  const server = await installation.start({ ...env, STOA_SECRET_KEY: other })
  assert.equal((await server.call('GET', '/users/profile')).status, 200, 'the old key is still there to open')
  await server.stop()
})

test('a command that cannot be understood, or has nothing to work on, makes nothing', async (t) => {
  const installation = await makeInstallation(t)
  const env = { STOA_DATA_DIR: installation.dataDir }
  assertFault(await installation.run(['strat'], env), /unknown command "strat": did you mean "stoa start"/)
  const run = await installation.run(['key', 'create', 'default'], env)
  assertFault(run, /there is no installation in .*STOA_DATA_DIR/)
  assert.equal(await isThere(installation.dataDir), false)
  const { code, stderr } = await installation.run(['restore', 'nowhere', '--json'], env)
  assert.equal(code, 1)
  assert.match(JSON.parse(stderr).error, /there is no backup/)
})

test('a key in a variable is the key of an installation only at its first start', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const late = apiKey.replace('stoa_', 'stoa_late-')
  const server = await installation.start({ STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: late })
  assert.equal((await server.call('GET', '/users/profile', undefined, { 'x-api-key': late })).status, 401)
  assert.equal((await server.call('GET', '/users/profile')).status, 200)
  await server.stop()
})
