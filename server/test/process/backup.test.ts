import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFile, cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import { createExternalDatabase } from './external-database.ts'
import { picture, startImageSite } from './image-site.ts'
import {
  apiKey,
  databasePid,
  type Installation,
  makeInstallation,
  makeTemplate,
  type Server,
} from './stoa.ts'

const template = await makeTemplate()

const busy = { STOA_RATE_LIMIT: '1000000', STOA_ALLOW_PRIVATE: '127.0.0.1/32' }

/** Creates users until it is stopped; knows those it requested and those that were acknowledged. */
function startWriter(server: Server) {
  const requested: string[] = []
  const reported: string[] = []
  let isOver = false
  const work = Array.from({ length: 4 }, async (_, worker) => {
    for (let i = 0; !isOver; i++) {
      const name = `writer${worker}-${i}`
      requested.push(name)
      assert.equal((await server.call('POST', '/external-users', { name })).status, 200)
      reported.push(name)
    }
  })
  return {
    request: requested,
    reported,
    async stop() {
      isOver = true
      await Promise.all(work)
    },
  }
}

async function addUserWithImage(server: Server, t: Parameters<typeof startImageSite>[0]): Promise<string> {
  const site = await startImageSite(t)
  const metadata = { profile: { photoUrl: site.url } }
  const { body } = await server.call('POST', '/external-users', { name: 'pictured', metadata })
  const refreshed = server.call('POST', `/external-users/${body.data.id}/refresh-avatar`)
  await until(() => site.waiting.length > 0, 'the fetch of the picture')
  site.respond()
  assert.equal((await refreshed).body.data.refreshed, true)
  return body.data.id
}

async function assertImage(server: Server, id: string): Promise<void> {
  const response = await fetch(`${server.line.api}/external-users/${id}/avatar`, {
    headers: { 'x-api-key': apiKey },
  })
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), picture)
}

/** Users and their entries in the audit log are written together, so neither may be there without the other. */
async function assertWhole(server: Server): Promise<Set<string>> {
  const users = (await server.listAll('/external-users')).filter(
    ({ name }) => name !== 'project_default_user',
  )
  const entries = (await server.listAll('/audit-log')).filter(
    ({ action }) => action === 'external_user.created',
  )
  const ids = (list: string[]) => list.sort((a, b) => (a < b ? -1 : 1))
  assert.deepEqual(ids(users.map(({ id }) => id)), ids(entries.map(({ target }) => target.id)))
  return new Set(users.map(({ name }) => name))
}

async function backUp(
  installation: Installation,
  directory: string,
  env: Record<string, string>,
  more: string[] = [],
) {
  const run = await installation.run(['backup', directory, '--json', ...more], env)
  assert.equal(run.code, 0, run.stderr)
  return JSON.parse(run.stdout) as { rows: number; files: number; hasSecrets: boolean }
}

test('a backup of a server at work is whole, and restored elsewhere it is the same installation', async (t) => {
  const installation = await makeInstallation(t)
  await template.copyTo(installation.dataDir)
  const server = await installation.start({ STOA_DATA_DIR: installation.dataDir, ...busy })
  const userWithImage = await addUserWithImage(server, t)
  const writer = startWriter(server)
  await until(() => writer.reported.length > 20, 'some users')
  const before = [...writer.reported]
  const directory = join(installation.directory, 'backups', 'first')
  const saved = await backUp(installation, directory, { STOA_DATA_DIR: installation.dataDir })
  await until(() => writer.reported.length > before.length, 'users made after the backup')
  await writer.stop()
  assert.deepEqual({ files: saved.files, hasSecrets: saved.hasSecrets }, { files: 1, hasSecrets: true })
  assert.deepEqual(
    await readdir(join(installation.directory, 'backups')),
    ['first'],
    'nothing unfinished beside it',
  )
  assert.equal((await stat(directory)).mode & 0o077, 0)
  assert.equal((await stat(join(directory, 'secrets.json'))).mode & 0o777, 0o600)
  assert.equal((await server.stop()).code, 0)

  const elsewhere = { STOA_DATA_DIR: join(installation.directory, 'elsewhere'), ...busy }
  const unsolicited = await installation.run(['restore', directory], elsewhere)
  assert.match(unsolicited.stderr, /would be restored into .*--yes/)
  // As a restore leaves it that is broken off before the database has arrived.
  await cp(join(directory, 'blobs'), join(elsewhere.STOA_DATA_DIR, 'blobs'), { recursive: true })
  await cp(join(directory, 'secrets.json'), join(elsewhere.STOA_DATA_DIR, 'secrets.json'))
  const restored = await installation.run(['restore', directory, '--yes', '--json'], elsewhere)
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal(JSON.parse(restored.stdout).rows, saved.rows)
  assert.equal(await databasePid(elsewhere.STOA_DATA_DIR), null)

  const copy = await installation.start(elsewhere)
  const names = await assertWhole(copy)
  for (const name of before) assert.ok(names.has(name), `${name} was acknowledged before the backup began`)
  names.delete('pictured')
  for (const name of names) assert.ok(writer.request.includes(name), `${name} was not requested`)
  await assertImage(copy, userWithImage)
  assert.equal((await copy.call('POST', '/external-users', { name: 'new' })).body.data.created, true)
  await copy.stop()

  const again = await installation.run(['restore', directory, '--yes'], elsewhere)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^stoa: there is an installation in .* already: .*\n$/)
})

