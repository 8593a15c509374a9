import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StaleSave } from './driver.ts'
import { packFiles, unpackFiles } from './protocol/workspace-archive.ts'
import { packSession, unpackSession } from './saved-session.ts'

test('a session comes out of its save as it went in', async () => {
  const files = packFiles([
    ['a.txt', Buffer.from('one')],
    ['b/ü.bin', Buffer.alloc(0)],
  ])
  const interpreters = new Map([['python', Buffer.from('state')]] as const)
  const unpacked = await unpackSession(await packSession({ interpreters, files }))
  assert.deepEqual(unpacked.interpreters, interpreters)
  assert.deepEqual(unpackFiles(unpacked.files!), [
    ['a.txt', Buffer.from('one')],
    ['b/ü.bin', Buffer.alloc(0)],
  ])
})

test('a session without files has none afterwards', async () => {
  assert.deepEqual(await unpackSession(await packSession({ interpreters: new Map(), files: null })), {
    interpreters: new Map(),
    files: null,
  })
})

test('what another release has written is stale', async () => {
  const saved = await packSession({ interpreters: new Map(), files: null })
  const other = Buffer.from(saved.toString('latin1').replace('"version":1', '"version":2'), 'latin1')
  await assert.rejects(unpackSession(other), StaleSave)
})
