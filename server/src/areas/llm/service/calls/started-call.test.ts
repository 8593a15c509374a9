import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemScope } from '../../../../kernel/scope.ts'
import type { CallEvent, CallRequest } from '../../schema/call-request.ts'
import { startedCall } from './started-call.ts'

const busyMs = 2

/** Recorded with as much work as a few hundred events take. */
function write(): string {
  const end = performance.now() + busyMs
  while (performance.now() < end);
  return 'frame'
}

test('a response that comes faster than it can be written yields to others', async () => {
  const start: CallEvent = { type: 'start', id: 'call', model: 'm', provider: 'p', fallbackFrom: null }
  let left = 51
  const next = async (): Promise<CallEvent[] | null> =>
    left-- === 51 ? [start] : left >= 0 ? [{ type: 'text', delta: 'x' }] : null
  const follow = async () => ({ next, leave: () => undefined })
  const signal = new AbortController().signal
  const { frames } = await startedCall({ follow }, systemScope('project'), {} as CallRequest, signal, write)
  let written = 0
  let writtenWhenLetIn: number | null = null
  setImmediate(() => {
    writtenWhenLetIn = written
  })
  for await (const frame of frames) written += frame.length / 'frame'.length
  assert.equal(written, 51)
  assert.ok(writtenWhenLetIn !== null && writtenWhenLetIn < written, `let in after ${writtenWhenLetIn}`)
})
