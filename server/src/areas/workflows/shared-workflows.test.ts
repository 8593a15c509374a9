import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newAgent, say } from '../../../test/agents/api.ts'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { base, chainOf, execute, executionOf, newWorkflow } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp({ hasPieces: false })
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})
let project: TestProject
let [owner, other] = [null as unknown as Caller, null as unknown as Caller]
before(async () => {
  app.app.runs.start()
  project = await app.newProject()
  owner = project.admin.as('owner')
  other = project.admin.as('other')
})

let count = 0
/** A tool of a service that needs a key and returns which one it was called with. */
async function newService() {
  const slug = `keyed${++count}`
  await project.admin.post('/api/v1/toolkits', {
    slug,
    name: slug,
    description: slug,
    authSchemes: ['API_KEY'],
    baseUrl: 'https://service.invalid',
  })
  const tool = await project.admin.post('/api/v1/tools', {
    slug: `${slug}_echo`,
    name: 'Echo',
    description: 'Echo',
    toolkitSlug: slug,
    inputParameters: { type: 'object' },
    script: { language: 'javascript', source: 'return { called: true }' },
  })
  assert.equal(tool.status, 200, tool.text)
  const authConfig = { type: 'use_custom_auth', authScheme: 'API_KEY' }
  const config = await project.admin.post('/api/v1/auth_configs', { toolkit: { slug }, authConfig })
  const configId = config.body.data.id as string
  return {
    slug,
    toolSlug: `${slug}_echo`,
    configId,
    async connect(caller: Caller): Promise<string> {
      const state = { authScheme: 'API_KEY', val: { api_key: 'key-of-the-account' } }
      const account = await caller.post('/api/v1/connected_accounts', {
        authConfig: { id: configId },
        connection: { state },
      })
      assert.equal(account.status, 200, account.text)
      return account.body.data.id
    },
  }
}
const usedAccount = async (caller: Caller, executionId: string) => {
  const { steps } = await executionOf(caller, executionId)
  const log = await caller.get(`/api/v1/tools/execution-logs/${steps[0].toolLogId}`)
  assert.equal(log.status, 200, log.text)
  return log.body.data.connectedAccountId
}

describe('an account that the owner of a shared workflow has bound', () => {
  test('is used when the owner executes it, and never for another end user', async () => {
    const service = await newService()
    const accountId = await service.connect(owner)
    const id = await newWorkflow(
      owner,
      chainOf([{ id: 'call', type: 'action', toolSlug: service.toolSlug }]),
      {
        isPublic: true,
      },
    )
    const bound = await owner.post(`${base}/add-connection`, { workflowId: id, connectionId: accountId })
    assert.equal(bound.status, 200, bound.text)
    const own = await execute(owner, id)
    assert.equal(own.status, 'completed', JSON.stringify(own))
    assert.equal(await usedAccount(owner, own.executionId), accountId)

    const without = await execute(other, id)
    assert.deepEqual([without.status, without.error.code], ['failed', 'connection_required'])
    const accountOfOther = await service.connect(other)
    const withOwn = await execute(other, id)
    assert.equal(withOwn.status, 'completed')
    assert.equal(await usedAccount(other, withOwn.executionId), accountOfOther)
  })

  test("the same for a workflow of the project, whose account is the default user's", async () => {
    const service = await newService()
    const accountId = await service.connect(project.admin)
    const id = await newWorkflow(
      project.admin,
      chainOf([{ id: 'call', type: 'action', toolSlug: service.toolSlug }]),
    )
    await project.admin.post(`${base}/add-connection`, { workflowId: id, connectionId: accountId })
    assert.equal(await usedAccount(project.admin, (await execute(project.admin, id)).executionId), accountId)
    assert.equal((await execute(other, id)).error.code, 'connection_required')
  })

  test('a node that names an account of the owner fails for another end user', async () => {
    const service = await newService()
    const connectedAccountId = await service.connect(owner)
    const node = { id: 'call', type: 'action', toolSlug: service.toolSlug, connectedAccountId }
    const id = await newWorkflow(owner, chainOf([node]), { isPublic: true })
    await service.connect(other)
    assert.equal((await execute(owner, id)).status, 'completed')
    assert.equal((await execute(other, id)).error.code, 'connected_account_not_found')
  })

  test('its name and id are shown to its owner alone', async () => {
    const service = await newService()
    const accountId = await service.connect(owner)
    const id = await newWorkflow(owner, chainOf([]), { isPublic: true })
    await owner.post(`${base}/add-connection`, { workflowId: id, connectionId: accountId })
    assert.equal((await owner.get(`${base}/detail/${id}`)).body.data.connections[0].connectionId, accountId)
    const seen = await other.get(`${base}/detail/${id}`)
    assert.deepEqual([seen.body.data.connections, seen.body.data.toolkitConnections], [[], []])
    assert.doesNotMatch(seen.text, new RegExp(accountId))
  })
})

