import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AiModel, perMillion, sorted, tokens } from './prices.ts'

describe('the prices of models', () => {
  it('are shown per million tokens, and as unknown where they are', () => {
    assert.equal(perMillion('0.00000125'), '$1.25')
    assert.equal(perMillion('0.0000055'), '$5.50')
    assert.equal(perMillion('0.000168'), '$168.00')
    assert.equal(perMillion('0.000000075'), '$0.075')
    assert.equal(perMillion('0'), '$0')
    assert.equal(perMillion(undefined), '–')
    assert.deepEqual([tokens(400_000), tokens(1_048_576), tokens(null)], ['400K', '1M', '–'])
  })

  it('order models, those without a figure last in both directions', () => {
    const model = (name: string, contextLength: number | null) => ({ name, contextLength }) as AiModel
    const models = [model('a', 8), model('b', null), model('c', 16)]
    const names = (order: 'ASC' | 'DESC') => sorted(models, 'context', order).map(({ name }) => name)
    assert.deepEqual(names('ASC'), ['a', 'c', 'b'])
    assert.deepEqual(names('DESC'), ['c', 'a', 'b'])
  })

  it('can follow the availability of a model', () => {
    const model = (modelId: string, provider: string, isAvailable: boolean) =>
      ({ modelId, provider, name: modelId, isAvailable }) as AiModel
    const models = [model('a', 'anthropic', false), model('o', 'openai', true), model('d', 'local', true)]
    assert.deepEqual(
      sorted(models, 'availability', 'ASC').map(({ modelId }) => modelId),
      ['d', 'o', 'a'],
    )
  })
})
