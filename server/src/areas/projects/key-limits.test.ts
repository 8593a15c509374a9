import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp()
after(() => app.stop())
const path = '/api/v1/api-keys'

let project: TestProject
before(async () => {
  await app.newProject()
  project = await app.newProject()
})

type Made = { id: string; key: string; caller: Caller }
const inAnHour = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString()
const inHalfAnHour = () => new Date(app.clock.now().getTime() + 1_800_000).toISOString()
const inTwoHours = () => new Date(app.clock.now().getTime() + 7_200_000).toISOString()

async function newKey(limits: object, by: Caller = project.admin): Promise<Made> {
  const { status, body } = await by.post(path, { name: 'limited', role: 'admin', ...limits })
  assert.equal(status, 200, JSON.stringify(body))
  return { id: body.data.id, key: body.data.key, caller: app.callerWith({ 'x-api-key': body.data.key }) }
}
const refused = async (
  response: Promise<{ status: number; body: { error: { code: string; limit?: string } } }>,
) => {
  const { status, body } = await response
  return [status, body.error?.code, body.error?.limit]
}

/** How a key can be limited, what would lift that limit, and what stays within it. */
const limits = [
  {
    name: 'scopes',
    own: () => ({ scopes: ['api-keys:*', 'files:read'] }),
    wider: () => [{ scopes: [] }, { scopes: ['tools:execute'] }, { scopes: ['files:*'] }],
    within: () => ({ scopes: ['files:read'] }),
    code: [403, 'insufficient_scope', undefined],
  },
  {
    name: 'expiry',
    own: () => ({ expiresAt: inAnHour() }),
    wider: () => [{ expiresAt: null }, { expiresAt: inTwoHours() }],
    within: () => ({ expiresAt: inHalfAnHour() }),
    code: [403, 'exceeds_key_limits', 'expiresAt'],
  },
  {
    name: 'addresses',
    own: () => ({ allowedIps: ['127.0.0.0/8', '10.1.0.0/16', 'fd00::/64'] }),
    wider: () => [
      { allowedIps: [] },
      { allowedIps: ['0.0.0.0/0'] },
      { allowedIps: ['10.0.0.0/8'] },
      { allowedIps: ['10.1.2.3', '10.2.0.1'] },
      { allowedIps: ['fd00::/48'] },
      { allowedIps: ['::/0'] },
    ],
    within: () => ({ allowedIps: ['127.0.0.1', '10.1.128.0/17', 'fd00::1'] }),
    code: [403, 'exceeds_key_limits', 'allowedIps'],
  },
] as const

describe('a limited key', () => {
  for (const { name, own, wider, within, code } of limits) {
    test(`${name}: creates keys within its own limit alone`, async () => {
      const limited = await newKey(own())
      for (const wish of wider())
        assert.deepEqual(
          await refused(limited.caller.post(path, { name: 'child', role: 'admin', ...wish })),
          code,
        )
      await newKey(within(), limited.caller)
    })

    test(`${name}: does not lift the limit of itself or of a child`, async () => {
      const limited = await newKey(own())
      const child = await newKey(within(), limited.caller)
      for (const { id } of [limited, child]) {
        for (const wish of wider())
          assert.deepEqual(await refused(limited.caller.patch(`${path}/${id}`, wish)), code)
        assert.equal((await limited.caller.patch(`${path}/${id}`, { name: 'renamed' })).status, 200)
      }
      assert.equal((await limited.caller.patch(`${path}/${limited.id}`, within())).status, 200)
    })

    test(`${name}: neither changes nor rotates a key that has more`, async () => {
      const limited = await newKey(own())
      for (const wish of wider()) {
        const strong = await newKey(wish)
        assert.deepEqual(await refused(limited.caller.post(`${path}/${strong.id}/rotate`, {})), code)
        assert.deepEqual(await refused(limited.caller.patch(`${path}/${strong.id}`, { name: 'mine' })), code)
      }
    })

    test(`${name}: a rotated key retains the limit`, async () => {
      const limited = await newKey(own())
      const { body } = await limited.caller.post(`${path}/${limited.id}/rotate`, {})
      const again = app.callerWith({ 'x-api-key': body.data.key })
      for (const wish of wider())
        assert.deepEqual(await refused(again.post(path, { name: 'child', role: 'admin', ...wish })), code)
    })
  }
})

