import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { type ApiResponse, assertError, assertPage, assertSuccess } from './harness/client.ts'
import type { ExternalUser, NewApiKey } from './harness/resources.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin } = stage
const users = '/api/v1/external-users'
const newKeyHeader = () => ({ 'idempotency-key': randomUUID() })
const isReplay = ({ headers }: ApiResponse) => headers.get('idempotent-replayed') === 'true'
const isActive = async (id: string) => assertSuccess<ExternalUser>(await admin.get(`${users}/${id}`)).isActive

describe('Idempotency-Key (1.6)', () => {
  it('returns the first response again to the same request', async () => {
    const key = newKeyHeader()
    const body = { name: stage.nameOf('post') }
    const first = await admin.post(users, body, key)
    assert.equal(assertSuccess<ExternalUser>(first).created, true)
    assert.equal(isReplay(first), false)
    const again = await admin.post(users, body, key)
    assert.equal(isReplay(again), true)
    assert.deepEqual(again.body, first.body)
    const without = await admin.post(users, body)
    assert.equal(assertSuccess<ExternalUser>(without).created, false)
  })

  it('does a PUT without a body, a PATCH and a DELETE once', async () => {
    const { id } = await stage.newUser('verbs')
    const put = newKeyHeader()
    for (let i = 0; i < 3; i++) assertSuccess(await admin.put(`${users}/${id}/toggle-active`, undefined, put))
    assert.equal(await isActive(id), false)
    const patch = newKeyHeader()
    const changed = await admin.patch(`${users}/${id}`, { profileSummary: 'once' }, patch)
    assertSuccess(await admin.patch(`${users}/${id}`, { profileSummary: 'later' }))
    const repeated = await admin.patch(`${users}/${id}`, { profileSummary: 'once' }, patch)
    assert.deepEqual(repeated.body, changed.body)
    assert.equal(assertSuccess<ExternalUser>(await admin.get(`${users}/${id}`)).profileSummary, 'later')
    const removal = newKeyHeader()
    const removed = await admin.delete(`${users}/${id}`, removal)
    assertSuccess(removed)
    const twice = await admin.delete(`${users}/${id}`, removal)
    assert.deepEqual([twice.status, isReplay(twice)], [200, true])
    assert.deepEqual(twice.body, removed.body)
  })

  it('shows a new API key again only to a retry of its own request', async () => {
    const key = newKeyHeader()
    const body = { name: `${stage.tag} replayed` }
    const first = assertSuccess<NewApiKey>(await admin.post('/api/v1/api-keys', body, key))
    const again = assertSuccess<NewApiKey>(await admin.post('/api/v1/api-keys', body, key))
    assert.deepEqual(again, first)
    assert.equal((await admin.delete(`/api/v1/api-keys/${first.id}`)).status, 200)
  })

  it('is refused with another body', async () => {
    const key = newKeyHeader()
    assertSuccess(await admin.post(users, { name: stage.nameOf('one') }, key))
    const other = await admin.post(users, { name: stage.nameOf('two') }, key)
    assertError(other, 'idempotency_key_reused', 422)
    assert.equal(await stage.findUser(stage.nameOf('two')), null)
  })

  it('counts for one method, one path and one API key', async () => {
    const { id } = await stage.newUser('scope.a')
    const { id: otherId } = await stage.newUser('scope.b')
    const key = newKeyHeader()
    const colleague = stage.callerWith((await stage.newKey()).key)
    const responses = [
      await admin.put(`${users}/${id}/toggle-active`, undefined, key),
      await admin.put(`${users}/${otherId}/toggle-active`, undefined, key),
      await admin.delete(`${users}/${otherId}`, key),
      await colleague.put(`${users}/${id}/toggle-active`, undefined, key),
    ]
    for (const response of responses) {
      assertSuccess(response)
      assert.equal(isReplay(response), false, response.request)
    }
    assert.equal(await isActive(id), true)
  })

  it('does the work once when requests come at the same time', async () => {
    const { id } = await stage.newUser('race')
    const key = newKeyHeader()
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => admin.put(`${users}/${id}/toggle-active`, undefined, key)),
    )
    for (const response of responses) {
      if (response.status === 409) assertError(response, 'idempotency_key_in_use', 409)
      else assert.equal(assertSuccess<ExternalUser>(response).isActive, false)
    }
    assert.equal(responses.filter((response) => response.status === 200 && !isReplay(response)).length, 1)
    assert.equal(await isActive(id), false)
  })

  it('stores errors, too', async () => {
    const { name } = await stage.newUser('taken')
    const { id } = await stage.newUser('wants')
    const key = newKeyHeader()
    const first = await admin.patch(`${users}/${id}`, { name }, key)
    assertError(first, 'name_conflict', 409)
    const taken = await stage.findUser(name)
    assertSuccess(await admin.delete(`${users}/${taken!.id}`))
    const again = await admin.patch(`${users}/${id}`, { name }, key)
    assert.equal(again.status, 409)
    assert.equal(isReplay(again), true)
    assert.equal((again.body as { error: { code: string } }).error.code, 'name_conflict')
  })

  it('says that a user was created only when there is one', async () => {
    const name = stage.nameOf('ghost')
    const response = await admin.as(name).patch(`${users}/${randomUUID()}`, {}, newKeyHeader())
    assertError(response, 'external_user_not_found', 404)
    const isThere = (await stage.findUser(name)) !== null
    assert.equal(response.headers.get('x-external-user-created') === 'true', isThere)
  })

  it('has 1 to 255 characters', async () => {
    const body = { name: stage.nameOf('length') }
    assertSuccess(await admin.post(users, body, { 'idempotency-key': randomUUID().padEnd(255, 'x') }))
    for (const bad of ['', 'x'.repeat(256)]) {
      assertError(await admin.post(users, body, { 'idempotency-key': bad }), 'invalid_parameter', 400)
    }
  })

  it('means nothing to a read', async () => {
    const key = newKeyHeader()
    for (let i = 0; i < 2; i++) {
      const response = await admin.get(`${users}?q=${stage.tag}`, key)
      assertPage(response)
      assert.equal(isReplay(response), false)
    }
  })
})
