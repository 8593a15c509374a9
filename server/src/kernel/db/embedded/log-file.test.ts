import assert from 'node:assert/strict'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLog, readLogFrom, trimLog } from './log-file.ts'
import { makeDataFolder } from './testing.ts'

test('a log that has grown too long is truncated while its writer continues, and one older file remains', async (t) => {
  const { dataDir } = await makeDataFolder(t)
  await mkdir(dataDir)
  const path = join(dataDir, 'server.log')
  const log = await openLog(path)
  t.after(() => log.close())
  for (const word of ['first', 'second']) {
    await log.write(`${word} ${'x'.repeat(100)}\n`)
    await trimLog(path, 1000)
    assert.match(await readFile(path, 'utf8'), new RegExp(word))
    await trimLog(path, 50)
    assert.equal(await readFile(path, 'utf8'), '')
    assert.match(await readFile(`${path}.1`, 'utf8'), new RegExp(`^${word}`))
  }
  await log.write('third')
  assert.equal(await readFile(path, 'utf8'), 'third')
})

test('only what was written since is read', async (t) => {
  const { folder } = await makeDataFolder(t)
  const path = join(folder, 'server.log')
  await writeFile(path, 'before|after')
  assert.equal(await readLogFrom(path, 7), 'after')
  assert.equal(await readLogFrom(path, 700), '')
})

test('a link in the place of the log is not written through', async (t) => {
  const { folder } = await makeDataFolder(t)
  await symlink(join(folder, 'victim'), join(folder, 'server.log'))
  await assert.rejects(openLog(join(folder, 'server.log')), /ELOOP/)
})
