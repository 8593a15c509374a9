import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ApiResponse, startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'

const base = '/api/v1/tools'
const script = (source: string) => ({ script: { language: 'javascript', source } })
const minimal = (slug: string, more: object = {}) => ({
  slug,
  name: 'A tool',
  description: 'Does something.',
  toolkitSlug: 'own',
  inputParameters: { type: 'object' },
  noAuth: true,
  ...more,
})

let app: TestApp
let project: TestProject
before(async () => {
  app = await startTestApp()
  project = await app.newProject()
})
after(() => app.stop())

const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code]
const create = (slug: string, more: object = {}, by = project.admin) => by.post(base, minimal(slug, more))
const slugs = (response: ApiResponse): string[] =>
  response.body.data.map(({ slug }: { slug: string }) => slug)

describe('POST /tools', () => {
  test('200 with every field of the specification', async () => {
    const { status, body } = await create('whole', {
      instructions: 'Say please.',
      scopes: ['a'],
      tags: ['t'],
      isImportant: true,
      popularityScore: 3,
      type: 'action',
      version: '2.0.0',
      availableVersions: ['1.0.0'],
      outputParameters: { type: 'object' },
      executionCreditCost: 0.5,
      ...script('return 1'),
    })
    assert.equal(status, 200)
    const { id, createdAt, updatedAt, ragContentHash, ragSyncedAt, ...tool } = body.data
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.ok(createdAt && updatedAt && ragContentHash && ragSyncedAt)
    assert.equal(tool.provider, 'LOCAL')
    assert.equal(tool.script, 'javascript')
    assert.deepEqual(tool.fieldModifiers, {})
    assert.deepEqual(tool.availableVersions, ['2.0.0', '1.0.0'])
    assert.equal(tool.executionCreditCost, 0.5)
    assert.equal(tool.scriptSource, 'return 1')
  })
  test('200 with defaults, and makes the toolkit', async () => {
    const { body } = await project.member.post(base, {
      slug: 'bare',
      name: 'B',
      description: '',
      toolkitSlug: 'fresh-kit',
      inputParameters: {},
    })
    const { noAuth, type, version, executionCreditCost, outputParameters, isExecutable } = body.data
    assert.deepEqual(
      { noAuth, type, version, executionCreditCost, outputParameters, isExecutable },
      {
        noAuth: false,
        type: 'action',
        version: '1.0.0',
        executionCreditCost: 2,
        outputParameters: { type: 'object' },
        isExecutable: false,
      },
    )
    const kit = await project.admin.get('/api/v1/toolkits/byId/fresh-kit')
    assert.equal(kit.body.data.toolCount, 1)
  })
  test('deprecatedInfo fills what is not given and is not echoed; output fields are named as ignored', async () => {
    const { body, headers } = await create('older', {
      deprecatedInfo: { version: '0.9.0', isDeprecated: true },
      provider: 'X',
    })
    assert.equal(body.data.version, '0.9.0')
    assert.equal(body.data.isDeprecated, true)
    assert.equal(body.data.deprecatedInfo, undefined)
    assert.equal(headers['x-ignored-fields'], 'provider')
  })
  test('409 for a slug that is there in any case, also of the product', async () => {
    await create('Twice')
    assert.deepEqual(refusal(await create('tWICE')), [409, 'slug_conflict'])
    assert.deepEqual(refusal(await create('HTTP_GET')), [409, 'slug_conflict'])
  })
  test('403 for a price set by a member; null is no price', async () => {
    assert.deepEqual(refusal(await create('dear', { executionCreditCost: 1 }, project.member)), [
      403,
      'admin_only_field',
    ])
    assert.equal((await create('dear', { executionCreditCost: null }, project.member)).status, 200)
  })
  const schemas: [string, object][] = [
    ['a remote reference', { properties: { a: { $ref: 'http://169.254.169.254/' } } }],
    ['a pattern that searches', { properties: { a: { pattern: '(?<!b)a' } } }],
    ['no object at the top', { type: 'string' }],
    ['what is no schema', { properties: { a: { type: 'strange' } } }],
  ]
  for (const [what, inputParameters] of schemas)
    test(`422 for ${what}`, async () => {
      const response = await create('odd', { inputParameters })
      assert.deepEqual(refusal(response), [422, 'schema_violation'])
      assert.ok(response.body.error.details.length > 0)
    })
  const bodies: [string, object][] = [
    ['an argument in the host', { http: { url: 'https://{{host}}/x' } }],
    [
      'something else than a name in braces',
      { http: { url: 'https://a.test/{{constructor.constructor("x")()}}' } },
    ],
    ['a path without a base URL', { http: { url: '/x' } }],
    ['two ways to run it', { http: { url: 'https://a.test/' }, ...script('1') }],
    ['a slug with blanks', { slug: 'a b' }],
  ]
  for (const [what, more] of bodies)
    test(`400 for ${what}`, async () => assert.equal((await create('bad', more)).status, 400))
})

