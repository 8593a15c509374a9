import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { openStreamOf } from '../../../test/open-request.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp()
after(() => app.stop())

const path = '/api/v1/api-keys'
const profile = '/api/v1/users/profile'
const withKey = (key: string) => app.callerWith({ 'x-api-key': key })

const create = async (project: TestProject, body: object = {}) => {
  const { status, body: response } = await project.admin.post(path, { name: 'k', ...body })
  assert.equal(status, 200, JSON.stringify(response))
  return response.data as { id: string; key: string; [field: string]: unknown }
}
const statusWith = async (key: string) => (await withKey(key).get(profile)).status
const codeWith = async (key: string) => (await withKey(key).get(profile)).body.error?.code

describe('creating a key', () => {
  test('shows the value once and stores only its hash', async () => {
    const project = await app.newProject()
    const made = await create(project, { name: 'ci', role: 'member' })
    assert.match(made.key, /^stoa_[A-Za-z0-9]{33}$/)
    assert.equal(made.prefix, made.key.slice(0, 9))
    assert.equal(made.suffix, made.key.slice(-4))
    assert.equal(await statusWith(made.key), 200)
    const listed = (await project.admin.get(path)).text + (await project.admin.get(`${path}/${made.id}`)).text
    assert.ok(!listed.includes(made.key))
    assert.ok(!listed.includes('"hash"'))
  })

  test('400 for a scope that no endpoint requires', async () => {
    const project = await app.newProject()
    for (const scopes of [['everything'], ['things:read'], ['users:fly'], ['users:*', 'nothing:*']]) {
      assert.equal((await project.admin.post(path, { name: 'k', scopes })).status, 400, scopes.join())
    }
  })

  for (const [what, body] of Object.entries({
    'no name': {},
    'empty name': { name: ' ' },
    'long name': { name: 'x'.repeat(101) },
    role: { name: 'k', role: 'owner' },
    ip: { name: 'k', allowedIps: ['10.0.0.300'] },
    time: { name: 'k', expiresAt: '2026-01-01' },
    cap: { name: 'k', monthlyCreditCap: -1 },
  })) {
    test(`400: ${what}`, async () =>
      assert.equal((await (await app.newProject()).admin.post(path, body)).status, 400))
  }

  test('409 for the 101st usable key', async () => {
    const project = await app.newProject()
    for (let i = 2; i < 100; i++) await create(project)
    const { status, body } = await project.admin.post(path, { name: 'one too many' })
    assert.equal(status, 409)
    assert.equal(body.error.code, 'key_limit_reached')
  })
})

describe('listing keys', () => {
  test('newest first, by part of the name, in any order', async () => {
    const project = await app.newProject()
    for (const name of ['Build 1', 'deploy', 'build 2']) await create(project, { name })
    const names = async (query: string) =>
      (await project.admin.get(`${path}?${query}`)).body.data.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names('limit=3'), ['build 2', 'deploy', 'Build 1'])
    assert.deepEqual(await names('q=BUILD&sortOrder=asc'), ['Build 1', 'build 2'])
    assert.deepEqual(await names('q=%25'), [])
    assert.deepEqual(await names('sortBy=name&sortOrder=ASC'), [
      'Build 1',
      'admin',
      'build 2',
      'deploy',
      'member',
    ])
  })
})

