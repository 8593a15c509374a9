import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  type ApiResponse,
  assertDone,
  assertError,
  assertPage,
  assertSuccess,
  target,
} from '../harness/client.ts'
import { assertFields, filledText, listOf, record, timestamp } from '../harness/field-checks.ts'
import type { ApiKey, NewApiKey, Profile } from '../harness/resources.ts'

const { anonymous } = target()
const token = process.env.STOA_ACCEPTANCE_SETUP_TOKEN
/** The one-time link is printed at the first start, so it is known only for our own server. */
const skip = token ? false : 'the set-up link of this server is not known'

const email = `ada.${randomBytes(4).toString('hex')}@example.com`
const password = `correct horse ${randomBytes(6).toString('hex')}`
const signIn = (secret: string) => anonymous.post('/api/v1/auth/sign-in', { email, password: secret })

type Session = { csrfToken: string; account: { email: string }; projects: { id: string }[] }

/** A browser that stores the session cookie. */
function browserOf(response: ApiResponse) {
  const session = assertSuccess<Session>(response)
  const cookie = response.headers.getSetCookie()[0] ?? ''
  const browser = anonymous.with({ cookie: cookie.split(';')[0]! })
  return { session, cookie, browser, page: browser.with({ 'x-csrf-token': session.csrfToken }) }
}

describe('Signing in at the dashboard (5.3)', { skip }, () => {
  it('is set up once with the printed link', async () => {
    const body = { token, email, password }
    for (const bad of [
      { ...body, password: 'short' },
      { ...body, email: 'unknown' },
    ]) {
      assertError(await anonymous.post('/api/v1/auth/set-up', bad), 'invalid_parameter', 400)
    }
    const wrong = await anonymous.post('/api/v1/auth/set-up', { ...body, token: 'not-the-token' })
    assertError(wrong, 'invalid_setup_token', 401)
    const { session, cookie } = browserOf(await anonymous.post('/api/v1/auth/set-up', body))
    assertFields(
      session,
      { account: record, projects: listOf(record), csrfToken: filledText, expiresAt: timestamp },
      'the session',
    )
    assert.equal(session.account.email, email)
    assert.match(cookie, /;\s*HttpOnly/i)
    assert.match(cookie, /;\s*SameSite=(Lax|Strict)/i)
    assertError(await anonymous.post('/api/v1/auth/set-up', body), 'invalid_setup_token', 401)
  })

  it('refuses a wrong password and an unknown email address alike', async () => {
    const wrong = assertError(await signIn('something else'), 'invalid_credentials', 401)
    const unknown = await anonymous.post('/api/v1/auth/sign-in', { email: 'eve@example.com', password })
    assert.equal(assertError(unknown, 'invalid_credentials', 401).message, wrong.message)
  })

  it('lets a user create a key there, whose value is shown once', async () => {
    const { page, session } = browserOf(await signIn(password))
    const made = assertSuccess<NewApiKey>(await page.post('/api/v1/api-keys', { name: 'from the dashboard' }))
    const profile = assertSuccess<Profile>(
      await anonymous.get('/api/v1/users/profile', { 'x-api-key': made.key }),
    )
    assert.equal(profile.project.id, session.projects[0]?.id)
    const listed = await page.get('/api/v1/api-keys?limit=100')
    assert.ok(assertPage<ApiKey>(listed).data.some(({ id }) => id === made.id))
    assert.ok(!listed.text.includes(made.key))
    assertDone(await page.delete(`/api/v1/api-keys/${made.id}`))
  })

  it('refuses changes that do not come from our own page', async () => {
    const { browser } = browserOf(await signIn(password))
    assertSuccess(await browser.get('/api/v1/auth/session'))
    const body = { name: 'forged' }
    assertError(await browser.post('/api/v1/api-keys', body), 'csrf_token_required', 403)
    const forged = browser.with({ 'x-csrf-token': 'guess' })
    assertError(await forged.post('/api/v1/api-keys', body), 'csrf_token_required', 403)
    const foreign = browser.with({ origin: 'https://evil.example' })
    assert.equal((await foreign.get('/api/v1/auth/session')).status, 403)
  })

  it('ends with signing out', async () => {
    const { browser, page } = browserOf(await signIn(password))
    assertDone(await page.post('/api/v1/auth/sign-out'))
    assert.equal((await browser.get('/api/v1/auth/session')).status, 401)
    assert.equal((await browser.get('/api/v1/users/profile')).status, 401)
  })
})
