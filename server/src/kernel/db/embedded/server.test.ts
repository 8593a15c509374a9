import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { inLongRun, someOf } from '../../../../test/size.ts'
import { StartFault } from '../../start-fault.ts'
import { locateBinaries } from './binaries/binaries.ts'
import { embeddedStatus, joinEmbedded } from './index.ts'
import { findProcess } from './machine/live-process.ts'
import { embeddedPaths } from './machine/paths.ts'
import { findPostmaster } from './postmaster.ts'
import {
  ask,
  atEnd,
  joinHere,
  makeDataFolder,
  makeTemplate,
  makeZombie,
  startMember,
  until,
} from './testing.ts'

const run = promisify(execFile)
const isRoot = process.getuid!() === 0
const asRoot = { skip: !isRoot && 'needs root' }
const nobody = { uid: 65534, gid: 65534 }
const template = makeTemplate()

test('a server is created, serves, stops, and still has all data after a restart', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  assert.deepEqual(await embeddedStatus(dataDir), { state: 'absent', major: 18 })
  await assert.rejects(stat(dataDir), /ENOENT/)

  const states: string[] = []
  const onSpawn = () =>
    states.push(existsSync(join(embeddedPaths(dataDir).cluster, 'PG_VERSION')) ? 'start' : 'make')
  const first = await joinEmbedded({ dataDir, onNotice: () => {}, onSpawn })
  atEnd(t, first.leave)
  assert.deepEqual([first.adopted, first.isNew], [false, true])
  assert.deepEqual(states, ['make', 'start'], 'called as soon as there is something to wait for')
  const { user, database, host } = first.settings
  assert.deepEqual([user, database, host], ['stoa', 'stoa', embeddedPaths(dataDir).socketDir])
  await ask(first.settings, "create table kept as select 'yes' as result")
  const running = await embeddedStatus(dataDir)
  assert.equal(running.state, 'running')
  assert.ok(running.sizeBytes! > 1_000_000)
  await first.leave()
  assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
  assert.equal(await findProcess(running.pid!), null)

  const second = await joinEmbedded({ dataDir, onNotice: () => {} })
  atEnd(t, second.leave)
  assert.equal(second.isNew, false)
  assert.deepEqual(await ask(second.settings, 'select result from kept'), [{ result: 'yes' }])
  await second.leave()
})

test('the server is durable, private and independent of the system it runs on', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  const { settings, leave } = await joinHere(t, dataDir)
  const names = [
    'fsync',
    'full_page_writes',
    'data_checksums',
    'server_encoding',
    'listen_addresses',
    'TimeZone',
  ]
  names.push('shared_buffers', 'max_connections', 'jit', 'io_method', 'unix_socket_permissions')
  const list = names.map((name) => `'${name}'`).join()
  const rows = await ask<{ name: string; value: string }>(
    settings,
    `select name, current_setting(name) as value from pg_settings where name in (${list})`,
  )
  assert.deepEqual(Object.fromEntries(rows.map(({ name, value }) => [name, value])), {
    fsync: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    server_encoding: 'UTF8',
    listen_addresses: '',
    TimeZone: 'UTC',
    shared_buffers: '40MB',
    max_connections: '100',
    jit: 'off',
    io_method: 'sync',
    unix_socket_permissions: '0700',
  })
  const [locale] = await ask(
    settings,
    'select datlocprovider, datlocale from pg_database where datname = current_database()',
  )
  assert.deepEqual(locale, { datlocprovider: 'b', datlocale: 'C.UTF-8' })

  const paths = embeddedPaths(dataDir)
  assert.equal((await lstat(paths.socketDir)).mode & 0o777, 0o700)
  assert.equal((await lstat(paths.logFile)).mode & 0o777, 0o600)
  const server = await findPostmaster(paths)
  assert.notEqual(server?.uid, 0)
  if (process.platform === 'linux') {
    const environment = await readFile(`/proc/${server?.pid}/environ`, 'utf8')
    assert.deepEqual(
      environment
        .split('\0')
        .map((entry) => entry.split('=')[0])
        .filter((name) => !/^PG|^$/.test(name!)),
      ['TZ', 'LC_ALL', 'PATH'],
    )
  }
  await leave()
})

