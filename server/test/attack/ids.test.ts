import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../harness.ts'
import { openStreamOf } from '../open-request.ts'
import { until } from '../until.ts'

const app = await startTestApp()
after(() => app.stop())

const users = '/api/v1/external-users'
const keys = '/api/v1/api-keys'
let mine: TestProject
let theirs: TestProject
before(async () => {
  mine = await app.newProject()
  theirs = await app.newProject()
})

const createUser = async (name: string): Promise<{ id: string }> =>
  (await mine.member.post(users, { name })).body.data

/** PostgreSQL reads a UUID in either case, so every rule that compares ids as texts can be walked around. */
describe('an id in capital letters is the same id', () => {
  test('the default user cannot be switched off', async () => {
    const project = await app.newProject()
    const path = `${users}/${project.id.toUpperCase()}/toggle-active`
    assert.equal((await project.member.put(path, { isActive: false })).status, 409)
  })

  test('the default user cannot be erased', async () => {
    const project = await app.newProject()
    assert.equal((await project.member.delete(`${users}/${project.id.toUpperCase()}`)).status, 409)
    assert.equal((await project.member.get(`${users}/${project.id}`)).status, 200)
  })

  test('a user cannot be merged into itself, which would destroy it', async () => {
    const { id } = await createUser('himself')
    const response = await mine.member.post(`${users}/${id}/merge`, { intoId: id.toUpperCase() })
    assert.equal(response.status, 400)
    assert.equal((await mine.member.get(`${users}/${id}`)).status, 200)
  })

  test('an image that is not there is a 404', async () => {
    const { id } = await createUser('faceless')
    assert.equal((await mine.member.get(`${users}/${id.toUpperCase()}/avatar`)).status, 404)
  })

  test('a revoked key loses its streams', async () => {
    const opened: { id: string; controller: AbortController }[] = []
    for (const name of ['first', 'second']) {
      const { id } = (await mine.admin.post(keys, { name })).body.data
      const controller = openStreamOf(app.app.openStreams, id)
      opened.push({ id, controller })
    }
    const [first, second] = opened as [(typeof opened)[0], (typeof opened)[0]]
    assert.equal((await mine.admin.delete(`${keys}/${first.id.toUpperCase()}`)).status, 200)
    await mine.admin.delete(`${keys}/${second.id}`)
    // Notices come in order: once the second has arrived, the first has been passed over for good.
    await until(() => second.controller.signal.aborted)
    assert.ok(first.controller.signal.aborted)
  })
})

test("the audit log shows nothing of another project, not even by its own actors' ids", async () => {
  await theirs.admin.post(users, { name: 'seen-by-none' })
  for (const actor of [theirs.adminKeyId, theirs.id, 'key', 'system'])
    assert.ok(!(await mine.admin.get(`/api/v1/audit-log?actor=${actor}`)).text.includes(theirs.id), actor)
  assert.equal((await mine.admin.get(`/api/v1/audit-log?actor=${theirs.adminKeyId}`)).body.total, 0)
})

test('a known version of a foreign user is a 404, not a 304 or a 412', async () => {
  const { id } = await createUser('versioned')
  const known = { 'if-none-match': '"1"', 'if-match': '"1"' }
  assert.equal((await theirs.member.get(`${users}/${id}`, known)).status, 404)
  assert.equal(
    (await theirs.member.patch(`${users}/${id}`, { profileSummary: 'x' }, { 'if-match': '"7"' })).status,
    404,
  )
})

test('the nil id names no user', async () => {
  const nilId = '00000000-0000-0000-0000-000000000000'
  assert.equal((await mine.member.get(`${users}/${nilId}`)).status, 404)
  assert.equal((await mine.member.post(`${users}/${nilId}/tokens`)).status, 404)
  const { id } = await createUser('existing')
  assert.equal((await mine.member.post(`${users}/${id}/merge`, { intoId: nilId })).status, 404)
})
