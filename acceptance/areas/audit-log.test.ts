import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess } from '../harness/client.ts'
import {
  assertFields,
  filledText,
  oneOf,
  orNull,
  record,
  text,
  timestamp,
  uuid,
} from '../harness/field-checks.ts'
import type { AuditEntry, Profile } from '../harness/resources.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/audit-log'
const list = async (query = '') => assertPage<AuditEntry>(await admin.get(`${path}?limit=100${query}`)).data

/** The entry that one request of ours led to: the project is shared, and others act at the same time. */
async function entryOf(requestId: string): Promise<AuditEntry | undefined> {
  return (await list()).find((entry) => entry.requestId === requestId)
}

describe('The audit log (3.1)', () => {
  it('has an entry for a deed, with who, what, whom, from where and in which request', async () => {
    const requestId = randomUUID()
    const { apiKey } = assertSuccess<Profile>(await admin.get('/api/v1/users/profile'))
    const made = await admin.post(
      '/api/v1/external-users',
      { name: stage.nameOf('audited') },
      { 'x-request-id': requestId },
    )
    const { id } = assertSuccess<{ id: string }>(made)
    const entry = await entryOf(requestId)
    assertFields(
      entry,
      { id: uuid, action: filledText, details: record, ip: filledText, createdAt: timestamp },
      'the entry',
    )
    assertFields(entry?.actor, { kind: oneOf('key'), id: oneOf(apiKey.id), accountId: orNull(uuid) }, 'actor')
    assertFields(entry?.target, { type: text, id: oneOf(id) }, 'target')
  })

  it('has no entry for what was refused', async () => {
    const requestId = randomUUID()
    const bad = await admin.post('/api/v1/external-users', { name: 'a b' }, { 'x-request-id': requestId })
    assertError(bad, 'invalid_parameter', 400)
    assert.equal(await entryOf(requestId), undefined)
  })

  it('notes the life of a key', async () => {
    const { id } = await stage.newKey()
    assertSuccess(await admin.patch(`/api/v1/api-keys/${id}`, { name: `${stage.tag} named` }))
    assertSuccess(await admin.post(`/api/v1/api-keys/${id}/rotate`))
    assertDone(await admin.delete(`/api/v1/api-keys/${id}`))
    const actions = (await list()).filter(({ target }) => target.id === id).map(({ action }) => action)
    assert.deepEqual(actions, ['api_key.revoked', 'api_key.rotated', 'api_key.updated', 'api_key.created'])
  })

  it('is filtered by actor', async () => {
    const { id, key } = await stage.newKey()
    const caller = stage.callerWith(key)
    assertSuccess(await caller.post('/api/v1/external-users', { name: stage.nameOf('byactor') }))
    const found = await list(`&actor=${id}`)
    assert.deepEqual(
      found.map(({ actor }) => actor.id),
      [id],
    )
    assert.deepEqual(await list(`&actor=${randomUUID()}`), [])
  })

  it('is filtered by action', async () => {
    await stage.newUser('byaction')
    const found = await list('&action=external_user.created')
    assert.ok(found.length > 0)
    assert.ok(found.every(({ action }) => action === 'external_user.created'))
    assert.deepEqual(await list('&action=shoe.polished'), [])
  })

  it('is filtered by time, from included, to left out', async () => {
    const { id } = await stage.newUser('bytime')
    const entry = (await list()).find(({ target }) => target.id === id)!
    const within = async (from: string, to: string) =>
      (await list(`&from=${from}&to=${to}`)).some((each) => each.id === entry.id)
    const later = new Date(Date.parse(entry.createdAt) + 1).toISOString()
    const earlier = new Date(Date.parse(entry.createdAt) - 1).toISOString()
    assert.equal(await within(entry.createdAt, later), true)
    assert.equal(await within(earlier, entry.createdAt), false)
    assert.equal(await within(later, '2999-01-01'), false)
    assertError(await admin.get(`${path}?from=2026-02-01&to=2026-01-01`), 'invalid_parameter', 400)
    assertError(await admin.get(`${path}?from=recently`), 'invalid_parameter', 400)
  })

  it('comes newest first, page by page', async () => {
    const { id, key } = await stage.newKey()
    const made: string[] = []
    for (const suffix of ['page1', 'page2', 'page3']) {
      const response = await stage
        .callerWith(key)
        .post('/api/v1/external-users', { name: stage.nameOf(suffix) })
      made.unshift(assertSuccess<{ id: string }>(response).id)
    }
    const page = async (number: number) => {
      const response = await admin.get(`${path}?actor=${id}&limit=2&page=${number}`)
      return assertPage<AuditEntry>(response).data.map(({ target }) => target.id)
    }
    assert.deepEqual([...(await page(1)), ...(await page(2))], made)
  })

  it('is for admins', async () => {
    const member = stage.callerWith((await stage.newKey()).key)
    assertError(await member.get(path), 'admin_only', 403)
  })
})
