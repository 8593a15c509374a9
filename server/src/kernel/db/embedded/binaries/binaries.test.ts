import assert from 'node:assert/strict'
import { chmod, lstat, mkdir, readdir, readFile, readlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { StartFault } from '../../../start-fault.ts'
import { tryBinaries } from '../check.ts'
import { makeDataFolder } from '../testing.ts'
import { locateBinaries, prepareBinaries } from './binaries.ts'

const otherUser = { uid: 4321, gid: 4322 }

/** What npm unpacks, in small, for tests that run none of it. */
async function makePackage(t: TestContext) {
  const { folder } = await makeDataFolder(t)
  const source = join(folder, 'package', 'native')
  const files = [
    'bin/postgres',
    'bin/initdb',
    'lib/libx.so.1.2',
    'lib/postgresql/a.so',
    'share/postgresql/postgres.bki',
  ]
  for (const file of files) {
    await mkdir(join(source, file, '..'), { recursive: true })
    await writeFile(join(source, file), `content of ${file}`)
    await chmod(join(source, file), file.startsWith('bin/') ? 0o700 : 0o600)
  }
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
  await writeFile(join(source, 'pg-symlinks.json'), JSON.stringify(links))
  return { source, copyDir: join(folder, 'copies'), files }
}

test('the binaries of this platform run, though their install script did not', async (t) => {
  const { folder } = await makeDataFolder(t)
  const check = await tryBinaries({ sharedCopyDir: join(folder, 'copies') })
  assert.match(check.ok ? check.version : check.cause, /^18\./)
})

test('a platform without binaries and a missing package name the way out', async (t) => {
  assert.throws(() => locateBinaries('win32', 'x64'), /Windows/)
  assert.throws(() => locateBinaries('linux', 'riscv64'), StartFault)
  const other = process.platform === 'darwin' ? 'linux' : 'darwin'
  const { folder } = await makeDataFolder(t)
  const check = await tryBinaries({ locate: () => locateBinaries(other, 'x64'), sharedCopyDir: folder })
  assert.equal(check.ok, false)
  assert.match(check.ok ? '' : check.fix, /npm ci without --omit=optional, or set DATABASE_URL/)
})

test('binaries that cannot run are reported, not thrown', async (t) => {
  const { source, copyDir } = await makePackage(t)
  const check = await tryBinaries({ locate: () => source, sharedCopyDir: copyDir })
  assert.equal(check.ok, false)
})

test('missing library links are made in place', async (t) => {
  const { source, copyDir } = await makePackage(t)
  const prepare = () => prepareBinaries({ source, account: null, copyDir })
  assert.deepEqual(await Promise.all([prepare(), prepare(), prepare()]), [source, source, source])
  assert.equal(await readlink(join(source, 'lib/libx.so.1')), 'libx.so.1.2')
})

test('binaries that the account cannot reach are copied whole, once, and for all to read', async (t) => {
  const { source, copyDir, files } = await makePackage(t)
  const prepare = () => prepareBinaries({ source, account: otherUser, copyDir })
  const [copy, ...others] = await Promise.all([prepare(), prepare(), prepare()])
  assert.deepEqual(others, [copy, copy])
  assert.deepEqual(await readdir(copyDir), [copy.slice(copyDir.length + 1)])
  for (const file of files) {
    assert.equal(await readFile(join(copy, file), 'utf8'), `content of ${file}`)
    assert.equal((await lstat(join(copy, file))).mode & 0o777, file.startsWith('bin/') ? 0o755 : 0o644)
  }
  assert.equal(await readlink(join(copy, 'lib/libx.so.1')), 'libx.so.1.2')
  const made = await lstat(copy)
  assert.equal(await prepare(), copy)
  assert.equal((await lstat(copy)).ino, made.ino)

  await writeFile(join(source, 'bin/postgres'), 'the next release')
  assert.notEqual(await prepare(), copy)
})

test('what an interrupted copy left is removed, a copy in progress is not', async (t) => {
  const { source, copyDir } = await makePackage(t)
  for (const name of ['unfinished-old', 'unfinished-new'])
    await mkdir(join(copyDir, name), { recursive: true })
  const before = new Date(Date.now() - 2 * 60 * 60_000)
  await utimes(join(copyDir, 'unfinished-old'), before, before)
  await prepareBinaries({ source, account: otherUser, copyDir })
  const names = await readdir(copyDir)
  assert.deepEqual(
    names.filter((name) => name.startsWith('unfinished-')),
    ['unfinished-new'],
  )
})

test('nothing is executed from a directory that others can change', async (t) => {
  const { source, copyDir } = await makePackage(t)
  await mkdir(copyDir)
  await chmod(copyDir, 0o777)
  await assert.rejects(
    prepareBinaries({ source, account: otherUser, copyDir }),
    /could be changed by other users/,
  )
})
