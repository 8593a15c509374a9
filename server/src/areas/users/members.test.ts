import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type ApiResponse, type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())

const members = '/api/v1/members'
const invitations = '/api/v1/invitations'
const accept = '/api/v1/auth/accept-invitation'
const day = 24 * 60 * 60 * 1000
const password = 'a password of ten'
let project: TestProject
let other: TestProject
let owner: Caller

before(async () => {
  project = await app.newProject()
  other = await app.newProject()
  owner = await app.signIn(project)
})
// Attempts are limited by the minute.
beforeEach(() => app.clock.advance(60_000))

const codeOf = ({ status, body }: ApiResponse) => [status, body.error?.code]
const tokenOf = (invited: ApiResponse) => new URL(invited.body.data.url).hash.slice('#token='.length)
const post = (path: string, body: object) => app.anonymous.post(path, body)
const browserOf = (signed: ApiResponse, { id }: TestProject) =>
  app.callerWith({
    cookie: String(signed.headers['set-cookie']).split(';')[0]!,
    'x-csrf-token': signed.body.data.csrfToken,
    'x-project-id': id,
  })

type Person = { id: string; browser: Caller; email: string }
let count = 0
async function join(role: 'member' | 'admin', by = owner, into = project): Promise<Person> {
  const email = `person-${++count}@example.com`
  const token = tokenOf(await by.post(invitations, { email, role }))
  app.clock.advance(10_000)
  const signed = await post(accept, { token, password })
  assert.equal(signed.status, 200, signed.text)
  return { id: signed.body.data.account.id, browser: browserOf(signed, into), email }
}

