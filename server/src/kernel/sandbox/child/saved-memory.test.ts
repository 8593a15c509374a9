import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { packMemory, pieceBytes, unpackMemory } from './saved-memory.ts'
import { Refusal } from './workspace.ts'

test('a memory comes out as it went in, piece by piece', () => {
  const pieces = [randomBytes(pieceBytes), Buffer.alloc(0), Buffer.from('end')]
  const saved = Buffer.concat(packMemory({ engine: 'one', more: 1 }, pieces))
  const { header, pieces: found } = unpackMemory(saved, 'one')
  assert.deepEqual(header, { engine: 'one', more: 1 })
  assert.deepEqual([...found], pieces)
})

test('what another engine has saved is stale, and so is what was never saved here', () => {
  const other = Buffer.concat(packMemory({ engine: 'two' }, []))
  for (const saved of [other, Buffer.alloc(0), Buffer.from('ab'), randomBytes(100)])
    assert.throws(
      () => unpackMemory(saved, 'one'),
      (error) => error instanceof Refusal && error.reason === 'stale_save',
    )
})
