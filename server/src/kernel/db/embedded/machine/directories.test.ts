import assert from 'node:assert/strict'
import { chmod, chown, lstat, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { StartFault } from '../../../start-fault.ts'
import { makeDataFolder } from '../testing.ts'
import { openHome, openSocketDir } from './directories.ts'
import { embeddedPaths, isSocketInside } from './paths.ts'

const asRoot = { skip: process.getuid!() !== 0 && 'needs root' }

test('the data directory is made when it is missing, and never changed when it is there', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await openHome(join(dataDir, 'deep', 'down'))
  await chmod(dataDir, 0o750)
  await openHome(dataDir)
  assert.equal((await stat(dataDir)).mode & 0o777, 0o750)
})

test('a data directory that cannot be used names its fix', async (t) => {
  const { folder } = await makeDataFolder(t)
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(openHome(join(folder, 'file')), StartFault)
  await assert.rejects(openHome(join(folder, 'file', 'below')), StartFault)
})

test('data of another major version is refused unless ours is there as well', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await mkdir(join(dataDir, 'postgres-17', 'data'), { recursive: true })
  await assert.rejects(openHome(dataDir), (error: StartFault) => /Export the data/.test(error.fix))
  await rm(join(dataDir, 'postgres-17'), { recursive: true })
  await mkdir(join(dataDir, 'postgres-19', 'data'), { recursive: true })
  await assert.rejects(openHome(dataDir), (error: StartFault) => /Install the release/.test(error.fix))
  await mkdir(embeddedPaths(dataDir).cluster, { recursive: true })
  await openHome(dataDir)
})

/** A data directory whose path is too long for a socket in it. */
async function makeLongPaths(t: TestContext) {
  const { dataDir } = await makeDataFolder(t)
  const paths = await openHome(join(dataDir, 'long'.repeat(25)))
  assert.equal(isSocketInside(paths), false)
  t.after(() => rm(paths.socketDir, { recursive: true, force: true }))
  return paths
}

test('the directory of the socket is private', async (t) => {
  const paths = await makeLongPaths(t)
  for (const attempt of ['made', 'found']) {
    await openSocketDir(paths, null)
    assert.equal((await lstat(paths.socketDir)).mode & 0o777, 0o700, attempt)
  }
})

test('a directory for the socket that others could have prepared is refused', asRoot, async (t) => {
  const paths = await makeLongPaths(t)
  const refuses = () => assert.rejects(openSocketDir(paths, null), /open to other users/)
  await mkdir(paths.socketDir, { mode: 0o700 })
  await chown(paths.socketDir, 4321, 4321)
  await refuses()
  await chown(paths.socketDir, 0, 0)
  await chmod(paths.socketDir, 0o711)
  await refuses()
  await rm(paths.socketDir, { recursive: true })
  await mkdir(join(paths.home, 'elsewhere'), { mode: 0o700 })
  await symlink(join(paths.home, 'elsewhere'), paths.socketDir)
  await refuses()
})

test(
  'in the home, where no one else can prepare anything, a socket directory of another owner is recreated',
  asRoot,
  async (t) => {
    const { dataDir } = await makeDataFolder(t)
    const paths = await openHome(dataDir)
    await mkdir(paths.socketDir)
    await openSocketDir(paths, { uid: 4321, gid: 4322 })
    const { uid, gid, mode } = await lstat(paths.socketDir)
    assert.deepEqual([uid, gid, mode & 0o777], [4321, 4322, 0o700])
  },
)