describe('invitations', () => {
  test('400 for no email address and an unknown role', async () => {
    for (const body of [{}, { email: 'no-address' }, { email: 'a@example.com', role: 'owner' }])
      assert.equal((await owner.post(invitations, body)).status, 400)
  })

  test('the link makes an account with the role, once', async () => {
    const invited = await owner.post(invitations, { email: 'Grace@Example.com', role: 'admin' })
    assert.equal(invited.status, 200)
    const token = tokenOf(invited)
    const read = await post('/api/v1/auth/invitation', { token })
    const { email, role, hasAccount } = read.body.data
    assert.deepEqual([email, role, hasAccount], ['grace@example.com', 'admin', false])
    assert.deepEqual(codeOf(await post(accept, { token, password: 'short' })), [400, 'invalid_parameter'])
    const results = await Promise.all(
      Array.from({ length: 4 }, () => post(accept, { token, password, name: 'Grace' })),
    )
    assert.equal(results.filter(({ status }) => status === 200).length, 1)
    assert.ok(results.every(({ status }) => [200, 401, 409].includes(status)))
    const signed = results.find(({ status }) => status === 200)!
    assert.deepEqual(
      signed.body.data.projects.map((each: { id: string; role: string }) => [each.id, each.role]),
      [[project.id, 'admin']],
    )
    assert.equal(signed.body.data.account.isOwner, false)
    assert.deepEqual(codeOf(await post(accept, { token, password })), [401, 'invalid_invitation'])
    const listed = await browserOf(signed, project).get(members)
    assert.deepEqual(
      listed.body.data.map((each: { email: string; isOwner: boolean }) => [each.email, each.isOwner]),
      [
        ['owner@example.com', true],
        ['grace@example.com', false],
      ],
    )
    const again = await owner.post(invitations, { email: 'grace@example.com' })
    assert.deepEqual(codeOf(again), [409, 'already_member'])
  })

  test('a link does not open an account that exists: that takes its password', async () => {
    const inOther = await app.signIn(other)
    const token = tokenOf(await inOther.post(invitations, { email: 'grace@example.com' }))
    assert.equal((await post('/api/v1/auth/invitation', { token })).body.data.hasAccount, true)
    const wrong = await post(accept, { token, password: 'not the password' })
    assert.deepEqual(codeOf(wrong), [401, 'invalid_credentials'])
    const signed = await post(accept, { token, password })
    assert.deepEqual(
      signed.body.data.projects.map((each: { role: string }) => each.role),
      ['admin', 'member'],
    )
  })

  test('are resent with another link, revoked, and expire', async () => {
    const body = { email: 'late@example.com' }
    const first = await owner.post(invitations, body)
    assert.deepEqual(codeOf(await owner.post(invitations, body)), [409, 'name_conflict'])
    const path = `${invitations}/${first.body.data.id}`
    const second = await owner.post(`${path}/resend`)
    const read = (of: ApiResponse) => post('/api/v1/auth/invitation', { token: tokenOf(of) })
    assert.deepEqual(codeOf(await read(first)), [401, 'invalid_invitation'])
    assert.equal((await read(second)).status, 200)
    app.clock.advance(7 * day)
    assert.deepEqual(codeOf(await read(second)), [401, 'invalid_invitation'])
    assert.equal((await post(accept, { token: tokenOf(second), password })).status, 401)
    owner = await app.signIn(project)
    const [listed] = (await owner.get(invitations)).body.data
    assert.deepEqual([listed.email, listed.isExpired], ['late@example.com', true])
    const third = await owner.post(`${path}/resend`)
    assert.equal((await owner.delete(path)).status, 200)
    assert.deepEqual(codeOf(await read(third)), [401, 'invalid_invitation'])
    assert.deepEqual(codeOf(await owner.delete(path)), [404, 'invitation_not_found'])
    assert.deepEqual(codeOf(await owner.post(`${path}/resend`)), [404, 'invitation_not_found'])
  })

  test('of another project do not exist, and tokens that are no text are refused', async () => {
    const { id } = (await owner.post(invitations, { email: 'mine@example.com' })).body.data
    const inOther = await app.signIn(other)
    assert.equal((await inOther.delete(`${invitations}/${id}`)).status, 404)
    assert.equal((await inOther.post(`${invitations}/${id}/resend`)).status, 404)
    assert.equal((await inOther.get(invitations)).body.total, 0)
    for (const token of ['', null, undefined, 1, 'x'.repeat(201)])
      assert.equal((await post(accept, { token, password })).status, 400)
    assert.equal((await owner.delete(`${invitations}/${id}`)).status, 200)
  })

  test('a token is nowhere in the database', async () => {
    const token = tokenOf(await owner.post(invitations, { email: 'secret@example.com' }))
    const rows = await app.db.rows<{ line: string }>(sql`
      select i::text as line from project_invitation i union all select a::text from audit_entry a`)
    assert.ok(rows.length > 0 && rows.every(({ line }) => !line.includes(token)))
  })

  test('are at most 100 in a project', async () => {
    await app.db.rows(sql`
      insert into project_invitation (project_id, id, email, role, token_hash, created_at, sent_at, expires_at)
      select ${other.id}, gen_random_uuid(), n || '@example.com', 'member', 'hash ' || n, now(), now(), now()
      from generate_series(1, 99) n`)
    const inOther = await app.signIn(other)
    const invite = (email: string) => inOther.post(invitations, { email })
    const statuses = (await Promise.all(['x@example.com', 'y@example.com'].map(invite))).map(codeOf)
    assert.deepEqual(statuses.sort(), [
      [200, undefined],
      [409, 'invitation_limit_reached'],
    ])
  })
})

