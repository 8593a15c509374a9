import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createFixtures } from '../../../test/contract/fixtures.ts'
import { startRegistry } from '../../../test/contract/registry.ts'
import { type ApiResponse, type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { createProjectErasure } from '../../kernel/erasure/project-erasure.ts'
import { childrenFirst, listProjectTables } from '../../kernel/erasure/project-tables.ts'
import type { Log } from '../../kernel/log.ts'

const registry = await startRegistry()
const app = await startTestApp({ allowPrivate: '127.0.0.1/32', npmRegistry: registry.url })
after(async () => {
  await app.stop()
  registry.stop()
})

const codeOf = ({ status, body }: ApiResponse) => [status, body.error?.code]
let project: TestProject
let other: TestProject
let owner: Caller

before(async () => {
  other = await app.newProject()
  project = await app.newProject()
  owner = await app.signIn(other)
})

const nameOf = async ({ admin }: TestProject) => (await admin.get('/api/v1/project')).body.data.name as string
const pathOf = ({ id }: TestProject, name: string) =>
  `/api/v1/auth/projects/${id}?${new URLSearchParams({ name })}`

/** How many rows each table has of the project, without those that have none. */
async function countRows({ id }: TestProject): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await listProjectTables(app.db)) {
    const [row] = await app.db.rows<{ count: number }>(
      sql`select count(*)::int as count from ${sqlText(table)} where project_id = ${id}`,
    )
    if (row!.count > 0) counts[table] = row!.count
  }
  return counts
}

async function listBlobs({ id }: TestProject): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.blobs.list()) if (key.includes(id)) keys.push(key)
  return keys
}

test('rows that refer to others are erased before them, also in circles', () => {
  const order = childrenFirst(
    ['a', 'b', 'c'],
    [
      { child: 'b', parent: 'a' },
      { child: 'c', parent: 'b' },
    ],
  )
  assert.deepEqual(order, ['c', 'b', 'a'])
  const circle = [
    { child: 'a', parent: 'b' },
    { child: 'b', parent: 'a' },
  ]
  assert.deepEqual(childrenFirst(['a', 'b'], circle).sort(), ['a', 'b'])
})

test('a project is deleted by the owner of the server, with its name, and never the last one', async () => {
  const name = await nameOf(project)
  assert.deepEqual(codeOf(await owner.delete(pathOf(project, 'another name'))), [400, 'invalid_parameter'])
  assert.equal((await owner.delete(`/api/v1/auth/projects/${project.id}`)).status, 400)
  const unknown = { ...project, id: '0199f1a0-0000-7000-8000-0000000000ff' }
  assert.deepEqual(codeOf(await owner.delete(pathOf(unknown, name))), [404, 'project_not_found'])
  assert.equal((await project.admin.delete(pathOf(project, name))).status, 401)
  const { url } = (await owner.post('/api/v1/invitations', { email: 'a@example.com', role: 'admin' })).body
    .data
  const token = new URL(url).hash.slice('#token='.length)
  const joined = await app.anonymous.post('/api/v1/auth/accept-invitation', {
    token,
    password: 'a password of ten',
  })
  const admin = app.callerWith({
    cookie: String(joined.headers['set-cookie']).split(';')[0]!,
    'x-csrf-token': joined.body.data.csrfToken,
  })
  assert.deepEqual(codeOf(await admin.delete(pathOf(other, await nameOf(other)))), [403, 'operator_only'])
})

test('everything of it goes: keys immediately, then the rows of every table, its ledger and its blobs', async () => {
  await createFixtures(project, app)
  const { body, headers } = multipart('x.txt', 'some text')
  assert.equal((await project.admin.post('/api/v1/file/upload/single/other', body, headers)).status, 200)
  await app.db.tx((tx) =>
    app.app.usage.charge(tx, project.scope, { workId: 'a charge', type: 'tool', microCredits: 1_000_000 }),
  )
  const before = await countRows(project)
  assert.ok(Object.keys(before).length > 60, Object.keys(before).join(', '))
  assert.ok(before.usage_entry! > 0)
  assert.ok((await listBlobs(project)).length > 0)
  const kept = await countRows(other)

  const counted = await project.admin.get('/api/v1/overview/contents')
  assert.equal(counted.status, 200, counted.text)
  const contents = counted.body.data.items
  const labels = contents.filter(({ count }: { count: number }) => count > 0)
  assert.ok(labels.length > 10, JSON.stringify(contents))

  const name = await nameOf(project)
  // As the dashboard does it: from within the project, with a key against repetition.
  const within = { 'x-project-id': project.id, 'idempotency-key': 'delete-it-once' }
  const deleted = await owner.delete(pathOf(project, name), within)
  assert.equal(deleted.status, 200, deleted.text)
  assert.deepEqual(
    deleted.body.data.projects.map(({ id }: { id: string }) => id),
    [other.id],
  )
  assert.equal((await project.admin.get('/api/v1/project')).status, 401)
  assert.deepEqual(codeOf(await owner.delete(pathOf(project, name))), [404, 'project_not_found'])
  await until(async () => Object.keys(await countRows(project)).length === 0, 'rows are left')
  await until(async () => (await listBlobs(project)).length === 0, 'blobs are left')

  // What was in flight wrote once more; the row of the project goes when nothing has come for a while.
  await app.db.rows(sql`insert into event_counter (project_id, last_seq) values (${project.id}, 1)`)
  app.clock.advance(16 * 60_000)
  await until(async () => {
    await app.app.erasure.sweep()
    return (await app.db.rows(sql`select 1 from project where id = ${project.id}`)).length === 0
  }, 'the row of the project is left')
  assert.deepEqual(await countRows(project), {})

  const { usage_entry: _, audit_entry: audited, ...rest } = await countRows(other)
  const { usage_entry: __, audit_entry: auditedBefore, ...restBefore } = kept
  assert.deepEqual(rest, restBefore)
  assert.equal(audited, auditedBefore! + 1)
  assert.deepEqual(codeOf(await owner.delete(pathOf(other, await nameOf(other)))), [409, 'last_project'])
  const again = await owner.post('/api/v1/auth/projects', { name })
  assert.equal(again.status, 200, 'the slug is free again')
})

