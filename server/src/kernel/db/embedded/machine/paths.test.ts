import assert from 'node:assert/strict'
import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDataFolder } from '../testing.ts'
import { embeddedPaths, isSocketInside } from './paths.ts'

test('the major version is part of the directory name', () => {
  assert.equal(embeddedPaths('/srv/stoa').cluster, '/srv/stoa/postgres-18/data')
})

test('a long path puts the socket, and only the socket, among the temporary files', () => {
  const paths = embeddedPaths(`/srv/${'long/'.repeat(20)}`)
  assert.equal(isSocketInside(paths), false)
  assert.ok(paths.socketDir.startsWith(tmpdir()))
  assert.ok(paths.socket.length <= 100, paths.socket)
  assert.ok(paths.logFile.startsWith(paths.home))
  assert.notEqual(paths.socketDir, embeddedPaths(`/srv/${'lang/'.repeat(20)}`).socketDir)
  assert.equal(isSocketInside(embeddedPaths('/srv/stoa')), true)
})

test('two spellings of one directory lead to the same place', async (t) => {
  const { folder, dataDir } = await makeDataFolder(t)
  await mkdir(dataDir)
  await symlink(dataDir, join(folder, 'alias'))
  assert.deepEqual(embeddedPaths(join(folder, 'alias')), embeddedPaths(`${dataDir}/./`))
})