describe('a key with a credit cap', () => {
  const code = [403, 'exceeds_key_limits', 'monthlyCreditCap']
  const capped = async (how: 'monthlyCreditCap' | 'usage cap'): Promise<Made & { capId: string }> => {
    const made = await newKey(how === 'monthlyCreditCap' ? { monthlyCreditCap: 10 } : {})
    if (how === 'usage cap')
      await project.admin.post('/api/v1/usage/caps', {
        scope: 'key',
        scopeId: made.id,
        period: 'day',
        credits: 10,
      })
    const { body } = await project.admin.get(`/api/v1/usage/caps?scope=key&scopeId=${made.id}`)
    return { ...made, capId: body.data[0].id }
  }

  for (const how of ['monthlyCreditCap', 'usage cap'] as const) {
    test(`${how}: creates no key, whatever its cap, and rotates none but itself`, async () => {
      const { id, caller } = await capped(how)
      for (const monthlyCreditCap of [null, 10, 1])
        assert.deepEqual(await refused(caller.post(path, { name: 'child', monthlyCreditCap })), code)
      const other = await newKey({ monthlyCreditCap: 1 })
      assert.deepEqual(await refused(caller.post(`${path}/${other.id}/rotate`, {})), code)
      assert.equal((await caller.post(`${path}/${id}/rotate`, { overlapSeconds: 60 })).status, 200)
    })

    test(`${how}: raises no cap of a key, and can lower them`, async () => {
      const { id, caller } = await capped(how)
      const other = await newKey({ monthlyCreditCap: 5 })
      for (const monthlyCreditCap of [null, 6, 1000])
        assert.deepEqual(await refused(caller.patch(`${path}/${other.id}`, { monthlyCreditCap })), code)
      assert.equal((await caller.patch(`${path}/${other.id}`, { monthlyCreditCap: 4 })).status, 200)
      if (how === 'monthlyCreditCap') {
        for (const monthlyCreditCap of [null, 11])
          assert.deepEqual(await refused(caller.patch(`${path}/${id}`, { monthlyCreditCap })), code)
        assert.equal((await caller.patch(`${path}/${id}`, { monthlyCreditCap: 9 })).status, 200)
      }
    })
  }

  test('does not raise, remove or exceed the cap among those of usage', async () => {
    const { caller, capId } = await capped('usage cap')
    const cap = `/api/v1/usage/caps/${capId}`
    assert.deepEqual(await refused(caller.patch(cap, { credits: 11 })), code)
    assert.deepEqual(await refused(caller.delete(cap)), code)
    assert.equal((await caller.patch(cap, { credits: 9 })).status, 200)
    assert.equal((await project.admin.delete(cap)).status, 200)
  })
})

describe('an end-user token of a limited key', () => {
  const tokenOf = async (caller: Caller, body: object = {}) => {
    const user = await project.admin.post('/api/v1/external-users', { name: 'browser' })
    return caller.post(`/api/v1/external-users/${user.body.data.id}/tokens`, body)
  }

  test('is not good for longer than the key, and ends with it', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 360_000).toISOString()
    const limited = await newKey({ expiresAt })
    const { body } = await tokenOf(limited.caller, { ttlSeconds: 3600 })
    assert.equal(body.data.expiresAt, expiresAt)
    const browser = app.callerWith({ authorization: `Bearer ${body.data.token}` })
    assert.equal((await browser.get('/api/v1/file')).status, 200)
    await project.admin.delete(`${path}/${limited.id}`)
    assert.deepEqual((await browser.get('/api/v1/file')).body.error.code, 'api_key_revoked')
  })

  test('has no scopes that the key lacks', async () => {
    const limited = await newKey({ scopes: ['external-users:write', 'files:read'] })
    assert.equal((await tokenOf(limited.caller, { scopes: ['sandbox:execute'] })).status, 403)
  })

  test('spends under the cap of the key', async () => {
    const limited = await newKey({ monthlyCreditCap: 0 })
    const { body } = await tokenOf(limited.caller)
    const browser = app.callerWith({ authorization: `Bearer ${body.data.token}` })
    const run = await browser.post('/api/v1/sandbox/ephemeral', {
      language: 'javascript',
      source: 'return 1',
    })
    assert.deepEqual([run.status, run.body.error.code], [402, 'budget_exceeded'])
  })
})
