import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeDirectories } from './make-directories.ts'

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-directories-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the first directory that was missing is returned, also to callers that start concurrently', async (t) => {
  const folder = await makeFolder(t)
  assert.equal(await makeDirectories(folder), undefined)
  assert.equal(await makeDirectories(join(folder, 'a', 'b'), 0o700), join(folder, 'a'))
  for (const made of ['a', 'a/b']) assert.equal((await stat(join(folder, made))).mode & 0o777, 0o700)
  assert.equal(await makeDirectories(join(folder, 'a', 'c')), join(folder, 'a', 'c'))
  await Promise.all(Array.from({ length: 8 }, () => makeDirectories(join(folder, 'x', 'y', 'z'))))
  await symlink(join(folder, 'a'), join(folder, 'link'))
  assert.equal(await makeDirectories(join(folder, 'link')), undefined)
})

test('where nothing can be made, that is an error and not a wait', async (t) => {
  const folder = await makeFolder(t)
  const [file, dangling] = [join(folder, 'file'), join(folder, 'dangling')]
  await writeFile(file, '')
  await symlink(join(folder, 'nowhere'), dangling)
  const refused = [file, join(file, 'below'), dangling, join(dangling, 'below')]
  if (process.platform === 'linux') refused.push('/proc/stoa', '/proc/stoa/below')
  for (const path of refused)
    await assert.rejects(makeDirectories(path), /^Error: E(EXIST|NOTDIR|NOENT)/, path)
})
