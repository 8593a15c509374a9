import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess, type Caller } from '../harness/client.ts'
import {
  assertFields,
  filledText,
  flag,
  listOf,
  oneOf,
  orNull,
  text,
  timestamp,
  uuid,
} from '../harness/field-checks.ts'
import type { ApiKey, ExternalUser, NewApiKey, Profile } from '../harness/resources.ts'
import { createStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = createStage()
const { admin } = stage
const keys = '/api/v1/api-keys'
const users = '/api/v1/external-users'
const profile = '/api/v1/users/profile'

const stateOf = async (id: string) => assertSuccess<ApiKey>(await admin.get(`${keys}/${id}`)).state
const change = (id: string, body: object) => admin.patch(`${keys}/${id}`, body)

describe('Creating a key (5.3)', () => {
  it('shows name, role and the whole value', async () => {
    const made = assertSuccess<NewApiKey>(await admin.post(keys, { name: `${stage.tag} plain` }))
    assertDone(await admin.delete(`${keys}/${made.id}`))
    assertFields(
      made,
      {
        id: uuid,
        name: oneOf(`${stage.tag} plain`),
        prefix: filledText,
        role: oneOf('member'),
        scopes: listOf(text),
        state: oneOf('active'),
        allowedIps: listOf(text),
        monthlyCreditCap: oneOf(null),
        expiresAt: oneOf(null),
        lastUsedAt: orNull(timestamp),
        createdAt: timestamp,
        key: filledText,
      },
      'the new key',
    )
    assert.ok(made.key.startsWith(made.prefix))
    assert.ok(made.prefix.length < made.key.length / 2)
  })

  it('gives a key that works and knows who it is', async () => {
    const made = await stage.newKey()
    const seen = assertSuccess<Profile>(await stage.callerWith(made.key).get(profile))
    assert.equal(seen.role, 'member')
    assert.equal(seen.apiKey.id, made.id)
    assert.equal(seen.apiKey.name, made.name)
  })

  it('shows the value only once', async () => {
    const { id, key } = await stage.newKey()
    const responses = [
      await admin.get(`${keys}/${id}`),
      await admin.get(`${keys}?limit=100`),
      await change(id, { name: `${stage.tag} once` }),
      await admin.get('/api/v1/audit-log?limit=100'),
      await stage.callerWith(key).get(profile),
    ]
    for (const { status, text: visible, request } of responses) {
      assert.equal(status, 200)
      assert.ok(!visible.includes(key), `${request} shows the value`)
    }
  })

  it('refuses what a key cannot be', async () => {
    const bad = [
      {},
      { name: '' },
      { name: 'x'.repeat(101) },
      { name: 'x', role: 'owner' },
      { name: 'x', scopes: ['everything'] },
      { name: 'x', scopes: ['shoes:read'] },
      { name: 'x', expiresAt: 'tomorrow' },
      { name: 'x', allowedIps: ['300.1.1.1'] },
      { name: 'x', monthlyCreditCap: -1 },
    ]
    for (const body of bad) {
      const { status } = await admin.post(keys, body)
      assert.equal(status, 400, JSON.stringify(body))
    }
    assertError(await admin.post(keys, {}), 'missing_field', 400)
  })

  it('refuses a day of expiry that no calendar has', async () => {
    for (const expiresAt of ['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z']) {
      assertError(await admin.post(keys, { name: 'x', expiresAt }), 'invalid_parameter', 400)
    }
  })

  it('takes names of up to 100 characters', async () => {
    const { id } = await stage.newKey()
    const name = 'x'.repeat(100)
    assert.equal(assertSuccess<ApiKey>(await change(id, { name })).name, name)
  })

  it('is for admins', async () => {
    const member = stage.callerWith((await stage.newKey()).key)
    const { id } = await stage.newKey()
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', keys],
      ['POST', keys, { name: 'x' }],
      ['GET', `${keys}/${id}`],
      ['PATCH', `${keys}/${id}`, { name: 'x' }],
      ['POST', `${keys}/${id}/rotate`],
      ['DELETE', `${keys}/${id}`],
    ]
    for (const [method, path, body] of calls) {
      assertError(await member.send(method, path, body), 'admin_only', 403)
    }
    assert.equal(await stateOf(id), 'active')
  })

  it('returns 404 for an unknown key and 400 for what is no id', async () => {
    assertError(await admin.get(`${keys}/${randomUUID()}`), 'api_key_not_found', 404)
    assertError(await admin.delete(`${keys}/${randomUUID()}`), 'api_key_not_found', 404)
    assertError(await admin.get(`${keys}/none`), 'invalid_id', 400)
  })

  it('lists keys newest first and notes when one was used', async () => {
    const { id: earlier } = await stage.newKey()
    const { id, key } = await stage.newKey()
    const { data } = assertPage<ApiKey>(await admin.get(`${keys}?limit=100`))
    const positions = [id, earlier].map((each) => data.findIndex((listed) => listed.id === each))
    assert.ok(positions[0]! >= 0 && positions[0]! < positions[1]!, positions.join())
    assertSuccess(await stage.callerWith(key).get(profile))
    await until('the use is noted', async () =>
      timestamp(assertSuccess<ApiKey>(await admin.get(`${keys}/${id}`)).lastUsedAt),
    )
  })
})

