import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type OidcServer, oidcClient, startOidcServer } from '../../../test/fakes/oidc-server.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { accountPath, callbackAddress, configPath, createPerson } from './testing.ts'

const app = await startTestApp({ allowPrivate: '127.0.0.1/32' })
const person = createPerson(app)
const hourMs = 3_600_000
let oidc: OidcServer
let project: TestProject
let configId: string

const toolkitOf = (slug: string, issuer: string, more: object = {}) => ({
  slug,
  name: 'Oidc',
  description: 'A service on loopback.',
  baseUrl: issuer,
  getCurrentUserEndpoint: '/me',
  authConfigDetails: [
    {
      mode: 'OAUTH2',
      oauth2: {
        authorizationUrl: `${issuer}/auth`,
        tokenUrl: `${issuer}/token`,
        revocationUrl: `${issuer}/token/revocation`,
        issuer,
        scopes: ['openid', 'email', 'offline_access'].map((name) => ({ name, description: '' })),
        authorizationParameters: { prompt: 'consent' },
        ...more,
      },
    },
  ],
})

before(async () => {
  oidc = await startOidcServer(callbackAddress)
  project = await app.newProject()
  app.app.runs.start()
  const toolkit = await project.admin.post('/api/v1/toolkits', toolkitOf('oidc', oidc.issuer))
  assert.equal(toolkit.status, 200, toolkit.text)
})
after(async () => {
  await app.app.runs.stop()
  await app.stop()
  await oidc.stop()
})
beforeEach(async () => {
  Object.assign(oidc.state, { denies: false, isDown: false })
  await oidc.setSecret(oidcClient.secret)
  configId = await newConfig()
})

const client = { client_id: oidcClient.id, client_secret: oidcClient.secret }

async function newConfig(more: object = {}, slug = 'oidc'): Promise<string> {
  const { status, body, text } = await project.admin.post(configPath, {
    toolkit: { slug },
    authConfig: { type: 'use_custom_auth', authScheme: 'OAUTH2', credentials: client, ...more },
  })
  assert.equal(status, 200, text)
  return body.data.id
}

async function newLink(username: string, more: object = {}) {
  const { status, body, text } = await project.admin
    .as(username)
    .post(`${accountPath}/link`, { authConfigId: configId, ...more })
  assert.equal(status, 200, text)
  return body.data as { redirectUrl: string; connectedAccountId: string }
}

async function consent(redirectUrl: string) {
  const { url, cookie } = await person.depart(redirectUrl)
  return { back: await oidc.consent(url.href), cookie, url }
}

async function connect(username: string): Promise<string> {
  const { redirectUrl, connectedAccountId } = await newLink(username)
  const { back, cookie } = await consent(redirectUrl)
  const response = await person.comeBack(back, cookie)
  assert.equal(response.status, 200, response.text)
  return connectedAccountId
}

const read = async (username: string, id: string) =>
  (await project.admin.as(username).get(`${accountPath}/${id}`)).body.data
const refresh = (username: string, id: string) =>
  project.admin.as(username).post(`${accountPath}/${id}/refresh`)

async function scopeOf(username: string) {
  const { body } = await project.admin.get(`/api/v1/external-users/username/${username}`)
  return {
    ...project.scope,
    acrossUsers: false,
    externalUser: { id: body.data.id as string, name: username },
  }
}

async function selecting(username: string) {
  const scope = await scopeOf(username)
  const toolkit = await app.app.toolkits.get(app.db, scope, 'oidc')
  return (node = app.app) => node.connections.select(scope, toolkit, { toolSlug: 'oidc_any' })
}

const eventsOf = async (id: string) =>
  (
    await app.db.rows<{ type: string }>(
      sql`select type from event where project_id = ${project.id} and data->>'id' = ${id} order by created_at, id`,
    )
  ).map(({ type }) => type)

