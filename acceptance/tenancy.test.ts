import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess, type Caller } from './harness/client.ts'
import type { ExternalUser } from './harness/resources.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/external-users'

type Person = { id: string; name: string; caller: Caller }

async function newPair(about: string): Promise<{ alice: Person; bob: Person }> {
  const person = async (first: string) => {
    const { id, name } = await stage.newUser(`.${about}.${first}`)
    return { id, name, caller: admin.as(name) }
  }
  return { alice: await person('alice'), bob: await person('bob') }
}
const get = async (id: string) => assertSuccess<ExternalUser>(await admin.get(`${path}/${id}`))
const tokenOf = async ({ id }: Person) => {
  const { token } = assertSuccess<{ token: string }>(await admin.post(`${path}/${id}/tokens`))
  return stage.anonymous.with({ authorization: `Bearer ${token}` })
}

describe('Alice and Bob in one project (5.4)', () => {
  it('see the same list of users', async () => {
    const { alice, bob } = await newPair('list')
    const seenBy = async (caller: Caller) =>
      assertPage<ExternalUser>(await caller.get(`${path}?q=${stage.tag}.list&sortBy=id`)).data.map(
        ({ id }) => id,
      )
    const plain = await seenBy(admin)
    assert.deepEqual(plain.toSorted(), [alice.id, bob.id].toSorted())
    assert.deepEqual(await seenBy(alice.caller), plain)
    assert.deepEqual(await seenBy(bob.caller), plain)
  })

  it('are seen only when they themselves act', async () => {
    const { alice, bob } = await newPair('seen')
    assertPage(await alice.caller.get(path))
    assert.equal((await get(alice.id)).isOnline, true)
    assert.equal((await get(bob.id)).lastSeenAt, null)
    assert.equal((await get(bob.id)).isOnline, false)
  })

  it('are switched off one by one', async () => {
    const { alice, bob } = await newPair('off')
    assertSuccess(await admin.put(`${path}/${alice.id}/toggle-active`, { isActive: false }))
    assertError(await alice.caller.get(path), 'external_user_inactive', 403)
    assertPage(await bob.caller.get(path))
    assertPage(await admin.get(path))
  })

  it('do not share idempotency keys', async () => {
    const { alice, bob } = await newPair('once')
    const { id } = await stage.newUser('.once.lamp')
    const key = { 'idempotency-key': randomUUID() }
    const flip = async (caller: Caller) => {
      const response = await caller.put(`${path}/${id}/toggle-active`, undefined, key)
      return [assertSuccess<ExternalUser>(response).isActive, response.headers.get('idempotent-replayed')]
    }
    assert.deepEqual(await flip(alice.caller), [false, null])
    assert.deepEqual(await flip(bob.caller), [true, null])
    assert.deepEqual(await flip(admin), [false, null])
    assert.deepEqual(await flip(alice.caller), [false, 'true'])
  })

  it('cannot use the tokens of one another', async () => {
    const { alice, bob } = await newPair('token')
    const browser = await tokenOf(alice)
    assert.equal(assertSuccess<ExternalUser>(await browser.get(`${path}/${alice.id}`)).id, alice.id)
    assertError(await browser.get(`${path}/${bob.id}`), 'external_user_not_found', 404)
    assertSuccess(await browser.as(alice.name).get(`${path}/${alice.id}`))
    assertError(await browser.as(bob.name).get(`${path}/${bob.id}`), 'end_user_token_not_accepted', 403)
    assertError(await browser.as(bob.name).get(`${path}/${alice.id}`), 'end_user_token_not_accepted', 403)
  })

  it('keep what is theirs when the other is erased', async () => {
    const { alice, bob } = await newPair('erase')
    const [aliceBrowser, bobBrowser] = [await tokenOf(alice), await tokenOf(bob)]
    assertSuccess(await admin.delete(`${path}/${alice.id}`))
    assertError(await aliceBrowser.get(`${path}/${alice.id}`), 'invalid_api_key', 401)
    assertError(await admin.get(`${path}/${alice.id}`), 'external_user_not_found', 404)
    assertSuccess(await bobBrowser.get(`${path}/${bob.id}`))
  })

  it('become one when they are merged', async () => {
    const { alice, bob } = await newPair('merge')
    assertSuccess(await admin.post(`${path}/${alice.id}/merge`, { intoId: bob.id }))
    assertPage(await alice.caller.get(path))
    assert.equal((await get(bob.id)).isOnline, true)
    assertSuccess(await admin.put(`${path}/${bob.id}/toggle-active`, { isActive: false }))
    assertError(await alice.caller.get(path), 'external_user_inactive', 403)
  })
})
