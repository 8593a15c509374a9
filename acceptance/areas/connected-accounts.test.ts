import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertError, assertSuccess, type Caller } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'

type Link = { redirectUrl: string; connectedAccountId: string }
type Account = { id: string; status: string; label: string }

const stage = createStage()
const { admin, baseUrl } = stage
const path = '/api/v1/connected_accounts'
const user = admin.as(stage.nameOf('connect'))
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const config = assertSuccess<{ id: string }>(
  await admin.post('/api/v1/auth_configs', {
    toolkit: { slug: 'demo' },
    authConfig: { type: 'use_provider_managed_auth' },
  }),
)

/** A user with a browser, who consents to everything. */
async function consent(link: Link): Promise<void> {
  const departure = await fetch(link.redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ action: 'continue' }),
  })
  const target = /content="0;url=([^"]+)"/.exec(await departure.text())![1]!
  const service = new URL(target.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
  const cookie = departure.headers.get('set-cookie')!.split(';', 1)[0]!
  const decided = await fetch(`${baseUrl}/demo/decide${service.search}&decision=allow`, {
    redirect: 'manual',
  })
  const back = await fetch(decided.headers.get('location')!, { headers: { cookie } })
  assert.equal(back.status, 200, await back.text())
}

async function connect(caller: Caller): Promise<Link> {
  const link = assertSuccess<Link>(await caller.post(`${path}/link`, { authConfigId: config.id }))
  const waiting = caller.get(`${path}/${link.connectedAccountId}?wait=ACTIVE&timeoutMs=30000`)
  await consent(link)
  assert.equal(assertSuccess<Account>(await waiting).status, 'ACTIVE')
  return link
}

describe('Deleting a connected account (4.10)', () => {
  it('identifies accounts by their own ids', async () => {
    const { connectedAccountId } = await connect(user)
    assert.match(connectedAccountId, uuid)
    const account = assertSuccess<Account>(await user.get(`${path}/${connectedAccountId}`))
    assert.equal(account.id, connectedAccountId)
    assert.notEqual(account.label, connectedAccountId)
  })

  it('returns no data, and the account is deleted', async () => {
    const { connectedAccountId } = await connect(user)
    const deleted = await user.delete(`${path}/${connectedAccountId}`)
    assert.deepEqual(
      [deleted.status, Object.keys(deleted.body as object).sort()],
      [200, ['message', 'success']],
    )
    assertError(await user.get(`${path}/${connectedAccountId}`), 'connected_account_not_found', 404)
    assertError(await user.delete(`${path}/${connectedAccountId}`), 'connected_account_not_found', 404)
  })

  it('makes it unusable for tools immediately, and lets the user connect again', async () => {
    const one = admin.as(stage.nameOf('again'))
    const whoami = () => one.post('/api/v1/tools/execute/demo_whoami', { arguments: {} })
    const { connectedAccountId } = await connect(one)
    type Executed = { successful: boolean; connectedAccountId: string }
    const used = assertSuccess<Executed>(await whoami())
    assert.deepEqual([used.successful, used.connectedAccountId], [true, connectedAccountId])
    await one.delete(`${path}/${connectedAccountId}`)
    assertError(await whoami(), 'connection_required', 422)
    const second = await connect(one)
    assert.notEqual(second.connectedAccountId, connectedAccountId)
    assert.equal(assertSuccess<Executed>(await whoami()).connectedAccountId, second.connectedAccountId)
  })

  it('knows no account of another end user', async () => {
    const { connectedAccountId } = await connect(user)
    const other = admin.as(stage.nameOf('other'))
    assertError(await other.delete(`${path}/${connectedAccountId}`), 'connected_account_not_found', 404)
    assert.equal(assertSuccess<Account>(await user.get(`${path}/${connectedAccountId}`)).status, 'ACTIVE')
  })
})