describe('the way to a service and back', () => {
  it('requests consent with state, PKCE and scopes; the account works and shows its owner', async () => {
    const { redirectUrl, connectedAccountId: id } = await newLink('anna', {
      callbackUrl: 'http://localhost:4400/connected-accounts',
    })
    const page = await person.see(redirectUrl)
    assert.equal(page.status, 200)
    assert.match(page.text, /Connect Oidc/)
    assert.match(page.text, /anna/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    const { back, cookie, url } = await consent(redirectUrl)
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    assert.equal(url.searchParams.get('scope'), 'openid email offline_access')
    assert.ok(url.searchParams.get('state')!.length >= 43)
    assert.equal(back.searchParams.get('iss'), oidc.issuer)
    const response = await person.comeBack(back, cookie)
    assert.equal(response.status, 302)
    assert.equal(
      response.headers.location,
      `http://localhost:4400/connected-accounts?status=success&connectedAccountId=${id}`,
    )
    const account = await read('anna', id)
    assert.equal(account.status, 'ACTIVE')
    assert.deepEqual(account.identity, { email: 'ada@oidc.example', username: null, accountId: 'ada' })
    assert.equal(account.label, 'ada@oidc.example')
    assert.deepEqual(await eventsOf(id), ['connected_account.active'])
    assert.equal((await person.see(redirectUrl)).status, 409)
  })

  it('waits for consent until it is there', async () => {
    const { redirectUrl, connectedAccountId: id } = await newLink('wanda')
    const waiting = project.admin.as('wanda').get(`${accountPath}/${id}?wait=ACTIVE&timeoutMs=20000`)
    const { back, cookie } = await consent(redirectUrl)
    await person.comeBack(back, cookie)
    assert.equal((await waiting).body.data.status, 'ACTIVE')
    const late = await project.admin.as('wanda').get(`${accountPath}/${id}?wait=EXPIRED&timeoutMs=0`)
    assert.equal(late.body.data.status, 'ACTIVE')
  })

  it('denial: FAILED with what the service said, and an event', async () => {
    oidc.state.denies = true
    const { redirectUrl, connectedAccountId: id } = await newLink('dora')
    const { back, cookie } = await consent(redirectUrl)
    const response = await person.comeBack(back, cookie)
    assert.match(response.text, /The person said no/)
    assert.equal((await read('dora', id)).status, 'FAILED')
    assert.deepEqual(await eventsOf(id), ['connected_account.failed'])
  })

  it('400 for a state that is unknown, missing, spent or expired, and nothing is connected', async () => {
    const { redirectUrl, connectedAccountId: id } = await newLink('mallory')
    const { back, cookie } = await consent(redirectUrl)
    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(43))
    assert.equal((await person.comeBack(forged, cookie)).status, 400)
    forged.searchParams.delete('state')
    assert.equal((await person.comeBack(forged, cookie)).status, 400)
    assert.equal((await person.comeBack(back, '')).status, 400)
    assert.equal((await person.comeBack(back, cookie.replace(/.$/, '!'))).status, 400)
    assert.equal((await read('mallory', id)).status, 'INITIATED')
    assert.equal((await person.comeBack(back, cookie)).status, 200)
    assert.equal((await person.comeBack(back, cookie)).status, 400)
    const late = await newLink('mallory')
    const second = await consent(late.redirectUrl)
    app.clock.advance(11 * 60_000)
    assert.equal((await person.comeBack(second.back, second.cookie)).status, 400)
    assert.equal((await read('mallory', late.connectedAccountId)).status, 'EXPIRED')
    assert.equal((await person.see(late.redirectUrl)).status, 410)
  })

  it("a state of one account does not open another's, also not with both cookies", async () => {
    const [one, two] = [await newLink('eve'), await newLink('frank')]
    const first = await consent(one.redirectUrl)
    const second = await consent(two.redirectUrl)
    const mixed = new URL(second.back)
    mixed.searchParams.set('state', first.back.searchParams.get('state')!)
    await person.comeBack(mixed, `${first.cookie}; ${second.cookie}`)
    assert.equal((await read('eve', one.connectedAccountId)).status, 'FAILED')
    assert.equal((await read('frank', two.connectedAccountId)).status, 'INITIATED')
  })

  it('a service that calls itself by another name is refused', async () => {
    const { redirectUrl, connectedAccountId: id } = await newLink('iris')
    const { back, cookie } = await consent(redirectUrl)
    const before = oidc.grants.length
    back.searchParams.set('iss', 'https://other.example')
    await person.comeBack(back, cookie)
    assert.equal((await read('iris', id)).status, 'FAILED')
    assert.equal(oidc.grants.length, before)
  })

  it('400 for URLs that do not match the list exactly', async () => {
    configId = await newConfig({ allowedCallbackUrls: ['https://ok.example/done'] })
    const bad = [
      'https://evil.example',
      '//evil.example',
      'https://ok.example.evil/done',
      'javascript:alert(1)',
      'https://ok.example/done/',
      'https://ok.example/done?x=1',
      'http://ok.example/done',
      '/relative',
      'https://ok.example@evil.example/done',
      'https://localhost:4400@evil.example/',
      'http://localhost:4400.evil.example/',
    ]
    for (const callbackUrl of bad) {
      const response = await project.admin.post(`${accountPath}/link`, {
        authConfigId: configId,
        callbackUrl,
      })
      assert.equal(response.status, 400, callbackUrl)
      assert.equal(response.body.error.code, 'callback_url_not_allowed')
    }
    await newLink('olga', { callbackUrl: 'https://ok.example/done' })
  })

  it('reconnecting preserves the id and the status until consent, also when it is denied', async () => {
    const id = await connect('rita')
    oidc.state.denies = true
    const again = await project.admin.as('rita').post(`${accountPath}/${id}/reconnect`, {})
    assert.equal(again.body.data.connectedAccountId, id)
    assert.equal((await read('rita', id)).status, 'ACTIVE')
    const denied = await consent(again.body.data.redirectUrl)
    await person.comeBack(denied.back, denied.cookie)
    assert.equal((await read('rita', id)).status, 'ACTIVE')
    oidc.state.denies = false
    const third = await project.admin.as('rita').post(`${accountPath}/${id}/reconnect`, {})
    const agreed = await consent(third.body.data.redirectUrl)
    await person.comeBack(agreed.back, agreed.cookie)
    assert.equal((await read('rita', id)).status, 'ACTIVE')
    const users = await project.admin.get('/api/v1/external-users?q=rita')
    assert.equal(users.body.data[0].resourceStats.connectionCount, 1)
  })
})

