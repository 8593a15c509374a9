import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packSession, unpackSession } from './saved-session.ts'
import { packFiles, unpackFiles } from './wire/workspace-archive.ts'

test('a session comes out of its save as it went in', () => {
  const files = packFiles([
    ['a.txt', Buffer.from('one')],
    ['b/ü.bin', Buffer.alloc(0)],
  ])
  const interpreters = new Map([['python', Buffer.from('state')]] as const)
  const unpacked = unpackSession(packSession({ interpreters, files }))
  assert.deepEqual(unpacked.interpreters, interpreters)
  assert.deepEqual(unpackFiles(unpacked.files!), [
    ['a.txt', Buffer.from('one')],
    ['b/ü.bin', Buffer.alloc(0)],
  ])
})

test('a session without files has none afterwards', () => {
  assert.deepEqual(unpackSession(packSession({ interpreters: new Map(), files: null })), {
    interpreters: new Map(),
    files: null,
  })
})
