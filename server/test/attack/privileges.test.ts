import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../harness.ts'

const app = await startTestApp()
after(() => app.stop())

const keys = '/api/v1/api-keys'
const users = '/api/v1/external-users'
let project: TestProject
before(async () => {
  project = await app.newProject()
})

type NewKey = { id: string; caller: Caller }

async function createKey(of: TestProject, body: object): Promise<NewKey> {
  const { data } = (await of.admin.post(keys, { name: 'attacker', ...body })).body
  return { id: data.id, caller: app.callerWith({ 'x-api-key': data.key }) }
}

describe('a key cannot get more than it has', () => {
  const narrow = () => createKey(project, { role: 'admin', scopes: ['api-keys:write'] })

  test('by making a key without scopes', async () => {
    const { caller } = await narrow()
    assert.equal((await caller.post(keys, { name: 'wide', role: 'admin' })).status, 403)
  })

  test('by making a key with another scope', async () => {
    const { caller } = await narrow()
    assert.equal((await caller.post(keys, { name: 'other', scopes: ['audit:read'] })).status, 403)
  })

  test('by widening itself', async () => {
    const { id, caller } = await narrow()
    assert.equal((await caller.patch(`${keys}/${id}`, { scopes: [] })).status, 403)
  })

  test('by giving a wider key a new value and keeping it', async () => {
    const { id } = await createKey(project, { role: 'admin' })
    const { caller } = await narrow()
    assert.equal((await caller.post(`${keys}/${id}/rotate`)).status, 403)
  })

  test('by exporting all that an end user owns', async () => {
    const { id } = (await project.member.post(users, { name: 'exported' })).body.data
    const scopes = [
      'external-users:read',
      'table:*',
      'sandbox:*',
      'tools:*',
      'llm:read',
      'events:read',
      'workflow:read',
      'chat:read',
      'knowledge:read',
      'triggers:read',
      'mcp:read',
      'browser:read',
    ]
    const lacking = await createKey(project, { scopes: [...scopes, 'connected-accounts:read', 'run:read'] })
    const { status, body } = await lacking.caller.get(`${users}/${id}/export`)
    assert.deepEqual([status, body.error.requiredScope], [403, 'files:read'])
    const all = [...scopes, 'connected-accounts:read', 'run:read', 'files:read']
    for (const scope of all) {
      const { caller } = await createKey(project, { scopes: all.filter((each) => each !== scope) })
      assert.equal((await caller.get(`${users}/${id}/export`)).status, 403, scope)
    }
    const { caller } = await createKey(project, { scopes: all })
    assert.equal((await caller.get(`${users}/${id}/export`)).status, 200)
  })

  test('by making an end-user token', async () => {
    const { id } = (await project.member.post(users, { name: 'bait' })).body.data
    const { caller } = await createKey(project, { scopes: ['external-users:write'] })
    assert.equal((await caller.get(`${users}/${id}`)).status, 403)
    const made = await caller.post(`${users}/${id}/tokens`)
    const token = app.callerWith({ authorization: `Bearer ${made.body.data?.token}` })
    assert.notEqual((await token.get(`${users}/${id}`)).status, 200)
  })

  test('by a scope of an area whose name ends alike', async () => {
    const { caller } = await createKey(project, { scopes: ['users:*'] })
    assert.equal((await caller.get('/api/v1/users/profile')).status, 200)
    assert.equal((await caller.get(users)).status, 403)
  })

  test('by having the scope without the role', async () => {
    const { id, caller } = await createKey(project, { role: 'member', scopes: ['api-keys:*'] })
    for (const response of [
      await caller.post(keys, { name: 'x', role: 'admin' }),
      await caller.patch(`${keys}/${id}`, { role: 'admin' }),
      await caller.post(`${keys}/${project.adminKeyId}/rotate`),
    ])
      assert.equal(response.body.error.code, 'admin_only')
  })

  test('by naming fields that are not its to set', async () => {
    const other = await app.newProject()
    const own = { projectId: other.id, accountId: other.id, id: other.id, key: 'stoa_x', state: 'active' }
    const made = await project.admin.post(keys, { name: 'mass', ...own, oldHashUntil: null })
    assert.match(String(made.headers['x-ignored-fields']), /projectId, accountId, id, key, state/)
    assert.notEqual(made.body.data.id, other.id)
    const seen = await app.callerWith({ 'x-api-key': made.body.data.key }).get('/api/v1/project')
    assert.equal(seen.body.data.id, project.id)
  })
})

test('an end-user token has only scopes that exist', async () => {
  const { id } = (await project.member.post(users, { name: 'scoped' })).body.data
  assert.equal(
    (await project.member.post(`${users}/${id}/tokens`, { scopes: ['nonsense:read'] })).status,
    400,
  )
})

describe('there is always a key that can manage the keys of a project', () => {
  test('an admin key that may not do so does not count as the last one', async () => {
    const fresh = await app.newProject()
    await createKey(fresh, { role: 'admin', scopes: ['llm:read'] })
    assert.equal((await fresh.admin.delete(`${keys}/${fresh.adminKeyId}`)).status, 409)
  })

  test('the last admin key is not bound to an IP address from which no client calls', async () => {
    const fresh = await app.newProject()
    const change = { allowedIps: ['203.0.113.1'] }
    assert.equal((await fresh.admin.patch(`${keys}/${fresh.adminKeyId}`, change)).status, 409)
    assert.equal((await fresh.admin.get(keys)).status, 200)
  })
})

describe('times that the database cannot keep', () => {
  for (const expiresAt of ['0000-01-01T00:00:00Z', `2030-01-01T00:00:00.${'1'.repeat(300)}Z`]) {
    test(`are stored in another form or refused: ${expiresAt.slice(0, 30)}`, async () => {
      const { status } = await project.admin.post(keys, { name: 'k', expiresAt })
      assert.ok(status === 200 || status === 400, String(status))
    })
  }

  test('a key of the year 10000 does not break the list of keys', async () => {
    const fresh = await app.newProject()
    await fresh.admin.post(keys, { name: 'k', expiresAt: '9999-12-31T23:59:59-12:00' })
    assert.equal((await fresh.admin.get(keys)).status, 200)
  })
})

test('an IP address that is accepted for a key can be matched', async () => {
  const addresses = ['::ffff:127.0.0.1', '127.0.0.1/0', '::/0', '::ffff:0:0/96', '::1/128', '0.0.0.0/32']
  for (const address of addresses) {
    const { caller } = await createKey(project, { allowedIps: [address] })
    assert.ok([200, 403].includes((await caller.get('/api/v1/users/profile')).status), address)
  }
  for (const address of ['fe80::1%eth0', '[::1]', '10.0.0.0/33', '127.0.0.1/08', '127.1', '0177.0.0.1'])
    assert.equal((await project.admin.post(keys, { name: 'k', allowedIps: [address] })).status, 400, address)
})