describe('renewing', () => {
  it('20 uses at expiry, on two nodes, ask the service once', async () => {
    await connect('tina')
    const select = await selecting('tina')
    const second = app.secondNode()
    const before = oidc.refreshes()
    app.clock.advance(hourMs)
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => select(i % 2 ? app.app : second)))
    assert.equal(oidc.refreshes() - before, 1)
    assert.equal(new Set(all.map(({ values }) => values.access_token)).size, 1)
  })

  it('a token that was refused is renewed once for all who ask', async () => {
    await connect('ugo')
    const credentials = await (await selecting('ugo'))()
    const scope = await scopeOf('ugo')
    const before = oidc.refreshes()
    const all = await Promise.all(
      Array.from({ length: 8 }, () => app.app.connections.renew(scope, credentials)),
    )
    assert.equal(oidc.refreshes() - before, 1)
    for (const each of all) assert.notEqual(each?.values.access_token, credentials.values.access_token)
    const late = await app.app.connections.renew(scope, credentials)
    assert.equal(late?.values.access_token, all[0]?.values.access_token)
    assert.equal(oidc.refreshes() - before, 1)
  })

  it('ahead of time by the sweep, for accounts that were used lately', async () => {
    const id = await connect('vera')
    app.clock.advance(0.86 * hourMs)
    await app.app.connections.sweep([])
    assert.notEqual((await read('vera', id)).lastRefreshedAt, null)
  })

  it('a service that is away leaves it ACTIVE with what went wrong', async () => {
    const id = await connect('walt')
    oidc.state.isDown = true
    const response = await refresh('walt', id)
    assert.equal(response.status, 502)
    const account = await read('walt', id)
    assert.equal(account.status, 'ACTIVE')
    assert.equal(account.lastError.code, 'upstream_error')
    const select = await selecting('walt')
    app.clock.advance(0.9 * hourMs)
    assert.ok((await select()).values.access_token)
    app.clock.advance(0.2 * hourMs)
    await assert.rejects(select(), { code: 'upstream_error' })
    oidc.state.isDown = false
    assert.equal((await refresh('walt', id)).status, 200)
    assert.equal((await read('walt', id)).lastError, null)
  })

  it('what was rotated and lost with its node: three refusals, then EXPIRED with a link, and reconnecting fixes it', async () => {
    const id = await connect('xena')
    const [stored] = await app.db.rows<{ credentials: string }>(
      sql`select credentials from connected_account where id = ${id}`,
    )
    assert.equal((await refresh('xena', id)).status, 200)
    await app.db.rows(sql`update connected_account set credentials = ${stored!.credentials} where id = ${id}`)
    for (const expected of ['ACTIVE', 'ACTIVE', 'EXPIRED']) {
      const response = await refresh('xena', id)
      assert.equal(response.status, 422)
      assert.equal(response.body.error.code, 'refresh_refused')
      assert.equal((await read('xena', id)).status, expected)
    }
    assert.deepEqual(await eventsOf(id), ['connected_account.active', 'connected_account.expired'])
    const scope = await scopeOf('xena')
    const toolkit = await app.app.toolkits.get(app.db, scope, 'oidc')
    const requested = { connectedAccountId: id, toolSlug: 'oidc_any' }
    const refused = await app.app.connections.select(scope, toolkit, requested).catch((error) => error)
    assert.equal(refused.code, 'connection_required')
    assert.equal(refused.extras.facts.connectedAccountId, id)
    const { back, cookie } = await consent(refused.extras.facts.redirectUrl)
    assert.equal((await person.comeBack(back, cookie)).status, 200)
    assert.equal((await app.app.connections.select(scope, toolkit, requested)).connectedAccountId, id)
  })
})

