import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { base, chainOf, newWorkflow } from '../../../test/workflows/api.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const uses = (toolSlug: string, more: object = {}) =>
  chainOf([{ id: 'call', type: 'action', toolSlug, ...more }])
const deactivate = (id: string) => project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: false })

async function newTool(slug: string, toolkitSlug = 'own') {
  const made = await project.admin.post('/api/v1/tools', {
    slug,
    name: slug,
    description: slug,
    toolkitSlug,
    inputParameters: { type: 'object' },
    script: { language: 'javascript', source: 'return {}' },
    noAuth: true,
  })
  assert.equal(made.status, 200, made.text)
}

describe('a tool that active workflows use', () => {
  test('409: is not deleted or renamed while they do, and they are named', async () => {
    await newTool('pinned_tool')
    const [first, second] = [
      await newWorkflow(project.admin, uses('pinned_tool'), { name: 'First' }),
      await newWorkflow(project.admin, uses('pinned_tool'), { name: 'Second' }),
    ]
    await newWorkflow(project.admin, uses('pinned_tool'), { name: 'Draft', isActive: false })
    const refused = await project.admin.delete('/api/v1/tools/byId/pinned_tool')
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'tool_in_use'])
    assert.match(refused.body.message, /First, Second/)
    assert.deepEqual(refused.body.error.usedBy, [
      { type: 'workflow', id: first, name: 'First' },
      { type: 'workflow', id: second, name: 'Second' },
    ])
    const renamed = await project.admin.patch('/api/v1/tools/byId/pinned_tool', { slug: 'other_slug' })
    assert.deepEqual([renamed.status, renamed.body.error.code], [409, 'tool_in_use'])
    assert.equal(
      (await project.admin.patch('/api/v1/tools/byId/pinned_tool', { description: 'New' })).status,
      200,
    )
    await deactivate(first)
    assert.equal((await project.admin.delete('/api/v1/tools/byId/pinned_tool')).status, 409)
    await deactivate(second)
    assert.equal((await project.admin.delete('/api/v1/tools/byId/pinned_tool')).status, 200)
  })

  test('200: with force, and by a version that is active no more', async () => {
    await newTool('forced_tool')
    const id = await newWorkflow(project.admin, uses('forced_tool'))
    assert.equal((await project.admin.delete('/api/v1/tools/byId/forced_tool?force=true')).status, 200)
    await newTool('left_tool')
    await project.admin.patch(`${base}/update/${id}`, { graph: uses('left_tool'), isActive: true })
    assert.equal((await project.admin.delete('/api/v1/tools/byId/left_tool')).status, 409)
    await project.admin.patch(`${base}/update/${id}`, { graph: chainOf([]), isActive: true })
    assert.equal((await project.admin.delete('/api/v1/tools/byId/left_tool')).status, 200)
  })

  test('409: those of other end users count, and are not named to an end user', async () => {
    await newTool('shared_tool')
    await newWorkflow(project.admin.as('ada'), uses('shared_tool'), { name: 'Of Ada' })
    const refused = await project.admin.delete('/api/v1/tools/byId/shared_tool')
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.usedBy, [])
    assert.doesNotMatch(refused.text, /Of Ada/)
    const elsewhere = await app.newProject()
    assert.equal((await elsewhere.admin.delete('/api/v1/tools/byId/shared_tool')).status, 404)
  })

  test('200: it is disabled all the same, and executions say so', async () => {
    await newTool('switched_tool')
    await newWorkflow(project.admin, uses('switched_tool'))
    const off = await project.admin.patch('/api/v1/tools/byId/switched_tool/status', { isDisabled: true })
    assert.equal(off.status, 200)
  })
})

test('409: a toolkit whose tools active workflows use names them; cascade deletes it', async () => {
  await newTool('box_tool', 'box')
  const id = await newWorkflow(project.admin, uses('box_tool'), { name: 'Uses the box' })
  const refused = await project.admin.delete('/api/v1/toolkits/byId/box')
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'toolkit_in_use'])
  assert.deepEqual(refused.body.error.usedBy, [{ type: 'workflow', id, name: 'Uses the box' }])
  assert.deepEqual(refused.body.error.dependants, { tools: 1, 'active workflows': 1 })
  assert.equal((await project.admin.delete('/api/v1/toolkits/byId/box?cascade=true')).status, 200)
})

describe('auth configs and accounts', () => {
  async function connected(caller: Caller, slug: string) {
    const toolkit = { slug, name: slug, description: slug, authSchemes: ['API_KEY'] }
    await project.admin.post('/api/v1/toolkits', { ...toolkit, baseUrl: 'https://service.invalid' })
    const authConfig = { type: 'use_custom_auth', authScheme: 'API_KEY' }
    const config = await project.admin.post('/api/v1/auth_configs', { toolkit: { slug }, authConfig })
    const configId = config.body.data.id as string
    const state = { authScheme: 'API_KEY', val: { api_key: 'key-of-the-account' } }
    const account = await caller.post('/api/v1/connected_accounts', {
      authConfig: { id: configId },
      connection: { state },
    })
    return { configId, accountId: account.body.data.id as string }
  }

  test('409: an auth config that an active workflow is set to; cascade deletes it and clears the binding', async () => {
    const { configId, accountId } = await connected(project.admin, 'configured')
    const id = await newWorkflow(project.admin, chainOf([]), { name: 'Configured' })
    const set = { toolkitSlug: 'configured', authConfigId: configId }
    assert.equal((await project.admin.patch(`${base}/set-auth-config/${id}`, set)).status, 200)
    await project.admin.delete(`/api/v1/connected_accounts/${accountId}`)
    const refused = await project.admin.delete(`/api/v1/auth_configs/${configId}`)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'auth_config_in_use'])
    assert.deepEqual(refused.body.error.usedBy, [{ type: 'workflow', id, name: 'Configured' }])
    assert.equal((await project.admin.delete(`/api/v1/auth_configs/${configId}?cascade=true`)).status, 200)
    assert.deepEqual((await project.admin.get(`${base}/detail/${id}`)).body.data.toolkitAuthConfigs, [])
  })

  test('200: the impact of an account lists workflows that name it in a node; deleting it keeps them', async () => {
    const { accountId } = await connected(project.admin, 'named')
    await project.admin.post('/api/v1/tools', {
      slug: 'named_tool',
      name: 'Named',
      description: 'Named',
      toolkitSlug: 'named',
      inputParameters: { type: 'object' },
      script: { language: 'javascript', source: 'return {}' },
    })
    const id = await newWorkflow(project.admin, uses('named_tool', { connectedAccountId: accountId }))
    const impact = await project.admin.get(`/api/v1/connected_accounts/${accountId}/impact`)
    assert.deepEqual(
      impact.body.data.dependants.map((each: { id: string }) => each.id),
      [id],
    )
    assert.equal((await project.admin.delete(`/api/v1/connected_accounts/${accountId}`)).status, 200)
    assert.equal((await project.admin.get(`${base}/detail/${id}`)).body.data.isActive, true)
  })
})
