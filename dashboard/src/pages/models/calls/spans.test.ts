import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LlmCall } from '@stoa/sdk'
import { spansOf, wholeMs } from './spans.ts'

type Attempt = LlmCall['attempts'][number]

const attempt = (patch: Partial<Attempt>): Attempt => ({
  model: 'a/one',
  provider: 'a',
  key: 0,
  startMs: 2,
  firstTokenMs: null,
  endMs: 50,
  outcome: 'failed',
  error: 'is busy',
  status: 429,
  ...patch,
})
const succeeded = { outcome: 'answered', error: null, status: null } as const
const call = (...attempts: Attempt[]) => ({ attempts, stream: true, firstTokenMs: null, totalMs: null })

describe('the waterfall of a call', () => {
  it('leads over failed tries to the first token and the stream', () => {
    const second = attempt({ ...succeeded, model: 'b/two', startMs: 60, firstTokenMs: 80, endMs: 120 })
    const timed = { ...call(attempt({}), second), totalMs: 125 }
    assert.deepEqual(
      spansOf(timed).map(({ label, kind, startMs, endMs }) => [label, kind, startMs, endMs]),
      [
        ['Pre-checks', 'waiting', 0, 2],
        ['a/one', 'failed', 2, 50],
        ['Backoff', 'waiting', 50, 60],
        ['b/two', 'attempt', 60, 80],
        ['Stream', 'speaking', 80, 120],
        ['Finalize', 'waiting', 120, 125],
      ],
    )
    assert.equal(spansOf(timed)[1]!.note, 'failed, HTTP 429, is busy')
    assert.equal(wholeMs(timed), 125)
  })

  it('marks a stream that broke off, and has nothing to show before the first try', () => {
    const [, requested, speaking] = spansOf(call(attempt({ firstTokenMs: 9, key: 1 })))
    assert.deepEqual([requested!.kind, speaking!.kind, speaking!.note], ['attempt', 'failed', 'failed'])
    assert.match(requested!.note!, /key 2/)
    assert.deepEqual(spansOf(call()), [])
    assert.equal(wholeMs(call()), 1)
  })
})
