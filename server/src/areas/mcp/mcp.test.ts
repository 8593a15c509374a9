import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { legacyClient, modernClient } from './testing.ts'

const app = await startTestApp({ hasPieces: false })
const address = await app.listen()
after(() => app.stop())

const base = '/api/v1/mcp_manager'
let project: TestProject
let headers: Record<string, string>

before(async () => {
  project = await app.newProject()
  headers = { 'x-api-key': project.adminKey }
})

const urlOf = (path = '') => `${address}/api/v1/mcp${path}`
type Content = { type: string; text: string }[]
const textOf = (result: object) => (result as { content: Content }).content[0]!.text

async function newServer(body: object): Promise<{ id: string; name: string; version: number }> {
  const { body: response, text } = await project.admin.post(base, body)
  assert.equal(response.success, true, text)
  return response.data
}

describe('MCP servers', () => {
  it('200: are created, listed, changed and deleted', async () => {
    const created = await newServer({
      name: 'desk',
      description: 'Of the desk',
      selectedTools: ['text_slugify'],
    })
    const { body: read } = await project.admin.get(`${base}/${created.id}`)
    assert.equal(read.data.mode, 'META')
    assert.equal(read.data.discoveryToolsWhitelist, true)
    assert.match(read.data.url, new RegExp(`/api/v1/mcp/${created.id}$`))
    assert.equal((await project.admin.post(base, { name: 'desk' })).body.error.code, 'slug_conflict')
    const { body: listed } = await project.admin.get(`${base}?search=desk&mode=META`)
    assert.equal(listed.total, 1)
    const { body: changed } = await project.admin.patch(`${base}/${created.id}`, { mode: 'NORMAL' })
    assert.deepEqual([changed.data.mode, changed.data.toolCount, changed.data.version], ['NORMAL', 1, 2])
    assert.equal((await project.admin.delete(`${base}/${created.id}`)).status, 200)
    assert.equal((await project.admin.get(`${base}/${created.id}`)).status, 404)
  })

  it('400: refuses unknown tools, too many of them, and names that are no slugs', async () => {
    const refused = async (body: object) => (await project.admin.post(base, body)).body.error.code
    assert.equal(await refused({ name: 'a', selectedTools: ['no_such_tool'] }), 'invalid_parameter')
    const many = Array.from({ length: 129 }, (_, i) => `tool_${i}`)
    assert.equal(await refused({ name: 'a', mode: 'NORMAL', selectedTools: many }), 'invalid_parameter')
    assert.equal(await refused({ name: 'Not A Slug' }), 'invalid_parameter')
  })

  it('200: the configuration has the tools and a snippet for each common client', async () => {
    const { id } = await newServer({ name: 'config', mode: 'NORMAL', selectedTools: ['text_slugify'] })
    const { data } = (await project.admin.get(`${base}/${id}/config`)).body
    assert.deepEqual(
      data.tools.map(({ name }: { name: string }) => name),
      ['text_slugify'],
    )
    const clients = data.clients.map(({ client }: { client: string }) => client)
    assert.deepEqual(clients, ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'codex', 'inspector'])
    for (const { language, text } of data.clients) {
      assert.ok(text.includes(data.url))
      if (language === 'json') JSON.parse(text)
      assert.ok(!text.includes(project.adminKey))
    }
  })

  it('200: the report card counts tokens and finds what misleads a model', async () => {
    const tool = (slug: string, description: string) =>
      project.admin.post('/api/v1/tools', {
        slug,
        name: slug,
        description,
        toolkitSlug: 'orders',
        inputParameters: {},
        noAuth: true,
        script: { language: 'javascript', source: 'return 1' },
      })
    assert.equal((await tool('order_create', 'Creates an order of a customer.')).status, 200)
    await tool('create_order', 'Orders')
    const { id } = await newServer({
      name: 'report',
      mode: 'NORMAL',
      selectedTools: ['order_create', 'create_order'],
    })
    const { data } = (await project.admin.get(`${base}/${id}/lint`)).body
    assert.ok(data.tokens > 20)
    const found = new Map(
      data.findings.map(({ rule, tools }: { rule: string; tools: string[] }) => [rule, tools]),
    )
    assert.deepEqual(found.get('similar_names'), ['order_create', 'create_order'])
    assert.deepEqual(found.get('vague_description'), ['create_order'])
  })

  it('200 and 404: auth configs are bound to toolkits', async () => {
    const { id } = await newServer({ name: 'bound' })
    const toolkit = 'crm'
    await project.admin.post('/api/v1/toolkits', {
      slug: toolkit,
      name: 'CRM',
      description: 'Customers',
      authSchemes: ['API_KEY'],
      baseUrl: 'https://crm.example.com',
    })
    const { body: config } = await project.admin.post('/api/v1/auth_configs', {
      toolkit: { slug: toolkit },
      authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY' },
    })
    assert.ok(config.data?.id, JSON.stringify(config))
    const body = { toolkitSlug: toolkit, authConfigId: config.data.id }
    const set = await project.admin.patch(`${base}/set-auth-config/${id}`, body)
    assert.deepEqual(set.body.data.authConfigs, { crm: config.data.id })
    const other = { ...body, toolkitSlug: 'text' }
    assert.equal((await project.admin.patch(`${base}/set-auth-config/${id}`, other)).status, 400)
    const unknown = { ...body, authConfigId: id }
    assert.equal((await project.admin.patch(`${base}/set-auth-config/${id}`, unknown)).status, 404)
    const cleared = await project.admin.patch(`${base}/clear-auth-config/${id}`, { toolkitSlug: toolkit })
    assert.deepEqual(cleared.body.data.authConfigs, {})
  })
})

