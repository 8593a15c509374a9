import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type ApiResponse, type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

/** Operator rights and project rights are different things: what the admin of a project may not do, each act by itself. */
const app = await startTestApp()
after(() => app.stop())

let first: TestProject
let tenant: TestProject
let operator: Caller
before(async () => {
  first = await app.newProject()
  tenant = await app.newProject()
  operator = await app.operatorOf(tenant)
})

const isRefused = ({ status, body }: ApiResponse) =>
  assert.deepEqual([status, body?.error?.code], [403, 'operator_only'], JSON.stringify(body))
const isDone = ({ status, text }: ApiResponse) => assert.equal(status, 200, text)
const newCap = async (by: Caller, body: object) => {
  const response = await by.post('/api/v1/usage/caps', {
    scope: 'project',
    period: 'month',
    credits: 50,
    ...body,
  })
  isDone(response)
  return response.body.data
}

describe('the profile', () => {
  const profile = '/api/v1/users/profile'

  test('of the owner is read and changed with an operator key', async () => {
    isDone(await first.admin.patch(profile, { name: 'Ada' }))
    for (const caller of [first.admin, operator])
      assert.equal((await caller.get(profile)).body.data.name, 'Ada')
  })

  test('of any other key is that of its project, and reveals nothing of the owner', async () => {
    const [owner] = await app.db.rows<{ id: string }>(sql`select id from account`)
    for (const caller of [tenant.admin, tenant.member, first.member]) {
      const { body, text } = await caller.get(profile)
      assert.deepEqual([body.data.id, body.data.email], [body.data.project.id, null])
      assert.equal(body.data.name, body.data.project.name)
      assert.ok(!text.includes(owner!.id) && !text.includes('Ada'))
    }
    isRefused(await tenant.admin.patch(profile, { name: 'Mallory' }))
    assert.equal((await first.admin.get(profile)).body.data.name, 'Ada')
  })
})

test('the storage of all projects is summed up for the operator alone', async () => {
  const upload = (caller: Caller, size: number) => {
    const { body, headers } = multipart('x.txt', 'x'.repeat(size))
    return caller.post('/api/v1/file/upload/single/other', body, headers)
  }
  isDone(await upload(first.admin, 10_240))
  isDone(await upload(tenant.admin, 2048))
  const sums = async (caller: Caller) => (await caller.get('/api/v1/file/storage-breakdown')).body.data
  const [mine, all] = [await sums(tenant.admin), await sums(operator)]
  assert.deepEqual([mine.accountUsedKb, mine.projectUsedKb], [2, 2])
  assert.deepEqual([all.accountUsedKb, all.projectUsedKb], [12, 2])
})

describe('credits', () => {
  for (const path of ['/api/v1/usage/grants', '/api/v1/usage/adjustments'])
    test(`POST ${path}`, async () => {
      const project = await app.newProject()
      isRefused(await project.admin.post(path, { credits: 5, reason: 'a gift to ourselves' }))
      isDone(await (await app.operatorOf(project)).post(path, { credits: 5, reason: 'test' }))
    })
})

