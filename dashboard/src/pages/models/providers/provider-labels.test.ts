import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noTexts, providerBodyOf } from './provider-labels.ts'

describe('the form of a provider', () => {
  it('sends keys only when some were typed, one a line', () => {
    const texts = { ...noTexts, name: 'openai' }
    assert.deepEqual(providerBodyOf(texts, true), { name: 'openai', baseUrl: null, options: {} })
    assert.deepEqual(providerBodyOf({ ...texts, apiKeys: ' one \n\ntwo\n' }, true).apiKeys, ['one', 'two'])
  })

  it('sends what a vendor needs and the kind of a custom provider', () => {
    const body = providerBodyOf({ ...noTexts, name: 'lab ', baseUrl: 'https://lab.example/v1 ' }, false)
    assert.deepEqual(body, {
      name: 'lab',
      kind: 'openai-compatible',
      baseUrl: 'https://lab.example/v1',
      options: {},
    })
    const bedrock = { ...noTexts, name: 'amazon-bedrock', region: 'eu-west-1', accessKeyId: ' AK ' }
    assert.deepEqual(providerBodyOf(bedrock, true).options, { region: 'eu-west-1', accessKeyId: 'AK' })
  })
})
