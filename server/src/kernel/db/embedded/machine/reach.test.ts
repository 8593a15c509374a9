import assert from 'node:assert/strict'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDataFolder } from '../testing.ts'
import { canReach } from './reach.ts'

const otherUser = { uid: 4321, gid: 4322 }

test('a file is reached when the way to it and the file itself are open', async (t) => {
  const { folder } = await makeDataFolder(t)
  const directory = join(folder, 'directory')
  const file = join(directory, 'file')
  await mkdir(directory, { mode: 0o755 })
  await writeFile(file, '')
  await chmod(file, 0o644)
  assert.equal(await canReach(file, otherUser), true)

  await chmod(directory, 0o700)
  assert.equal(await canReach(file, otherUser), false)
  assert.equal(await canReach(file, { uid: process.getuid!(), gid: process.getgid!() }), true)
  await chmod(directory, 0o711)
  assert.equal(await canReach(file, otherUser), true)

  await chmod(file, 0o640)
  assert.equal(await canReach(file, otherUser), false)
  assert.equal(await canReach(file, { uid: otherUser.uid, gid: process.getgid!() }), true)
  assert.equal(await canReach(join(directory, 'missing'), otherUser), false)
})

test('a link is as reachable as what it leads to', async (t) => {
  const { folder } = await makeDataFolder(t)
  await mkdir(join(folder, 'closed'), { mode: 0o700 })
  await writeFile(join(folder, 'closed', 'file'), '')
  await symlink(join(folder, 'closed', 'file'), join(folder, 'link'))
  assert.equal(await canReach(join(folder, 'link'), otherUser), false)
})
