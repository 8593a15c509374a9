import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noParameters } from '../../schema/call-request.ts'
import { withCachedPrompt } from './prompt-cache.ts'
import { dialectOf } from './signatures.ts'

const tool = { type: 'function' as const, name: 'find', inputSchema: {} }
const system = { role: 'system' as const, content: 'You help.' }
const user = { role: 'user' as const, content: [{ type: 'text' as const, text: 'hello' }] }

const marked = (
  kind: 'anthropic' | 'amazon-bedrock' | 'openrouter' | 'google',
  vendorId: string,
  prompt = [system, user],
  cachesPrompt = true,
) => {
  const call = { vendorId, parameters: { ...noParameters, cachesPrompt } }
  const options = withCachedPrompt(
    { prompt, tools: [tool, tool] },
    call,
    dialectOf({ kind, name: kind }, 'chat'),
  )
  return [...options.prompt, ...options.tools!].map(
    (part) => 'providerOptions' in part && part.providerOptions,
  )
}

test('the instructions are marked for vendors that cache only what is marked', () => {
  const anthropic = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  assert.deepEqual(marked('anthropic', 'claude'), [anthropic, false, false, false])
  const bedrock = { bedrock: { cachePoint: { type: 'default' } } }
  assert.deepEqual(marked('amazon-bedrock', 'eu.anthropic.claude'), [bedrock, false, false, false])
  assert.deepEqual(marked('amazon-bedrock', 'meta.llama'), [false, false, false, false])
  assert.deepEqual(marked('google', 'gemini'), [false, false, false, false])
  assert.ok(marked('openrouter', 'anthropic/claude')[0])
  assert.deepEqual(marked('anthropic', 'claude', [system, user], false), [false, false, false, false])
})

test('without instructions the last tool is marked', () => {
  const anthropic = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  assert.deepEqual(marked('anthropic', 'claude', [user] as never), [false, false, anthropic])
})
