import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { accountPath, configPath, connectDemo, createPerson } from './testing.ts'

const app = await startTestApp()
const person = createPerson(app)
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})

const accountOf = async ({ admin }: TestProject, id: string, username = 'ada') =>
  (await admin.as(username).get(`${accountPath}/${id}`)).body.data

describe('the demonstration service, with nothing configured', () => {
  it('has its tools before those that fit about as well, for users who have connected it', async () => {
    const other = await app.newProject()
    const { caller } = await connectDemo(app, other)
    const find = async (who: TestProject['admin']) => {
      const { body } = await who.post('/api/v1/tools/search', { query: 'current user', limit: 20 })
      const hits: { slug: string; score: number }[] = body.data
      assert.deepEqual(
        hits,
        hits.toSorted((a, b) => b.score - a.score),
      )
      const place = hits.findIndex(({ slug }) => slug === 'demo_whoami')
      return { place, score: hits[place]!.score }
    }
    const [connected, without] = [await find(caller), await find(other.admin.as('stranger'))]
    assert.ok(connected.place < without.place, `${connected.place} and ${without.place}`)
    assert.equal(Math.round((connected.score - without.score) * 100), 10)
  })

  it('is connected by a user, used, refreshed and revoked', async () => {
    const { accountId, caller } = await connectDemo(app, project)
    const account = await accountOf(project, accountId)
    assert.equal(account.status, 'ACTIVE')
    assert.equal(account.label, 'ada@demo.example')
    assert.deepEqual(account.scopesGranted, ['profile', 'email'])
    assert.equal(account.state.val.access_token.hasValue, true)

    const toolkit = await app.app.toolkits.get(app.db, project.scope, 'demo')
    const users = await project.admin.get('/api/v1/external-users?q=ada')
    const scope = { ...project.scope, acrossUsers: false, externalUser: { id: account.eUID, name: 'ada' } }
    assert.equal(users.body.data[0].resourceStats.connectionCount, 1)
    const first = await app.app.connections.select(scope, toolkit, { toolSlug: 'demo_whoami' })
    assert.equal(first.connectedAccountId, accountId)
    assert.equal('refresh_token' in first.values, false)
    app.clock.advance(290_000)
    const second = await app.app.connections.select(scope, toolkit, { toolSlug: 'demo_whoami' })
    assert.notEqual(second.values.access_token, first.values.access_token)
    const provider = (await app.app.toolkits.providerOf('demo'))!
    const tool = (await provider.findTool('demo_whoami'))!
    const call = {
      scope,
      toolkit,
      tool,
      arguments: {},
      timeoutMs: 1000,
      signal: new AbortController().signal,
    }
    const use = (credentials: typeof first) =>
      provider.execute({ ...call, credentials, idempotencyKey: 'k', saveFile: async () => '' })
    assert.deepEqual((await use(second)).data, {
      username: 'ada',
      email: 'ada@demo.example',
      name: 'Ada Lovelace',
    })
    assert.equal((await use(first)).successful, false)
    assert.deepEqual([...(await app.app.connections.connectedToolkits(app.db, scope))], ['demo'])

    assert.equal((await caller.get(`${accountPath}/${accountId}/impact`)).body.data.revokesUpstream, true)
    assert.equal((await caller.delete(`${accountPath}/${accountId}?dryRun=true`)).status, 200)
    assert.equal((await accountOf(project, accountId)).status, 'ACTIVE')
    const deleted = await caller.delete(`${accountPath}/${accountId}`)
    assert.deepEqual(Object.keys(deleted.body), ['success', 'message'])
    assert.equal((await caller.get(`${accountPath}/${accountId}`)).status, 404)
    await until(async () => {
      const { body } = await caller.get(`${accountPath}/${accountId}/revocation`)
      return body.data.status === 'revoked'
    })
    assert.equal((await use(second)).successful, false)
  })

  it('is connected by a key without its consent page, and no other service is', async () => {
    const newConfig = async (toolkit: string, authConfig: object) => {
      const made = await project.admin.post(configPath, { toolkit: { slug: toolkit }, authConfig })
      assert.equal(made.status, 200, made.text)
      return made.body.data.id as string
    }
    const connect = (who: TestProject['admin'], authConfigId: string, more: object = {}) =>
      who.as('cleo').post(`${accountPath}/demo`, { authConfigId, ...more })
    const authConfigId = await newConfig('demo', { type: 'use_provider_managed_auth' })
    const made = await connect(project.admin, authConfigId, { displayName: 'Sample' })
    assert.equal(made.status, 200, made.text)
    assert.equal(made.body.data.status, 'ACTIVE')
    assert.equal(made.body.data.displayName, 'Sample')
    assert.equal(made.body.data.identity.email, 'ada@demo.example')
    const used = await project.admin.as('cleo').post('/api/v1/tools/execute/demo_whoami', { arguments: {} })
    assert.equal(used.body.data.data.username, 'ada', used.text)
    assert.equal((await project.admin.as('bob').get(`${accountPath}/${made.body.data.id}`)).status, 404)

    const countOf = async () => (await project.admin.as('cleo').get(accountPath)).body.total
    assert.equal((await connect((await app.newProject()).admin, authConfigId)).status, 404)
    const toolkit = { slug: 'keyed', name: 'Keyed', description: '', authSchemes: ['API_KEY'] }
    await project.admin.post('/api/v1/toolkits', { ...toolkit, baseUrl: 'https://keyed.invalid' })
    const other = await newConfig('keyed', { authScheme: 'API_KEY' })
    const refused = await connect(project.admin, other)
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_parameter'])
    const own = await newConfig('demo', {
      authScheme: 'OAUTH2',
      credentials: { client_id: 'of-the-project' },
    })
    assert.equal((await connect(project.admin, own)).status, 400)
    await project.admin.patch(`${configPath}/${authConfigId}/status`, { enabled: false })
    assert.equal((await connect(project.admin, authConfigId)).body.error.code, 'auth_config_disabled')
    assert.equal(await countOf(), 1)
  })

  it('is denied: the account has failed, and nothing was connected', async () => {
    const config = await project.admin.post(configPath, {
      toolkit: { slug: 'demo' },
      authConfig: { type: 'use_provider_managed_auth', allowedCallbackUrls: ['https://app.example/done'] },
    })
    const link = await project.admin.as('bob').post(`${accountPath}/link`, {
      authConfigId: config.body.data.id,
      callbackUrl: 'https://app.example/done',
    })
    const { url, cookie } = await person.depart(link.body.data.redirectUrl)
    const back = await person.comeBack(await person.decideAtDemo(url, 'deny'), cookie)
    assert.equal(back.status, 302)
    const target = new URL(String(back.headers.location))
    assert.equal(target.origin + target.pathname, 'https://app.example/done')
    assert.equal(target.searchParams.get('status'), 'failed')
    const account = await accountOf(project, link.body.data.connectedAccountId, 'bob')
    assert.equal(account.status, 'FAILED')
    assert.match(account.statusReason, /access_denied/)
  })
})
