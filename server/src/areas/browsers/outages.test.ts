import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { browserLimits } from './service/limits.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
const path = '/api/v1/browser/sessions'

await app.db.rows(sql`
  create function is_full() returns trigger language plpgsql as $$
  begin raise exception 'no space left' using errcode = '53100'; end $$`)

/** While the work is done, the database cannot store what becomes of sessions. */
async function whileFull<T>(work: () => Promise<T>): Promise<T> {
  await app.db.rows(sql`
    create trigger is_full before update on browser_session for each row execute function is_full()`)
  try {
    return await work()
  } finally {
    await app.db.rows(sql`drop trigger is_full on browser_session`)
  }
}

const open = async (caller: Caller) => (await caller.post(path, { driver: 'http' })).body.data
const listed = async (caller: Caller) =>
  (await caller.get(path)).body.data as { id: string; endedReason: string | null }[]
const holds = async (projectId: string) =>
  app.db.rows(sql`select from usage_hold where project_id = ${projectId}`)

/** As many as one user may have are free again. */
async function fillsAll(caller: Caller): Promise<void> {
  for (let i = 0; i < browserLimits.runningPerUser; i++) {
    const { id, status } = await open(caller)
    assert.equal(status, 'running', `${i} ${id}`)
  }
}

test('a session whose end could not be stored has ended as soon as it can be, and its place is free', async () => {
  const { member, id: projectId } = await app.newProject()
  const { id } = await open(member)
  const refused = await whileFull(() => member.post(`${path}/${id}/close`))
  assert.equal(refused.status, 507, refused.text)
  await until(async () => (await listed(member))[0]!.endedReason === 'closed', 'the end of the session')
  assert.equal((await holds(projectId)).length, 0, 'its credits are settled')
  await fillsAll(member)
})

test('a session whose start could not be stored does not stay open', async () => {
  const { member, id: projectId } = await app.newProject()
  const refused = await whileFull(() => member.post(path, { driver: 'http' }))
  assert.equal(refused.status, 507, refused.text)
  await until(async () => {
    const [session] = await listed(member)
    return session?.endedReason === 'start_failed'
  }, 'the end of the session')
  assert.equal((await holds(projectId)).length, 0, 'its credits are settled')
  await fillsAll(member)
})
