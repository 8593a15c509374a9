import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { type Connection, sql } from '../../src/kernel/db/db.ts'
import { openPostgres } from '../../src/kernel/db/postgres.ts'
import { type ApiResponse, startTestApp, type TestApp, type TestProject } from '../harness.ts'
import { until } from '../until.ts'

const profile = '/api/v1/users/profile'
const session = '/api/v1/auth/session'
const password = 'correct horse battery'
const email = 'owner@example.com'

const cookieOf = ({ headers }: ApiResponse) => String(headers['set-cookie']).split(';')[0]!
const statusesOf = (responses: ApiResponse[]) => responses.map(({ status }) => status).sort()
const callsOf = (of: TestApp) => ({
  newLink: async () => (await of.app.users.newSetupToken(of.db))!,
  setUp: (token: string, to = email) =>
    of.anonymous.post('/api/v1/auth/set-up', { token, email: to, password }),
  signIn: (as = email, using = password) =>
    of.anonymous.post('/api/v1/auth/sign-in', { email: as, password: using }),
})

const app = await startTestApp()
after(() => app.stop())
const { newLink, setUp, signIn } = callsOf(app)
let project: TestProject
let firstUses: ApiResponse[]
before(async () => {
  project = await app.newProject()
  const link = await newLink()
  firstUses = await Promise.all(Array.from({ length: 20 }, () => setUp(link)))
})

/** An installation has one set-up, so each test of it needs a separate installation. */
async function freshInstallation(context: TestContext) {
  const fresh = await startTestApp()
  context.after(() => fresh.stop())
  await fresh.newProject()
  return { fresh, ...callsOf(fresh) }
}

/** Holds locks from outside the app, so that requests meet in the middle of what they do. */
async function whileLocked(
  of: TestApp,
  work: (held: Connection, waiters: (n: number) => Promise<unknown>) => Promise<void>,
) {
  const outside = openPostgres({
    settings: of.settings,
    applicationName: 'attack',
    poolSize: 2,
    onError: () => undefined,
  })
  const waiters = (n: number) =>
    until(async () => {
      const [row] = await outside.rows<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return row!.waiting >= n
    }, `${n} requests waiting for a lock`)
  try {
    await outside.begin((held) => work(held, waiters))
  } finally {
    await outside.close()
  }
}

describe('the one-time link', () => {
  test('used twenty times concurrently claims the account once', async () => {
    assert.equal(firstUses.filter(({ status }) => status === 200).length, 1)
    assert.ok(firstUses.every(({ status }) => [200, 401, 429].includes(status)))
    assert.equal((await app.db.rows(sql`select 1 from account_session`)).length, 1)
  })

  test('of two concurrent links one claims the account, and the other gets a conflict', async (context) => {
    const { fresh, newLink, setUp } = await freshInstallation(context)
    const links = [await newLink(), await newLink()]
    let responses: Promise<ApiResponse>[] = []
    await whileLocked(fresh, async (held, waiters) => {
      await held.rows(sql`select 1 from setup_token for update`)
      responses = links.map((link, i) => setUp(link, `p${i}@example.com`))
      await waiters(2)
    })
    assert.deepEqual(statusesOf(await Promise.all(responses)), [200, 401])
  })

  test('is dead once the account was set up without it', async (context) => {
    const { fresh, newLink, setUp, signIn } = await freshInstallation(context)
    const printedBefore = await newLink()
    await fresh.db.tx((tx) => fresh.app.users.setOwnerCredentialsIn(tx, email, password))
    assert.equal((await setUp(printedBefore, 'thief@example.com')).status, 401)
    assert.equal((await signIn()).status, 200)
  })
})

test('an account set up by variables can sign in', async (context) => {
  const { fresh, signIn } = await freshInstallation(context)
  const { secrets } = readConfig({ STOA_ADMIN_EMAIL: 'owner@localhost', STOA_ADMIN_PASSWORD: password })
  await fresh.db.tx((tx) =>
    fresh.app.users.setOwnerCredentialsIn(tx, secrets.adminEmail!, secrets.adminPassword!),
  )
  assert.equal((await signIn('owner@localhost')).status, 200)
})