describe('a cap that the operator set', () => {
  test('is not changed or removed by admins of the project, who can set their own beside it', async () => {
    const cap = await newCap(operator, {})
    assert.equal(cap.setBy, 'operator')
    for (const credits of [1000, 1])
      isRefused(await tenant.admin.patch(`/api/v1/usage/caps/${cap.id}`, { credits }))
    isRefused(await tenant.admin.delete(`/api/v1/usage/caps/${cap.id}`))
    const own = await newCap(tenant.admin, { credits: 20 })
    assert.equal(own.setBy, 'project')
    isDone(await tenant.admin.patch(`/api/v1/usage/caps/${own.id}`, { credits: 30 }))
    isDone(await tenant.admin.delete(`/api/v1/usage/caps/${own.id}`))
    isDone(await operator.patch(`/api/v1/usage/caps/${cap.id}`, { credits: 60 }))
    isDone(await operator.delete(`/api/v1/usage/caps/${cap.id}`))
  })

  test('is not exceeded by approving more for it', async () => {
    const cap = await newCap(operator, { action: 'approve', period: 'day' })
    const work = { workId: randomUUID(), type: 'tool', microCredits: 60_000_000 } as const
    await assert.rejects(app.db.tx((tx) => app.app.usage.charge(tx, tenant.scope, work)))
    const request = await until(async () => {
      const { body } = await tenant.admin.get('/api/v1/usage/caps/requests?status=pending')
      return body.data[0] as { id: string } | undefined
    })
    const path = `/api/v1/usage/caps/requests/${request!.id}`
    isRefused(await tenant.admin.post(`${path}/approve`, { credits: 100 }))
    isRefused(await tenant.admin.post(`${path}/refuse`, {}))
    isDone(await operator.post(`${path}/approve`, { credits: 100 }))
    isDone(await operator.delete(`/api/v1/usage/caps/${cap.id}`))
  })

  test('as the monthlyCreditCap of the project or of a key', async () => {
    isDone(await operator.patch('/api/v1/project', { monthlyCreditCap: 100 }))
    const key = await operator.post('/api/v1/api-keys', { name: 'theirs', monthlyCreditCap: 10 })
    const keyPath = `/api/v1/api-keys/${key.body.data.id}`
    for (const monthlyCreditCap of [null, 1000, 5]) {
      isRefused(await tenant.admin.patch('/api/v1/project', { monthlyCreditCap }))
      isRefused(await tenant.admin.patch(keyPath, { monthlyCreditCap }))
    }
    assert.equal((await tenant.admin.get('/api/v1/project')).body.data.monthlyCreditCap, 100)
    // What was read may be sent back whole.
    isDone(await tenant.admin.patch('/api/v1/project', { name: 'Renamed', monthlyCreditCap: 100 }))
    isDone(await operator.patch('/api/v1/project', { monthlyCreditCap: null }))
    isDone(await tenant.admin.patch('/api/v1/project', { monthlyCreditCap: 7 }))
    isDone(await tenant.admin.patch('/api/v1/project', { monthlyCreditCap: 8 }))
  })

  test('also when the operator sets the amount that the project had set', async () => {
    isDone(await tenant.admin.patch('/api/v1/project', { monthlyCreditCap: 100 }))
    isDone(await operator.patch('/api/v1/project', { monthlyCreditCap: 100 }))
    isRefused(await tenant.admin.patch('/api/v1/project', { monthlyCreditCap: 1000 }))
    isDone(await operator.patch('/api/v1/project', { monthlyCreditCap: null }))
  })
})

describe('operator keys', () => {
  const path = '/api/v1/api-keys'
  const newKey = { name: 'operator', role: 'admin', isOperator: true }

  test('are created by operators alone', async () => {
    isRefused(await tenant.admin.post(path, newKey))
    const made = await operator.post(path, newKey)
    assert.equal(made.body.data.isOperator, true)
    assert.equal(
      (await operator.post(path, { ...newKey, isOperator: undefined })).body.data.isOperator,
      false,
    )
    assert.equal((await operator.post(path, { ...newKey, role: 'member' })).status, 400)
  })

  test('are not changed, rotated or revoked by admins of the project', async () => {
    const { id } = (await operator.post(path, newKey)).body.data
    isRefused(await tenant.admin.patch(`${path}/${id}`, { name: 'mine' }))
    isRefused(await tenant.admin.post(`${path}/${id}/rotate`, {}))
    isRefused(await tenant.admin.delete(`${path}/${id}`))
    isDone(await operator.delete(`${path}/${id}`))
  })

  test('lose the right with the role', async () => {
    const { id, key } = (await operator.post(path, newKey)).body.data
    const lessened = await operator.patch(`${path}/${id}`, { role: 'member' })
    assert.equal(lessened.body.data.isOperator, false)
    isDone(await operator.patch(`${path}/${id}`, { role: 'admin' }))
    isRefused(
      await app.callerWith({ 'x-api-key': key }).post('/api/v1/usage/grants', { credits: 1, reason: 'x' }),
    )
  })

  test('an access simulation knows the rule', async () => {
    const rule = async (id: string) =>
      (await operator.post(`${path}/${id}/simulate`, { method: 'POST', path: '/api/v1/usage/grants' })).body
        .data
    assert.match((await rule(tenant.adminKeyId)).rule, /operator/)
    assert.equal((await rule((await operator.post(path, newKey)).body.data.id)).allowed, true)
  })
})

test('the owner at the dashboard is the operator in every project', async () => {
  const owner = await app.signIn(tenant)
  isDone(await owner.post('/api/v1/usage/adjustments', { credits: 1, reason: 'test' }))
  assert.equal((await newCap(owner, { period: 'total' })).setBy, 'operator')
})
