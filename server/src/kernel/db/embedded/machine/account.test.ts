import assert from 'node:assert/strict'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { StartFault } from '../../../start-fault.ts'
import { makeDataFolder } from '../testing.ts'
import { chooseAccount } from './account.ts'

const asRoot = { skip: process.getuid!() !== 0 && 'needs root' }

test('a plain user runs the server itself', async () => {
  assert.equal(await chooseAccount('/nonexistent', { ownUid: 1234 }), null)
})

test('root is replaced by the first of the known users that exists', async (t) => {
  const { folder } = await makeDataFolder(t)
  const userFile = join(folder, 'passwd')
  const choose = async (lines: string[]) => {
    await writeFile(userFile, lines.join('\n'))
    return chooseAccount('/nonexistent', { ownUid: 0, userFile })
  }
  const [root, node, nobody] = ['root:x:0:0:::', 'node:x:1000:1001:::', 'nobody:*:-2:-2:::']
  assert.deepEqual(await choose([root, nobody, node]), { uid: 1000, gid: 1001 })
  assert.deepEqual(await choose([root, nobody]), { uid: 4294967294, gid: 4294967294 })
  assert.deepEqual(await choose(['postgres:x:0:0:::', 'nobody:x:65534:65534:::']), { uid: 65534, gid: 65534 })
  await assert.rejects(choose([root, 'broken', 'postgres:x:none:0:::']), StartFault)
})

test('files that exist decide who runs the server', asRoot, async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await mkdir(dataDir)
  await assert.rejects(chooseAccount(dataDir, { ownUid: 0 }), /belongs to root/)
  await chown(dataDir, 4321, 4322)
  assert.deepEqual(await chooseAccount(dataDir, { ownUid: 0 }), { uid: 4321, gid: 4322 })
  assert.equal(await chooseAccount(dataDir, { ownUid: 4321 }), null)
  await assert.rejects(chooseAccount(dataDir, { ownUid: 1234 }), /belongs to the user with id 4321/)
})
