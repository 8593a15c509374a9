import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/workflow/manager'
const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'call',
      type: 'http',
      url: 'https://example.com',
      headers: { authorization: 'Bearer literal-secret', 'x-trace': 'kept', 'x-api-key': '{{ input.key }}' },
      body: { nested: [{ password: 'literal-password' }] },
    },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'call' },
    { from: 'call', to: 'end' },
  ],
}
const create = async (body: object, caller = project.admin) =>
  (await caller.post(`${base}/create`, body)).body.data

describe('export and import', () => {
  test('200: literal secrets are left out and listed; the import is the same graph as a separate draft', async () => {
    const workflow = await create({ name: 'Call', graph })
    const file = (await project.admin.get(`${base}/${workflow.id}/export`)).body.data
    assert.doesNotMatch(JSON.stringify(file), /literal-/)
    assert.equal(file.format, 'stoa.workflow/1')
    assert.deepEqual(
      file.stripped.map(({ path }: { path: string }) => path),
      ['/graph/nodes/1/headers/authorization', '/graph/nodes/1/body/nested/0/password'],
    )
    assert.equal(file.graph.nodes[1].headers['x-api-key'], '{{ input.key }}')
    const other = await app.newProject()
    const imported = await other.admin.post(`${base}/import`, { workflow: file, name: 'Mine' })
    assert.equal(imported.status, 200, imported.text)
    assert.notEqual(imported.body.data.id, workflow.id)
    assert.deepEqual(
      [imported.body.data.name, imported.body.data.isActive, imported.body.data.graph],
      ['Mine', false, file.graph],
    )
    const again = (await other.admin.get(`${base}/${imported.body.data.id}/export`)).body.data
    assert.deepEqual(again.graph, file.graph)
  })

  test('200: literal secrets are left out of every node, of lists, and of URLs', async () => {
    const nodes = [
      { id: 'start', type: 'start' },
      {
        id: 'call',
        type: 'http',
        url: 'https://me:literal-1@example.com/a?api_key=literal-2&page=1&token={{ input.token }}',
        body: { tokens: ['literal-3'], credentials: { user: 'literal-4' } },
      },
      { id: 'set', type: 'set', values: { apiKey: 'literal-5' } },
      { id: 'code', type: 'code', code: 'return 1', inputMapping: { password: 'literal-6' } },
      { id: 'old', type: 'placeholder', source: 'n8n', original: { password: 'literal-7' } },
      { id: 'end', type: 'end', output: { secret: 'literal-8' } },
    ]
    const { id } = await create({ name: 'Call', graph: { nodes, edges: [] } })
    const file = (await project.admin.get(`${base}/${id}/export`)).body.data
    assert.doesNotMatch(JSON.stringify(file), /literal-/)
    assert.equal(file.graph.nodes[1].url, 'https://example.com/a?api_key=&page=1&token={{ input.token }}')
    assert.equal(file.stripped.length, 7)
  })

  test('200: secrets in code and other texts are left out as far as they are recognised', async () => {
    const key = `sk-${'live-abcdefghijklmnop'}`
    const code = [
      `const client = connect("${key}")`,
      `const apiKey = 'literal-1-of-code'`,
      'headers = {"x-auth-token": "literal-2-of-code", "accept": "text/plain"}',
      `const token = input.token ?? 'short'`,
      'return 1',
    ].join('\n')
    const nodes = [
      { id: 'start', type: 'start' },
      { id: 'code', type: 'code', code },
      { id: 'llm', type: 'llm', prompt: `Use ${key}.`, system: 'postgres://me:literal-3@db/x' },
      { id: 'end', type: 'end' },
    ]
    const { id } = await create({ name: 'Scripts', graph: { nodes, edges: [] } })
    const file = (await project.admin.get(`${base}/${id}/export`)).body.data
    assert.doesNotMatch(JSON.stringify(file), /literal-|sk-live/)
    assert.equal(
      file.graph.nodes[1].code,
      code
        .replace(key, '[hidden]')
        .replace('literal-1-of-code', '[hidden]')
        .replace('literal-2-of-code', '[hidden]'),
    )
    assert.deepEqual(
      file.stripped.map(({ path }: { path: string }) => path),
      ['/graph/nodes/1/code', '/graph/nodes/1/code', '/graph/nodes/2/system', '/graph/nodes/2/prompt'],
    )
  })

  test('200: ids of workflows are replaced by those of the project', async () => {
    const inner = await create({ workflowType: 'static' })
    const sub = { id: 'sub', type: 'subflow', workflowId: inner.id }
    const outer = await create({ graph: { ...graph, nodes: [...graph.nodes, sub], edges: graph.edges } })
    const file = (await project.admin.get(`${base}/${outer.id}/export`)).body.data
    assert.deepEqual(file.workflows[0].id, inner.id)
    const other = await app.newProject()
    const target = await create({ workflowType: 'static' }, other.admin)
    const { body } = await other.admin.post(`${base}/import`, {
      workflow: file,
      workflowIds: { [inner.id]: target.id },
    })
    assert.equal(body.data.graph.nodes[3].workflowId, target.id)
  })

  test('400 for another format', async () => {
    const answer = await project.admin.post(`${base}/import`, {
      workflow: { format: 'other/1', name: 'x', workflowType: 'static' },
    })
    assert.equal(answer.status, 400)
  })

  test('200: a copy belongs to who made it, and knows the version that it was made from', async () => {
    const workflow = await create({ agent: { prompt: 'x' }, isPublic: true })
    const copy = await project.admin.post(`${base}/${workflow.id}/duplicate`)
    assert.deepEqual(
      [copy.body.data.name, copy.body.data.clonedFromWorkflowId],
      ['New Agent (copy)', workflow.id],
    )
    await project.admin.patch(`${base}/update/${workflow.id}`, { agent: { prompt: 'y' } })
    const { clonedFromVersion, sourceVersionLatest } = (
      await project.admin.get(`${base}/detail/${copy.body.data.id}`)
    ).body.data
    assert.deepEqual([clonedFromVersion, sourceVersionLatest], ['1.0.0', '1.0.1'])
    const ofAlice = await project.admin.as('alice').post(`${base}/${workflow.id}/duplicate`, { name: 'Hers' })
    assert.equal(ofAlice.body.data.isOwn, true)
    assert.notEqual(ofAlice.body.data.ownerId, project.id)
  })
})

