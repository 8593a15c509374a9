import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../harness.ts'

/** IP addresses that callers claim to have. */
const [own, spoofed] = ['198.51.100.7', '203.0.113.1']

const apps: TestApp[] = []
after(async () => {
  for (const app of apps) await app.stop()
})

async function start(trustedProxies: number | string[] | null) {
  const app = await startTestApp({ trustedProxies })
  apps.push(app)
  return { app, project: await app.newProject() }
}

/** A key that works from one IP address alone. */
async function boundKey({ admin }: TestProject, address: string): Promise<string> {
  const { body } = await admin.post('/api/v1/api-keys', { name: 'bound', allowedIps: [address] })
  return body.data.key
}

describe('without a trusted proxy', () => {
  let app: TestApp
  let project: TestProject
  before(async () => {
    ;({ app, project } = await start(null))
  })

  test('a key that is bound to an IP address cannot be used by claiming it', async () => {
    const key = await boundKey(project, spoofed)
    for (const headers of [
      { 'x-forwarded-for': spoofed },
      { forwarded: `for=${spoofed}` },
      { 'x-real-ip': spoofed },
    ] as Record<string, string>[]) {
      const response = await app.callerWith({ 'x-api-key': key, ...headers }).get('/api/v1/users/profile')
      assert.notEqual(response.status, 200)
    }
  })

  test('the throttle of sign-in counts the real IP address', async () => {
    // All concurrently: the throttle refills with time, and hashing passwords is slow.
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        app.anonymous.post(
          '/api/v1/auth/sign-in',
          { email: `a${i}@example.com`, password: 'a long password' },
          { 'x-forwarded-for': `203.0.113.${i}` },
        ),
      ),
    )
    assert.ok(responses.some(({ status }) => status === 429))
  })
})

describe('behind one trusted proxy', () => {
  let app: TestApp
  let project: TestProject
  before(async () => {
    ;({ app, project } = await start(1))
  })

  test('a key is bound to the IP address that the proxy saw, not to one that the client put before it', async () => {
    const key = await boundKey(project, own)
    const from = (list: string) =>
      app.callerWith({ 'x-api-key': key, 'x-forwarded-for': list }).get('/api/v1/users/profile')
    assert.equal((await from(own)).status, 200)
    assert.equal((await from(`${spoofed}, ${own}`)).status, 200)
    assert.notEqual((await from(`${own}, ${spoofed}`)).status, 200)
  })

  test('clients are throttled one by one, and the audit log has their IP address', async () => {
    const signIn = (address: string, i: number) =>
      app.anonymous.post(
        '/api/v1/auth/sign-in',
        { email: `b${i}@example.com`, password: 'a long password' },
        { 'x-forwarded-for': address },
      )
    const [other, ...responses] = await Promise.all([
      signIn(own, 99),
      ...Array.from({ length: 60 }, (_, i) => signIn(spoofed, i)),
    ])
    assert.ok(responses.some(({ status }) => status === 429))
    assert.equal(other.status, 401)

    const caller = app.callerWith({ 'x-api-key': project.adminKey, 'x-forwarded-for': own })
    await caller.post('/api/v1/api-keys', { name: 'noted' })
    const { body } = await project.admin.get('/api/v1/audit-log?limit=1')
    assert.equal(body.data[0].ip, own)
  })

  test('over HTTPS problems and cookies are those of HTTPS', async () => {
    const { body, headers } = await app.anonymous.get('/api/v1/nothing', {
      accept: 'application/problem+json',
      'x-forwarded-proto': 'https',
    })
    assert.match(body.type, /^https:/)
    assert.ok(headers['strict-transport-security'])
  })
})

test('a proxy is trusted by its IP address alone', async () => {
  const { app, project } = await start(['10.0.0.0/8'])
  const key = await boundKey(project, spoofed)
  // The request comes from 127.0.0.1, which is none of them.
  const response = await app
    .callerWith({ 'x-api-key': key, 'x-forwarded-for': spoofed })
    .get('/api/v1/users/profile')
  assert.notEqual(response.status, 200)
})
