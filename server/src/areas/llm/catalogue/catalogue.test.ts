import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AiModel, modelKinds } from '../schema/model.ts'
import { createCatalogue, localDemoId } from './catalogue.ts'
import media from './media.json' with { type: 'json' }
import models from './models.json' with { type: 'json' }
import { CatalogueRow, rowIdOf } from './row.ts'

const catalogue = createCatalogue()
const { all } = catalogue

describe('the committed catalogue', () => {
  it('has files of the shape that the reader relies on', () => {
    for (const row of [...models, ...media]) assert.deepEqual(CatalogueRow.parse(row), row)
  })

  it('has ids and model ids that occur once', () => {
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    assert.equal(new Set(all.map(({ modelId }) => modelId)).size, all.length)
  })

  it('fits the shape of the API without losing a field', () => {
    for (const model of all) assert.deepEqual(AiModel.strict().parse(model), model)
  })

  it('has hundreds of chat models and every kind of media', () => {
    assert.ok(catalogue.ofKind('chat').length >= 300)
    for (const kind of modelKinds) assert.ok(catalogue.ofKind(kind).length >= 5, kind)
    assert.equal(
      modelKinds.reduce((sum, kind) => sum + catalogue.ofKind(kind).length, 0),
      all.length,
    )
  })

  it('is sorted by provider and name', () => {
    const keys = all.map(({ provider, name, modelId }) => [provider, name, modelId].join('\n'))
    assert.deepEqual(keys, keys.toSorted())
  })

  it('prices every chat model in plain decimals, and only the offline one at nothing', () => {
    for (const { modelId, pricing } of catalogue.ofKind('chat')) {
      assert.equal(pricing.input, pricing.prompt)
      assert.equal(pricing.output, pricing.completion)
      assert.ok(pricing.prompt !== undefined && pricing.completion !== undefined, modelId)
      for (const price of Object.values(pricing)) {
        assert.match(price ?? '', /^\d+(\.\d+)?$/, modelId)
        assert.ok(Number(price) < 0.001, `${modelId} costs ${price} per token`)
      }
      const isFree = Number(pricing.prompt) === 0 && Number(pricing.completion) === 0
      assert.equal(isFree, modelId === localDemoId, modelId)
    }
  })

  it('says of every media model what is billed and what it costs at most', () => {
    const unitOf = { image: 'image', video: 'second', tts: 'char', stt: 'minute' }
    for (const { modelId, mediaKind, mediaCapabilities, reserveUsdPerUnit } of all) {
      assert.equal(mediaCapabilities.unit, mediaKind === null ? undefined : unitOf[mediaKind], modelId)
      assert.equal(reserveUsdPerUnit !== null, mediaKind !== null, modelId)
      for (const ratio of mediaCapabilities.aspectRatios ?? []) assert.match(ratio, /^\d+:\d+$/, modelId)
      for (const size of mediaCapabilities.sizes ?? []) assert.match(size, /^\d+x\d+$/, modelId)
      const { defaultVoice, supportedVoices } = mediaCapabilities
      if (supportedVoices) assert.ok(supportedVoices.includes(defaultVoice ?? ''), modelId)
    }
  })

  it('calls no model able to set an effort that cannot reason', () => {
    assert.deepEqual(
      all.filter((model) => model.supportsEffort && !model.supportsReasoning).map(({ modelId }) => modelId),
      [],
    )
  })

  it('holds the offline model', () => {
    const demo = catalogue.find(localDemoId)
    assert.equal(demo?.name, 'Offline demo (not a language model)')
    assert.equal(demo?.isActive, true)
    assert.deepEqual(demo?.pricing, { prompt: '0', completion: '0', input: '0', output: '0' })
  })
})

describe('find', () => {
  const [model] = catalogue.ofKind('image')

  it('takes a model id, slashes included', () => assert.equal(catalogue.find(model!.modelId), model))
  it('takes a row id in either case', () => {
    assert.equal(catalogue.find(model!.id), model)
    assert.equal(catalogue.find(model!.id.toUpperCase()), model)
  })
  it('finds nothing under another name', () => {
    for (const name of ['', 'demo', 'LOCAL/DEMO', '__proto__', rowIdOf('no/such-model')]) {
      assert.equal(catalogue.find(name), null, name)
    }
  })
})

describe('rowIdOf', () => {
  // The value was computed with another implementation of version 5. It must never change: clients keep these ids.
  it('is the same in every release', () => {
    assert.equal(rowIdOf('openai/gpt-5'), '5529ad6e-3ecf-58c1-8826-ce14549e78ab')
    assert.equal(rowIdOf(localDemoId), '2ed1a190-da94-50c7-9920-c2999be01dae')
  })
})