test(
  'a backup that is damaged, or whose key is missing, is refused before anything is made',
  inLongRun,
  async (t) => {
    const installation = await makeInstallation(t)
    await template.copyTo(installation.dataDir)
    const server = await installation.start({ STOA_DATA_DIR: installation.dataDir, ...busy })
    await addUserWithImage(server, t)
    await server.stop()
    const directory = join(installation.directory, 'backup')
    assert.equal(
      (await backUp(installation, directory, { STOA_DATA_DIR: installation.dataDir }, ['--without-secrets']))
        .hasSecrets,
      false,
    )
    const target = join(installation.directory, 'target')
    const restore = (env = {}) =>
      installation.run(['restore', directory, '--yes'], { STOA_DATA_DIR: target, ...env })

    assert.match((await restore()).stderr, /does not hold the master key .*STOA_SECRET_KEY/)
    const other = randomBytes(32).toString('base64')
    assert.match((await restore({ STOA_SECRET_KEY: other })).stderr, /another master key/)

    const { key } = JSON.parse(await readFile(join(directory, 'blobs.jsonl'), 'utf8')) as { key: string }
    const blob = join(directory, 'blobs', ...key.split('/'))
    await appendFile(blob, 'x')
    assert.match((await restore()).stderr, /the backup is damaged: blobs\/avatars/)
    await writeFile(blob, picture)
    await appendFile(join(directory, 'database', 'manifest.json'), ' ')
    assert.match((await restore()).stderr, /the backup is damaged: database\/manifest.json/)
    await assert.rejects(stat(target), { code: 'ENOENT' })
  },
)

test(
  'the embedded database moves to another server, and the installation continues there',
  inLongRun,
  async (t) => {
    const installation = await makeInstallation(t)
    await template.copyTo(installation.dataDir)
    const embedded = { STOA_DATA_DIR: installation.dataDir, ...busy }
    const env = { ...embedded, DATABASE_URL: await createExternalDatabase() }
    const server = await installation.start(embedded)
    const userWithImage = await addUserWithImage(server, t)
    const refused = await installation.run(['export'], env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^stoa: a server .* is running: stop it .*--while-running.*\n$/)
    await server.stop()

    const moved = await installation.run(['export', '--json'], env)
    assert.equal(moved.code, 0, moved.stderr)
    assert.equal(JSON.parse(moved.stdout).isComplete, true)
    assert.equal(await databasePid(installation.dataDir), null)

    const there = await installation.start(env)
    assert.equal(await databasePid(installation.dataDir), null, 'the embedded one is not needed any more')
    assert.ok((await assertWhole(there)).has('pictured'))
    await assertImage(there, userWithImage)
    assert.equal((await there.call('POST', '/external-users', { name: 'new' })).body.data.created, true)
    const status = await installation.run(['status', '--json'], env)
    assert.equal(JSON.parse(status.stdout).database.kind, 'external')
    const { code, stdout } = await installation.run(['doctor', '--json'], env)
    assert.equal(code, 0, stdout)
    assert.equal((await there.stop()).code, 0)

    const twice = await installation.run(['export'], env)
    assert.match(twice.stderr, /not empty/)

    const directory = join(installation.directory, 'backup')
    await backUp(installation, directory, env)
    const other = {
      ...env,
      STOA_DATA_DIR: join(installation.directory, 'other'),
      DATABASE_URL: await createExternalDatabase(),
    }
    const restored = await installation.run(['restore', directory, '--yes', '--json'], other)
    assert.equal(restored.code, 0, restored.stderr)
    const copy = await installation.start(other)
    assert.ok((await assertWhole(copy)).has('new'))
    await assertImage(copy, userWithImage)
    await copy.stop()
    assert.match((await installation.run(['restore', directory, '--yes'], other)).stderr, /in use already/)
  },
)