describe('connections', () => {
  let count = 0
  async function connected(caller = project.admin) {
    const slug = `service${++count}`
    const toolkit = {
      slug,
      name: slug,
      description: slug,
      authSchemes: ['API_KEY'],
      baseUrl: 'https://service.invalid',
    }
    await project.admin.post('/api/v1/toolkits', toolkit)
    const authConfig = { type: 'use_custom_auth', authScheme: 'API_KEY' }
    const config = await project.admin.post('/api/v1/auth_configs', { toolkit: { slug }, authConfig })
    const state = { authScheme: 'API_KEY', val: { api_key: 'key-of-the-account' } }
    const accountBody = { authConfig: { id: config.body.data.id }, connection: { state } }
    const account = await caller.post('/api/v1/connected_accounts', accountBody)
    assert.equal(account.status, 200, account.text)
    return { configId: config.body.data.id as string, accountId: account.body.data.id as string }
  }

  test('404 for accounts and auth configs that are not there, 404 for another project', async () => {
    const workflow = await create({ workflowType: 'static' })
    const missing = '0199f1a0-0000-7000-8000-0000000000ff'
    const body = { workflowId: workflow.id, connectionId: missing }
    const refused = await project.admin.post(`${base}/add-connection`, body)
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'connected_account_not_found'])
    const config = await project.admin.patch(`${base}/set-auth-config/${workflow.id}`, {
      toolkitSlug: 'demo',
      authConfigId: missing,
    })
    assert.equal(config.body.error.code, 'auth_config_not_found')
    const other = await app.newProject()
    assert.equal(
      (await other.admin.patch(`${base}/clear-connection/${workflow.id}`, { toolkitSlug: 'x' })).status,
      404,
    )
  })

  test('200: an account is bound, shown, changed, cleared, and released when it is deleted', async () => {
    const { configId, accountId } = await connected()
    const workflow = await create({ workflowType: 'static' })
    const read = async () => (await project.admin.get(`${base}/detail/${workflow.id}`)).body.data
    const added = await project.admin.post(`${base}/add-connection`, {
      workflowId: workflow.id,
      connectionId: accountId,
    })
    assert.equal(added.status, 200, added.text)
    const { toolkitSlug } = (await read()).connections[0]
    assert.equal((await read()).toolkitConnections[0].connectedAccountId, accountId)
    const wrong = await project.admin.patch(`${base}/change-connection/${workflow.id}`, {
      toolkitSlug: 'other',
      connectionId: accountId,
    })
    assert.equal(wrong.status, 400)
    const set = await project.admin.patch(`${base}/set-auth-config/${workflow.id}`, {
      toolkitSlug,
      authConfigId: configId,
    })
    assert.equal(set.body.data.authConfigId, configId)
    assert.equal((await read()).toolkitAuthConfigs.length, 1)
    assert.equal(
      (await project.admin.patch(`${base}/clear-connection/${workflow.id}`, { toolkitSlug })).status,
      200,
    )
    assert.deepEqual((await read()).connections, [])
    await project.admin.patch(`${base}/clear-auth-config/${workflow.id}`, { toolkitSlug })
    assert.deepEqual((await read()).toolkitAuthConfigs, [])
    await project.admin.patch(`${base}/change-connection/${workflow.id}`, {
      toolkitSlug,
      connectionId: accountId,
    })
    await project.admin.patch(`${base}/activeStatus/${workflow.id}`, { activeStatus: true })
    const impact = await project.admin.get(`/api/v1/connected_accounts/${accountId}/impact`)
    assert.equal(impact.body.data.dependants[0].id, workflow.id)
    assert.equal((await project.admin.delete(`/api/v1/connected_accounts/${accountId}`)).status, 200)
    assert.deepEqual((await read()).connections, [])
  })

  test('404: an account of another end user cannot be bound', async () => {
    const { accountId } = await connected(project.admin.as('owner'))
    const workflow = await create({ workflowType: 'static' }, project.admin.as('thief'))
    const body = { workflowId: workflow.id, connectionId: accountId }
    assert.equal((await project.admin.as('thief').post(`${base}/add-connection`, body)).status, 404)
  })
})
