import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { WorkflowExecutionStep } from '@stoa/sdk'
import { spansOf } from './step-spans.ts'

const step = (name: string, more: Partial<WorkflowExecutionStep>): WorkflowExecutionStep => ({
  nodeId: name,
  step: name,
  name,
  type: 'set',
  status: 'completed',
  stoppedBy: null,
  input: null,
  output: null,
  outputFileId: null,
  error: null,
  attempts: 1,
  tries: null,
  maybeRepeated: false,
  source: 'live',
  startedAt: '2026-11-16T12:00:00.100Z',
  durationMs: 50,
  credits: 0,
  logs: [],
  toolLogId: null,
  modelCallId: null,
  model: null,
  tokens: null,
  subflowVersion: null,
  pauseId: null,
  decisions: [],
  ...more,
})

it('places steps from the start of the execution; what waits lasts until now', () => {
  const { spans, wholeMs } = spansOf(
    {
      startedAt: '2026-11-16T12:00:00.000Z',
      completedAt: null,
      steps: [
        step('a', {}),
        step('b', { status: 'failed' }),
        step('c', { status: 'paused', durationMs: null }),
        step('d', { startedAt: null, durationMs: null }),
      ],
    },
    Date.parse('2026-11-16T12:00:02.000Z'),
  )
  assert.deepEqual(
    spans.map(({ kind, startMs, endMs }) => [kind, startMs, endMs]),
    [
      ['attempt', 100, 150],
      ['failed', 100, 150],
      ['waiting', 100, 2_000],
      ['attempt', 0, 0],
    ],
  )
  assert.equal(wholeMs, 2_000)
})
