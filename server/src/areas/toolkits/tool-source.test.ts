import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'
import { toolSlugOf } from '../../kernel/text/tool-slug.ts'
import type {
  AuthScheme,
  ImportOutcome,
  JsonSchema,
  NewToolkitRow,
  SourceTool,
  ToolEntry,
  ToolSource,
} from './index.ts'

/**
 * A source of the second kind, as remote MCP servers will be: it lists the tools of a server that speaks JSON-RPC, shows some
 * of them to one end user alone, and executes them there with the account of the caller.
 */
type RemoteTool = { name: string; description: string; inputSchema: JsonSchema; onlyFor?: string }

const textInput: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}
let remoteTools: RemoteTool[] = []
const calls: { name: string; authorization: string | undefined }[] = []
const remote = createServer(async (request, response) => {
  const { method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const toolResult = (result: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result }))
  if (method === 'tools/list') return toolResult({ tools: remoteTools })
  calls.push({ name: params.name, authorization: request.headers.authorization })
  return toolResult({ structuredContent: { echoed: params.arguments.text } })
}).listen(0, '127.0.0.1')
await once(remote, 'listening')
const origin = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`

const app = await startTestApp({ hasPieces: false, hasToolCatalogue: false, allowPrivate: '127.0.0.1' })
const { toolkits } = app.app
after(async () => {
  await app.stop()
  remote.close()
  remote.closeAllConnections()
})

const rpc = async (method: string, params: object, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(origin, { method: 'POST', headers, body })
  return ((await response.json()) as { result: { tools: RemoteTool[]; structuredContent: unknown } }).result
}

const bearer: AuthScheme = {
  name: 'BEARER_TOKEN',
  configFields: [],
  allowedHosts: ['127.0.0.1'],
  connectionFields: [
    {
      name: 'token',
      label: 'Token',
      description: '',
      type: 'string',
      isRequired: true,
      isSecret: true,
    },
  ],
  placements: [{ in: 'header', name: 'authorization', prefix: 'Bearer ', field: 'token' }],
}

type Listed = SourceTool & { remote: RemoteTool }
const listings = new Map<string, { revision: number; tools: Listed[] }>()
const isVisible = ({ externalUser }: Scope, { remote: { onlyFor } }: Listed) =>
  onlyFor === undefined || onlyFor === externalUser.id
const visibleTo = (scope: Scope): Listed[] =>
  (listings.get(scope.projectId)?.tools ?? []).filter((tool) => isVisible(scope, tool))

/** Ids and slugs stay the same through every refresh. */
async function readListing(scope: Scope, toolkitId: string, version: string): Promise<number> {
  const before = listings.get(scope.projectId)
  const { tools } = await rpc('tools/list', {})
  listings.set(scope.projectId, {
    revision: (before?.revision ?? 0) + 1,
    tools: tools.map((tool) => {
      const slug = toolSlugOf('remote', tool.name)
      const id = before?.tools.find(({ entry }) => entry.slug === slug)?.id ?? randomUUID()
      const entry: ToolEntry = {
        slug,
        toolkitSlug: 'remote',
        name: tool.name,
        description: tool.description,
        type: 'action' as const,
        noAuth: false,
        scopes: [],
        tags: [],
        isImportant: false,
        isDeprecated: false,
        popularityScore: 0,
        version,
        hints: { isReadOnly: null, isDestructive: null, isIdempotent: null },
      }
      return { id, toolkitId, entry, remote: tool }
    }),
  })
  return tools.length
}

const source: ToolSource = {
  provider: 'MCP',
  revision: async (_, scope) => ({
    externalUserId: scope.externalUser.id,
    revision: String(listings.get(scope.projectId)?.revision ?? 0),
  }),
  list: async (_, scope, toolkitId) =>
    visibleTo(scope).filter((tool) => toolkitId === null || tool.toolkitId === toolkitId),
  find: async (_, scope, by) =>
    visibleTo(scope).find(({ id, entry }) => ('slug' in by ? entry.slug === by.slug : id === by.id)) ?? null,
  async open(scope, _, { slug, version }) {
    const found = visibleTo(scope).find(({ entry }) => entry.slug === slug && entry.version === version)
    if (!found) return null
    const { entry, remote: tool } = found
    return {
      tool: { ...entry, instructions: '', inputParameters: tool.inputSchema, outputParameters: {} },
      async execute(call) {
        const { headers } = toolkits.sign({ url: origin, headers: {} }, call.credentials!)
        const { structuredContent } = await rpc(
          'tools/call',
          { name: tool.name, arguments: call.arguments },
          headers,
        )
        return { successful: true, data: structuredContent }
      },
    }
  },
  async refresh(scope, toolkit, { dryRun }): Promise<ImportOutcome> {
    const version = `1.0.${toolkit.ownRevision}`
    const toolCount = await readListing(scope, toolkit.id, version)
    await app.db.tx(async (tx) => {
      const row = await toolkits.records.lock(tx, scope, toolkit.id)
      await toolkits.records.renew(tx, scope, {
        ...row!,
        version,
        tool_count: toolCount,
        available_versions: [version, ...row!.available_versions],
      })
    })
    return {
      isDryRun: dryRun,
      sha256: '0'.repeat(64),
      isChanged: true,
      version,
      baseUrl: origin,
      allowedHosts: ['127.0.0.1'],
      authSchemes: ['BEARER_TOKEN'],
      toolCount,
      tools: [],
      changes: null,
      toolkit: await toolkits.records.show(scope, toolkit.id),
    }
  },
}

const rowOf = (id: string): NewToolkitRow => ({
  id,
  slug: 'remote',
  provider: 'MCP',
  name: 'Remote',
  description: 'A remote server',
  logo: null,
  app_url: null,
  categories: [],
  auth_schemes: [bearer],
  no_auth: false,
  base_url: origin,
  current_user_path: null,
  version: '1.0.0',
  available_versions: ['1.0.0'],
  popularity_score: 0,
  regions: null,
  source_url: origin,
  selection: {},
  tool_count: 2,
  described_at: null,
  is_disabled: false,
  is_copy: false,
  drift_check: null,
})

let project: TestProject
let id = ''
before(async () => {
  project = await app.newProject()
  const [ada] = await Promise.all(['ada', 'bob'].map(newUser))
  remoteTools = [
    { name: 'echo', description: 'Repeats a text', inputSchema: textInput },
    { name: 'secretEcho', description: 'Repeats a text in private', inputSchema: textInput, onlyFor: ada! },
  ]
  toolkits.registerToolSource(source)
  id = randomUUID()
  await readListing(project.scope, id, '1.0.0')
  await app.db.tx((tx) => toolkits.records.insert(tx, project.scope, rowOf(id)))
})

/** The id of an end user, who is created by the first call for them that writes. */
async function newUser(name: string): Promise<string> {
  const { status, text } = await project.admin.as(name).post('/api/v1/tools/execute/datetime_now', {})
  assert.equal(status, 200, text)
  const [row] = await app.db.rows<{ id: string }>(
    sql`select id from external_user where project_id = ${project.id} and name = ${name}`,
  )
  return row!.id
}

const slugsFor = async (username: string) =>
  (await project.admin.as(username).get('/api/v1/tools?toolkitSlug=remote&limit=50')).body.data.map(
    ({ slug }: { slug: string }) => slug,
  )

describe('a source of tools that was registered from outside', () => {
  it('has its toolkit in the catalogue, with its provider', async () => {
    const { body } = await project.admin.get('/api/v1/toolkits/byId/remote')
    assert.deepEqual([body.data.id, body.data.provider, body.data.toolCount], [id, 'MCP', 2])
    const listed = await project.admin.get('/api/v1/toolkits?provider=MCP')
    assert.deepEqual(
      listed.body.data.map(({ slug }: { slug: string }) => slug),
      ['remote'],
    )
    const withTools = await project.admin.as('bob').get('/api/v1/toolkits/with-tools?slugs=remote')
    assert.deepEqual(
      withTools.body.data[0].tools.map(({ slug }: { slug: string }) => slug),
      ['remote_echo'],
    )
  })

  it('shows its tools to the end users it names, regardless of who requested them first', async () => {
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await slugsFor('ada'), ['remote_echo', 'remote_secret_echo'])
      assert.deepEqual(await slugsFor('bob'), ['remote_echo'])
    }
    // What is read for the project as a whole has only what the whole project sees.
    const shared = await project.admin.get('/api/v1/tools/byId/remote_echo')
    assert.deepEqual(shared.body.data.inputParameters, textInput)
    const byId = await project.admin.get(`/api/v1/tools/byId/${shared.body.data.id}`)
    assert.equal(byId.body.data.slug, 'remote_echo')
    assert.equal((await project.admin.get('/api/v1/tools/byId/remote_secret_echo')).status, 404)
  })

  it('is part of the search, for those alone who see the tool', async () => {
    const search = async (username: string) =>
      (
        await project.admin.as(username).post('/api/v1/tools/search', { query: 'repeat a text in private' })
      ).body.data.map(({ slug }: { slug: string }) => slug)
    assert.ok((await search('ada')).includes('remote_secret_echo'))
    assert.ok(!(await search('bob')).includes('remote_secret_echo'))
  })

  it('executes with the account of the caller, after its arguments were checked', async () => {
    const ada = project.admin.as('ada')
    const refused = await ada.post('/api/v1/tools/execute/remote_echo', { arguments: { text: 'x' } })
    assert.equal(refused.body.error.code, 'connection_required', refused.text)
    const config = await ada.post('/api/v1/auth_configs', {
      toolkit: { slug: 'remote' },
      authConfig: { type: 'use_custom_auth', authScheme: 'BEARER_TOKEN', credentials: {} },
    })
    assert.equal(config.status, 200, config.text)
    const account = await ada.post('/api/v1/connected_accounts', {
      authConfig: { id: config.body.data.id },
      connection: { state: { authScheme: 'BEARER_TOKEN', val: { token: 'token-of-ada' } } },
    })
    assert.equal(account.status, 200, account.text)
    const wrong = await ada.post('/api/v1/tools/execute/remote_echo', { arguments: { words: 'x' } })
    assert.equal(wrong.body.error.code, 'tool_arguments_invalid', wrong.text)
    const done = await ada.post('/api/v1/tools/execute/remote_echo', { arguments: { text: 'hello' } })
    assert.deepEqual([done.body.data.successful, done.body.data.data], [true, { echoed: 'hello' }], done.text)
    const own = await ada.post('/api/v1/tools/execute/remote_secret_echo', { arguments: { text: 'mine' } })
    assert.deepEqual(own.body.data.data, { echoed: 'mine' }, own.text)
    const authorization = 'Bearer token-of-ada'
    assert.deepEqual(calls, [
      { name: 'echo', authorization },
      { name: 'secretEcho', authorization },
    ])
    const hidden = await project.admin
      .as('bob')
      .post('/api/v1/tools/execute/remote_secret_echo', { arguments: { text: 'x' } })
    assert.equal(hidden.status, 404)
  })

  it('is refreshed by the endpoint of the catalogue, and preserves its ids', async () => {
    const before = (await project.admin.get('/api/v1/tools/byId/remote_echo')).body.data.id
    remoteTools = [
      ...remoteTools,
      { name: 'shout', description: 'Repeats it loudly', inputSchema: textInput },
    ]
    const refreshed = await project.admin.post('/api/v1/toolkits/byId/remote/refresh', {})
    assert.deepEqual([refreshed.status, refreshed.body.data.toolCount], [200, 3], refreshed.text)
    assert.deepEqual(await slugsFor('bob'), ['remote_echo', 'remote_shout'])
    const { body } = await project.admin.get('/api/v1/tools/byId/remote_echo')
    assert.deepEqual([body.data.id, body.data.version], [before, refreshed.body.data.version])
  })

  it('exists in its project alone, and goes with its toolkit', async () => {
    const other = await app.newProject()
    assert.equal((await other.admin.get('/api/v1/tools/byId/remote_echo')).status, 404)
    assert.equal((await other.admin.post('/api/v1/toolkits/byId/remote/refresh', {})).status, 404)
    const deleted = await project.admin.delete('/api/v1/toolkits/byId/remote?cascade=true')
    assert.equal(deleted.status, 200, deleted.text)
    assert.equal((await project.admin.get('/api/v1/tools/byId/remote_echo')).status, 404)
  })
})