for (const [era, connect] of [
  ['2025-11-25', legacyClient],
  ['2026-07-28', modernClient],
] as const) {
  describe(`a client of ${era}`, () => {
    const name = `era-${era}`

    before(() => newServer({ name, mode: 'NORMAL', selectedTools: ['text_slugify', 'math_calculate'] }))

    it('lists exactly the selected tools, and calls one as the acting user', async () => {
      const client = await connect({ url: urlOf(`/${name}`), headers: { ...headers, 'x-username': 'ada' } })
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map((tool) => tool.name),
        ['text_slugify', 'math_calculate'],
      )
      assert.equal(tools[0]!.annotations?.readOnlyHint, true)
      const result = await client.callTool({ name: 'text_slugify', arguments: { text: 'Hello World' } })
      assert.match(textOf(result), /hello-world/)
      assert.deepEqual(result.structuredContent, JSON.parse(textOf(result)))
      await client.close()
      const [execution] = await app.db.rows<{ name: string; charged: number; server: string }>(sql`
        select u.name, e.charged_micro as charged, s.name as server from tool_execution e
        join external_user u on u.project_id = e.project_id and u.id = e.external_user_id
        join mcp_server s on s.project_id = e.project_id and s.id::text = e.mcp_server_id::text
        where e.project_id = ${project.id} and s.name = ${name} order by e.created_at desc limit 1`)
      assert.deepEqual([execution?.name, execution?.server], ['ada', name])
    })

    it('gets a failure as a result, and an error for an unknown tool', async () => {
      const client = await connect({ url: urlOf(`/${name}`), headers })
      const failed = await client.callTool({ name: 'math_calculate', arguments: { expression: '1 +' } })
      assert.equal(failed.isError, true)
      const invalid = await client.callTool({ name: 'text_slugify', arguments: { text: 7 } })
      assert.equal(invalid.isError, true)
      await assert.rejects(client.callTool({ name: 'text_trim', arguments: {} }), { code: -32602 })
      await client.close()
    })

    it('finds and executes tools with the default server', async () => {
      const client = await connect({ url: urlOf(), headers })
      const { tools } = await client.listTools()
      const names = tools.map((tool) => tool.name)
      for (const known of [
        'search_tools',
        'get_tool_schemas',
        'execute_tool',
        'manage_connections',
        'run_workflow',
      ])
        assert.ok(names.includes(known), known)
      const found = await client.callTool({
        name: 'search_tools',
        arguments: { query: 'make a slug of a text' },
      })
      assert.match(textOf(found), /text_slugify/)
      const done = await client.callTool({
        name: 'execute_tool',
        arguments: { slug: 'text_slugify', arguments: { text: 'A B' } },
      })
      assert.match(textOf(done), /a-b/)
      await client.close()
    })

    it('receives progress of a call', async () => {
      const client = await connect({ url: urlOf(`/${name}`), headers })
      const seen: number[] = []
      const result = await client.callTool(
        { name: 'text_slugify', arguments: { text: 'x' } },
        ...((era === '2025-11-25' ? [undefined] : []) as []),
        { onprogress: ({ progress }: { progress: number }) => void seen.push(progress) } as never,
      )
      assert.equal(result.isError ?? false, false)
      assert.deepEqual(seen, [0])
      await client.close()
    })
  })
}