describe('a forgotten password', () => {
  const resetPath = '/api/v1/auth/reset-password'
  const newPassword = 'a password of eleven'
  const linkFor = (id: string, by = owner) => by.post(`${members}/${id}/password-reset`)
  const tokenIn = (made: ApiResponse) =>
    new URLSearchParams(new URL(made.body.data.url).hash.slice(1)).get('token')

  test('is set again by a link of the owner, once, and ends the sessions of before', async () => {
    const person = await join('member')
    const made = await linkFor(person.id)
    assert.equal(made.body.data.email, person.email)
    const token = tokenIn(made)
    assert.equal((await post(resetPath, { token, password: 'short' })).status, 400)
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => post(resetPath, { token, password: newPassword })),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 401, 401])
    assert.equal((await person.browser.get(members)).status, 401)
    const signIn = (secret: string) => post('/api/v1/auth/sign-in', { email: person.email, password: secret })
    assert.equal((await signIn(password)).status, 401)
    assert.equal((await signIn(newPassword)).status, 200)
    const { data } = (await project.admin.get('/api/v1/audit-log?limit=5')).body
    const actions = data.map(({ action }: { action: string }) => action)
    assert.ok(['password.reset', 'password.reset_link_created'].every((each) => actions.includes(each)))
  })

  test('the link expires, is replaced by the next one, and sets no email address', async () => {
    const person = await join('admin')
    const [first, second] = [await linkFor(person.id), await linkFor(person.id)]
    const use = (made: ApiResponse) => post(resetPath, { token: tokenIn(made), password: newPassword })
    assert.deepEqual(codeOf(await use(first)), [401, 'invalid_reset_token'])
    const setUp = { token: tokenIn(second), email: 'eve@example.com', password: newPassword }
    assert.deepEqual(codeOf(await post('/api/v1/auth/set-up', setUp)), [401, 'invalid_setup_token'])
    app.clock.advance(day + 1)
    assert.deepEqual(codeOf(await use(second)), [401, 'invalid_reset_token'])
    assert.equal(
      (await owner.get(members)).body.data.some((each: Person) => each.email === setUp.email),
      false,
    )
  })

  test('admins of a project, and keys, make no link; nor is one made for an account outside the project', async () => {
    const [admin, person] = [await join('admin'), await join('member')]
    assert.deepEqual(codeOf(await linkFor(person.id, admin.browser)), [403, 'operator_only'])
    assert.equal((await linkFor(person.id, await app.operatorOf(project))).status, 401)
    const inOther = await app.signIn(other)
    assert.deepEqual(codeOf(await linkFor(person.id, inOther)), [404, 'member_not_found'])
    await owner.delete(`${members}/${person.id}`)
    assert.deepEqual(codeOf(await linkFor(person.id)), [404, 'member_not_found'])
  })

  test('no link is left of who was removed, or changed the password; who was demoted stays it', async () => {
    const use = (made: ApiResponse) => post(resetPath, { token: tokenIn(made), password: newPassword })
    const [removed, changed, demoted] = [await join('member'), await join('member'), await join('admin')]
    const links = [await linkFor(removed.id), await linkFor(changed.id), await linkFor(demoted.id)]
    await owner.delete(`${members}/${removed.id}`)
    const change = { currentPassword: password, newPassword }
    assert.equal((await changed.browser.post('/api/v1/auth/password', change)).status, 200)
    await owner.patch(`${members}/${demoted.id}`, { role: 'member' })
    for (const link of links.slice(0, 2))
      assert.deepEqual(codeOf(await use(link)), [401, 'invalid_reset_token'])
    const [inProject] = (await use(links[2]!)).body.data.projects
    assert.equal(inProject.role, 'member')
  })

  test('a change that began with the old password does not replace the new one', async () => {
    const person = await join('member')
    const token = tokenIn(await linkFor(person.id))
    const change = { currentPassword: password, newPassword: 'the password of a thief' }
    const isChangeWaiting = async () =>
      (
        await app.db.rows(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
          and query like '%update account set password_hash%' and pid <> pg_backend_pid()`)
      ).length > 0
    const [held, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // As the transaction of a link that is being used: it holds the account, then sets the password.
    const using = app.db.tx(async (tx) => {
      await tx.rows(sql`select 1 from account where id = ${person.id} for update`)
      held.resolve()
      await mayContinue.promise
      await tx.rows(sql`update account set password_hash = 'set by the link' where id = ${person.id}`)
    })
    await held.promise
    const changing = person.browser.post('/api/v1/auth/password', change)
    await until(isChangeWaiting, 'the change waits for the account').finally(mayContinue.resolve)
    await using
    assert.deepEqual(codeOf(await changing), [401, 'invalid_credentials'])
    assert.equal((await post(resetPath, { token, password: newPassword })).status, 200)
  })

  test('is written to no log, audit log or cache, and guessing it is limited', async () => {
    const person = await join('member')
    const made = await linkFor(person.id)
    const token = tokenIn(made)!
    assert.equal(made.headers['cache-control'], 'no-store')
    assert.equal((await post(resetPath, { token, password: newPassword })).status, 200)
    const recorded = await project.admin.get('/api/v1/audit-log?limit=20')
    assert.ok(recorded.text.includes('password.reset_link_created'))
    for (const text of [recorded.text, app.logLines.join('')]) assert.ok(!text.includes(token))
    const guess = (n: number) => post(resetPath, { token: `guess-${n}`, password: newPassword })
    const statuses = (await Promise.all(Array.from({ length: 12 }, (_, n) => guess(n)))).map(codeOf)
    assert.deepEqual(statuses.at(-1), [429, 'rate_limited'])
  })

  test('a link of the command line is in the audit log of every project of the account', async () => {
    const person = await join('member')
    const [link, none] = await app.db.tx(async (tx) => [
      await app.app.users.newPasswordLinkIn(tx, person.email.toUpperCase()),
      await app.app.users.newPasswordLinkIn(tx, 'nobody@example.com'),
    ])
    assert.deepEqual([link?.email, none], [person.email, null])
    const [entry] = (await project.admin.get('/api/v1/audit-log?limit=1')).body.data
    assert.deepEqual(
      [entry.action, entry.actor, entry.details.email],
      ['password.reset_link_created', { kind: 'system', id: null, accountId: null }, person.email],
    )
  })
})

describe('members', () => {
  test('a member sees the others, and changes nothing but leaves', async () => {
    const [member, admin] = [await join('member'), await join('admin')]
    assert.equal((await member.browser.get(members)).status, 200)
    for (const refused of [
      await member.browser.get(invitations),
      await member.browser.post(invitations, { email: 'friend@example.com' }),
      await member.browser.patch(`${members}/${member.id}`, { role: 'admin' }),
      await member.browser.delete(`${members}/${admin.id}`),
    ])
      assert.deepEqual(codeOf(refused), [403, 'admin_only'])
    assert.equal((await member.browser.delete(`${members}/${member.id}`)).status, 200)
    assert.equal((await member.browser.get(members)).status, 401)
    const signed = await post('/api/v1/auth/sign-in', { email: member.email, password })
    assert.deepEqual(codeOf(signed), [403, 'no_membership'])
  })

  test('an admin changes roles immediately, and removes; the owner of the server stays', async () => {
    const [member, admin] = [await join('member'), await join('admin')]
    const changed = await admin.browser.patch(`${members}/${member.id}`, { role: 'admin' })
    assert.equal(changed.body.data.role, 'admin')
    assert.equal((await member.browser.get(invitations)).status, 200)
    assert.equal((await admin.browser.patch(`${members}/${member.id}`, { role: 'king' })).status, 400)
    assert.equal((await admin.browser.delete(`${members}/${member.id}`)).status, 200)
    assert.equal((await member.browser.get(members)).status, 401)
    assert.deepEqual(codeOf(await admin.browser.delete(`${members}/${member.id}`)), [404, 'member_not_found'])
    const { id } = (await owner.get(members)).body.data.find((each: { isOwner: boolean }) => each.isOwner)
    assert.deepEqual(codeOf(await admin.browser.delete(`${members}/${id}`)), [409, 'server_owner'])
    const lessened = await owner.patch(`${members}/${id}`, { role: 'member' })
    assert.deepEqual(codeOf(lessened), [409, 'server_owner'])
  })

  test('invitations of an admin who is removed or is no admin any more are revoked', async () => {
    const [removed, lessened] = [await join('admin'), await join('admin')]
    const inviting = (by: Person, to: string) => by.browser.post(invitations, { email: to, role: 'admin' })
    const links = [await inviting(removed, 'one@example.com'), await inviting(lessened, 'two@example.com')]
    const taken = await inviting(removed, 'three@example.com')
    const resent = await owner.post(`${invitations}/${taken.body.data.id}/resend`)
    assert.equal((await owner.delete(`${members}/${removed.id}`)).status, 200)
    assert.equal((await owner.patch(`${members}/${lessened.id}`, { role: 'member' })).status, 200)
    for (const link of links)
      assert.deepEqual(codeOf(await post(accept, { token: tokenOf(link), password })), [
        401,
        'invalid_invitation',
      ])
    assert.equal((await post(accept, { token: tokenOf(resent), password })).status, 200)
    assert.equal((await owner.post(invitations, { email: 'one@example.com' })).status, 200)
  })

  test('two admins who remove each other at the same moment leave one', async () => {
    const fresh = await app.newProject()
    const inFresh = await app.signIn(fresh)
    const [a, b] = [await join('admin', inFresh, fresh), await join('admin', inFresh, fresh)]
    // As in a project whose owner was never a member of it.
    await app.db.rows(sql`
      delete from project_member where project_id = ${fresh.id} and account_id not in (${a.id}, ${b.id})`)
    const removed = await Promise.all([
      a.browser.delete(`${members}/${b.id}`),
      b.browser.delete(`${members}/${a.id}`),
    ])
    assert.equal(removed.filter(({ status }) => status === 200).length, 1)
    const left = removed[0]!.status === 200 ? a : b
    assert.deepEqual(codeOf(await left.browser.delete(`${members}/${left.id}`)), [409, 'last_admin'])
    const lessened = await left.browser.patch(`${members}/${left.id}`, { role: 'member' })
    assert.deepEqual(codeOf(lessened), [409, 'last_admin'])
  })

  test('of another project do not exist', async () => {
    const { id } = await join('member')
    const inOther = await app.signIn(other)
    assert.deepEqual(codeOf(await inOther.patch(`${members}/${id}`, { role: 'admin' })), [
      404,
      'member_not_found',
    ])
    assert.deepEqual(codeOf(await inOther.delete(`${members}/${id}`)), [404, 'member_not_found'])
    assert.equal((await owner.delete(`${members}/no-id`)).status, 400)
  })

  test('are for signed-in people: an API key makes no one an admin', async () => {
    const operator = await app.operatorOf(project)
    for (const caller of [project.admin, operator]) {
      assert.equal((await caller.get(members)).status, 401)
      assert.equal((await caller.post(invitations, { email: 'x@example.com' })).status, 401)
    }
  })

  test('what was done is in the audit log', async () => {
    const { data } = (await project.admin.get('/api/v1/audit-log?limit=100')).body
    const actions = new Set(data.map(({ action }: { action: string }) => action))
    for (const action of [
      'invitation.created',
      'invitation.resent',
      'invitation.revoked',
      'member.joined',
      'member.role_changed',
      'member.removed',
    ])
      assert.ok(actions.has(action), action)
    // Who was removed is found nowhere else.
    for (const { action, details } of data)
      if (action.startsWith('member.')) assert.match(details.email, /@example\.com$/, action)
  })

  test('a clock that was set back makes no one the owner of the server', async () => {
    app.clock.advance(-400 * day)
    owner = await app.signIn(project)
    const { browser } = await join('member')
    assert.equal((await browser.get('/api/v1/auth/session')).body.data.account.isOwner, false)
  })
})