describe('a tool', () => {
  test('is read by id and slug, changed, pinned by version, switched off and deleted', async () => {
    const { body } = await create('life', script('return { v: 1 }'))
    const { id } = body.data
    const path = `${base}/byId/${id}`
    const read = await project.admin.get(`${base}/byId/LIFE`)
    assert.equal(read.body.data.id, id)
    const stale = String(read.headers.etag)
    const changed = await project.admin.patch(
      path,
      { version: '1.1.0', ...script('return { v: 2 }') },
      { 'if-match': stale },
    )
    assert.deepEqual(changed.body.data.availableVersions, ['1.1.0', '1.0.0'])
    assert.equal((await project.admin.patch(path, { name: 'x' }, { 'if-match': stale })).status, 412)
    const run = async (more: object) => (await project.admin.post(`${base}/execute/life`, more)).body
    assert.deepEqual((await run({})).data.data, { v: 2 })
    assert.deepEqual((await run({ version: '1.0.0' })).data.data, { v: 1 })
    assert.equal((await run({ version: '9' })).error.code, 'tool_version_not_found')
    assert.equal((await project.admin.get(`${path}?version=1.0.0`)).body.data.version, '1.0.0')
    // The newest is deprecated: the one before it is still good.
    await project.admin.patch(path, { isDeprecated: true })
    assert.equal((await run({})).data.version, '1.0.0')
    const pinned = await project.admin.post(`${base}/execute/life`, { version: '1.1.0' })
    assert.equal(pinned.headers.deprecation, 'true')
    assert.equal((await project.admin.patch(`${path}/status`)).body.data.isDisabled, true)
    assert.equal((await run({})).error.code, 'tool_disabled')
    assert.equal(
      (await project.admin.patch(`${path}/status`, { isDisabled: true })).body.data.isDisabled,
      true,
    )
    const { id: deleted } = (await project.admin.get(path)).body.data
    assert.deepEqual((await project.admin.delete(path)).body.data, {
      id: deleted,
      slug: 'life',
      deleted: true,
    })
    assert.equal((await project.admin.get(path)).status, 404)
  })
  test('of the product can be switched off and priced by an admin, and nothing else', async () => {
    const { admin, member } = await app.newProject()
    const path = `${base}/byId/math_round`
    const { body } = await admin.get(path)
    assert.equal((await admin.get(`${base}/byId/${body.data.id}`)).body.data.slug, 'math_round')
    assert.deepEqual(refusal(await member.patch(`${path}/status`, { isDisabled: true })), [
      403,
      'admin_only_field',
    ])
    assert.deepEqual(refusal(await admin.patch(path, { name: 'Mine' })), [409, 'invalid_state'])
    assert.deepEqual(refusal(await admin.delete(path)), [409, 'invalid_state'])
    await admin.patch(path, { executionCreditCost: 0.25 })
    const run = () => admin.post(`${base}/execute/math_round`, { arguments: { value: 1.5 } })
    assert.equal((await run()).body.data.creditsCharged, 0.25)
    await admin.patch(`${path}/status`, { isDisabled: true })
    assert.deepEqual(refusal(await run()), [409, 'tool_disabled'])
    assert.ok(!slugs(await member.get(`${base}?toolkitSlug=math`)).includes('math_round'))
    await admin.patch('/api/v1/toolkits/byId/text/status', { isDisabled: true })
    assert.deepEqual(refusal(await admin.post(`${base}/execute/text_count`, { arguments: { text: '' } })), [
      409,
      'tool_disabled',
    ])
  })
  test('goes with its toolkit', async () => {
    await create('leaving', { toolkitSlug: 'short-lived' })
    const kit = '/api/v1/toolkits/byId/short-lived'
    assert.deepEqual(refusal(await project.admin.delete(kit)), [409, 'toolkit_in_use'])
    assert.equal((await project.admin.delete(`${kit}?cascade=true`)).status, 200)
    assert.equal((await project.admin.get(`${base}/byId/leaving`)).status, 404)
  })
  test('is shown as a function of every kind', async () => {
    const path = `${base}/byId/math_calculate/schema`
    const of = async (format: string) => (await project.admin.get(`${path}?format=${format}`)).body.data
    assert.equal((await of('openai')).function.parameters.type, 'object')
    assert.equal((await of('anthropic')).input_schema.required[0], 'expression')
    const { annotations } = await of('mcp')
    assert.deepEqual([annotations.readOnlyHint, annotations.openWorldHint], [true, false])
    const outward = await project.admin.get(`${base}/byId/http_request/schema?format=mcp`)
    assert.equal(outward.body.data.annotations.openWorldHint, true)
  })
})