describe('Rotating and revoking (5.7)', () => {
  const works = async (caller: Caller) => (await caller.get(profile)).status === 200

  it('accepts old and new value while they overlap', async () => {
    const { id, key: old } = await stage.newKey()
    const rotated = assertSuccess<NewApiKey>(
      await admin.post(`${keys}/${id}/rotate`, { overlapSeconds: 3600 }),
    )
    assert.equal(rotated.id, id)
    assert.notEqual(rotated.key, old)
    assert.ok(await works(stage.callerWith(old)))
    assert.ok(await works(stage.callerWith(rotated.key)))
    assert.equal(await stateOf(id), 'rotating')
  })

  it('refuses the old value once the overlap is over', async () => {
    const { id, key: old } = await stage.newKey()
    const { key } = assertSuccess<NewApiKey>(await admin.post(`${keys}/${id}/rotate`, { overlapSeconds: 1 }))
    await until('the old value ends', async () => (await stage.callerWith(old).get(profile)).status === 401)
    assert.ok(await works(stage.callerWith(key)))
    assert.equal(await stateOf(id), 'active')
  })

  it('refuses the old value immediately without an overlap', async () => {
    const { id, key: old } = await stage.newKey()
    const { key } = assertSuccess<NewApiKey>(await admin.post(`${keys}/${id}/rotate`))
    assert.equal((await stage.callerWith(old).get(profile)).status, 401)
    assert.ok(await works(stage.callerWith(key)))
  })

  it('ends the overlap of a key that is rotated again', async () => {
    const { id, key: first } = await stage.newKey()
    const again = async () =>
      assertSuccess<NewApiKey>(await admin.post(`${keys}/${id}/rotate`, { overlapSeconds: 3600 })).key
    const second = await again()
    const third = await again()
    assert.equal((await stage.callerWith(first).get(profile)).status, 401)
    for (const key of [second, third]) assert.ok(await works(stage.callerWith(key)))
  })

  it('takes overlaps of 0 to 604800 seconds', async () => {
    const { id } = await stage.newKey()
    for (const overlapSeconds of [0, 604_800]) {
      assertSuccess(await admin.post(`${keys}/${id}/rotate`, { overlapSeconds }))
    }
    for (const overlapSeconds of [-1, 604_801, 1.5, '60']) {
      assertError(await admin.post(`${keys}/${id}/rotate`, { overlapSeconds }), 'invalid_parameter', 400)
    }
  })

  it('refuses a revoked key immediately, in both of its values', async () => {
    const { id, key: old } = await stage.newKey()
    const { key } = assertSuccess<NewApiKey>(
      await admin.post(`${keys}/${id}/rotate`, { overlapSeconds: 3600 }),
    )
    assertDone(await admin.delete(`${keys}/${id}`))
    for (const value of [old, key]) {
      assertError(await stage.callerWith(value).get(profile), 'api_key_revoked', 401)
    }
    assert.equal(await stateOf(id), 'revoked')
  })

  it('does not restore a revoked key', async () => {
    const { id } = await stage.newKey()
    assertDone(await admin.delete(`${keys}/${id}`))
    assertDone(await admin.delete(`${keys}/${id}`))
    assertError(await change(id, { name: 'x' }), 'invalid_state', 409)
    assertError(await admin.post(`${keys}/${id}/rotate`), 'invalid_state', 409)
  })

  it('refuses a key that has expired', async () => {
    const { id, key } = await stage.newKey()
    const caller = stage.callerWith(key)
    assert.ok(await works(caller))
    assertSuccess(await change(id, { expiresAt: new Date(Date.now() + 300).toISOString() }))
    await until('the key expires', async () => (await caller.get(profile)).status === 401)
    assertError(await caller.get(profile), 'api_key_expired', 401)
    assert.equal(await stateOf(id), 'expired')
  })
})

