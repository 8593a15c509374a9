import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, assertSuccess, type Caller } from '../harness/client.ts'
import {
  amount,
  assertFields,
  type Check,
  filledText,
  flag,
  form,
  listOf,
  oneOf,
  orAbsent,
  orNull,
  text,
  uuid,
} from '../harness/field-checks.ts'
import type { AiModel } from '../harness/resources.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/ai/models'
const kinds = ['chat', 'image', 'video', 'tts', 'stt'] as const
/** A model that the test switches off; nothing else in the suite uses it. */
let victim = ''
let member: Caller = admin

const listOfModels = async (caller: Caller, query = '') =>
  assertSuccess<AiModel[]>(await caller.get(`${path}${query}`))
const idsOf = (models: readonly AiModel[]) => models.map(({ modelId }) => modelId)

before(async () => {
  member = stage.callerWith((await stage.newKey()).key)
  const models = await listOfModels(admin, '?kind=chat')
  victim = models.findLast(({ provider, isActive }) => provider !== 'local' && isActive)!.modelId
})
after(async () => {
  assertSuccess(await admin.patch(`${path}/${victim}`, { isActive: true }))
})

const modelFields: Record<string, Check> = {
  id: uuid,
  modelId: filledText,
  canonicalSlug: orNull(filledText),
  name: filledText,
  provider: filledText,
  contextLength: orNull(amount),
  knowledgeCutoff: orNull(form(/^\d{4}-\d{2}$/)),
  supportedParameters: orNull(listOf(filledText)),
  mediaKind: oneOf(null, 'image', 'video', 'tts', 'stt'),
  reserveUsdPerUnit: orNull(amount),
  isActive: flag,
  description: orNull(text),
  supportsReasoning: flag,
  supportsEffort: flag,
}
const architectureFields: Record<string, Check> = {
  modality: orNull(form(/^[^>]+->[^>]+$/)),
  inputModalities: listOf(filledText),
  outputModalities: listOf(filledText),
}
// Decimal digits and one point: an exponent would be a number, but no decimal amount.
const usd = orAbsent(form(/^\d+(\.\d+)?$/))
const pricingFields: Record<string, Check> = {
  prompt: usd,
  completion: usd,
  input: usd,
  output: usd,
  cachedInputTokens: usd,
  cacheCreationInputTokens: usd,
}
const capabilityFields: Record<string, Check> = {
  unit: orAbsent(oneOf('image', 'second', 'char', 'minute')),
  supportsEdit: orAbsent(flag),
  defaultVoice: orAbsent(filledText),
  supportedVoices: orAbsent(listOf(filledText)),
  durations: orAbsent(listOf(amount)),
  resolutions: orAbsent(listOf(filledText)),
  aspectRatios: orAbsent(listOf(form(/^\d+:\d+$/))),
  sizes: orAbsent(listOf(form(/^\d+x\d+$/))),
}

describe('The AI model (2.1)', () => {
  for (const kind of kinds) {
    it(`has every field with its type on every ${kind} model`, async () => {
      const models = await listOfModels(admin, `?kind=${kind}`)
      assert.ok(models.length > 0)
      for (const model of models) {
        assertFields(model, modelFields, model.modelId)
        assertFields(model.architecture, architectureFields, `${model.modelId} architecture`)
        assertFields(model.pricing, pricingFields, `${model.modelId} pricing`)
        assertFields(model.mediaCapabilities, capabilityFields, `${model.modelId} mediaCapabilities`)
      }
    })
  }

  it('has the aliases input and output equal to prompt and completion', async () => {
    const models = await listOfModels(admin)
    assert.ok(models.some(({ pricing }) => pricing.prompt !== undefined))
    for (const { modelId, pricing } of models) {
      assert.equal(pricing.input, pricing.prompt, modelId)
      assert.equal(pricing.output, pricing.completion, modelId)
    }
  })

  it('has unique ids, over all kinds', async () => {
    const all = (await Promise.all(kinds.map((kind) => listOfModels(admin, `?kind=${kind}`)))).flat()
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    assert.equal(new Set(idsOf(all)).size, all.length)
  })

  it('names its billing unit on media models', async () => {
    for (const kind of kinds.slice(1)) {
      const models = await listOfModels(admin, `?kind=${kind}`)
      assert.ok(
        models.some(({ mediaCapabilities }) => mediaCapabilities.unit !== undefined),
        kind,
      )
    }
  })
})