test('what users send stays out of the log, and a log grown too long starts again', inLongRun, async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  const { logFile } = embeddedPaths(dataDir)
  const first = await joinHere(t, dataDir)
  await assert.rejects(ask(first.settings, "select 'secret'::int"))
  await first.leave()
  assert.match(await readFile(logFile, 'utf8'), /ready to accept connections/)
  assert.doesNotMatch(await readFile(logFile, 'utf8'), /secret/)
  await writeFile(logFile, `older\n${'x'.repeat(11 * 1024 * 1024)}`)
  const second = await joinHere(t, dataDir)
  assert.ok((await stat(logFile)).size < 10_000)
  assert.match(await readFile(`${logFile}.1`, 'utf8'), /^older/)
  await second.leave()
})

/** The binaries as npm unpacks them when install scripts may not run. */
async function unpackBinaries(target: string): Promise<void> {
  await run('cp', ['-a', locateBinaries(), target])
  await run('find', [target, '-type', 'l', '-delete'])
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777

test('an installation of root in a closed directory works and stays closed', {
  skip: asRoot.skip || inLongRun.skip,
}, async (t) => {
  const { folder } = await makeDataFolder(t)
  const closed = join(folder, 'closed')
  const [native, dataDir, sharedCopyDir] = [
    join(closed, 'native'),
    join(closed, 'data'),
    join(folder, 'copies'),
  ]
  await mkdir(dataDir, { recursive: true })
  await unpackBinaries(native)
  await chmod(dataDir, 0o700)
  await chmod(closed, 0o700)

  const { settings, leave, notices } = await joinHere(t, dataDir, { native, sharedCopyDir })
  assert.deepEqual([await modeOf(closed), await modeOf(dataDir)], [0o700, 0o700])
  assert.equal((await readdir(sharedCopyDir)).length, 1)
  // Whatever opens files by name after the start must find them: configuration, extensions, a crashed backend's heirs.
  await ask(settings, "alter system set work_mem = '5MB'")
  await ask(settings, 'select pg_reload_conf()')
  await until(async () => (await ask<{ work_mem: string }>(settings, 'show work_mem'))[0]?.work_mem === '5MB')
  const errors = await ask(settings, 'select error from pg_file_settings where error is not null')
  assert.deepEqual(errors, [])
  await ask(settings, 'create extension pg_trgm')
  await assert.rejects(ask(settings, "copy (select 1) to program 'kill -KILL $PPID'"))
  await until(() => notices.some((notice) => /is there again|started again/.test(notice)))
  assert.deepEqual(await ask(settings, "select similarity('a', 'a')"), [{ similarity: 1 }])
  await leave()

  const again = await joinHere(t, dataDir, { native, sharedCopyDir })
  assert.deepEqual(await ask(again.settings, "select similarity('a', 'a')"), [{ similarity: 1 }])
  await again.leave()
})

test('a plain user with an installation it cannot write uses its own copy', {
  skip: asRoot.skip || inLongRun.skip,
}, async (t) => {
  const { folder, dataDir } = await makeDataFolder(t)
  const native = join(folder, 'native')
  await unpackBinaries(native)
  await mkdir(dataDir)
  await chown(dataDir, nobody.uid, nobody.gid)
  const member = startMember(t, dataDir, { native, ...nobody })
  await member.logged('started')
  const paths = embeddedPaths(dataDir)
  const server = await until(() => findPostmaster(paths))
  assert.equal(server.uid, nobody.uid)
  assert.equal((await readdir(paths.binaries)).length, 1)
  assert.equal(await modeOf(paths.home), 0o700)

  // Root comes along later: it runs the server as the owner of the files, and leaves them usable for the owner.
  member.order('leave')
  await member.logged('left')
  const { leave } = await joinHere(t, dataDir)
  assert.equal((await findPostmaster(paths))?.uid, nobody.uid)
  await leave()
  const later = startMember(t, dataDir, { native, ...nobody })
  await later.logged('started')
  later.order('leave')
  await later.logged('left')
})

test('a long path to the data directory does not matter', inLongRun, async (t) => {
  const { dataDir } = await makeDataFolder(t)
  const long = join(dataDir, 'long'.repeat(25))
  await mkdir(dataDir)
  await template.copyTo(long)
  const { settings, leave } = await joinHere(t, long)
  t.after(() => rm(settings.host!, { recursive: true, force: true }))
  assert.equal(await modeOf(settings.host!), 0o700)
  assert.deepEqual(await ask(settings, 'select 1 as one'), [{ one: 1 }])
  await leave()
})

test('claims of the dead, of zombies and of recycled pids do not keep a server from starting', async (t) => {
  const { folder, dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  await template.copyTo(join(folder, 'other'))
  const other = await joinHere(t, join(folder, 'other'))
  const { pid: otherServer } = await embeddedStatus(join(folder, 'other'))
  const paths = embeddedPaths(dataDir)
  const claims = [await makeZombie(t), 'nonsense', otherServer, process.pid, 4194304]
  for (const pid of someOf(claims, 2)) {
    for (const path of [join(paths.cluster, 'postmaster.pid'), `${paths.socket}.lock`]) {
      await writeFile(
        path,
        `${pid}\n${paths.cluster}\n1700000000\n5432\n../socket\n\n  1234567  9\nready   \n`,
      )
      if (isRoot) {
        const { uid, gid } = await stat(paths.cluster)
        await chown(path, uid, gid)
      }
    }
    assert.equal((await embeddedStatus(dataDir)).state, 'stopped')
    const { adopted, leave } = await joinHere(t, dataDir)
    assert.equal(adopted, false)
    await leave()
  }
  assert.deepEqual(await ask(other.settings, 'select 1 as one'), [{ one: 1 }])
  assert.deepEqual(other.notices, [])
})

test('a server that is known only by its socket is used, not doubled', inLongRun, async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  const paths = embeddedPaths(dataDir)
  const { leave } = await joinHere(t, dataDir)
  const claim = join(paths.cluster, 'postmaster.pid')
  const text = await readFile(claim, 'utf8')
  await writeFile(claim, text.replace(/^\d+/, '4194304'))
  const other = await joinHere(t, dataDir)
  assert.equal(other.adopted, true)
  await other.leave()
  await writeFile(claim, text)
  await leave()
})

test('whatever dies while the files are made, the next start starts again', inLongRun, async (t) => {
  const { dataDir } = await makeDataFolder(t)
  const { home } = embeddedPaths(dataDir)
  const listUnfinished = async () =>
    (await readdir(home).catch(() => [])).filter((name) => /^unfinished-/.test(name))
  const member = startMember(t, dataDir)
  await until(async () => (await listUnfinished()).length > 0)
  await member.kill()
  assert.equal((await embeddedStatus(dataDir)).state, 'absent')
  const { settings, leave } = await joinHere(t, dataDir)
  assert.deepEqual(await ask(settings, 'select 1 as one'), [{ one: 1 }])
  await leave()
  // An initdb that outlived its parent can add to its directory while it is being removed.
  await until(async () => {
    if ((await listUnfinished()).length === 0) return true
    await (await joinHere(t, dataDir)).leave()
    return false
  })
})

test('files that are not a database of this version are refused and left alone', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  const { cluster } = embeddedPaths(dataDir)
  await mkdir(cluster, { recursive: true })
  if (isRoot) await chown(cluster, nobody.uid, nobody.gid)
  await writeFile(join(cluster, 'base'), 'half restored')
  await assert.rejects(joinHere(t, dataDir), /not empty/)
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  await assert.rejects(joinHere(t, dataDir), /PostgreSQL 17/)
  assert.equal(await readFile(join(cluster, 'base'), 'utf8'), 'half restored')
})

test('a full disk is named, and nothing half-made stays on it', asRoot, async (t: TestContext) => {
  const { dataDir } = await makeDataFolder(t)
  await mkdir(dataDir)
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'none', dataDir]).catch(() => null)
  if (!mounted) return t.skip('may not mount a small file system')
  try {
    await assert.rejects(
      joinHere(t, dataDir),
      (error: StartFault) => error instanceof StartFault && /full/.test(error.message),
    )
    assert.deepEqual(await readdir(embeddedPaths(dataDir).home), [])
  } finally {
    await run('umount', [dataDir])
  }
})