describe('a signed-in person', () => {
  const browserOf = (signed: ApiResponse) =>
    app.callerWith({ cookie: cookieOf(signed), 'x-csrf-token': signed.body.data.csrfToken })

  test('is not guessed at by other spellings of the email address', async () => {
    app.clock.advance(120_000)
    const spellings = [
      email,
      ' owner@example.com',
      'OWNER@EXAMPLE.COM',
      'Owner@Example.com\t',
      '\nowner@example.com ',
    ]
    const statuses: number[] = []
    await app.clock.standing(async () => {
      for (let i = 0; i < 11; i++)
        statuses.push((await signIn(spellings[i % spellings.length], 'guess')).status)
    })
    assert.deepEqual(statuses, [...Array(10).fill(401), 429])
  })

  test('acts only with the token of the same session', async () => {
    app.clock.advance(120_000)
    const [one, other] = [await signIn(), await signIn()]
    const mixed = app.callerWith({ cookie: cookieOf(one), 'x-csrf-token': other.body.data.csrfToken })
    assert.equal((await mixed.patch(profile, { name: 'x' })).body.error.code, 'csrf_token_required')
  })

  test('does not lend the session to a key beside it', async () => {
    app.clock.advance(120_000)
    const other = await app.newProject()
    const both = { cookie: cookieOf(await signIn()), 'x-project-id': other.id }
    const seen = await app.callerWith({ ...both, 'x-api-key': project.memberKey }).get('/api/v1/project')
    assert.equal(seen.body.data.id, project.id)
    const wrong = app.callerWith({ ...both, 'x-api-key': `stoa_${'a'.repeat(32)}` })
    assert.equal((await wrong.get('/api/v1/project')).status, 401)
    assert.equal((await app.callerWith({ ...both, 'x-api-key': '' }).get('/api/v1/project')).status, 401)
  })

  test('preserves key and session when the clock is set back', async () => {
    app.clock.advance(120_000)
    const signed = await signIn()
    app.clock.advance(-3_600_000)
    assert.equal((await browserOf(signed).get(session)).status, 200)
    assert.equal((await project.admin.get(profile)).status, 200)
    assert.equal((await project.admin.post('/api/v1/api-keys', { name: 'earlier' })).status, 200)
    app.clock.advance(3_600_000)
  })

  test('does not see a password again in what refuses it', async () => {
    app.clock.advance(120_000)
    const body = { token: 'x', email, password: 'hunter2!' }
    const refused = await app.anonymous.post('/api/v1/auth/set-up', body)
    assert.equal(refused.status, 400)
    assert.ok(!refused.text.includes('hunter2!'))
  })

  test('loses no change to another one at the same moment', async () => {
    let changes: Promise<ApiResponse>[] = []
    await whileLocked(app, async (held, waiters) => {
      await held.rows(sql`select 1 from account for update`)
      changes = [project.admin.patch(profile, { name: 'Renamed' })]
      await waiters(1)
      changes.push(project.admin.patch(profile, { locale: 'fr' }))
      await waiters(2)
    })
    assert.deepEqual(statusesOf(await Promise.all(changes)), [200, 200])
    const { name, locale } = (await project.admin.get(profile)).body.data
    assert.deepEqual([name, locale], ['Renamed', 'fr'])
  })

  test('is rid of everyone who knew the old password', async () => {
    app.clock.advance(120_000)
    const owner = browserOf(await signIn())
    let change: Promise<ApiResponse> | undefined
    let thief: Promise<ApiResponse> | undefined
    await whileLocked(app, async (held, waiters) => {
      // The last thing of a change is its audit entry, so by then the other sessions have been ended.
      await held.rows(sql`lock table audit_entry in share mode`)
      const body = { currentPassword: password, newPassword: 'an even longer one' }
      change = owner.post('/api/v1/auth/password', body)
      await waiters(1)
      thief = signIn()
      await Promise.race([thief, waiters(2)])
    })
    assert.equal((await change!).status, 200)
    const stolen = await thief!
    const status =
      stolen.status === 200
        ? (await app.callerWith({ cookie: cookieOf(stolen) }).get(session)).status
        : stolen.status
    assert.equal(status, 401)
  })
})