describe('List AI models (4.1)', () => {
  it('lists chat models without a kind and with an empty one', async () => {
    const chat = await listOfModels(member, '?kind=chat')
    assert.ok(chat.every(({ mediaKind }) => mediaKind === null))
    assert.deepEqual(await listOfModels(member), chat)
    assert.deepEqual(await listOfModels(member, '?kind='), chat)
  })

  it('lists only models of the requested kind', async () => {
    for (const kind of kinds.slice(1)) {
      const models = await listOfModels(member, `?kind=${kind}`)
      assert.deepEqual(new Set(models.map(({ mediaKind }) => mediaKind)), new Set([kind]))
    }
  })

  it('refuses any other kind and names the five', async () => {
    for (const kind of ['embedding', 'chat,image', '0']) {
      const { message, error } = assertError(
        await member.get(`${path}?kind=${kind}`),
        'invalid_parameter',
        400,
      )
      for (const each of kinds) assert.ok(message.includes(each), message)
      assert.equal(error.details[0]?.in, 'query')
      assert.equal(error.details[0]?.path, 'kind')
    }
  })

  it('sorts by provider, then name', async () => {
    for (const kind of kinds) {
      const order = (await listOfModels(member, `?kind=${kind}`)).map(({ provider, name }) => [
        provider,
        name,
      ])
      const sorted = order.toSorted(([a, b], [c, d]) => (a === c ? (b! < d! ? -1 : 1) : a! < c! ? -1 : 1))
      assert.deepEqual(order, sorted, kind)
    }
  })

  it('gives all models to an admin and only active ones to others', async () => {
    const everything = await listOfModels(admin)
    const { isActive } = assertSuccess<AiModel>(await admin.patch(`${path}/${victim}`, { isActive: false }))
    assert.equal(isActive, false)
    const seenByAdmin = await listOfModels(admin)
    assert.deepEqual(idsOf(seenByAdmin), idsOf(everything))
    assert.equal(seenByAdmin.find(({ modelId }) => modelId === victim)?.isActive, false)
    const seenByMember = await listOfModels(member)
    assert.ok(seenByMember.every((model) => model.isActive))
    assert.deepEqual(idsOf(seenByMember), idsOf(seenByAdmin.filter((model) => model.isActive)))
    assert.ok(!idsOf(seenByMember).includes(victim))
    assertSuccess(await admin.patch(`${path}/${victim}`, { isActive: true }))
    assert.ok(idsOf(await listOfModels(member)).includes(victim))
  })

  it('narrows by provider, words and reasoning', async () => {
    const all = await listOfModels(admin)
    const { provider } = all.find(({ modelId }) => modelId === victim)!
    const expected = all.filter((model) => model.provider === provider)
    assert.deepEqual(await listOfModels(admin, `?provider=${provider}`), expected)
    const reasoning = await listOfModels(admin, '?supportsReasoning=true')
    assert.deepEqual(
      reasoning,
      all.filter(({ supportsReasoning }) => supportsReasoning),
    )
    assert.ok(reasoning.length > 0 && reasoning.length < all.length)
    assert.ok(idsOf(await listOfModels(admin, `?q=${encodeURIComponent(victim)}`)).includes(victim))
    assert.deepEqual(await listOfModels(admin, `?q=${stage.tag}`), [])
  })

  it('always offers the offline model', async () => {
    const demo = (await listOfModels(member)).find(({ modelId }) => modelId === 'local/demo')
    assert.equal(demo?.provider, 'local')
    assert.match(demo.name, /not a language model/i)
    assert.equal(Number(demo.pricing.prompt ?? 0), 0)
    assert.equal((await admin.patch(`${path}/local/demo`, { isActive: false })).status, 409)
  })
})

describe('One AI model (3.16)', () => {
  it('is found by its model id and by its row id', async () => {
    const [expected] = (await listOfModels(member)).filter(({ modelId }) => modelId === 'local/demo')
    for (const name of ['local/demo', 'local%2Fdemo', expected!.id]) {
      assert.deepEqual(assertSuccess<AiModel>(await member.get(`${path}/${name}`)), expected)
    }
  })

  it('returns 404 with near matches for an unknown one', async () => {
    const { error } = assertError(await member.get(`${path}/local/dmeo`), 'model_not_found', 404)
    assert.ok((error.nearMatches as string[]).includes('local/demo'))
  })

  it('is switched by admins only', async () => {
    assertError(await member.patch(`${path}/${victim}`, { isActive: false }), 'admin_only', 403)
    assertError(await admin.patch(`${path}/${victim}`, { isActive: 'no' }), 'invalid_parameter', 400)
    assertError(await admin.patch(`${path}/${victim}`, {}), 'missing_field', 400)
    assertSuccess(await member.get(`${path}/${victim}`))
  })

  it('does not exist for others while it is switched off', async () => {
    assertSuccess(await admin.patch(`${path}/${victim}`, { isActive: false }))
    assertError(await member.get(`${path}/${victim}`), 'model_not_found', 404)
    assert.equal(assertSuccess<AiModel>(await admin.get(`${path}/${victim}`)).isActive, false)
    assertSuccess(await admin.patch(`${path}/${victim}`, { isActive: true }))
  })
})
