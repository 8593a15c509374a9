import assert from 'node:assert/strict'
import { it } from 'node:test'
import { modelOptions } from './model-options.ts'

const models = [
  { modelId: 'anthropic/claude-opus', name: 'Claude Opus', isAvailable: false },
  { modelId: 'local/demo', name: 'Offline demo', isAvailable: true },
  { modelId: 'openai/gpt-5', name: 'GPT-5', isAvailable: false },
]

it('offers models by their ids, with their names, those that can be called first', () => {
  assert.deepEqual(
    modelOptions(models, '').map(({ label }) => label),
    ['local/demo', 'anthropic/claude-opus', 'openai/gpt-5'],
  )
})

it('finds them by words of name and id', () => {
  assert.deepEqual(modelOptions(models, 'OPENAI gpt'), [
    { label: 'openai/gpt-5', value: 'openai/gpt-5', about: 'GPT-5' },
  ])
  assert.deepEqual(modelOptions(models, 'nothing'), [])
})