describe('what a key may do', () => {
  test('scopes: the named ones and no others; area:* means every verb', async () => {
    const project = await app.newProject()
    const reader = withKey((await create(project, { scopes: ['external-users:read'] })).key)
    assert.equal((await reader.get('/api/v1/external-users')).status, 200)
    assert.equal((await reader.post('/api/v1/external-users', { name: 'x' })).status, 403)
    assert.equal((await reader.get(profile)).status, 403)
    const both = withKey((await create(project, { scopes: ['external-users:*'] })).key)
    assert.equal((await both.post('/api/v1/external-users', { name: 'x' })).status, 200)
  })

  test('allowed IP addresses', async () => {
    const project = await app.newProject()
    assert.equal(await statusWith((await create(project, { allowedIps: ['127.0.0.0/8', '::1'] })).key), 200)
    assert.equal(
      await codeWith((await create(project, { allowedIps: ['10.0.0.0/8'] })).key),
      'ip_not_allowed',
    )
  })

  test('a forwarded address is not trusted', async () => {
    const project = await app.newProject()
    const { key } = await create(project, { allowedIps: ['10.0.0.1'] })
    assert.equal((await withKey(key).get(profile, { 'x-forwarded-for': '10.0.0.1' })).status, 403)
  })

  test('expiry', async () => {
    const project = await app.newProject()
    const { key, id } = await create(project, {
      expiresAt: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    })
    assert.equal(await statusWith(key), 200)
    app.clock.advance(61_000)
    assert.equal(await codeWith(key), 'api_key_expired')
    assert.equal((await project.admin.get(`${path}/${id}`)).body.data.state, 'expired')
  })

  test('simulate returns the rule without making the call', async () => {
    const project = await app.newProject()
    const { id } = await create(project, { scopes: ['external-users:read'] })
    const simulate = async (method: string, to: string) =>
      (await project.admin.post(`${path}/${id}/simulate`, { method, path: to })).body.data
    assert.equal((await simulate('GET', '/api/v1/external-users')).allowed, true)
    assert.deepEqual(await simulate('POST', '/api/v1/external-users'), {
      allowed: false,
      rule: 'The key lacks the scope external-users:write.',
      requiredScope: 'external-users:write',
    })
    assert.match((await simulate('GET', '/api/v1/nothing')).rule, /There is no endpoint/)
    assert.equal((await simulate('GET', '/healthz')).allowed, true)
  })

  test('last use is noted', async () => {
    const project = await app.newProject()
    const { id, key } = await create(project)
    assert.equal((await project.admin.get(`${path}/${id}`)).body.data.lastUsedAt, null)
    await statusWith(key)
    await until(async () => (await project.admin.get(`${path}/${id}`)).body.data.lastUsedAt !== null)
  })
})

describe('revoking', () => {
  test('takes effect with the first call after the response, and is idempotent', async () => {
    const project = await app.newProject()
    const { id, key } = await create(project)
    assert.equal(await statusWith(key), 200)
    assert.equal((await project.admin.delete(`${path}/${id}`)).status, 200)
    assert.equal(await codeWith(key), 'api_key_revoked')
    assert.equal((await project.admin.delete(`${path}/${id}`)).status, 200)
    assert.equal((await project.admin.patch(`${path}/${id}`, { name: 'x' })).status, 409)
    assert.equal((await project.admin.post(`${path}/${id}/rotate`)).status, 409)
  })

  test('the last admin key stays, whichever way it would go', async () => {
    const project = await app.newProject()
    const id = project.adminKeyId
    assert.equal((await project.admin.delete(`${path}/${id}`)).body.error.code, 'last_admin_key')
    assert.equal(
      (await project.admin.patch(`${path}/${id}`, { role: 'member' })).body.error.code,
      'last_admin_key',
    )
    assert.equal(
      (await project.admin.patch(`${path}/${id}`, { expiresAt: '2099-01-01T00:00:00Z' })).body.error.code,
      'last_admin_key',
    )
    assert.equal(
      (await project.admin.patch(`${path}/${id}`, { scopes: ['users:read'] })).body.error.code,
      'last_admin_key',
    )
    await create(project, { role: 'admin' })
    assert.equal((await project.admin.delete(`${path}/${id}`)).status, 200)
  })

  test('two admins who revoke each other concurrently leave one', async () => {
    const project = await app.newProject()
    const other = await create(project, { role: 'admin' })
    const statuses = await Promise.all([
      project.admin.delete(`${path}/${other.id}`),
      withKey(other.key).delete(`${path}/${project.adminKeyId}`),
    ])
    assert.equal(statuses.filter(({ status }) => status === 200).length, 1)
  })
})

