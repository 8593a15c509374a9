import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import type { AiModel } from './schema/model.ts'

const app = await startTestApp()
after(() => app.stop())

const path = '/api/v1/ai/models'
const requestedModel = 'openai/gpt-5'

const listOf = async (caller: Caller, query = ''): Promise<AiModel[]> => {
  const { status, body } = await caller.get(`${path}${query}`)
  assert.equal(status, 200)
  return body.data
}

const idsOf = async (caller: Caller, query = '') =>
  (await listOf(caller, query)).map(({ modelId }) => modelId)

const deactivations = async (admin: Caller) => {
  const { status, body } = await admin.get('/api/v1/audit-log?action=model.deactivated')
  assert.equal(status, 200)
  return body.data as { target: { type: string; id: string } }[]
}

describe('GET /api/v1/ai/models', () => {
  it('200 with the chat models, by provider and name', async () => {
    const { member } = await app.newProject()
    const models = await listOf(member)
    assert.ok(models.length >= 300)
    assert.ok(models.every(({ mediaKind, isActive }) => mediaKind === null && isActive))
    const keys = models.map(({ provider, name, modelId }) => [provider, name, modelId].join('\n'))
    assert.ok(keys.every((key, i) => i === 0 || keys[i - 1]! < key))
    assert.deepEqual(await idsOf(member, '?kind=chat'), await idsOf(member, '?kind='))
  })

  it('200 with every field of the model', async () => {
    const { member } = await app.newProject()
    const model = (await listOf(member)).find(({ modelId }) => modelId === requestedModel)
    const { description, ...rest } = model!
    assert.equal(typeof description, 'string')
    assert.deepEqual(rest, {
      id: '5529ad6e-3ecf-58c1-8826-ce14549e78ab',
      isDefault: false,
      modelId: requestedModel,
      canonicalSlug: null,
      name: 'GPT-5',
      provider: 'openai',
      contextLength: 400_000,
      knowledgeCutoff: '2024-09',
      architecture: {
        modality: 'text+image->text',
        inputModalities: ['text', 'image'],
        outputModalities: ['text'],
      },
      supportedParameters: ['max_tokens', 'reasoning', 'reasoning_effort', 'tools'],
      pricing: {
        prompt: '0.00000125',
        completion: '0.00001',
        input: '0.00000125',
        output: '0.00001',
        cachedInputTokens: '0.000000125',
      },
      mediaKind: null,
      reserveUsdPerUnit: null,
      mediaCapabilities: {},
      isActive: true,
      supportsReasoning: true,
      supportsEffort: true,
      isAvailable: false,
      unavailableReason: 'needs_provider_key',
    })
  })

  it('200 with one kind of media models', async () => {
    const { member } = await app.newProject()
    for (const kind of ['image', 'video', 'tts', 'stt']) {
      const models = await listOf(member, `?kind=${kind}`)
      assert.ok(models.length > 0, kind)
      assert.ok(models.every(({ mediaKind }) => mediaKind === kind))
    }
  })

  it('200 with what the filters leave', async () => {
    const { member } = await app.newProject()
    assert.deepEqual(await idsOf(member, '?provider=local'), ['local/demo'])
    assert.deepEqual(await idsOf(member, '?provider=nobody'), [])
    assert.deepEqual(await idsOf(member, '?provider=openai&q=mini%20%20GPT-4.1'), ['openai/gpt-4.1-mini'])
    const plain = await listOf(member, '?provider=OpenAI&supportsReasoning=false')
    assert.ok(plain.length > 0)
    assert.ok(plain.every(({ provider, supportsReasoning }) => provider === 'openai' && !supportsReasoning))
  })

  it('200 for an admin with what is switched off, marked so; without it for others', async () => {
    const { admin, member } = await app.newProject()
    await admin.patch(`${path}/${requestedModel}`, { isActive: false })
    const seen = await listOf(admin)
    assert.deepEqual(
      seen.filter(({ isActive }) => !isActive).map(({ modelId }) => modelId),
      [requestedModel],
    )
    const offered = await idsOf(member)
    assert.equal(offered.length, seen.length - 1)
    assert.ok(!offered.includes(requestedModel))
  })

  it('400 for an unknown kind, naming the five', async () => {
    const { member } = await app.newProject()
    const { status, body } = await member.get(`${path}?kind=embedding`)
    assert.equal(status, 400)
    assert.equal(body.error.code, 'invalid_parameter')
    assert.match(body.message, /chat, image, video, tts, stt/)
  })
})

it('lists at most so many models as `limit` says, here and in the list of OpenAI', async () => {
  const { admin } = await app.newProject()
  const { body } = await admin.get(`${path}?limit=3`)
  const all = await admin.get(path)
  assert.deepEqual(body.data, all.body.data.slice(0, 3))
  const there = await admin.get('/api/v1/openai/models?limit=1')
  assert.equal(there.body.data.length, 1)
  assert.equal((await admin.get(`${path}?limit=0`)).status, 400)
})

