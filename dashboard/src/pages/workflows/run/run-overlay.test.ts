import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type NodeEvent, noRun, type RunOverlay, withEvent } from './run-overlay.ts'

const after = (...events: [string, NodeEvent['data']][]): RunOverlay =>
  events.reduce((overlay, [event, data]) => withEvent(overlay, { event, data }), noRun)

it('follows a node from its start to its end, retries included', () => {
  const events: [string, NodeEvent['data']][] = [
    ['node.started', { nodeId: 'a', step: 'a' }],
    ['node.failed', { nodeId: 'a', step: 'a', willRetry: true, durationMs: 5 }],
  ]
  assert.deepEqual(after(...events).get('a'), {
    status: 'running',
    ended: null,
    durationMs: null,
    count: 0,
  })
  const ended = after(...events, ['node.completed', { nodeId: 'a', step: 'a~1', durationMs: 12 }])
  assert.deepEqual(ended.get('a'), {
    status: 'completed',
    ended: 'completed',
    durationMs: 12,
    count: 1,
  })
})

it('sums up iterations, and a failed one stays visible', () => {
  const run = after(
    ['node.completed', { nodeId: 'a', step: 'a#0', durationMs: 10 }],
    ['node.failed', { nodeId: 'a', step: 'a#1', durationMs: 1 }],
    ['node.started', { nodeId: 'a', step: 'a#2' }],
    ['node.completed', { nodeId: 'a', step: 'a#2', durationMs: 10 }],
  ).get('a')
  assert.equal(run?.status, 'failed')
  assert.equal(run?.count, 3)
})

it('does not show a node as completed that a limit stopped, in one iteration or in all', () => {
  const stopped: [string, NodeEvent['data']] = [
    'node.completed',
    { nodeId: 'a', step: 'a#0', stoppedBy: 'model_calls' },
  ]
  assert.equal(after(stopped).get('a')?.status, 'stopped')
  const next: [string, NodeEvent['data']][] = [
    ['node.started', { nodeId: 'a', step: 'a#1' }],
    ['node.completed', { nodeId: 'a', step: 'a#1' }],
  ]
  assert.equal(after(stopped, ...next).get('a')?.status, 'stopped')
})

it('shows pauses and skipped nodes, and leaves out what is inside of a subworkflow', () => {
  const overlay = after(
    ['execution.paused', { nodeId: 'ask', step: 'ask' }],
    ['node.skipped', { nodeId: 'other', step: 'other' }],
    ['node.failed', { nodeId: 'ask', step: 'sub/ask' }],
    ['end', {}],
  )
  assert.deepEqual(
    [...overlay].map(([id, { status }]) => [id, status]),
    [
      ['ask', 'paused'],
      ['other', 'skipped'],
    ],
  )
})
