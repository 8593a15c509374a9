import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../service/calls/meter.ts'
import { reportedUsage } from './reported-usage.ts'

test('cached tokens are part of the prompt, also where a server does not count them as such', () => {
  const cached = { ...noUsage, promptTokens: 10, completionTokens: 1, cachedInputTokens: 10 }
  assert.deepEqual(reportedUsage(cached), cached)
  const excluded = { ...cached, cachedInputTokens: 3_000, cacheCreationInputTokens: 5 }
  assert.deepEqual(reportedUsage(excluded), { ...excluded, promptTokens: 3_015 })
})

test('a usage without tokens, with negative ones or with more than any model takes is none', () => {
  for (const wrong of [
    {},
    { promptTokens: -1, completionTokens: 1 },
    { promptTokens: 1.5 },
    { promptTokens: 1, cachedInputTokens: 1_000_000_000 },
    { promptTokens: Number.NaN },
    { promptTokens: 1, cachedInputTokens: 'x' as unknown as number },
  ])
    assert.equal(reportedUsage({ ...noUsage, ...wrong }), null, JSON.stringify(wrong))
})