test('a project that cannot be erased does not keep others from it', async () => {
  const [stuck, next] = [await app.newProject(), await app.newProject()]
  await app.db.rows(sql`
    create function refuse_erasure() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`)
  await app.db.rows(sql`
    create trigger refuse_erasure before delete on event_counter for each row execute function refuse_erasure()`)
  await app.db.rows(sql`insert into event_counter (project_id, last_seq) values (${stuck.id}, 1)
    on conflict do nothing`)
  // Erased in the order in which they were deleted.
  const now = app.clock.now().getTime()
  for (const [index, { id }] of [stuck, next].entries())
    await app.db.rows(sql`update project set deleted_at = ${new Date(now + index)} where id = ${id}`)
  await app.app.erasure.sweep()
  assert.equal((await countRows(stuck)).event_counter, 1)
  assert.equal((await countRows(next)).api_key, undefined)
  await app.db.rows(sql`drop trigger refuse_erasure on event_counter`)
  await app.app.erasure.sweep()
  assert.equal((await countRows(stuck)).event_counter, undefined)
})

test('of the last two projects one stays, also when both are deleted at the same moment', async () => {
  const memberships = async () =>
    (await owner.get('/api/v1/auth/session')).body.data.projects as { id: string; name: string }[]
  const [first, ...rest] = (await memberships()).reverse()
  if (rest.length === 0) await owner.post('/api/v1/auth/projects', { name: 'Second' })
  for (const { id, name } of rest.slice(1))
    assert.equal(
      (await owner.delete(`/api/v1/auth/projects/${id}?${new URLSearchParams({ name })}`)).status,
      200,
    )
  const two = await memberships()
  assert.equal(two.length, 2, JSON.stringify([first, two]))
  const pathTo = ({ id, name }: { id: string; name: string }) =>
    `/api/v1/auth/projects/${id}?${new URLSearchParams({ name })}`
  // Both are held where they would change their projects, so that each has looked at what there is.
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = app.db.tx(async (tx) => {
    await tx.rows(sql`select 1 from project where id = any(${two.map(({ id }) => id)}::uuid[]) for update`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const deletions = two.map((each) => owner.delete(pathTo(each)))
  await until(async () => {
    const [row] = await app.db.rows<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return row!.waiting >= 2
  }, 'both to wait')
  released.resolve()
  await holding
  const outcomes = await Promise.all(deletions)
  assert.equal(
    outcomes.filter(({ status }) => status === 200).length,
    1,
    outcomes.map(({ text }) => text).join(),
  )
})

test('an erasure that is stopped ends first, and leaves the project to the next one', async () => {
  const doomed = await app.newProject()
  await app.db.rows(sql`update project set deleted_at = '2020-01-01' where id = ${doomed.id}`)
  const [listing, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blobs = {
    ...app.blobs,
    async *list() {
      listing.resolve()
      await gate.promise
      yield { key: `files/${doomed.id}/a`, sizeBytes: 1, modifiedAt: new Date() }
    },
    deleteMany: () => assert.fail('blobs are deleted after the stop'),
  } as typeof app.blobs
  const log = { info: () => undefined, error: assert.fail } as unknown as Log
  const erasure = createProjectErasure({ db: app.db, clock: app.clock, log, blobs, blobFolders: ['files'] })
  const swept = erasure.sweep()
  await listing.promise
  const stopped = erasure.stop()
  gate.resolve()
  await Promise.all([swept, stopped])
  await erasure.sweep()
  const rows = await app.db.rows(sql`select 1 from project where id = ${doomed.id}`)
  assert.equal(rows.length, 1)
})