describe('a tool whose account is missing', () => {
  const user = () => project.admin.as(`user${++count}`)

  test('fails with a fresh link, in the execution, in its step and for the nodes behind it', async () => {
    const service = await newService()
    const node = { id: 'call', type: 'action', toolSlug: service.toolSlug }
    const caller = user()
    const failed = await execute(caller, await newWorkflow(caller, chainOf([node])))
    assert.deepEqual([failed.status, failed.error.code], ['failed', 'connection_required'])
    const { connection } = failed.error
    assert.deepEqual([connection.toolkitSlug, connection.authConfigId], [service.slug, service.configId])
    assert.match(connection.redirectUrl, /\/connect\//)
    assert.ok(Date.parse(connection.expiresAt) > app.clock.now().getTime())
    const { steps, error } = await executionOf(caller, failed.executionId)
    assert.deepEqual([steps[0].error.connection, error.connection], [connection, connection])

    const links = { nodes: [{ ...node, forEach: '{{ [1] }}', onError: 'continue' }] }
    const output = '{{ nodes.call.error.connection.redirectUrl }}'
    const continued = await execute(caller, await newWorkflow(caller, chainOf(links.nodes, { output })))
    assert.equal(continued.status, 'completed', JSON.stringify(continued))
    assert.match(continued.outputData, /\/connect\//)
  })

  test('the link is one of the auth config that the workflow is bound to', async () => {
    const service = await newService()
    const authConfig = { type: 'use_custom_auth', authScheme: 'API_KEY' }
    const toolkit = { slug: service.slug }
    assert.equal((await project.admin.post('/api/v1/auth_configs', { toolkit, authConfig })).status, 200)
    const caller = user()
    const id = await newWorkflow(
      caller,
      chainOf([{ id: 'call', type: 'action', toolSlug: service.toolSlug }]),
    )
    const bound = { toolkitSlug: service.slug, authConfigId: service.configId }
    assert.equal((await caller.patch(`${base}/set-auth-config/${id}`, bound)).status, 200)
    const { error } = await execute(caller, id)
    assert.deepEqual([error.code, error.connection.authConfigId], ['connection_required', service.configId])
    const accountId = await service.connect(caller)
    const { status, executionId } = await execute(caller, id)
    assert.equal(status, 'completed')
    assert.equal(await usedAccount(caller, executionId), accountId)
  })
})

describe('literal secrets of a shared workflow', () => {
  const key = `sk-${'proj-abcdefghijklmnop'}`
  const graph = chainOf([
    {
      id: 'call',
      type: 'set',
      values: { 'x-session-token': 'literal-1-of-owner', note: `with ${key}`, plain: 'plain text' },
    },
    { id: 'code', type: 'code', code: `const password = "literal-2-of-owner"\nreturn password.length` },
  ])
  const secret = /literal-|sk-proj/

  test('are shown to the owner and to no other end user: detail, list, versions, differences, copies', async () => {
    const id = await newWorkflow(owner, graph, { isPublic: true, name: 'With secrets' })
    await owner.patch(`${base}/update/${id}`, {
      graph: chainOf([{ id: 'call', type: 'set', values: { token: 'literal-3-of-owner' } }]),
    })
    const paths = [
      `${base}/detail/${id}`,
      `${base}/list?q=With%20secrets`,
      `${base}/${id}/versions/1`,
      `${base}/${id}/versions/2/diff?with=1`,
    ]
    for (const path of paths) {
      const [own, seen] = [await owner.get(path), await other.get(path)]
      assert.deepEqual([own.status, seen.status], [200, 200], path)
      assert.match(own.text, secret, path)
      assert.doesNotMatch(seen.text, secret, path)
    }
    const copy = await other.post(`${base}/${id}/duplicate`)
    assert.equal(copy.status, 200, copy.text)
    assert.doesNotMatch(copy.text, secret)
    const across = await project.admin.get(`${base}/detail/${id}`, { 'x-act-across-users': 'true' })
    assert.match(across.text, secret)
  })

  test('are not shown in the steps of executions', async () => {
    const id = await newWorkflow(owner, graph, { isPublic: true })
    const { executionId } = await execute(other, id)
    const seen = await other.get(`${base}/executions/${executionId}`)
    assert.doesNotMatch(seen.text, secret)
    assert.equal(seen.body.data.steps[0].output.plain, 'plain text')
  })

  test('200: a secret that is also a word of the response hides payloads only', async () => {
    const id = await newWorkflow(owner, chainOf([{ id: 'a', type: 'set', values: { is: 'production' } }]))
    const { executionId } = await execute(owner, id, {
      input: { password: 'production', token: 'completed' },
    })
    const { executionMode, status, outputData } = await executionOf(owner, executionId)
    assert.deepEqual([executionMode, status, outputData], ['production', 'completed', { is: '[hidden]' }])
  })
})

describe('the accounts of the owner of an agent', () => {
  const callOf = (slug: string) => `/call ${slug} {}`
  const toolSteps = async (caller: Caller, executionId: string) =>
    (await executionOf(caller, executionId)).steps.filter(({ type }: { type: string }) => type === 'tool')
  const accountUsed = async (caller: Caller, executionId: string) => {
    const [step] = await toolSteps(caller, executionId)
    const log = await caller.get(`/api/v1/tools/execution-logs/${step.toolLogId}`)
    assert.equal(log.status, 200, log.text)
    return log.body.data
  }
  const agentOf = (by: Caller, slugs: string[], visitorOwnerConnections?: object) =>
    newAgent(
      by,
      {
        tools: { pinnedSlugs: slugs, ...(visitorOwnerConnections ? { visitorOwnerConnections } : {}) },
      },
      { isPublic: true },
    )

  test('are used for others only for the toolkits and tools that the agent grants, and logged for the acting user', async () => {
    const [shared, secret] = [await newService(), await newService()]
    const ownersAccount = await shared.connect(owner)
    await secret.connect(owner)
    const slugs = [shared.toolSlug, secret.toolSlug]
    const statusOf = async (grants: object | undefined, slug: string) =>
      (await say(other, await agentOf(owner, slugs, grants), callOf(slug))).status
    const toolkits = [{ toolkitSlug: shared.slug.toUpperCase() }]
    for (const grants of [
      undefined,
      { toolkits },
      { enabled: false, toolkits },
      { enabled: true, toolkits: [{ toolkitSlug: secret.slug }] },
      { enabled: true, toolkits: [{ toolkitSlug: shared.slug, toolSlugs: ['another_tool'] }] },
      { enabled: true, toolkits: [{ toolkitSlug: shared.slug, toolSlugs: [] }] },
    ])
      assert.equal(await statusOf(grants, shared.toolSlug), 'paused', JSON.stringify(grants))
    const agent = await agentOf(owner, slugs, { enabled: true, toolkits })
    const said = await say(other, agent, callOf(shared.toolSlug))
    assert.equal(said.status, 'completed', JSON.stringify(said))
    const log = await accountUsed(other, said.executionId)
    assert.equal(log.connectedAccountId, ownersAccount)
    assert.equal((await say(other, agent, callOf(secret.toolSlug))).status, 'paused')
    // The account itself stays out of reach of the acting user.
    assert.equal((await other.get(`/api/v1/connected_accounts/${ownersAccount}`)).status, 404)
    const direct = await other.post(`/api/v1/tools/execute/${shared.toolSlug}`, {
      arguments: {},
      connectedAccountId: ownersAccount,
    })
    assert.equal(direct.body.error.code, 'connected_account_not_found', direct.text)
  })

  test('one that cannot be used any more is a failure of the tool, and no link to it is offered', async () => {
    const service = await newService()
    const accountId = await service.connect(owner)
    const grants = { enabled: true, toolkits: [{ toolkitSlug: service.slug }] }
    const agent = await agentOf(owner, [service.toolSlug], grants)
    await owner.post(`${base}/add-connection`, { workflowId: agent, connectionId: accountId })
    await app.db.rows(sql`update connected_account set status = 'EXPIRED' where id = ${accountId}`)
    const said = await say(other, agent, callOf(service.toolSlug))
    assert.equal(said.status, 'completed', JSON.stringify(said))
    const [step] = await toolSteps(other, said.executionId)
    assert.equal(step.error.code, 'owner_connection_unavailable', JSON.stringify(step))
  })

  test('a copy of the agent by another user grants nothing', async () => {
    const service = await newService()
    const agent = await agentOf(owner, [service.toolSlug], {
      enabled: true,
      toolkits: [{ toolkitSlug: service.slug }],
    })
    const copy = await other.post(`${base}/${agent}/duplicate`, {})
    assert.equal(copy.status, 200, copy.text)
    assert.equal(copy.body.data.agent.tools.visitorOwnerConnections, undefined)
  })
})
