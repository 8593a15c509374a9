import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type ApiResponse, startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())

const profile = '/api/v1/users/profile'
const session = '/api/v1/auth/session'
const password = 'correct horse battery'
let project: TestProject

const cookieOf = ({ headers }: ApiResponse) => String(headers['set-cookie']).split(';')[0]!
const setUp = (body: object) => app.anonymous.post('/api/v1/auth/set-up', body)
const signIn = (email: string, with_ = password) =>
  app.anonymous.post('/api/v1/auth/sign-in', { email, password: with_ })
const newToken = async () => (await app.app.users.newSetupToken(app.db))!

before(async () => {
  project = await app.newProject()
})

describe('the one-time link', () => {
  test('is refused empty, null, missing, wrong or expired, and changes nothing', async () => {
    const email = 'owner@example.com'
    for (const token of ['', null, undefined, 'wrong', 'x'.repeat(201)]) {
      const { status } = await setUp({ token, email, password })
      assert.ok(status === 400 || status === 401, `${token}: ${status}`)
    }
    const expired = await newToken()
    app.clock.advance(25 * 60 * 60 * 1000)
    assert.equal((await setUp({ token: expired, email, password })).body.error.code, 'invalid_setup_token')
    assert.equal((await signIn(email)).status, 401)
  })

  test('400 for a short password or no email address', async () => {
    app.clock.advance(60_000)
    const token = await newToken()
    assert.equal((await setUp({ token, email: 'owner@example.com', password: 'short' })).status, 400)
    assert.equal((await setUp({ token, email: 'nobody', password })).status, 400)
  })

  test('claims the account, signs in, and works once', async () => {
    const [token, other] = [await newToken(), await newToken()]
    const response = await setUp({ token, email: 'Owner@Example.com', password, name: 'Ada' })
    assert.equal(response.status, 200)
    assert.deepEqual(
      [response.body.data.account.email, response.body.data.account.name],
      ['owner@example.com', 'Ada'],
    )
    assert.match(String(response.headers['set-cookie']), /HttpOnly; SameSite=Lax/)
    assert.equal((await setUp({ token, email: 'x@example.com', password })).status, 401)
    assert.equal((await setUp({ token: other, email: 'x@example.com', password })).status, 401)
    assert.equal(await app.app.users.newSetupToken(app.db), null)
  })
})

