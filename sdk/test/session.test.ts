import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../server/test/harness.ts'
import { auth, createStoa, profile, type StoaOptions } from '../src/index.ts'

const password = 'correct horse battery'
const email = 'owner@example.com'
let app: TestApp
let baseUrl: string

before(async () => {
  app = await startTestApp()
  baseUrl = await app.listen()
  await app.newProject()
})
after(() => app.stop())

/** What a browser adds to `fetch`: it stores cookies. The cookie of the jar is shared, as between two tabs. */
function browser(jar: { cookie: string }, options: StoaOptions = {}) {
  const calls: string[] = []
  const stoa = createStoa({
    baseUrl,
    session: true,
    ...options,
    fetch: async (input, init) => {
      assert.equal(init?.credentials, 'same-origin')
      calls.push(`${init?.method} ${new URL(String(input)).pathname}`)
      const response = await fetch(input, { ...init, headers: { ...init?.headers, cookie: jar.cookie } })
      const [set] = response.headers.getSetCookie()
      if (set !== undefined) jar.cookie = set.split(';')[0]!
      return response
    },
  })
  return { stoa, calls }
}

describe('a signed-in page', () => {
  const jar = { cookie: '' }

  test('sets up and changes things with the token that came along', async () => {
    const { stoa, calls } = browser(jar)
    const token = (await app.app.users.newSetupToken(app.db))!
    const session = await stoa.post('/api/v1/auth/set-up', { body: { token, email, password } })
    assert.equal(session.account.email, email)
    const changed = await profile.update(stoa, { name: 'Ada' })
    assert.equal(changed.name, 'Ada')
    assert.deepEqual(calls, ['POST /api/v1/auth/set-up', 'PATCH /api/v1/users/profile'])
  })

  test('requests the token once after a reload, however many changes wait for it', async () => {
    const { stoa, calls } = browser(jar)
    await Promise.all(['A', 'B', 'C'].map((name) => profile.update(stoa, { name })))
    assert.equal(calls.filter((call) => call === 'GET /api/v1/auth/session').length, 1)
    assert.equal(calls.length, 4)
  })

  test('gets a new token after a sign-in in another tab', async () => {
    const { stoa } = browser(jar)
    const other = browser(jar)
    await profile.update(stoa, { name: 'Before' })
    await auth.signIn(other.stoa, { email, password })
    assert.equal((await profile.update(stoa, { name: 'After' })).name, 'After')
  })

  test('names its project', async () => {
    const { projects } = await auth.getSession(browser(jar).stoa)
    const second = await app.newProject()
    const { stoa } = browser(jar)
    assert.equal((await profile.get(stoa)).project.id, projects[0]!.id)
    assert.equal((await profile.get(stoa.with({ projectId: second.id }))).project.id, second.id)
  })

  test('learns that it is signed out', async () => {
    const reported: string[] = []
    const { stoa } = browser(jar, { onUnauthorized: ({ code }) => reported.push(code) })
    assert.equal(await auth.signOut(stoa), undefined)
    await assert.rejects(profile.get(stoa), { status: 401 })
    assert.equal(reported.length, 1)
  })
})
