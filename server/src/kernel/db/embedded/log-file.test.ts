import assert from 'node:assert/strict'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLog, readLogFrom, trimLog } from './log-file.ts'
import { makeGround } from './testing.ts'

test('a log that has grown too long starts anew while its writer goes on, and keeps one older file', async (t) => {
  const { dataDir } = await makeGround(t)
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
  const { ground } = await makeGround(t)
  const path = join(ground, 'server.log')
  await writeFile(path, 'before|after')
  assert.equal(await readLogFrom(path, 7), 'after')
  assert.equal(await readLogFrom(path, 700), '')
})

test('a link in the place of the log is not written through', async (t) => {
  const { ground } = await makeGround(t)
  await symlink(join(ground, 'victim'), join(ground, 'server.log'))
  await assert.rejects(openLog(join(ground, 'server.log')), /ELOOP/)
})