describe('rotating', () => {
  test('without overlap the old value ends immediately', async () => {
    const project = await app.newProject()
    const old = await create(project)
    const { body } = await project.admin.post(`${path}/${old.id}/rotate`)
    assert.equal(body.data.id, old.id)
    assert.equal(await statusWith(body.data.key), 200)
    assert.equal(await statusWith(old.key), 401)
  })

  test('with overlap both work until it is over', async () => {
    const project = await app.newProject()
    const old = await create(project)
    const { body } = await project.admin.post(`${path}/${old.id}/rotate`, { overlapSeconds: 60 })
    assert.equal(body.data.state, 'rotating')
    assert.deepEqual([await statusWith(old.key), await statusWith(body.data.key)], [200, 200])
    app.clock.advance(61_000)
    assert.deepEqual([await codeWith(old.key), await statusWith(body.data.key)], ['api_key_revoked', 200])
    assert.equal((await project.admin.get(`${path}/${old.id}`)).body.data.state, 'active')
  })

  test('400 for an overlap of more than a week', async () => {
    const project = await app.newProject()
    assert.equal(
      (await project.admin.post(`${path}/${project.adminKeyId}/rotate`, { overlapSeconds: 604_801 })).status,
      400,
    )
  })
})

test('many wrong keys from one IP address are rate-limited, right ones pass', async () => {
  const project = await app.newProject()
  const wrong = withKey(`stoa_${'w'.repeat(32)}`)
  const statuses = await app.clock.standing(() =>
    Promise.all(Array.from({ length: 320 }, async () => (await wrong.get(profile)).status)),
  )
  assert.ok(statuses.includes(401) && statuses.includes(429))
  assert.equal(await statusWith(project.adminKey), 200)
  app.clock.advance(61_000)
  assert.equal((await wrong.get(profile)).status, 401)
})

describe('the project', () => {
  test('is read by members and changed by admins, with versions', async () => {
    const project = await app.newProject()
    const read = await project.member.get('/api/v1/project')
    assert.deepEqual([read.body.data.storePayloads, read.body.data.storePrompts], [true, false])
    const changed = await project.admin.patch(
      '/api/v1/project',
      { retentionDays: 30, defaultModel: 'local/demo', webhookBaseUrl: 'https://hooks.example.com' },
      { 'if-match': String(read.headers.etag) },
    )
    assert.equal(changed.body.data.retentionDays, 30)
    assert.equal(changed.body.data.name, read.body.data.name)
    assert.equal(
      (await project.admin.patch('/api/v1/project', { name: 'x' }, { 'if-match': String(read.headers.etag) }))
        .status,
      412,
    )
    assert.equal(
      (await project.admin.patch('/api/v1/project', { retentionDays: null })).body.data.retentionDays,
      null,
    )
    assert.equal((await project.member.patch('/api/v1/project', { name: 'x' })).status, 403)
    for (const body of [{ retentionDays: 0 }, { name: '' }, { webhookBaseUrl: 'file:///etc' }]) {
      assert.equal((await project.admin.patch('/api/v1/project', body)).status, 400)
    }
  })
})

describe('the audit log', () => {
  test('has every action with who, where and which request, and no value of a key', async () => {
    const project = await app.newProject()
    const { id, key } = await create(project, { name: 'logged' })
    await project.admin.patch(`${path}/${id}`, { name: 'renamed' }, { 'x-request-id': 'the-request-1' })
    await project.admin.delete(`${path}/${id}`)
    const { body, text } = await project.admin.get('/api/v1/audit-log')
    const actions = body.data.filter((entry: { target: { id: string } }) => entry.target.id === id)
    assert.deepEqual(
      actions.map(({ action }: { action: string }) => action),
      ['api_key.revoked', 'api_key.updated', 'api_key.created'],
    )
    assert.equal(actions[1].requestId, 'the-request-1')
    assert.equal(actions[1].actor.id, project.adminKeyId)
    assert.equal(actions[1].ip, '127.0.0.1')
    assert.ok(!text.includes(key))
  })

  test('is filtered by action, actor and time', async () => {
    const project = await app.newProject()
    await create(project)
    const total = async (query: string) => (await project.admin.get(`/api/v1/audit-log?${query}`)).body.total
    assert.equal(await total('action=project.created'), 1)
    assert.equal(await total(`actor=${project.adminKeyId}`), 1)
    assert.equal(await total('actor=key'), 1)
    assert.equal(await total('to=2020-01-01'), 0)
    assert.equal((await project.admin.get('/api/v1/audit-log?from=2026-01-02&to=2026-01-01')).status, 400)
  })
})

test('a key revoked on one node ends its streams on every node', async () => {
  const project = await app.newProject()
  const { id } = await create(project)
  const controller = openStreamOf(app.app.openStreams, id)
  await project.admin.delete(`${path}/${id}`)
  await until(() => controller.signal.aborted)
})
