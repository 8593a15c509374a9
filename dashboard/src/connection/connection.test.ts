import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnection } from './connection.ts'

function connectionReplying(...responses: boolean[]) {
  const states: boolean[] = []
  const connection = createConnection(
    async () => responses.shift()!,
    async () => undefined,
  )
  connection.subscribe(() => states.push(connection.current().isOnline))
  return { connection, states, left: responses }
}

describe('the connection', () => {
  it('shows nothing when the server responds after one failed call', async () => {
    const { connection, states } = connectionReplying(true)
    await connection.check()
    assert.deepEqual(states, [])
    assert.deepEqual(connection.current(), { isOnline: true, returns: 0 })
  })

  it('is offline until the server responds, and counts the return', async () => {
    const { connection, states, left } = connectionReplying(false, false, true)
    await Promise.all([connection.check(), connection.check()])
    assert.deepEqual(states, [false, true])
    assert.deepEqual(left, [])
    assert.deepEqual(connection.current(), { isOnline: true, returns: 1 })
  })
})