describe('sessions', () => {
  test('sign in, look, act, sign out', async () => {
    app.clock.advance(60_000)
    const signed = await signIn('OWNER@example.com')
    assert.equal(signed.status, 200)
    const { csrfToken, projects, account } = signed.body.data
    assert.deepEqual([projects[0].id, account.isOwner], [project.id, true])
    const browser = app.callerWith({ cookie: cookieOf(signed) })
    assert.equal((await browser.get(session)).body.data.csrfToken, csrfToken)
    const seen = await browser.get(profile)
    assert.deepEqual(
      [seen.body.data.name, seen.body.data.apiKey, seen.body.data.role],
      ['Ada', null, 'admin'],
    )
    const change = (headers: Record<string, string>) => browser.patch(profile, { name: 'Ada L.' }, headers)
    assert.equal((await change({})).body.error.code, 'csrf_token_required')
    assert.equal((await change({ 'x-csrf-token': 'wrong' })).status, 403)
    assert.equal((await change({ 'x-csrf-token': csrfToken, origin: 'https://evil.example' })).status, 403)
    assert.equal((await change({ 'x-csrf-token': csrfToken })).body.data.name, 'Ada L.')
    const out = await browser.post('/api/v1/auth/sign-out', undefined, { 'x-csrf-token': csrfToken })
    assert.match(String(out.headers['set-cookie']), /stoa_session=; .*Max-Age=0/)
    assert.equal((await browser.get(session)).status, 401)
  })

  test("the project is the named one, and only one's own", async () => {
    const [second, foreign] = [await app.newProject(), await app.newProject()]
    await app.db.rows(sql`delete from project_member where project_id = ${foreign.id}`)
    app.clock.advance(60_000)
    const browser = app.callerWith({ cookie: cookieOf(await signIn('owner@example.com')) })
    const within = (id: string) => browser.get(profile, { 'x-project-id': id })
    assert.equal((await within(second.id)).body.data?.project.id, second.id)
    for (const id of [foreign.id, randomUUID(), 'x'])
      assert.deepEqual([id, (await within(id)).body.error?.code], [id, 'project_not_found'])
  })

  test('a right session that names a deleted project is not counted as a guess', async () => {
    app.clock.advance(60_000)
    const browser = app.callerWith({ cookie: cookieOf(await signIn('owner@example.com')) })
    const deleted = { 'x-project-id': randomUUID() }
    const statuses = new Set<number>()
    for (let sent = 0; sent < 310; sent++) statuses.add((await browser.get(profile, deleted)).status)
    assert.deepEqual([...statuses], [404])
    assert.equal((await browser.get(profile)).status, 200)
  })

  test('the owner creates a project, is its admin, and nobody else can', async () => {
    app.clock.advance(60_000)
    const signed = await signIn('owner@example.com')
    const headers = { 'x-csrf-token': signed.body.data.csrfToken }
    const browser = app.callerWith({ cookie: cookieOf(signed) })
    const create = (name: unknown) => browser.post('/api/v1/auth/projects', { name }, headers)
    const created = await create('Staging')
    assert.equal(created.status, 200, created.text)
    const added = created.body.data.projects.find(({ name }: { name: string }) => name === 'Staging')
    assert.deepEqual([added.slug, added.role], ['staging', 'admin'])
    assert.equal((await create('staging')).body.error.code, 'name_conflict')
    for (const name of ['', ' ', null, 'x'.repeat(101)]) assert.equal((await create(name)).status, 400)
    assert.equal((await browser.post('/api/v1/auth/projects', { name: 'Other' })).status, 403)
    assert.notEqual((await project.admin.post('/api/v1/auth/projects', { name: 'By key' })).status, 200)
    const inIt = await browser.get('/api/v1/external-users', { 'x-project-id': added.id })
    assert.deepEqual(
      inIt.body.data.map(({ name }: { name: string }) => name),
      ['project_default_user'],
    )
    const list = await browser.get('/api/v1/api-keys', { 'x-project-id': added.id })
    assert.deepEqual(list.body.data, [])
    // A member of a project is not the owner of the server.
    await app.db.rows(sql`update account set created_at = created_at + interval '1 year'`)
    await app.db.rows(sql`insert into account (id, name, created_at, updated_at)
      values (gen_random_uuid(), 'First', now() - interval '9 years', now())`)
    assert.equal((await create('Not mine')).body.error.code, 'operator_only')
    await app.db.rows(sql`delete from account where name = 'First'`)
  })

  test('end after their life', async () => {
    app.clock.advance(60_000)
    const browser = app.callerWith({ cookie: cookieOf(await signIn('owner@example.com')) })
    app.clock.advance(14 * 24 * 60 * 60 * 1000)
    assert.equal((await browser.get(session)).status, 401)
  })

  test('a key is no session', async () => {
    assert.equal((await project.admin.get(session)).body.error.code, 'invalid_session')
  })

  test('a wrong password and an unknown email address look the same', async () => {
    app.clock.advance(60_000)
    const [wrong, unknown] = [
      await signIn('owner@example.com', 'not the password'),
      await signIn('nobody@example.com'),
    ]
    assert.equal(wrong.status, 401)
    assert.deepEqual({ ...wrong.body, requestId: '' }, { ...unknown.body, requestId: '' })
  })

  test('429 after too many tries, and the right password does not help then', async () => {
    app.clock.advance(120_000)
    const statuses: number[] = []
    await app.clock.standing(async () => {
      for (let i = 0; i < 11; i++)
        statuses.push((await signIn('owner@example.com', `guess number ${i}`)).status)
      statuses.push((await signIn('owner@example.com')).status)
    })
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429])
    app.clock.advance(120_000)
    assert.equal((await signIn('owner@example.com')).status, 200)
  })

  test('a changed password ends every other session', async () => {
    app.clock.advance(120_000)
    const [here, there] = [await signIn('owner@example.com'), await signIn('owner@example.com')]
    const browser = app.callerWith({ cookie: cookieOf(here), 'x-csrf-token': here.body.data.csrfToken })
    assert.equal(
      (
        await browser.post('/api/v1/auth/password', {
          currentPassword: 'wrong',
          newPassword: 'a new long password',
        })
      ).status,
      401,
    )
    assert.equal(
      (
        await browser.post('/api/v1/auth/password', {
          currentPassword: password,
          newPassword: 'a new long password',
        })
      ).status,
      200,
    )
    assert.equal((await browser.get(session)).status, 200)
    assert.equal((await app.callerWith({ cookie: cookieOf(there) }).get(session)).status, 401)
    assert.equal((await signIn('owner@example.com')).status, 401)
    assert.equal((await signIn('owner@example.com', 'a new long password')).status, 200)
  })
})

describe('the profile', () => {
  test('shows the key, the project and the default end user', async () => {
    const { body } = await project.member.as('somebody').get(profile)
    assert.equal(body.data.project.id, project.id)
    assert.equal(body.data.apiKey.name, 'member')
    assert.equal(body.data.role, 'member')
    assert.deepEqual(body.data.externalUser, { id: project.id, name: 'project_default_user' })
  })

  test("is changed by an admin key, not by a member's", async () => {
    assert.equal((await project.member.patch(profile, { name: 'x' })).status, 403)
    const { body } = await project.admin.patch(profile, {
      locale: 'de-DE',
      avatarUrl: 'https://example.com/a.png',
    })
    assert.deepEqual([body.data.locale, body.data.avatarUrl], ['de-DE', 'https://example.com/a.png'])
    assert.equal((await project.admin.patch(profile, { avatarUrl: null })).body.data.avatarUrl, null)
    for (const wrong of [{ name: '' }, { locale: 'deutsch bitte' }, { avatarUrl: 'data:text/html,x' }])
      assert.equal((await project.admin.patch(profile, wrong)).status, 400)
  })
})

test('a reset link sets email and password again, once, and ends what the old password opened', async () => {
  app.clock.advance(60_000)
  const opened = await signIn('owner@example.com', 'a new long password')
  assert.equal(opened.status, 200, opened.text)
  const browser = app.callerWith({ cookie: cookieOf(opened) })
  const reset = () => app.db.tx((tx) => app.app.users.newResetTokenIn(tx))
  const [replaced, token] = [await reset(), await reset()]
  const changed = { email: 'ada@example.com', password: 'another long password' }
  assert.equal((await setUp({ token: replaced, ...changed })).status, 401)
  const set = await setUp({ token, ...changed })
  assert.equal(set.status, 200, set.text)
  assert.equal((await browser.get(session)).status, 401)
  assert.equal((await app.callerWith({ cookie: cookieOf(set) }).get(session)).status, 200)
  assert.equal((await signIn('owner@example.com', 'a new long password')).status, 401)
  assert.equal((await signIn(changed.email, changed.password)).status, 200)
  assert.equal((await setUp({ token, ...changed })).status, 401)
})