describe('GET /api/v1/ai/models/{modelId}', () => {
  it('200 by model id, encoded or not, and by row id', async () => {
    const { member } = await app.newProject()
    for (const name of [
      requestedModel,
      encodeURIComponent(requestedModel),
      '5529ad6e-3ecf-58c1-8826-ce14549e78ab',
    ]) {
      const { status, body } = await member.get(`${path}/${name}`)
      assert.equal(status, 200, name)
      assert.equal(body.data.modelId, requestedModel)
    }
  })

  it('200 for ids with more slashes and with colons', async () => {
    const { member } = await app.newProject()
    const ids = await idsOf(member)
    for (const name of [ids.find((id) => id.split('/').length > 2), ids.find((id) => id.includes(':'))]) {
      const { body } = await member.get(`${path}/${name}`)
      assert.equal(body.data.modelId, name)
    }
  })

  it('404 with near matches that the caller may see', async () => {
    const { admin, member } = await app.newProject()
    await admin.patch(`${path}/azure/gpt-5`, { isActive: false })
    const nearFor = async (caller: Caller) => {
      const { status, body } = await caller.get(`${path}/gpt-5`)
      assert.equal(status, 404)
      const { error } = body
      assert.equal(error.code, 'model_not_found')
      assert.match(error.hint, /openai\/gpt-5/)
      return error.nearMatches as string[]
    }
    assert.ok((await nearFor(admin)).includes('azure/gpt-5'))
    assert.ok(!(await nearFor(member)).includes('azure/gpt-5'))
  })

  it('404 for a model that is switched off, unless the caller is an admin', async () => {
    const { admin, member } = await app.newProject()
    await admin.patch(`${path}/${requestedModel}`, { isActive: false })
    const refused = await member.get(`${path}/${requestedModel}`)
    assert.equal(refused.status, 404)
    assert.ok(!refused.body.error.nearMatches.includes(requestedModel))
    const { status, body } = await admin.get(`${path}/${requestedModel}`)
    assert.equal(status, 200)
    assert.equal(body.data.isActive, false)
  })
})

describe('PATCH /api/v1/ai/models/{modelId}', () => {
  it('200, for this project alone, written to the audit trail once', async () => {
    const { admin, member } = await app.newProject()
    const otherProject = (await app.newProject()).member
    for (const name of [requestedModel, '5529ad6e-3ecf-58c1-8826-ce14549e78ab']) {
      const { status, body } = await admin.patch(`${path}/${name}`, { isActive: false })
      assert.equal(status, 200)
      assert.equal(body.data.isActive, false)
    }
    assert.equal((await member.get(`${path}/${requestedModel}`)).status, 404)
    assert.equal((await otherProject.get(`${path}/${requestedModel}`)).status, 200)
    assert.deepEqual(
      (await deactivations(admin)).map(({ target }) => target),
      [{ type: 'model', id: requestedModel }],
    )
  })

  it('200 switching back on, as often as one likes', async () => {
    const { admin, member } = await app.newProject()
    for (const isActive of [true, false, true, true, false, true]) {
      assert.equal((await admin.patch(`${path}/${requestedModel}`, { isActive })).status, 200)
      assert.equal((await member.get(`${path}/${requestedModel}`)).status, isActive ? 200 : 404)
    }
    assert.equal((await deactivations(admin)).length, 2)
  })

  it('200 for many at the same time, with one entry in the audit trail', async () => {
    const { admin } = await app.newProject()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => admin.patch(`${path}/${requestedModel}`, { isActive: false })),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.equal((await deactivations(admin)).length, 1)
  })

  it('400 without a boolean', async () => {
    const { admin } = await app.newProject()
    for (const body of [{}, { isActive: 'no' }, { isActive: null }]) {
      assert.equal((await admin.patch(`${path}/${requestedModel}`, body)).status, 400)
    }
    assert.equal((await listOf(admin)).filter(({ isActive }) => !isActive).length, 0)
  })

  it('403 for a member', async () => {
    const { member } = await app.newProject()
    const { status, body } = await member.patch(`${path}/${requestedModel}`, { isActive: false })
    assert.equal(status, 403)
    assert.equal(body.error.code, 'admin_only')
    assert.equal((await member.get(`${path}/${requestedModel}`)).status, 200)
  })

  it('404 for a model that does not exist', async () => {
    const { admin } = await app.newProject()
    const { status, body } = await admin.patch(`${path}/openai/gtp-5`, { isActive: false })
    assert.equal(status, 404)
    assert.ok(body.error.nearMatches.includes(requestedModel))
  })

  it('409 for switching the offline model off', async () => {
    const { admin, member } = await app.newProject()
    const { status, body } = await admin.patch(`${path}/local/demo`, { isActive: false })
    assert.equal(status, 409)
    assert.equal(body.error.code, 'invalid_state')
    assert.equal((await admin.patch(`${path}/local/demo`, { isActive: true })).status, 200)
    assert.equal((await member.get(`${path}/local/demo`)).status, 200)
  })
})
