import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newAgent } from '../agents/api.ts'
import { startTestApp, type TestProject } from '../harness.ts'

/** A 404 of a name has the nearest ones, of those alone that the caller may read. */
const app = await startTestApp()
after(() => app.stop())

let mine: TestProject
let theirs: TestProject
let skillId = ''
let collectionId = ''
let sourceKey = ''
before(async () => {
  mine = await app.newProject()
  theirs = await app.newProject()
  for (const [project, ending] of [
    [mine, 'mine'],
    [theirs, 'theirs'],
  ] as const) {
    const { admin } = project
    const results = [
      await admin.post('/api/v1/table/collections', {
        name: `Customers ${ending}`,
        slug: `customers_${ending}`,
      }),
      await admin.post('/api/v1/mcp_manager', { name: `support-${ending}` }),
      await admin.post('/api/v1/tools', {
        slug: `lookup_customer_${ending}`,
        name: 'Look up a customer',
        description: 'Finds a customer.',
        toolkitSlug: `shop_${ending}`,
        inputParameters: { type: 'object' },
      }),
      await admin.put('/api/v1/ai/providers', {
        name: `proxy-${ending}`,
        baseUrl: 'https://example.com/v1',
        apiKeys: ['k'],
      }),
    ]
    for (const { status, text } of results) assert.ok(status < 300, text)
    await newAgent(admin, {}, { name: `Support ${ending}` })
    const user = await admin.post('/api/v1/external-users', { name: `lovelace-${ending}` })
    assert.ok(user.status < 300, user.text)
  }
  const skill = await mine.admin.post('/api/v1/skills/create', {
    name: 'Report',
    description: 'Writes a report.',
    instructions: 'Write it.',
  })
  skillId = skill.body.data.id
  const collection = await mine.admin.post('/api/v1/knowledge/collections', { name: 'Handbook' })
  collectionId = collection.body.data.id
  const source = await mine.admin.post(`/api/v1/knowledge/collections/${collectionId}/ingest/text`, {
    content: 'Returns take 30 days.',
    title: 'Returns',
  })
  sourceKey = source.body.data.sourceKey
  for (const { status, text } of [skill, collection, source]) assert.ok(status < 300, text)
})

const cases: [subject: string, url: string, near: string | null][] = [
  ['a path', '/api/v1/table/colections', '/api/v1/table/collections'],
  ['a path with an id', '/api/v1/graphify/thread/x/history', '/api/v1/graphify/threads/{thread_id}/history'],
  ['a path without its first parts', '/api/v1/pauses', '/api/v1/workflow/manager/pauses'],
  ['a table', '/api/v1/table/collections/custumers_mine', 'customers_mine'],
  ['a tool of the project', '/api/v1/tools/byId/lookup_custmer_mine', 'lookup_customer_mine'],
  ['a tool of the product', '/api/v1/tools/byId/text_chang_case', 'text_change_case'],
  ['a toolkit', '/api/v1/toolkits/byId/shop_mien', 'shop_mine'],
  ['an agent', '/api/v1/langgraph/assistants/Suport%20mine', 'Support mine'],
  ['a model', '/api/v1/ai/models/local/dmeo', 'local/demo'],
  ['a model of OpenAI', '/api/v1/openai/models/local/dmeo', 'local/demo'],
  ['a model of Anthropic', '/api/v1/anthropic/v1/models/local/dmeo', 'local/demo'],
]

describe('404 names the nearest', () => {
  for (const [subject, url, near] of cases)
    test(`${subject}`, async () => {
      const { status, body } = await mine.admin.get(url)
      assert.equal(status, 404)
      assert.ok(body.error.nearMatches?.includes(near), JSON.stringify(body.error))
      assert.match(body.error.hint ?? body.error.message, /Did you mean/)
      assert.doesNotMatch(JSON.stringify(body), /theirs/)
    })

  test('an end user', async () => {
    const path = '/api/v1/external-users/username/lovelaec-mine'
    const { status, body } = await mine.admin.get(path)
    assert.deepEqual([status, body.error.nearMatches[0]], [404, 'lovelace-mine'])
    assert.doesNotMatch(JSON.stringify(body), /theirs/)
  })

  test('a type of triggers', async () => {
    const { status, body } = await mine.admin.get('/api/v1/trigger_types/crno')
    assert.deepEqual([status, body.error.nearMatches], [404, ['cron']])
  })

  test('a file and a version of a skill', async () => {
    for (const [path, near] of [
      ['files/SKILL.dm', 'SKILL.md'],
      ['versions/1.0.00', '1.0.0'],
    ]) {
      const { status, body } = await mine.admin.get(`/api/v1/skills/${skillId}/${path}`)
      assert.deepEqual([status, body.error.nearMatches], [404, [near]])
    }
  })

  test('a source of a knowledge collection', async () => {
    const path = `/api/v1/knowledge/collections/${collectionId}/sources`
    const { status, body } = await mine.admin.get(`${path}/${encodeURIComponent(`${sourceKey}x`)}`)
    assert.deepEqual([status, body.error.nearMatches], [404, [sourceKey]])
  })

  test('nothing to a key that may not list them', async () => {
    const { body } = await mine.admin.post('/api/v1/api-keys', {
      name: 'narrow',
      role: 'admin',
      scopes: ['table:write', 'tools:execute'],
    })
    const headers = { 'x-api-key': body.data.key }
    for (const [method, url] of [
      ['PATCH', '/api/v1/table/collections/custumers_mine'],
      ['POST', '/api/v1/tools/execute/lookup_custmer_mine'],
    ] as const) {
      const refused = await app.anonymous.send(method, url, {}, headers)
      assert.equal(refused.status, 404, refused.text)
      assert.equal(refused.body.error.nearMatches, undefined)
    }
  })

  test('an MCP server', async () => {
    const path = '/api/v1/mcp/suport-mine'
    const found = await mine.admin.post(path, { method: 'tools/list' })
    assert.deepEqual([found.status, /Did you mean support-mine/.test(found.text)], [404, true], found.text)
    const other = await theirs.admin.post(path, { method: 'tools/list' })
    assert.deepEqual([other.status, /support-mine/.test(other.text)], [404, false])
  })

  test('a provider', async () => {
    const { status, body } = await mine.admin.post('/api/v1/ai/providers/prox-mine/test')
    assert.deepEqual([status, body.error.nearMatches], [404, ['proxy-mine']])
  })
})