describe('rotating the client', () => {
  it('is staged: the old pair is used until the new one works, and is the fallback', async () => {
    const id = await connect('yara')
    const next = 'the-new-secret-of-the-client'
    const patched = await project.admin.patch(`${configPath}/${configId}`, {
      credentials: { client_secret: next },
    })
    assert.equal(patched.status, 200, patched.text)
    assert.ok(patched.body.data.nextCredentials.client_secret.hasValue)
    assert.equal((await project.admin.post(`${configPath}/${configId}/test`)).body.data.isPromoted, false)
    assert.equal((await refresh('yara', id)).status, 200)
    await oidc.setSecret(next)
    assert.equal((await refresh('yara', id)).status, 200)
    const promoted = await project.admin.get(`${configPath}/${configId}`)
    assert.equal(promoted.body.data.nextCredentials, null)
    assert.notEqual(promoted.body.data.previousCredentialsUntil, null)
    await oidc.setSecret(oidcClient.secret)
    assert.equal((await refresh('yara', id)).status, 200)
    app.clock.advance(25 * hourMs)
    assert.equal((await refresh('yara', id)).status, 422)
    assert.equal((await read('yara', id)).status, 'ACTIVE')
  })

  it('403 for a member who would send the secrets of connected accounts elsewhere', async () => {
    const moved = { credentials: { token_url: 'https://evil.example/token' } }
    await connect('yves')
    const refused = await project.member.patch(`${configPath}/${configId}`, moved)
    assert.equal(refused.body.error.code, 'admin_only')
    const secret = { credentials: { client_secret: 'another-secret-of-it' } }
    assert.equal((await project.member.patch(`${configPath}/${configId}`, secret)).status, 200)
    assert.equal((await project.admin.patch(`${configPath}/${configId}`, moved)).status, 200)
  })

  it('the test reports what is wrong, and promotes what works', async () => {
    const wrong = await newConfig({ credentials: { ...client, client_secret: 'not-the-secret-of-it' } })
    const failed = await project.admin.post(`${configPath}/${wrong}/test`)
    assert.equal(failed.body.data.isPassed, false)
    assert.equal(
      failed.body.data.checks.find(({ name }: { name: string }) => name === 'client').outcome,
      'failed',
    )
    await project.admin.patch(`${configPath}/${wrong}`, { credentials: { clientSecret: oidcClient.secret } })
    const passed = await project.admin.post(`${configPath}/${wrong}/test`)
    assert.deepEqual([passed.body.data.isPassed, passed.body.data.isPromoted], [true, true])
  })
})

