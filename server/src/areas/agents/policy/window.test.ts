import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowFor } from './window.ts'

test('the window is that of the model without its response; settings only make it smaller', () => {
  const tokens = (summarization: object, contextLength: number | null, maxOutput: number | null = null) =>
    windowFor({ capabilities: { summarization } }, { contextLength, maxOutput }).tokens
  assert.equal(tokens({}, 200_000, 64_000), 0.8 * 150_000)
  assert.equal(tokens({}, 100_000, 10_000), 0.8 * 90_000)
  assert.equal(tokens({}, null), Math.floor(0.8 * (32_000 - 4_096)))
  assert.equal(tokens({ maxTokensBeforeSummary: 5_000 }, 100_000), 5_000)
  assert.equal(tokens({ maxTokensBeforeSummary: 500_000 }, 100_000, 10_000), 90_000)
  assert.equal(tokens({ trigger: { fraction: 0.5 } }, 100_000), 50_000)
  assert.equal(tokens({ trigger: { tokens: 3_000 }, maxTokensBeforeSummary: 5_000 }, 100_000), 3_000)
})

test('what stays as it is, is configured in messages, tokens, or a share of the window', () => {
  const window = (summarization: object) =>
    windowFor({ capabilities: { summarization } }, { contextLength: 100_000, maxOutput: null })
  assert.deepEqual([window({}).keptMessages, window({}).keptTokens, window({}).messages], [6, null, null])
  assert.equal(window({ keep: { messages: 20 } }).keptMessages, 20)
  assert.equal(window({ keep: { fraction: 0.1 } }).keptTokens, 10_000)
  assert.equal(window({ keep: { tokens: 'x' } }).keptTokens, null)
  assert.equal(window({ trigger: { messages: 30 } }).messages, 30)
})