describe('What a key may do', () => {
  it('is limited by its scopes, and the refusal names the missing one', async () => {
    const reader = stage.callerWith((await stage.newKey({ scopes: ['external-users:read'] })).key)
    assertPage(await reader.get(users))
    const refused = assertError(
      await reader.post(users, { name: stage.nameOf('x') }),
      'insufficient_scope',
      403,
    )
    assert.equal(refused.error.type, 'permission')
    assert.match(refused.message, /external-users:write/)
    assertError(await reader.get('/api/v1/ai/models'), 'insufficient_scope', 403)
    assert.equal(await stage.findUser(stage.nameOf('x')), null)
  })

  it('covers every verb of an area with a star', async () => {
    const { key } = await stage.newKey({ scopes: ['external-users:*'] })
    const caller = stage.callerWith(key)
    const made = assertSuccess<ExternalUser>(await caller.post(users, { name: stage.nameOf('star') }))
    assertSuccess(await caller.get(`${users}/${made.id}`))
    assertError(await caller.get(profile), 'insufficient_scope', 403)
  })

  it('can be narrowed, from the next call on', async () => {
    const { id, key } = await stage.newKey()
    const caller = stage.callerWith(key)
    assertSuccess(await caller.get(profile))
    assertSuccess(await change(id, { scopes: ['llm:read'] }))
    assertError(await caller.get(profile), 'insufficient_scope', 403)
    assertSuccess(await caller.get('/api/v1/ai/models?kind=stt'))
  })

  it('is limited to its allowed IP addresses', async () => {
    const elsewhere = await stage.newKey({ allowedIps: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'] })
    assertError(await stage.callerWith(elsewhere.key).get(profile), 'ip_not_allowed', 403)
    const anywhere = await stage.newKey({ allowedIps: ['0.0.0.0/0', '::/0'] })
    assertSuccess(await stage.callerWith(anywhere.key).get(profile))
  })

  it('has all rights of an admin when it is one', async () => {
    const { id, key } = await stage.newKey({ role: 'admin' })
    const second = stage.callerWith(key)
    assertPage(await second.get(keys))
    assertSuccess(await change(id, { role: 'member' }))
    assertError(await second.get(keys), 'admin_only', 403)
  })

  it('can be rehearsed without making the call', async () => {
    const { id } = await stage.newKey({ scopes: ['external-users:read'] })
    const rehearse = async (method: string, path: string) => {
      const data = assertSuccess<{ allowed: boolean; rule: string; requiredScope: string | null }>(
        await admin.post(`${keys}/${id}/simulate`, { method, path }),
      )
      assertFields(data, { allowed: flag, rule: filledText, requiredScope: orNull(text) }, 'the rehearsal')
      return data
    }
    assert.equal((await rehearse('GET', users)).allowed, true)
    assert.equal((await rehearse('POST', users)).allowed, false)
    assert.equal((await rehearse('POST', users)).requiredScope, 'external-users:write')
    assert.equal((await rehearse('GET', '/api/v1/nothing-here')).allowed, false)
  })

  it('changes only when it did not change since it was read', async () => {
    const { id } = await stage.newKey()
    const etag = (await admin.get(`${keys}/${id}`)).headers.get('etag')
    assert.ok(etag)
    const first = await admin.patch(`${keys}/${id}`, { name: `${stage.tag} 1` }, { 'if-match': etag })
    assert.equal(assertSuccess<ApiKey>(first).name, `${stage.tag} 1`)
    const late = await admin.patch(`${keys}/${id}`, { name: `${stage.tag} 2` }, { 'if-match': etag })
    assertError(late, 'precondition_failed', 412)
    assertError(await admin.delete(`${keys}/${id}`, { 'if-match': etag }), 'precondition_failed', 412)
    assert.equal(await stateOf(id), 'active')
  })
})
