import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../src/kernel/db/db.ts'
import { openPostgres } from '../../src/kernel/db/postgres.ts'
import { toAppError } from '../../src/kernel/http/response/envelope.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { openStreamOf } from '../open-request.ts'
import { until } from '../until.ts'

const app = await startTestApp()
const outside = openPostgres({
  settings: app.settings,
  applicationName: 'attack',
  poolSize: 1,
  onError: () => undefined,
})
after(async () => {
  await outside.close()
  await app.stop()
})

const keys = '/api/v1/api-keys'
const users = '/api/v1/external-users'
let project: TestProject
before(async () => {
  project = await app.newProject()
})

/** Cuts the connections of that name, as a restart of the server does. */
const cut = (name: string) =>
  outside.rows<{ pid: number }>(sql`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name}`)

test('connections that break under load cost a 503 at most, and nothing for good', async () => {
  const send = (i: number) =>
    project.member
      .as(`acting-${i % 7}`)
      .post(users, { name: `u${i}` }, i % 2 ? { 'idempotency-key': `k${i}` } : {})
  const responses = Array.from({ length: 120 }, (_, i) => send(i))
  for (let i = 0; i < 3; i++) await cut('stoa-test')
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 503),
    [],
  )
  const again = await Promise.all(statuses.map((_, i) => send(i)))
  assert.ok(again.every(({ status }) => status === 200))
  const [made] = await app.db.rows<{ count: number }>(sql`
    select count(*)::int from external_user where project_id = ${project.id} and name ~ '^u\\d+$'`)
  assert.equal(made!.count, statuses.length)
})

test('a key that is revoked while notices are not heard loses its streams all the same', async () => {
  const opened: { id: string; controller: AbortController }[] = []
  for (const name of ['first', 'second']) {
    const { id } = (await project.admin.post(keys, { name })).body.data
    const controller = openStreamOf(app.app.openStreams, id)
    opened.push({ id, controller })
  }
  const [first, second] = opened as [(typeof opened)[0], (typeof opened)[0]]
  const dead = await cut('stoa listen')
  await project.admin.delete(`${keys}/${first.id}`)
  await until(async () => {
    const lines = await outside.rows<{ pid: number }>(sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'stoa listen' and query like '%listen%'`)
    return lines.some(({ pid }) => !dead.some((each) => each.pid === pid))
  }, 'a new line')
  await project.admin.delete(`${keys}/${second.id}`)
  await until(() => second.controller.signal.aborted)
  assert.ok(first.controller.signal.aborted)
})

test('a full disk of the database is distinguished from a bug', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  assert.equal(toAppError(full).status, 507)
})

for (const [what, code] of Object.entries({ deadlock: '40P01', 'statement timeout': '57014' })) {
  test(`a ${what} may be tried again and is no bug`, () =>
    assert.equal(toAppError(Object.assign(new Error(what), { code })).status, 503))
}

test('times are in UTC whatever else the database URL says', async () => {
  const { database, user, host, port } = app.settings
  const admin = new pg.Client(app.settings)
  await admin.connect()
  await admin.query(`alter database ${database} set timezone = 'Asia/Tokyo'`)
  await admin.end()
  const query = new URLSearchParams({ host: host!, port: String(port), options: '-c geqo=off' })
  const driver = openPostgres({
    settings: { connectionString: `postgresql://${user}@/${database}?${query}` },
    applicationName: 'attack',
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    const [row] = await driver.rows<{ now: string }>(sql`select now() as now`)
    assert.match(row!.now, /Z$/)
  } finally {
    await driver.close()
  }
})

test('a statement that takes too long is ended by the database: 503 with Retry-After, and nothing of it is stored', async () => {
  const [setting] = await app.db.rows<{ timeout: string }>(
    sql`select current_setting('statement_timeout') as timeout`,
  )
  assert.equal(setting!.timeout, '30s')
  const holder = new pg.Client(app.settings)
  await holder.connect()
  await holder.query('begin; lock table external_user in access exclusive mode')
  const requests = [project.admin.get(users), project.admin.post(users, { name: 'too-late' })]
  // As the database does it when the time is over: the same error, without waiting for it.
  const ended = new Set<number>()
  let responses = 0
  for (const each of requests) void each.then(() => responses++)
  await until(async () => {
    const found = await holder.query(`
      select pid, pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    for (const { pid } of found.rows) ended.add(pid)
    return responses === requests.length
  }, 'both to be ended')
  for (const { status, headers, body } of await Promise.all(requests)) {
    assert.equal(status, 503, JSON.stringify(body))
    assert.ok(Number(headers['retry-after']) > 0)
    assert.equal(body.error.retryable, true)
  }
  await holder.query('rollback')
  await holder.end()
  assert.ok(ended.size > 0)
  const { status, body } = await project.admin.get(`${users}?search=too-late`)
  assert.deepEqual([status, body.data.length], [200, 0])
})
