import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalogue } from '../../catalogue/catalogue.ts'
import { estimateTokens } from '../../providers/tokens.ts'
import { noParameters, type Parameters } from '../../schema/call-request.ts'
import type { Message } from '../../schema/message.ts'
import { noUsage } from '../calls/meter.ts'
import { cappedUsage, possibleTokens, possibleUsage } from './possible-usage.ts'

const catalogue = createCatalogue()
const words: Message = { role: 'user', content: [{ type: 'text', text: 'x'.repeat(30_000) }] }
const picture: Message = {
  role: 'user',
  content: [{ type: 'url', mediaType: 'image/*', url: 'https://x.test' }],
}
const thoughtful: Message = {
  role: 'assistant',
  text: '',
  toolCalls: [],
  thoughts: [{ text: '', place: 0, signature: { vendor: 'anthropic', redactedData: 'x' } }],
}

function most(modelId: string, messages: Message[], parameters: Partial<Parameters> = {}, outputChars = 1) {
  const model = catalogue.find(modelId)
  return possibleUsage({
    target: {
      model,
      maxOutput: model && catalogue.maxOutputOf(model),
      parameters: { ...noParameters, ...parameters },
    },
    messages,
    estimatedPromptTokens: estimateTokens(messages),
    outputChars,
  })
}

test('a prompt has no more tokens than bytes, but for some that the vendor adds', () => {
  const { promptTokens } = most('openai/gpt-4o', [words])
  assert.ok(promptTokens >= 30_000 && promptTokens < 40_000, String(promptTokens))
})

test('what only the vendor can count is limited by the context of the model', () => {
  assert.equal(most('openai/gpt-4o', [picture]).promptTokens, 128_000)
  assert.equal(most('openai/gpt-4o', [words, thoughtful]).promptTokens, 128_000)
  assert.ok(most('compatible/mine', [picture]).promptTokens > 1_000_000)
})

test('a response has as many tokens as its limit, its model or its text allows', () => {
  const near = (tokens: number, limit: number) =>
    assert.ok(tokens >= limit && tokens < limit + 1000, `${tokens} of ${limit}`)
  near(most('openai/gpt-4o', [words]).completionTokens, 16_384)
  near(most('openai/gpt-4o', [words], { maxTokens: 10 }).completionTokens, 10)
  near(most('compatible/mine', [words], { maxTokens: 10 }).completionTokens, 10)
  // A server that does not care about the limit is paid for what it said.
  near(most('openai/gpt-4o', [words], { maxTokens: 10 }, 5000).completionTokens, 15_000)
  // Thoughts are not counted against the limit by every vendor, nor shown.
  near(most('openai/o3', [words], { maxTokens: 10 }).completionTokens, 100_000)
})

test('what is possible is left as it is, and of the rest each part is', () => {
  const limits = { promptTokens: 100, completionTokens: 50 }
  const possible = { ...noUsage, promptTokens: 100, cachedInputTokens: 90, completionTokens: 50 }
  assert.equal(cappedUsage(possible, limits), possible)
  const tooMuch = {
    promptTokens: 1_000,
    cachedInputTokens: 80,
    cacheCreationInputTokens: 900,
    completionTokens: 9_000,
    reasoningTokens: 8_000,
  }
  assert.deepEqual(cappedUsage(tooMuch, limits), {
    promptTokens: 100,
    cachedInputTokens: 80,
    cacheCreationInputTokens: 20,
    completionTokens: 50,
    reasoningTokens: 50,
  })
})

test('texts to embed have no more tokens than bytes, tokens are as many as they are', () => {
  const added = possibleTokens([''])
  assert.equal(possibleTokens(['äö']) - added, 4)
  assert.equal(possibleTokens([[1, 2, 3]]) - added, 3)
})