describe('the endpoint', () => {
  it('200: takes what is hardly JSON-RPC, and returns plain JSON', async () => {
    const response = await project.admin.post('/api/v1/mcp', {})
    assert.equal(response.status, 200, response.text)
    assert.ok(response.body.result.tools.length >= 4)
  })

  it('405 for GET, 406 where neither form is accepted, 202 for notifications, 400 for a wrong header', async () => {
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    assert.equal((await project.admin.get('/api/v1/mcp')).status, 405)
    const image = await project.admin.post('/api/v1/mcp', listing, { accept: 'image/png' })
    assert.equal(image.status, 406)
    const noted = await project.admin.post('/api/v1/mcp', {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    })
    assert.equal(noted.status, 202)
    const old = await project.admin.post('/api/v1/mcp', listing, { 'mcp-protocol-version': '1999-01-01' })
    assert.equal(old.status, 400)
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const mismatch = await project.admin.post(
      '/api/v1/mcp',
      { ...listing, params: { _meta } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
    )
    assert.equal(mismatch.status, 400)
    assert.equal(mismatch.body.error.code, -32020)
  })

  it('200: each message of a batch of 2025-03-26 has its response, and notifications have none', async () => {
    const execute = (text: unknown) => ({
      name: 'execute_tool',
      arguments: { slug: 'text_slugify', arguments: { text } },
      _meta: { progressToken: 1 },
    })
    const noted = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const { status, body, text } = await project.admin.post('/api/v1/mcp', [
      { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: execute('Hello World') },
      noted,
      { jsonrpc: '2.0', id: 7, method: 'no/such' },
      { jsonrpc: '2.0', id: 8, method: 'tools/list' },
    ])
    assert.equal(status, 200, text)
    const [called, refused, listed] = body
    assert.deepEqual(called.result.structuredContent, { slug: 'hello-world' }, text)
    assert.deepEqual([called.id, refused.id, refused.error.code, listed.id], ['a', 7, -32601, 8])
    assert.ok(listed.result.tools.length >= 4)
    assert.equal(body.length, 3)
    assert.equal((await project.admin.post('/api/v1/mcp', [noted, noted])).status, 202)
    for (const [size, said] of [
      [0, /at least 1 item/],
      [21, /a batch of 1 to 20 messages/],
    ] as const) {
      const sized = await project.admin.post('/api/v1/mcp', Array(size).fill(noted))
      assert.equal(sized.status, 400)
      assert.match(sized.body.message, said, sized.text)
    }
  })

  it('403 for a forged origin and for a key without the scope of tools', async () => {
    const forged = await project.admin.post('/api/v1/mcp', {}, { origin: 'https://evil.example' })
    assert.equal(forged.status, 403)
    const { body } = await project.admin.post('/api/v1/api-keys', { name: 'narrow', scopes: ['mcp:execute'] })
    const narrow = app.callerWith({ 'x-api-key': body.data.key })
    const call = { name: 'execute_tool', arguments: { slug: 'text_slugify', arguments: { text: 'a' } } }
    const refused = await narrow.post('/api/v1/mcp', { method: 'tools/call', params: call })
    assert.match(JSON.stringify(refused.body), /tools:execute/)
  })

  it('404 for the server of another project', async () => {
    const { id } = await newServer({ name: 'mine' })
    const other = await app.newProject()
    assert.equal((await other.admin.post(`/api/v1/mcp/${id}`, {})).status, 404)
  })

  it('logs calls with the client that made them', async () => {
    const { id } = await newServer({ name: 'logged', mode: 'NORMAL', selectedTools: ['text_slugify'] })
    const client = await modernClient({ url: urlOf(`/${id}`), headers })
    await client.callTool({ name: 'text_slugify', arguments: { text: 'a' } })
    await client.close()
    const { data } = (await project.admin.get(`${base}/${id}/calls?clientName=test-client`)).body
    assert.equal(data.length, 1)
    const { method, target, clientVersion, protocolVersion, successful, logId } = data[0]
    assert.deepEqual(
      [method, target, clientVersion, protocolVersion, successful],
      ['tools/call', 'text_slugify', '1.2.3', '2026-07-28', true],
    )
    assert.equal((await project.admin.get(`/api/v1/tools/execution-logs/${logId}`)).status, 200)
  })
})

describe('calls of tools that only compute', () => {
  const call = { method: 'tools/call', params: { name: 'text_slugify', arguments: { text: 'A b' } } }

  it('are executed, charged and logged once each, also when many are committed together', async () => {
    const { id } = await newServer({ name: 'together', mode: 'NORMAL', selectedTools: ['text_slugify'] })
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => project.admin.post(`/api/v1/mcp/${id}`, call)),
    )
    for (const { text } of responses) assert.match(text, /a-b/)
    const [counted] = await app.db.rows<{ calls: number; executions: number; entries: number }>(sql`
      select count(*)::int as calls, count(distinct e.id)::int as executions, count(distinct u.id)::int as entries
      from mcp_call c
      join tool_execution e on e.project_id = c.project_id and e.id = c.log_id and e.status = 'succeeded'
      join usage_entry u on u.project_id = e.project_id and u.execution_id = e.id and u.used_micro = e.charged_micro
      where c.project_id = ${project.id} and c.server_id = ${id} and c.is_success`)
    assert.deepEqual(counted, { calls: 20, executions: 20, entries: 20 })
  })

  it('are decided by the server as it is now, whatever another node has changed', async () => {
    const { id } = await newServer({ name: 'shared', mode: 'NORMAL', selectedTools: ['text_slugify'] })
    const path = `/api/v1/mcp/${id}`
    assert.match((await project.admin.post(path, call)).text, /a-b/)
    const elsewhere = async (selected: string[]) =>
      app.db.rows(sql`
        update mcp_server set selected_tools = ${selected}, version = version + 1
        where project_id = ${project.id} and id = ${id}`)
    await elsewhere(['text_trim'])
    assert.equal((await project.admin.post(path, call)).body.error.code, -32602)
    await elsewhere(['text_slugify'])
    assert.match((await project.admin.post(path, call)).text, /a-b/)
    await app.db.rows(sql`delete from mcp_server where project_id = ${project.id} and id = ${id}`)
    const gone = await project.admin.post(path, call)
    assert.match(gone.text, /not found/)
  })
})

