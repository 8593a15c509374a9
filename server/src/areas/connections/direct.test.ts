import assert from 'node:assert/strict'
import { createVerify, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { accountPath, configPath, createPerson } from './testing.ts'

const app = await startTestApp({ allowPrivate: '127.0.0.1/32' })
const person = createPerson(app)
let project: TestProject

type Seen = {
  path: string
  form: URLSearchParams
  authorization: string | undefined
  apiKey: unknown
  cookie: string | undefined
}
const seen: Seen[] = []
/** The response of each path, as real services send it. */
const handlers = new Map<string, (request: Seen) => { status?: number; type?: string; body: string }>()
const server = createServer(async (request, response) => {
  const each: Seen = {
    path: request.url ?? '',
    form: new URLSearchParams(await text(request)),
    authorization: request.headers.authorization,
    apiKey: request.headers['x-api-key'],
    cookie: request.headers.cookie,
  }
  seen.push(each)
  const {
    status = 200,
    type = 'application/json',
    body,
  } = handlers.get(each.path)?.(each) ?? { status: 404, body: '' }
  response.writeHead(status, { 'content-type': type }).end(body)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

before(async () => {
  project = await app.newProject()
})
after(async () => {
  await app.stop()
  server.close()
  server.closeAllConnections()
})

async function newToolkit(slug: string, details: object, more: object = {}): Promise<void> {
  const body = { slug, name: slug, description: slug, baseUrl: base, authConfigDetails: [details], ...more }
  const response = await project.admin.post('/api/v1/toolkits', body)
  assert.equal(response.status, 200, response.text)
}

async function newConfig(slug: string, authScheme: string, more: object = {}): Promise<string> {
  const authConfig = { type: 'use_custom_auth', authScheme, ...more }
  const response = await project.admin.post(configPath, { toolkit: { slug }, authConfig })
  assert.equal(response.status, 200, response.text)
  return response.body.data.id
}

const connect = (id: string, authScheme: string, val: object, more: object = {}, username = 'ada') =>
  project.admin.as(username).post(accountPath, {
    authConfig: { id },
    connection: { state: { authScheme, val } },
    ...more,
  })

async function scopeOf(username: string) {
  const { body } = await project.admin.get(`/api/v1/external-users/username/${username}`)
  return {
    ...project.scope,
    acrossUsers: false,
    externalUser: { id: body.data.id as string, name: username },
  }
}

const select = async (slug: string, requested: object, username = 'ada') => {
  const scope = await scopeOf(username)
  const toolkit = await app.app.toolkits.get(app.db, scope, slug)
  return app.app.connections.select(scope, toolkit, { toolSlug: `${slug}_any`, ...requested })
}

describe('an API key', () => {
  let configId: string
  before(async () => {
    await newToolkit('keyed', { mode: 'API_KEY' }, { getCurrentUserEndpoint: '/me' })
    configId = await newConfig('keyed', 'API_KEY')
    handlers.set('/me', ({ apiKey }) =>
      apiKey === 'the-right-key-of-the-test'
        ? { body: JSON.stringify({ user: { login: 'ada', email: 'ada@keyed.example', id: 7 } }) }
        : { status: 401, body: '{}' },
    )
  })

  it('is verified where that is requested, and shows its owner', async () => {
    const wrong = await connect(configId, 'API_KEY', { api_key: 'wrong' }, { validateCredentials: true })
    assert.equal(wrong.status, 422)
    assert.equal(wrong.body.error.code, 'credentials_rejected')
    assert.equal((await project.admin.as('ada').get(accountPath)).body.total, 0)
    const right = await connect(
      configId,
      'API_KEY',
      { apiKey: 'the-right-key-of-the-test' },
      { validateCredentials: true },
    )
    assert.equal(right.status, 200, right.text)
    assert.equal(right.body.data.connectionData.val.api_key.last4, 'test')
    const { body } = await project.admin.as('ada').get(`${accountPath}/${right.body.data.id}`)
    assert.deepEqual(body.data.identity, { email: 'ada@keyed.example', username: 'ada', accountId: '7' })
    const test = await project.admin.as('ada').post(`${accountPath}/${right.body.data.id}/test`)
    assert.equal(test.body.data.isWorking, true)
    assert.equal(
      (await project.admin.as('ada').post(`${accountPath}/${right.body.data.id}/refresh`)).status,
      409,
    )
    const again = await connect(configId, 'API_KEY', { api_key: 'x' }, { allowMultiple: false })
    assert.equal(again.status, 409)
  })

  it('is replaced in an account that is named; a wrong one leaves the account as it was', async () => {
    const first = await connect(configId, 'API_KEY', { api_key: 'first-key-of-cyd' }, {}, 'cyd')
    const { id } = first.body.data
    const replaced = (more: object, username = 'cyd') =>
      connect(configId, 'API_KEY', { api_key: 'the-right-key-of-the-test' }, more, username)
    const wrong = { connectedAccountId: id, validateCredentials: true }
    const refused = await connect(configId, 'API_KEY', { api_key: 'wrong' }, wrong, 'cyd')
    assert.equal(refused.body.error.code, 'credentials_rejected', refused.text)
    assert.equal((await select('keyed', {}, 'cyd')).values.api_key, 'first-key-of-cyd')
    const again = await replaced({ connectedAccountId: id, allowMultiple: false })
    assert.deepEqual([again.status, again.body.data.id], [200, id], again.text)
    assert.equal((await select('keyed', {}, 'cyd')).values.api_key, 'the-right-key-of-the-test')
    assert.equal((await project.admin.as('cyd').get(accountPath)).body.total, 1)
    assert.equal((await replaced({ connectedAccountId: id }, 'dan')).status, 404)
    await newToolkit('keyed_too', { mode: 'API_KEY' })
    const other = await newConfig('keyed_too', 'API_KEY')
    const elsewhere = await connect(other, 'API_KEY', { api_key: 'x' }, { connectedAccountId: id }, 'cyd')
    assert.deepEqual([elsewhere.status, elsewhere.body.error.details[0].path], [400, '/connectedAccountId'])
  })

  it('is entered on our page: wrong ones are rejected, right ones connect', async () => {
    const link = await project.admin.as('bea').post(`${accountPath}/link`, { authConfigId: configId })
    const { redirectUrl, connectedAccountId } = link.body.data
    assert.match((await person.see(redirectUrl)).text, /type="password"/)
    assert.equal((await person.submit(redirectUrl, { action: 'continue' })).status, 400)
    const wrong = await person.submit(redirectUrl, { action: 'continue', 'field.api_key': 'wrong' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /role="alert"/)
    assert.doesNotMatch(wrong.text, /value="wrong"/)
    const right = await person.submit(redirectUrl, { 'field.api_key': 'the-right-key-of-the-test' })
    assert.equal(right.status, 200)
    assert.match(right.text, /Connected/)
    const { body } = await project.admin.as('bea').get(`${accountPath}/${connectedAccountId}`)
    assert.equal(body.data.status, 'ACTIVE')
    assert.equal((await person.submit(redirectUrl, { 'field.api_key': 'x' })).status, 409)
    const cancelled = await project.admin.as('bea').post(`${accountPath}/link`, { authConfigId: configId })
    await person.submit(cancelled.body.data.redirectUrl, { action: 'cancel' })
    const { body: failed } = await project.admin
      .as('bea')
      .get(`${accountPath}/${cancelled.body.data.connectedAccountId}`)
    assert.equal(failed.data.status, 'FAILED')
  })

  it('is chosen by id, by label, else the newest; other users and other toolkits are out of reach', async () => {
    const make = async (label: string) => {
      const { body } = await connect(configId, 'API_KEY', { api_key: `key of ${label}` }, {}, 'carl')
      await project.admin.as('carl').patch(`${accountPath}/${body.data.id}`, { labels: [label] })
      return body.data.id as string
    }
    const [work, home] = [await make('work'), await make('home')]
    assert.equal((await select('keyed', {}, 'carl')).connectedAccountId, home)
    assert.equal((await select('keyed', { label: 'work' }, 'carl')).connectedAccountId, work)
    assert.equal((await select('keyed', { connectedAccountId: work }, 'carl')).connectedAccountId, work)
    await assert.rejects(select('keyed', { connectedAccountId: work }, 'bea'), {
      code: 'connected_account_not_found',
    })
    await assert.rejects(select('demo', { connectedAccountId: work }, 'carl'), { code: 'invalid_parameter' })
    await assert.rejects(select('keyed', { label: 'none' }, 'carl'), { code: 'connection_required' })
    await project.admin.as('carl').patch(`${accountPath}/${home}`, { isDisabled: true })
    assert.equal((await select('keyed', {}, 'carl')).connectedAccountId, work)
    const lists = async (query: string) =>
      (await project.admin.as('carl').get(`${accountPath}?${query}`)).body.data as {
        id: string
        status: string
      }[]
    assert.deepEqual(
      (await lists('statuses=INACTIVE')).map(({ id }) => id),
      [home],
    )
    assert.deepEqual(
      (await lists('labels=work')).map(({ id }) => id),
      [work],
    )
    assert.equal((await lists('toolkitSlugs=demo')).length, 0)
    const byName = await project.admin.get(`${accountPath}?eUIDs=carl&statuses=ACTIVE`)
    assert.deepEqual(
      byName.body.data.map(({ id }: { id: string }) => id),
      [work],
    )
    const grouped = await project.admin.as('carl').get(`${accountPath}/grouped-by-toolkit`)
    assert.equal(grouped.body.data.groups[0].toolkit.slug, 'keyed')
    assert.equal((await project.admin.as('bea').get(`${accountPath}/${work}`)).status, 404)
    assert.equal((await project.admin.get(`${accountPath}?authConfigIds=x`)).status, 400)
  })

  it('is connected for the end user that eUID names, if there is one who may act', async () => {
    const users = await project.admin.post('/api/v1/external-users', { name: 'lara' })
    const connection = (eUID: string) => ({
      authConfig: { id: configId },
      connection: { eUID, state: { authScheme: 'API_KEY', val: { api_key: 'x' } } },
    })
    const made = await project.admin.post(accountPath, connection('lara'))
    assert.equal(made.status, 200, made.text)
    const read = await project.admin.as('lara').get(`${accountPath}/${made.body.data.id}`)
    assert.equal(read.body.data.eUID, users.body.data.id)
    assert.equal((await project.admin.post(accountPath, connection('nobody'))).status, 404)
    await project.admin.put(`/api/v1/external-users/${users.body.data.id}/toggle-active`, {
      isActive: false,
    })
    const off = await project.admin.post(accountPath, connection(users.body.data.id))
    assert.equal(off.body.error.code, 'external_user_inactive')
  })

  it('creates no more than one link, however often a call finds no account', async () => {
    await connect(configId, 'API_KEY', { api_key: 'x' }, {}, 'dora')
    const { body } = await project.admin.as('dora').get(accountPath)
    await project.admin.as('dora').delete(`${accountPath}/${body.data[0].id}`)
    for (let i = 0; i < 3; i++) {
      const refused = await select('keyed', {}, 'dora').catch((error) => error)
      assert.equal(refused.code, 'connection_required')
      assert.match(refused.extras.facts.redirectUrl, /\/connect\//)
    }
    assert.equal((await project.admin.as('dora').get(accountPath)).body.total, 1)
  })
})

describe('auth configs', () => {
  it('422 for schemes that are not run or that the toolkit does not take', async () => {
    for (const authScheme of ['OAUTH1', 'SAML', 'BASIC']) {
      const response = await project.admin.post(configPath, {
        toolkit: { slug: 'keyed' },
        authConfig: { authScheme },
      })
      assert.equal(response.status, 422, authScheme)
      assert.equal(response.body.error.code, 'unsupported_auth_scheme')
    }
    const proxied = { authScheme: 'API_KEY', proxyConfig: { proxyUrl: 'http://proxy.example' } }
    const response = await project.admin.post(configPath, { toolkit: { slug: 'keyed' }, authConfig: proxied })
    assert.equal(response.status, 400)
  })

  it('403 instead of a link where consent would not help', async () => {
    await newToolkit('narrow', { mode: 'API_KEY' })
    const closed = await newConfig('narrow', 'API_KEY', { restrictToFollowingTools: ['narrow_one'] })
    await connect(closed, 'API_KEY', { api_key: 'k' }, {}, 'nora')
    const refused = await select('narrow', { toolSlug: 'narrow_two' }, 'nora').catch((error) => error)
    assert.equal(refused.code, 'tool_restricted')
    assert.deepEqual(refused.extras.facts, { allowedTools: ['narrow_one'] })
    const open = await newConfig('narrow', 'API_KEY', { restrictToFollowingTools: ['narrow_two'] })
    await newConfig('narrow', 'API_KEY', { restrictToFollowingTools: ['narrow_three'] })
    const offered = await select('narrow', { toolSlug: 'narrow_two' }, 'nora').catch((error) => error)
    assert.deepEqual([offered.code, offered.extras.facts.authConfigId], ['connection_required', open])
  })

  it('are switched off, listed, changed by ETag and deleted with what hangs on them', async () => {
    const id = await newConfig('keyed', 'API_KEY', {
      displayName: 'Mine',
      restrictToFollowingTools: ['keyed_one'],
    })
    const made = await connect(id, 'API_KEY', { api_key: 'k' }, {}, 'emil')
    const one = await select(
      'keyed',
      { toolSlug: 'keyed_one', connectedAccountId: made.body.data.id },
      'emil',
    )
    assert.equal(one.connectedAccountId, made.body.data.id)
    await assert.rejects(
      select('keyed', { toolSlug: 'keyed_two', connectedAccountId: made.body.data.id }, 'emil'),
      { code: 'tool_restricted' },
    )
    const read = await project.admin.get(`${configPath}/${id}`)
    assert.match(read.body.data.name, /^keyed-[a-z0-9]{6}$/)
    assert.equal(read.body.data.connectionCount, 1)
    const stale = await project.admin.patch(
      `${configPath}/${id}`,
      { displayName: 'New' },
      { 'if-match': '"99"' },
    )
    assert.equal(stale.status, 412)
    const changed = await project.admin.patch(
      `${configPath}/${id}`,
      { displayName: 'New' },
      { 'if-match': String(read.headers.etag) },
    )
    assert.equal(changed.body.data.displayName, 'New')
    await project.admin.patch(`${configPath}/${id}/status`, { enabled: false })
    assert.equal(
      (await project.admin.as('emil').get(`${accountPath}/${made.body.data.id}`)).body.data.status,
      'INACTIVE',
    )
    assert.equal((await project.admin.post(`${accountPath}/link`, { authConfigId: id })).status, 409)
    const ids = async (query: string) =>
      (
        (await project.admin.get(`${configPath}?toolkitSlug=keyed${query}`)).body.data as { id: string }[]
      ).map((each) => each.id)
    assert.equal((await ids('')).includes(id), false)
    assert.equal((await ids('&showDisabled=true')).includes(id), true)
    assert.equal((await project.admin.delete(`${configPath}/${id}`)).body.error.code, 'auth_config_in_use')
    assert.equal((await project.admin.delete(`${configPath}/${id}?cascade=true`)).status, 200)
    assert.equal((await project.admin.as('emil').get(`${accountPath}/${made.body.data.id}`)).status, 404)
    const users = await project.admin.get('/api/v1/external-users?q=emil')
    assert.equal(users.body.data[0].resourceStats.connectionCount, 0)
  })

  it('list what a toolkit requires, and refuse unknown ones', async () => {
    const { body } = await project.admin.get(`${configPath}/fields?toolkitSlug=demo`)
    assert.equal(body.data.schemes[0].isProviderManaged, true)
    const keyed = await project.admin.get(`${configPath}/fields?toolkitSlug=keyed&authScheme=api_key`)
    assert.equal(keyed.body.data.schemes[0].connectedAccountInitiation.required[0].name, 'api_key')
    const id = await newConfig('keyed', 'API_KEY')
    const unknown = await connect(id, 'API_KEY', { api_kez: 'x' })
    assert.equal(unknown.body.error.code, 'missing_field')
    assert.match(unknown.body.error.hint, /api_key/)
    assert.equal((await connect(id, 'API_KEY', {})).body.error.code, 'missing_field')
    assert.equal((await connect(id, 'API_KEY', { api_key: 'a\r\nx: y' })).status, 400)
    const missing = await project.admin.post(configPath, {
      toolkit: { slug: 'none-such' },
      authConfig: { authScheme: 'API_KEY' },
    })
    assert.equal(missing.status, 404)
  })
})

describe('services that need no person', () => {
  it('client credentials: a token immediately, and a new one when it expires', async () => {
    await newToolkit('machine', { mode: 'S2S_OAUTH2', oauth2: { tokenUrl: `${base}/cc` } })
    let count = 0
    handlers.set('/cc', ({ form }) =>
      form.get('client_secret') === 'the-secret-of-the-machine'
        ? { body: JSON.stringify({ access_token: `machine-token-${++count}`, expires_in: '600' }) }
        : { status: 401, body: '{"error":"invalid_client"}' },
    )
    const id = await newConfig('machine', 'S2S_OAUTH2', { credentials: {} })
    const wrong = await connect(id, 'S2S_OAUTH2', { client_id: 'm', client_secret: 'wrong' })
    assert.equal(wrong.status, 422)
    const right = await connect(id, 'S2S_OAUTH2', {
      client_id: 'm',
      client_secret: 'the-secret-of-the-machine',
    })
    assert.equal(right.status, 200, right.text)
    assert.equal((await select('machine', {})).values.access_token, 'machine-token-1')
    app.clock.advance(590_000)
    assert.equal((await select('machine', {})).values.access_token, 'machine-token-2')
  })

  it('a service account: an assertion signed with its key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await newToolkit('robot', { mode: 'SERVICE_ACCOUNT', oauth2: { tokenUrl: `${base}/jwt` } })
    handlers.set('/jwt', ({ form }) => {
      const [header, claims, signature] = (form.get('assertion') ?? '').split('.')
      const isSigned = createVerify('RSA-SHA256')
        .update(`${header}.${claims}`)
        .verify(publicKey, signature!, 'base64url')
      return isSigned
        ? { body: JSON.stringify({ access_token: 'robot-token', expires_in: 3600 }) }
        : { status: 400, body: '{"error":"invalid_grant"}' }
    })
    const key = {
      client_email: 'robot@example.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }
    const id = await newConfig('robot', 'SERVICE_ACCOUNT', { scopes: ['read'] })
    const broken = await connect(id, 'SERVICE_ACCOUNT', {
      service_account_json: '{"client_email":"x","private_key":"no key"}',
    })
    assert.equal(broken.status, 400)
    assert.doesNotMatch(broken.text, /no key/)
    const made = await connect(id, 'SERVICE_ACCOUNT', { service_account_json: JSON.stringify(key) })
    assert.equal(made.status, 200, made.text)
    assert.equal((await select('robot', {})).values.access_token, 'robot-token')
  })
})

describe('a cookie', () => {
  it('is sent as it is, shown masked, and sent as a cookie to the hosts of the toolkit alone', async () => {
    await newToolkit('crumbs', { mode: 'COOKIE' }, { getCurrentUserEndpoint: '/whoami' })
    handlers.set('/whoami', ({ cookie }) =>
      cookie === 'session=s3cr3t; theme=dark'
        ? { body: JSON.stringify({ login: 'cleo' }) }
        : { status: 403, body: '{}' },
    )
    const id = await newConfig('crumbs', 'COOKIE')
    const cookies = { cookie: 'session=s3cr3t; theme=dark' }
    const wrong = await connect(id, 'COOKIE', { cookie: 'session=x' }, { validateCredentials: true }, 'cleo')
    assert.equal(wrong.body.error.code, 'credentials_rejected')
    const right = await connect(id, 'COOKIE', cookies, { validateCredentials: true }, 'cleo')
    assert.equal(right.status, 200, right.text)
    assert.doesNotMatch(right.text, /s3cr3t/)
    const { body } = await project.admin.as('cleo').get(`${accountPath}/${right.body.data.id}`)
    assert.equal(body.data.identity.username, 'cleo')
    const credentials = await select('crumbs', {}, 'cleo')
    assert.deepEqual(credentials.allowedHosts, ['127.0.0.1'])
    const signed = app.app.toolkits.sign({ url: `${base}/x`, headers: {} }, credentials)
    assert.equal(signed.headers.cookie, cookies.cookie)
    const evil = () => app.app.toolkits.sign({ url: 'https://evil.example/x', headers: {} }, credentials)
    assert.throws(evil, { code: 'address_not_allowed' })
  })
})

describe('services that are not by the book', () => {
  const oauth2 = {
    authorizationUrl: `${base}/consent`,
    tokenUrl: `${base}/odd`,
    scopeSeparator: ',',
    clientAuthentication: 'basic',
  }
  const credentials = { client_id: 'odd-client_1.x', client_secret: 'the-secret-of-the-odd' }

  async function through(configId: string, username: string, say: Record<string, string>, at?: string) {
    const link = await project.admin.as(username).post(`${accountPath}/link`, { authConfigId: configId })
    const { url, cookie } = await person.depart(link.body.data.redirectUrl)
    const back = new URL(at ?? url.searchParams.get('redirect_uri')!)
    for (const [name, value] of Object.entries({ ...say, state: url.searchParams.get('state')! }))
      back.searchParams.set(name, value)
    const response = await person.comeBack(back, cookie)
    const { body } = await project.admin
      .as(username)
      .get(`${accountPath}/${link.body.data.connectedAccountId}`)
    return { account: body.data, response: response }
  }

  it('return a form, below authed_user, without a lifetime, or with an error under 200', async () => {
    await newToolkit('odd', { mode: 'OAUTH2', oauth2 })
    const configId = await newConfig('odd', 'OAUTH2', { credentials, scopes: ['a', 'b'] })
    handlers.set('/odd', () => ({
      type: 'application/x-www-form-urlencoded',
      body: 'access_token=form-token&scope=a%2Cb',
    }))
    const form = await through(configId, 'fred', { code: 'c' })
    assert.equal(form.account.status, 'ACTIVE', form.response.text)
    assert.deepEqual([form.account.scopesGranted, form.account.expiresAt], [['a', 'b'], null])
    // Services that decode nothing see the same client as those that do.
    const sent = Buffer.from(String(seen.at(-1)?.authorization).slice('Basic '.length), 'base64').toString()
    assert.equal(sent, 'odd-client_1.x:the-secret-of-the-odd')
    handlers.set('/odd', () => ({
      body: JSON.stringify({ ok: true, authed_user: { id: 'U1', access_token: 'xoxp', scope: 'a' } }),
    }))
    const nested = await through(configId, 'gina', { code: 'c' })
    assert.deepEqual([nested.account.status, nested.account.scopesGranted], ['ACTIVE', ['a']])
    assert.equal((await select('odd', {}, 'gina')).values.access_token, 'xoxp')
    const drift = await project.admin.get(`${configPath}/${configId}/drift`)
    assert.deepEqual(
      drift.body.data.accounts.map(({ missingScopes }: { missingScopes: string[] }) => missingScopes),
      [['b']],
    )
    handlers.set('/odd', () => ({
      body: JSON.stringify({ error: 'bad_verification_code', error_description: 'Too old' }),
    }))
    const refused = await through(configId, 'hans', { code: 'c' })
    assert.deepEqual([refused.account.status, /Too old/.test(refused.account.statusReason)], ['FAILED', true])
    handlers.set('/odd', () => ({ status: 302, body: '' }))
    assert.equal((await through(configId, 'ines', { code: 'c' })).account.status, 'FAILED')
  })

  it('a token without a successor expires, and the same account is offered again', async () => {
    const configId = await newConfig('odd', 'OAUTH2', { credentials })
    handlers.set('/odd', () => ({ body: JSON.stringify({ access_token: 'short', expires_in: 60 }) }))
    const { account } = await through(configId, 'jane', { code: 'c' })
    assert.equal((await select('odd', {}, 'jane')).values.access_token, 'short')
    app.clock.advance(61_000)
    const { body } = await project.admin.as('jane').get(`${accountPath}/${account.id}`)
    assert.equal(body.data.status, 'EXPIRED')
    assert.match(body.data.statusReason, /ran out/)
    const refused = await select('odd', {}, 'jane').catch((error) => error)
    assert.equal(refused.code, 'connection_required')
    assert.equal(refused.extras.facts.connectedAccountId, account.id)
  })

  it('a token without a successor is expired by the sweep: recorded and published once', async () => {
    const configId = await newConfig('odd', 'OAUTH2', { credentials })
    handlers.set('/odd', () => ({ body: JSON.stringify({ access_token: 'brief', expires_in: 60 }) }))
    const { account } = await through(configId, 'kate', { code: 'c' })
    const reported = () =>
      app.db.rows(sql`select type, data->>'reason' as reason from event
        where project_id = ${project.id} and data->>'id' = ${account.id} and type = 'connected_account.expired'`)
    const stored = () =>
      app.db.rows(sql`select status, status_reason as reason from connected_account
        where project_id = ${project.id} and id = ${account.id}`)
    const requestedScopes = seen.length
    app.clock.advance(59_000)
    await app.app.connections.sweep([])
    assert.deepEqual([await reported(), await stored()], [[], [{ status: 'ACTIVE', reason: null }]])
    app.clock.advance(2000)
    // Two nodes at the same moment, and once more.
    await Promise.all([app.app.connections.sweep([]), app.app.connections.sweep([])])
    await app.app.connections.sweep([])
    assert.deepEqual(await reported(), [{ type: 'connected_account.expired', reason: 'token_expired' }])
    const [{ status, reason }] = (await stored()) as [{ status: string; reason: string }]
    assert.equal(status, 'EXPIRED')
    assert.match(reason, /ran out/)
    // There is no refresh token to send, so the service was not called.
    assert.equal(seen.length, requestedScopes)
    const record = await project.admin.get('/api/v1/audit-log?action=connected_account.expired&limit=100')
    const about = record.body.data.filter(
      ({ target }: { target: { id: string } }) => target.id === account.id,
    )
    assert.equal(about.length, 1, record.text)
    const again = await project.admin.as('kate').post(`${accountPath}/${account.id}/reconnect`, {})
    assert.equal(again.status, 200, again.text)
  })

  it('return to the callback URL of their own auth config, and to no other', async () => {
    handlers.set('/odd', () => ({ body: JSON.stringify({ access_token: 'mixed' }) }))
    const [mine, theirs] = [
      await newConfig('odd', 'OAUTH2', { credentials }),
      await newConfig('odd', 'OAUTH2', { credentials }),
    ]
    const visible = await project.admin.get(`${configPath}/${mine}`)
    assert.equal(visible.body.data.redirectUri, `http://localhost:4400/oauth/callback/${mine}`)
    const fields = await project.admin.get(`${configPath}/fields?toolkitSlug=odd`)
    assert.match(fields.body.data.schemes[0].redirectUri, /\/oauth\/callback\/\{authConfigId\}$/)
    const before = seen.length
    for (const path of [`/oauth/callback/${theirs}`, '/oauth/callback']) {
      const mixed = await through(mine, `mia${path.length}`, { code: 'c' }, `http://localhost:4400${path}`)
      assert.equal(mixed.account.status, 'FAILED')
      assert.match(mixed.account.statusReason, /callback URL of another service/)
    }
    assert.equal(seen.length, before)
    assert.equal((await through(mine, 'mia', { code: 'c' })).account.status, 'ACTIVE')
  })

  it('that send an issuer share a callback URL, and must send it', async () => {
    const issuer = 'https://named.example'
    const named = await newConfig('odd', 'OAUTH2', { credentials: { ...credentials, issuer } })
    const visible = await project.admin.get(`${configPath}/${named}`)
    assert.equal(visible.body.data.redirectUri, 'http://localhost:4400/oauth/callback')
    assert.equal((await through(named, 'nora', { code: 'c' })).account.status, 'FAILED')
    assert.equal((await through(named, 'nora', { code: 'c', iss: issuer })).account.status, 'ACTIVE')
  })

  it('cannot draw the secret of the client to a host that an end user names', async () => {
    await newToolkit('tenant', {
      mode: 'OAUTH2',
      fields: { connectedAccountInitiation: { required: [{ name: 'domain' }] } },
      oauth2: { authorizationUrl: 'https://{domain}/auth', tokenUrl: 'https://{domain}/token' },
    })
    const configId = await newConfig('tenant', 'OAUTH2', { credentials })
    const link = await project.admin.post(`${accountPath}/link`, { authConfigId: configId })
    const response = await person.submit(link.body.data.redirectUrl, { 'field.domain': 'evil.example' })
    assert.equal(response.status, 400)
    assert.match(response.text, /auth config must name the field domain/)
  })
})
