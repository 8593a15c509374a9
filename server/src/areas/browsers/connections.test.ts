import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const site = await startSite()
const other = await startSite()
const app = await startTestApp({ allowPrivate: '127.0.0.1/32' })
after(async () => {
  await app.stop()
  site.close()
  other.close()
})

const path = '/api/v1/browser/sessions'
const form = 'complete-browser-connection'
let project: TestProject
let authConfigId = ''

async function newConfig(slug: string, baseUrl: string, details: object): Promise<string> {
  const toolkit = { slug, name: slug, description: slug, baseUrl, authConfigDetails: [details] }
  const made = await project.admin.post('/api/v1/toolkits', toolkit)
  assert.equal(made.status, 200, made.text)
  const authConfig = { type: 'use_custom_auth', authScheme: 'COOKIE', credentials: {} }
  const config = await project.admin.post('/api/v1/auth_configs', { toolkit: { slug }, authConfig })
  assert.equal(config.status, 200, config.text)
  return config.body.data.authConfig?.id ?? config.body.data.id
}

async function open(user: string, isSignedIn = true): Promise<string> {
  const caller = project.admin.as(user)
  const made = await caller.post(path, { driver: 'http', startUrl: `${site.url}/login` })
  const { id } = made.body.data
  if (!isSignedIn) return id
  const done = await caller.post(`${path}/${id}/actions`, {
    actions: [
      { type: 'fill', selector: 'input[name=name]', value: user },
      { type: 'fill', selector: 'input[name=password]', value: 'correct horse' },
      { type: 'click', selector: 'button' },
    ],
  })
  assert.equal(done.status, 200, done.text)
  return id
}

async function cookieOf(user: string, connectedAccountId: string): Promise<unknown> {
  const [row] = await app.db.rows<{ id: string }>(sql`
    select id from external_user where project_id = ${project.id} and name = ${user}`)
  const scope = { ...project.scope, externalUser: { id: row!.id, name: user } }
  const toolkit = await app.app.toolkits.get(app.db, scope, 'shop')
  const found = await app.app.connections.select(scope, toolkit, { connectedAccountId, toolSlug: 'x' })
  return found.values.cookie
}

before(async () => {
  project = await app.newProject()
  authConfigId = await newConfig('shop', site.url, { mode: 'COOKIE' })
})

describe('the sign-in of a session as a connected account', () => {
  it('200: has the cookies of the service, is found by the page, and ends the session', async () => {
    const ada = project.admin.as('ada')
    const id = await open('ada')
    await ada.post(`${path}/${id}/handoff`)
    const done = await ada.post(`${path}/${id}/${form}`, { displayName: 'Shop of Ada' })
    assert.equal(done.status, 200, done.text)
    const { connectedAccountId, status } = done.body.data
    assert.equal(status, 'ACTIVE')
    assert.doesNotMatch(done.text, /session=/)
    assert.equal(await cookieOf('ada', connectedAccountId), 'session=ada')
    const account = (await ada.get(`/api/v1/connected_accounts/${connectedAccountId}`)).body.data
    assert.deepEqual([account.displayName, account.state.authScheme], ['Shop of Ada', 'COOKIE'])
    assert.equal((await ada.get(`${path}/${id}`)).body.data.endedReason, 'closed')
    assert.equal((await ada.post(`${path}/${id}/${form}`)).status, 410)
  })

  it('400, 403, 404 and 409: when it is not signed in, not allowed, or of another', async () => {
    const bob = project.admin.as('bob')
    const id = await open('bob', false)
    const early = await bob.post(`${path}/${id}/${form}`, { authConfigId })
    assert.deepEqual([early.status, early.body.error.code], [409, 'invalid_state'])
    assert.equal((await project.admin.as('ada').post(`${path}/${id}/${form}`)).status, 404)
    const scopes = ['browser:read', 'browser:write', 'browser:execute']
    const key = await project.admin.post('/api/v1/api-keys', { name: 'browser only', role: 'member', scopes })
    const limited = app.callerWith({ 'x-api-key': key.body.data.key }).as('bob')
    assert.equal((await limited.post(`${path}/${id}/${form}`, { authConfigId })).status, 403)
    await newConfig('shop-two', site.url, { mode: 'COOKIE' })
    const unclear = await bob.post(`${path}/${id}/${form}`)
    assert.deepEqual([unclear.status, unclear.body.error.authConfigIds.length], [400, 2])
    const accounts = await bob.get('/api/v1/connected_accounts')
    assert.equal(accounts.body.total, 0)
  })
})