describe('404 names nothing', () => {
  for (const [subject, url] of cases.filter(([, url]) => /mine|mien/.test(url)))
    test(`of another project: ${subject}`, async () => {
      const { status, body } = await theirs.admin.get(url)
      assert.equal(status, 404)
      assert.doesNotMatch(JSON.stringify(body.error), /[_ -]mine/)
    })

  test('for a path that shares its last part alone with a parameter', async () => {
    const { body } = await mine.admin.get('/api/v1/tools/tabel_query')
    assert.doesNotMatch(JSON.stringify(body.error.nearMatches ?? []), /members|runs|api-keys/)
  })

  test('for an id', async () => {
    const { body } = await mine.admin.get('/api/v1/table/collections/0199f1a0-0000-7000-8000-0000000000ff')
    assert.equal(body.error.nearMatches, undefined)
  })

  test('a toolkit that is disabled is not named to members', async () => {
    const { body } = await mine.admin.get('/api/v1/toolkits/byId/shop_mine')
    const path = `/api/v1/toolkits/byId/${body.data.id}/status`
    assert.equal((await mine.admin.patch(path, { isDisabled: true })).status, 200)
    const refused = await mine.member.get('/api/v1/toolkits/byId/shop_mien')
    assert.equal(refused.status, 404)
    assert.doesNotMatch(JSON.stringify(refused.body.error), /shop_mine/)
  })
})

/** Parameters of paths that take a name, each with a test here. A subject is that of the test. */
const names: Record<string, string> = {
  '/api/v1/ai/models/{modelId}': 'a model',
  '/api/v1/openai/models/{model}': 'a model of OpenAI',
  '/api/v1/anthropic/v1/models/{model}': 'a model of Anthropic',
  '/api/v1/ai/providers/{name}': 'a provider',
  '/api/v1/external-users/username/{username}': 'an end user',
  '/api/v1/knowledge/collections/{id}/sources/{sourceKey}': 'a source of a knowledge collection',
  '/api/v1/langgraph/assistants/{assistant_id}': 'an agent',
  '/api/v1/mcp/{serverId}': 'an MCP server',
  '/api/v1/mcp_manager/{id}/external/{name}': 'an external server: areas/mcp/service/external-servers.ts',
  '/api/v1/skills/{id}/files/{path}': 'a file of a skill',
  '/api/v1/skills/{id}/versions/{v}': 'a version of a skill',
  '/api/v1/table/collections/{collectionId}': 'a table',
  '/api/v1/table/collections/{id}': 'a table',
  '/api/v1/toolkits/byId/{id}': 'a toolkit',
  '/api/v1/tools/byId/{id}': 'a tool',
  '/api/v1/tools/execute/{toolSlug}': 'a tool',
  '/api/v1/trigger_types/{slug}': 'a type of triggers',
  '/api/v1/trigger_instances/{slug}': 'a type of triggers',
}

/** Made by the server or by the client for one thing: ids, tokens, numbers. No caller types them from memory. */
const noNames = new Set([
  'chatId',
  'chunkId',
  'documentId',
  'generation',
  'linkToken',
  'logId',
  'messageId',
  'n',
  'threadId',
  'token',
  'triggerId',
  'version',
  '/api/v1/file/{id}',
  '/.well-known/oauth-protected-resource/api/v1/mcp/{serverId}',
])

test('every parameter of a path that is a name is listed here', async () => {
  const { body } = await app.anonymous.get('/api/v1/openapi.json')
  const forgotten = new Set<string>()
  for (const [path, operations] of Object.entries<Record<string, { parameters?: Parameter[] }>>(body.paths))
    for (const { parameters = [] } of Object.values(operations))
      for (const { name, in: place, schema } of parameters) {
        if (place !== 'path' || schema?.format === 'uuid' || schema?.enum) continue
        const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
        if (!(upTo in names) && !noNames.has(upTo) && !noNames.has(name)) forgotten.add(upTo)
      }
  assert.deepEqual([...forgotten], [])
})

type Parameter = { name: string; in: string; schema?: { format?: string; enum?: unknown } }