describe('GET /tools', () => {
  test('filters', async () => {
    const { admin } = await app.newProject()
    const make = (slug: string, more: object) => admin.post(base, minimal(slug, more))
    await make('a_one', { tags: ['x', 'y'], isImportant: true, popularityScore: 5000, scopes: ['read'] })
    await make('a_two', { tags: ['x'], isDeprecated: true })
    await make('a_three', { type: 'poll' })
    const list = async (query: string) => slugs(await admin.get(`${base}?${query}`))
    assert.deepEqual(await list('provider=LOCAL'), ['a_one'])
    assert.deepEqual(await list('provider=LOCAL&includeDeprecated=true&sortBy=slug&sortOrder=asc'), [
      'a_one',
      'a_two',
    ])
    assert.deepEqual(await list('provider=LOCAL&kind=triggers'), ['a_three'])
    assert.deepEqual(await list('toolSlugs=a_two,MATH_ROUND&sortBy=slug&sortOrder=ASC'), [
      'a_two',
      'math_round',
    ])
    assert.deepEqual(await list('tags=x,y'), ['a_one'])
    assert.deepEqual(await list('important=true&limit=1'), ['a_one'])
    assert.ok(!(await list('provider=COMPOSIO&limit=100')).includes('a_one'))
    assert.deepEqual(await list('toolkitSlug=own&scopes=read'), ['a_one'])
    assert.deepEqual(await list('toolkitSlug=sleep'), ['sleep_wait'])
    assert.ok((await list('category=scheduling-%26-booking')).every((slug) => slug.startsWith('datetime_')))
    assert.equal((await admin.get(`${base}?kind=nothing`)).status, 400)
  })
  test('pages by number and by cursor, and picks fields', async () => {
    const first = await project.admin.get(`${base}?limit=3`)
    const cursor = Buffer.from('{"page":2,"limit":3}').toString('base64')
    const second = await project.admin.get(`${base}?cursor=${cursor}`)
    assert.deepEqual(slugs(second), slugs(await project.admin.get(`${base}?limit=3&page=2`)))
    assert.ok(!slugs(second).includes(slugs(first)[0]!))
    assert.ok(first.body.data[0].inputParameters)
    const { body } = await project.admin.get(`${base}?limit=1&fields=slug,schemaTokens`)
    assert.deepEqual(Object.keys(body.data[0]), ['slug', 'schemaTokens'])
    assert.ok(body.data[0].schemaTokens > 10)
    assert.equal((await project.admin.get(`${base}?cursor=x`)).status, 400)
  })
  test('searches custom and shipped tools together', async () => {
    const { admin } = await app.newProject()
    await admin.post(
      base,
      minimal('invoice_send', { name: 'Send an invoice', description: 'Mails an invoice to a customer.' }),
    )
    assert.equal(slugs(await admin.get(`${base}?q=send invoice`))[0], 'invoice_send')
    const { body } = await admin.post(`${base}/search`, {
      query: 'current time in a zone',
      limit: 3,
      includeSchemas: true,
    })
    assert.ok(
      body.data.some(({ slug }: { slug: string }) => slug === 'datetime_now'),
      JSON.stringify(body.data),
    )
    assert.ok(body.data[0].schemaTokens > 0 && body.data[0].inputParameters && body.data[0].isConnected)
    const narrow = await admin.post(`${base}/search`, { query: 'invoice | & ! ( :* time', toolkits: ['own'] })
    assert.deepEqual(slugs(narrow), ['invoice_send'])
    assert.deepEqual(
      slugs(await project.admin.post(`${base}/search`, { query: 'invoice customer', toolkits: ['own'] })),
      [],
    )
  })
  test('finds custom tools as they are now', async () => {
    const { admin } = await app.newProject()
    const find = async (query: string) =>
      slugs(await admin.post(`${base}/search`, { query, toolkits: ['own'] }))
    await admin.post(base, minimal('zeppelin_launch', { name: 'Launch a zeppelin' }))
    assert.deepEqual(await find('zeppelin'), ['zeppelin_launch'])
    assert.deepEqual(await find('zepelin'), ['zeppelin_launch'])
    await admin.patch(`${base}/byId/zeppelin_launch`, { slug: 'submarine_dive', name: 'Dive' })
    assert.deepEqual(await find('submarine'), ['submarine_dive'])
    assert.deepEqual(await find('zeppelin'), [])
    await admin.patch(`${base}/byId/submarine_dive/status`, { isDisabled: true })
    assert.deepEqual(await find('submarine'), [])
    await admin.patch(`${base}/byId/submarine_dive/status`, { isDisabled: false })
    const { tokenCount, ...visible } = (await admin.post(`${base}/search`, { query: 'submarine' })).body
      .data[0]
    assert.equal(tokenCount, undefined)
    const whole = (await admin.get(`${base}/byId/submarine_dive`)).body.data
    assert.deepEqual([visible.slug, visible.schemaTokens], ['submarine_dive', whole.schemaTokens])
    await admin.delete(`${base}/byId/submarine_dive`)
    assert.deepEqual(await find('submarine'), [])
    await admin.patch('/api/v1/toolkits/byId/math/status', { isDisabled: true })
    const sums = slugs(await admin.post(`${base}/search`, { query: 'calculate an expression' }))
    assert.ok(sums.length > 0 && sums.every((slug: string) => !slug.startsWith('math_')), sums.join())
  })
})
