import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertPage, assertSuccess } from './harness/client.ts'
import { timestamp } from './harness/field-checks.ts'
import type { ExternalUser, Profile } from './harness/resources.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin } = stage
const users = '/api/v1/external-users'

describe('Response envelope (1)', () => {
  it('responds to reads and changes alike with 200, success and a message', async () => {
    const made = await admin.post(users, { name: stage.nameOf('envelope') })
    const { id } = assertSuccess<ExternalUser>(made)
    assertSuccess(await admin.get('/api/v1/users/profile'))
    assertSuccess(await admin.get('/api/v1/ai/models'))
    assertSuccess(await admin.patch(`${users}/${id}`, { profileSummary: 'x' }))
    assertSuccess(await admin.put(`${users}/${id}/toggle-active`, { isActive: false }))
    assertSuccess(await admin.delete(`${users}/${id}`))
  })

  it('leaves data out where a deletion has nothing to say', async () => {
    const { id } = await stage.newKey()
    assertDone(await admin.delete(`/api/v1/api-keys/${id}`))
  })

  it('adds the paging fields beside data on every list', async () => {
    for (const path of [users, '/api/v1/api-keys', '/api/v1/audit-log']) {
      const page = assertPage(await admin.get(path))
      assert.equal(page.page, 1)
      assert.equal(page.limit, 20)
      assert.ok(page.total >= page.data.length && page.data.length > 0, path)
    }
  })

  it('takes the common parameters on every list', async () => {
    const common = 'q=a&page=1&limit=5&offset=0&sortBy=createdAt&sortOrder=DESC&fields=id'
    for (const path of [users, '/api/v1/api-keys', '/api/v1/audit-log']) {
      const response = await admin.get(`${path}?${common}`)
      assert.equal(assertPage(response).limit, 5)
      assert.equal(response.headers.get('x-ignored-params'), null, path)
    }
  })

  it('leaves totalTools to lists that have such a total', async () => {
    const { body } = await admin.get(users)
    assert.ok(!('totalTools' in (body as object)))
  })

  it('writes JSON as UTF-8, also beyond ASCII', async () => {
    const summary = 'Grüße, 你好, 🦉'
    const { id } = await stage.newUser('utf8', { profileSummary: summary })
    const response = await admin.get(`${users}/${id}`)
    assert.match(response.headers.get('content-type') ?? '', /charset=utf-8/i)
    assert.equal(assertSuccess<ExternalUser>(response).profileSummary, summary)
  })

  it('writes times as ISO 8601 and identifiers as texts', async () => {
    const user = await stage.newUser('times')
    const profile = assertSuccess<Profile>(await admin.get('/api/v1/users/profile'))
    for (const time of [user.createdAt, profile.createdAt]) assert.ok(timestamp(time), time)
    for (const id of [user.id, user.projectId, profile.id, profile.project.id]) {
      assert.equal(typeof id, 'string')
    }
  })

  it('gives the bare data with x-raw-response', async () => {
    const raw = { 'x-raw-response': 'true' }
    const { id } = await stage.newUser('raw')
    const single = await admin.get(`${users}/${id}`, raw)
    assert.equal(single.status, 200)
    assert.equal((single.body as ExternalUser).id, id)
    const list = await admin.get(`${users}?q=${stage.nameOf('raw')}`, raw)
    assert.deepEqual(
      (list.body as ExternalUser[]).map((user) => user.id),
      [id],
    )
  })
})
