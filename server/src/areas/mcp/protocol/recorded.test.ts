import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../kernel/errors.ts'
import type { Log } from '../../../kernel/log.ts'
import { createRecorder, type RecorderDeps } from './recorded.ts'
import type { Serving } from './surface.ts'

const logged: unknown[] = []
const log = { error: (facts: object) => logged.push(facts) } as unknown as Log
const callLog = { write: () => Promise.reject(new Error('not used')) } as unknown as RecorderDeps['callLog']
const { shown } = createRecorder({ callLog, log }, { scope: { requestId: 'r1' } } as Serving)

const invalid = -32602
const internal = -32603
const failing = (error: Error) => shown(() => Promise.reject(error))

test('a mistake of the caller is said, and is not in the log of the server', async () => {
  const error = new AppError('invalid_parameter', 'The tool is unknown')
  await assert.rejects(failing(error), { code: invalid, message: /The tool is unknown/ })
  assert.equal(logged.length, 0)
})

test('what passes by itself says to try again', async () => {
  // As the pool says that no connection was free in time.
  const busy = new Error('timeout exceeded when trying to connect')
  await assert.rejects(failing(busy), {
    code: internal,
    message: /The database is currently unavailable\. Try again in a moment/,
    data: { requestId: 'r1' },
  })
  const full = new AppError('compute_busy', 'The server is busy')
  await assert.rejects(failing(full), { code: internal, message: /The server is busy/ })
})

test('a bug shows nothing of itself but the id to search the log for', async () => {
  await assert.rejects(failing(new TypeError('secret of undefined')), (error: Error & { data: unknown }) => {
    assert.match(error.message, /Internal error/)
    assert.doesNotMatch(error.message, /secret/)
    assert.deepEqual(error.data, { requestId: 'r1' })
    return true
  })
})