describe('a token of an end user', () => {
  it('calls as that user alone, whatever x-username says', async () => {
    const { body: user } = await project.admin.get('/api/v1/external-users/username/ada')
    const { body } = await project.admin.post(`/api/v1/external-users/${user.data.id}/tokens`, {})
    const authorization = `Bearer ${body.data?.token}`
    const { id } = await newServer({ name: 'token', mode: 'NORMAL', selectedTools: ['text_slugify'] })
    const call = { method: 'tools/call', params: { name: 'text_slugify', arguments: { text: 'A b' } } }
    const path = `/api/v1/mcp/${id}`
    const called = await app.anonymous.post(path, call, { authorization })
    assert.match(called.text, /a-b/)
    const { data } = (await project.admin.get(`${base}/${id}/calls`)).body
    assert.deepEqual(
      data.map(({ eUID }: { eUID: string }) => eUID),
      [user.data.id],
    )
    const forged = await app.anonymous.post(path, call, { authorization, 'x-username': 'eve' })
    assert.ok(forged.status >= 400, forged.text)
    assert.equal((await app.anonymous.get(base, { authorization })).status, 403)
  })
})

describe('a public server', () => {
  it('serves tools without an account to callers without credentials, as a separate end user', async () => {
    const body = { name: 'open', mode: 'NORMAL', selectedTools: ['text_slugify'], isPublic: true }
    assert.equal((await project.member.post(base, body)).status, 403)
    const { id } = await newServer(body)
    const client = await modernClient({ url: urlOf(`/public/${id}`) })
    assert.equal((await client.listTools()).tools.length, 1)
    assert.match(textOf(await client.callTool({ name: 'text_slugify', arguments: { text: 'A b' } })), /a-b/)
    await client.close()
    const { body: users } = await project.admin.get('/api/v1/external-users?q=mcp_open')
    assert.equal(users.total, 1)
    await project.admin.patch(`${base}/${id}`, { isPublic: false })
    assert.equal((await app.anonymous.post(`/api/v1/mcp/public/${id}`, {})).status, 404)
  })

  it('400: is not one of mode META', async () => {
    assert.equal((await project.admin.post(base, { name: 'wide', isPublic: true })).status, 400)
  })
})
