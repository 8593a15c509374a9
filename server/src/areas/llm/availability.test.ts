import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import type { ListedModel, ModelSummary } from './schema/model.ts'

const app = await startTestApp({
  llm: {
    providers: [{ name: 'mistral', keys: ['operator-key-of-mistral'] }],
    prices: {},
  },
})
after(() => app.stop())

const path = '/api/v1/ai/models'

const listOf = async (caller: Caller, query = ''): Promise<ListedModel[]> => {
  const { status, body } = await caller.get(`${path}${query}`)
  assert.equal(status, 200)
  return body.data
}
const providersOf = (models: readonly ListedModel[]) => new Set(models.map(({ provider }) => provider))

describe('which models can be called', () => {
  it('says of each whether a call would reach it, and why not', async () => {
    const { member } = await app.newProject()
    const models = await listOf(member)
    const available = models.filter(({ isAvailable }) => isAvailable)
    assert.deepEqual(providersOf(available), new Set(['local', 'mistral']))
    for (const { isAvailable, unavailableReason, isActive } of models) {
      assert.equal(isActive, true)
      assert.equal(unavailableReason, isAvailable ? null : 'needs_provider_key')
    }
    const refused = await member.post('/api/v1/ai/llm/chat', {
      model: models.find(({ isAvailable }) => !isAvailable)!.modelId,
      messages: [{ role: 'user', content: 'hello' }],
    })
    assert.equal(refused.body.error.code, 'provider_not_configured')
  })

  it('filters and sorts by it; the usual order stays provider and name', async () => {
    const { member } = await app.newProject()
    const all = await listOf(member)
    const callable = await listOf(member, '?isAvailable=true')
    const others = await listOf(member, '?isAvailable=false')
    assert.deepEqual(
      callable,
      all.filter(({ isAvailable }) => isAvailable),
    )
    assert.equal(callable.length + others.length, all.length)
    assert.deepEqual(await listOf(member, '?sortBy=availability'), [...callable, ...others])
    assert.equal((await member.get(`${path}?sortBy=price`)).status, 400)
  })

  it('follows the key, the switch of the provider and that of the model', async () => {
    const { admin, member } = await app.newProject()
    const reasonOf = async (caller: Caller, id: string) =>
      (await caller.get(`${path}/${id}`)).body.data.unavailableReason
    assert.equal(await reasonOf(member, 'openai/gpt-5'), 'needs_provider_key')
    await admin.put('/api/v1/ai/providers', { name: 'openai', apiKeys: ['sk-of-this-project-alone'] })
    assert.equal(await reasonOf(member, 'openai/gpt-5'), null)
    await admin.put('/api/v1/ai/providers', { name: 'openai', isEnabled: false })
    assert.equal(await reasonOf(member, 'openai/gpt-5'), 'provider_disabled')
    await admin.put('/api/v1/ai/providers', { name: 'openai', isEnabled: true })
    const { body } = await admin.patch(`${path}/openai/gpt-5`, { isActive: false })
    assert.deepEqual(
      [body.data.isActive, body.data.isAvailable, body.data.unavailableReason],
      [false, false, 'inactive'],
    )
    assert.equal(await reasonOf(admin, 'openai/gpt-5'), 'inactive')
  })

  it('marks the one model that calls without a model use', async () => {
    const { admin, member } = await app.newProject()
    const defaults = async () => (await listOf(member)).filter(({ isDefault }) => isDefault)
    const [first, ...others] = await defaults()
    assert.deepEqual(others, [])
    const called = await member.post('/api/v1/ai/llm/quote', {
      messages: [{ role: 'user', content: 'hello' }],
    })
    assert.equal(first!.modelId, called.body.data.model, called.text)
    await admin.patch('/api/v1/project', { defaultModel: 'local/demo' })
    assert.deepEqual(
      (await defaults()).map(({ modelId }) => modelId),
      ['local/demo'],
    )
    assert.deepEqual(await listOf(member, '?isDefault=true'), await defaults())
    assert.equal((await listOf(member, '?isDefault=false')).length, (await listOf(member)).length - 1)
    assert.ok((await listOf(member, '?kind=image')).every(({ isDefault }) => !isDefault))
  })

  it("says that a model without a price is not called on the operator's key, and is not listed by any compatible API", async () => {
    const { member, memberKey } = await app.newProject()
    const unpriced = (await listOf(member)).filter(
      ({ provider, pricing }) => provider === 'mistral' && pricing.prompt === undefined,
    )
    for (const { unavailableReason } of unpriced) assert.equal(unavailableReason, 'no_price')
    const media = await listOf(member, '?kind=stt&isAvailable=true')
    assert.deepEqual(providersOf(media), new Set(['mistral']))
    const listed = await member.get('/api/v1/openai/models', { authorization: `Bearer ${memberKey}` })
    const chat = (await listOf(member, '?isAvailable=true')).map(({ modelId }) => modelId)
    const listedIds = listed.body.data.map(({ id }: { id: string }) => id) as string[]
    assert.deepEqual(
      listedIds.filter((id) => !/embed|use-lite/.test(id)),
      chat,
    )
  })
})

describe('GET /api/v1/ai/models/summary', () => {
  it('200 with the numbers of the lists, in a small response', async () => {
    const { admin, member } = await app.newProject()
    await admin.patch(`${path}/mistral/mistral-small-latest`, { isActive: false })
    for (const caller of [admin, member]) {
      const { status, body, text } = await caller.get(`${path}/summary`)
      assert.equal(status, 200)
      assert.ok(text.length < 1000)
      for (const [kind, counts] of Object.entries(body.data as ModelSummary)) {
        const models = await listOf(caller, `?kind=${kind}`)
        assert.deepEqual(counts, {
          total: models.length,
          active: models.filter(({ isActive }) => isActive).length,
          available: models.filter(({ isAvailable }) => isAvailable).length,
        })
      }
    }
  })
})
