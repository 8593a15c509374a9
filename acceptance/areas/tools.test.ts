import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/tools'

type Tool = Record<string, unknown> & {
  id: string
  slug: string
  version: string
  executionCreditCost: number
}
type Execution = {
  successful: boolean
  data: unknown
  errorCode: string | null
  logId: string
  creditsCharged: number
  version: string
}

const bodyOf = (suffix: string, more: object = {}) => ({
  slug: stage.nameOf(suffix),
  name: 'A tool',
  description: 'Does something.',
  toolkitSlug: stage.nameOf('kit'),
  inputParameters: { type: 'object', properties: { a: { type: 'number' } } },
  noAuth: true,
  ...more,
})
after(async () => {
  assertDone(await admin.delete(`/api/v1/toolkits/byId/${stage.nameOf('kit')}?cascade=true`))
})

const script = (source: string) => ({ script: { language: 'javascript', source } })
const make = async (suffix: string, more: object = {}) =>
  assertSuccess<Tool>(await admin.post(path, bodyOf(suffix, more)))
const run = async (slug: string, body: object = {}) =>
  assertSuccess<Execution>(await admin.post(`${path}/execute/${slug}`, body))

const outputFields = [
  'id',
  'slug',
  'name',
  'description',
  'instructions',
  'toolkitSlug',
  'inputParameters',
  'outputParameters',
  'noAuth',
  'scopes',
  'tags',
  'isImportant',
  'popularityScore',
  'type',
  'availableVersions',
  'version',
  'isDeprecated',
  'isDisabled',
  'executionCreditCost',
  'provider',
  'ragContentHash',
  'ragSyncedAt',
  'createdAt',
  'updatedAt',
  'fieldModifiers',
  'script',
]

describe('Custom tools (4.2)', () => {
  it('return every field of a tool', async () => {
    const tool = await make('fields', {
      outputParameters: {},
      deprecatedInfo: { displayName: 'x' },
      instructions: 'i',
      scopes: [],
      tags: ['t'],
      isImportant: true,
      popularityScore: 1,
      type: 'action',
      availableVersions: ['1.0.0'],
      version: '1.0.0',
      isDeprecated: false,
      isDisabled: false,
      triggerThreadKey: 'k',
      executionCreditCost: 1,
    })
    for (const field of outputFields) assert.ok(field in tool, field)
    assert.equal(tool.provider, 'LOCAL')
    assert.equal('deprecatedInfo' in tool, false)
  })
  it('leave the price to admins', async () => {
    const member = stage.callerWith((await stage.newKey({ role: 'member' })).key)
    const dear = bodyOf('dear', { executionCreditCost: 5 })
    assertError(await member.post(path, dear), 'admin_only_field', 403)
    const fallback = assertSuccess<Tool>(await member.post(path, { ...dear, executionCreditCost: null }))
    assert.equal(fallback.executionCreditCost, 2)
  })
  it('are held to the limits', async () => {
    const over = [
      { slug: 'a'.repeat(101) },
      { name: 'a'.repeat(201) },
      { toolkitSlug: 'a'.repeat(101) },
      { version: '1'.repeat(51) },
      { popularityScore: -1 },
      { executionCreditCost: -1 },
    ]
    for (const more of over)
      assert.equal((await admin.post(path, bodyOf('over', more))).status, 400, Object.keys(more)[0])
    const remote = { inputParameters: { $ref: 'https://example.com/schema' } }
    assertError(await admin.post(path, bodyOf('over', remote)), 'schema_violation', 422)
  })
  it('can be switched off and deprecated', async () => {
    const { slug } = await make('flags', script('return 1'))
    assertSuccess(await admin.patch(`${path}/byId/${slug}/status`, { isDisabled: true }))
    assertError(await admin.post(`${path}/execute/${slug}`), 'tool_disabled', 409)
    assertSuccess(await admin.patch(`${path}/byId/${slug}`, { isDisabled: false, isDeprecated: true }))
    const { headers } = await admin.post(`${path}/execute/${slug}`)
    assert.equal(headers.get('deprecation'), 'true')
    const { id } = assertSuccess<{ id: string }>(await admin.get(`${path}/byId/${slug}`))
    assert.deepEqual(assertSuccess(await admin.delete(`${path}/byId/${slug}`)), { id, slug, deleted: true })
  })
  it('run as they were pinned', async () => {
    const { slug } = await make('versions', script('return { v: 1 }'))
    assertSuccess(
      await admin.patch(`${path}/byId/${slug}`, { version: '2.0.0', ...script('return { v: 2 }') }),
    )
    assert.deepEqual((await run(slug)).data, { v: 2 })
    assert.deepEqual((await run(slug, { version: '1.0.0' })).data, { v: 1 })
  })
})

describe('Tools (3.6)', () => {
  it('are executed, logged and charged for when they succeed', async () => {
    const { slug } = await make(
      'adds',
      script('if (state.a < 0) throw new Error("no"); return { b: state.a + 1 }'),
    )
    const good = await run(slug, { arguments: { a: 1 } })
    assert.deepEqual([good.successful, good.data, good.creditsCharged], [true, { b: 2 }, 2])
    const bad = await run(slug, { arguments: { a: -1 } })
    assert.deepEqual([bad.successful, bad.errorCode, bad.creditsCharged], [false, 'script_error', 0])
    assertError(
      await admin.post(`${path}/execute/${slug}`, { arguments: { a: 'x' } }),
      'tool_arguments_invalid',
      422,
    )
    const { total } = assertPage(await admin.get(`${path}/execution-logs?toolSlug=${slug}`))
    assert.equal(total, 2)
    const log = assertSuccess<{ arguments: unknown }>(await admin.get(`${path}/execution-logs/${good.logId}`))
    assert.deepEqual(log.arguments, { a: 1 })
  })
  it('are refused when the key has spent what it may in a month', async () => {
    const made = await stage.newKey()
    assertSuccess(await admin.patch(`/api/v1/api-keys/${made.id}`, { monthlyCreditCap: 3 }))
    const spender = stage.callerWith(made.key)
    const hash = () => spender.post(`${path}/execute/crypto_hash`, { arguments: { text: 'x' } })
    assert.equal(assertSuccess<Execution>(await hash()).creditsCharged, 2)
    assertError(await hash(), 'budget_exceeded', 402)
  })
  it('are found by words, with the size of their schemas', async () => {
    const { slug } = await make('zeppelin', { name: `Steer the ${stage.tag} zeppelin` })
    const body = { query: `steer ${stage.tag} zeppelin`, limit: 5 }
    const hits = assertSuccess<{ slug: string; schemaTokens: number }[]>(
      await admin.post(`${path}/search`, body),
    )
    assert.equal(hits[0]?.slug, slug)
    assert.ok(hits[0]!.schemaTokens > 0)
  })
  it('become fixtures that are replayed', async () => {
    const { logId } = await run('crypto_hash', { text: stage.tag })
    const { id } = assertSuccess<{ id: string }>(await admin.post(`${path}/fixtures`, { logId }))
    const replay = assertSuccess<{ verdict: string }>(
      await admin.post(`${path}/fixtures/${id}/replay`, { compare: 'value' }),
    )
    assert.equal(replay.verdict, 'same')
    assertDone(await admin.delete(`${path}/fixtures/${id}`))
  })
})