describe('giving back', () => {
  it('deleting revokes upstream, and tries again while the service is away', async () => {
    const id = await connect('zoe')
    oidc.state.isDown = true
    assert.equal((await project.admin.as('zoe').delete(`${accountPath}/${id}`)).status, 200)
    const state = async () => (await project.admin.as('zoe').get(`${accountPath}/${id}/revocation`)).body.data
    await until(async () => (await state()).tries === 1)
    assert.equal((await state()).status, 'pending')
    await assert.rejects((await selecting('zoe'))(), { code: 'connection_required' })
    oidc.state.isDown = false
    app.clock.advance(10_000)
    await app.db.rows(
      sql`update run set run_at = now() where kind = 'connections.revoke' and status = 'waiting'`,
    )
    await until(async () => (await state()).status === 'revoked')
    assert.ok(oidc.revoked.includes('request'))
    const [row] = await app.db.rows<{ grant_sealed: string | null }>(
      sql`select grant_sealed from connection_revocation where connected_account_id = ${id}`,
    )
    assert.equal(row!.grant_sealed, null)
  })

  it('erasing an end user gives back what they granted', async () => {
    const id = await connect('alf')
    const { body } = await project.admin.get('/api/v1/external-users/username/alf')
    const erased = await project.admin.delete(`/api/v1/external-users/${body.data.id}`)
    assert.equal(erased.body.data.connections, 1)
    await until(async () => {
      const [row] = await app.db.rows<{ status: string; external_user_id: string | null }>(
        sql`select status, external_user_id from connection_revocation where connected_account_id = ${id}`,
      )
      return row?.status === 'revoked' && row.external_user_id === null
    })
  })
})

describe('secrets', () => {
  it('of one row are worthless in another, and the failure is safe', async () => {
    const [one, two] = [await connect('ben'), await connect('cleo')]
    await app.db.rows(sql`
      update connected_account set credentials = (select credentials from connected_account where id = ${one})
      where id = ${two}`)
    const response = await refresh('cleo', two)
    assert.equal(response.status, 500)
    assert.equal((await read('cleo', two)).status, 'ACTIVE')
    await assert.rejects((await selecting('cleo'))(), { code: 'internal_error' })
  })

  it('appear in no log, response, event or table', async () => {
    const id = await connect('dan')
    const credentials = await (await selecting('dan'))()
    const secrets = [String(credentials.values.access_token), oidcClient.secret]
    const responses = [
      await project.admin.as('dan').get(`${accountPath}/${id}`),
      await project.admin.as('dan').get(accountPath),
      await project.admin.get(`${configPath}/${configId}`),
      await project.admin.get('/api/v1/audit-log?limit=100'),
    ]
    const tables = [
      'auth_config',
      'connected_account',
      'connection_link',
      'connection_revocation',
      'event',
      'audit_entry',
      'run',
      'run_step',
    ]
    const dump = await Promise.all(
      tables.map((table) => app.db.rows({ text: `select t::text as row from ${table} t`, values: [] })),
    )
    const everything = [...responses.map(({ text }) => text), ...app.logLines, JSON.stringify(dump)].join(
      '\n',
    )
    for (const secret of secrets) assert.equal(everything.includes(secret), false)
    assert.ok(everything.includes(id))
  })
})
