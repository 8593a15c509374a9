import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp()
after(() => app.stop())
const path = '/api/v1/usage/caps'

const charge = (project: TestProject, credits: number) =>
  app.db.tx((tx) =>
    app.app.usage.charge(tx, project.scope, {
      workId: randomUUID(),
      type: 'tool',
      microCredits: credits * 1_000_000,
    }),
  )
const newCap = async (project: TestProject, body: object) => {
  const response = await project.admin.post(path, { scope: 'project', period: 'month', credits: 5, ...body })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.data
}

describe('an amount that is not given', () => {
  for (const credits of [undefined, null, '', ' ', '5'])
    test(`400: credits ${JSON.stringify(credits)} makes no cap and changes none`, async () => {
      const project = await app.newProject()
      const body = { scope: 'project', period: 'month', ...(credits === undefined ? {} : { credits }) }
      const made = await project.admin.post(path, body)
      assert.deepEqual([made.status, made.body.error.details[0].path], [400, '/credits'])
      assert.equal((await project.admin.get(path)).body.total, 0)
      const { id } = await newCap(project, {})
      assert.equal(
        (await project.admin.patch(`${path}/${id}`, credits === undefined ? {} : { credits })).status,
        400,
      )
      assert.equal((await project.admin.get(`${path}/${id}`)).body.data.credits, 5)
    })
})

describe('a cap that refuses work', () => {
  test('says so, in the list and in the summary, until there is something left', async () => {
    const project = await app.newProject()
    const blocking = await newCap(project, { period: 'day', credits: 2 })
    await newCap(project, { credits: 2, action: 'warn' })
    const open = await newCap(project, { credits: 100 })
    assert.deepEqual([blocking.isBlocking, open.isBlocking], [false, false])
    await charge(project, 2)
    const { body } = await project.member.get(`${path}?isBlocking=true`)
    assert.deepEqual([body.total, body.data[0].id, body.data[0].isBlocking], [1, blocking.id, true])
    const now = app.clock.now()
    const tomorrow = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
    assert.equal(body.data[0].resetsAt, tomorrow.toISOString())
    const rest = await project.member.get(`${path}?isBlocking=false`)
    assert.equal(rest.body.total, 2)
    const summary = async () => (await project.member.get('/api/v1/usage/summary')).body.data.blockingCaps
    assert.equal(await summary(), 1)
    await project.admin.patch(`${path}/${blocking.id}`, { credits: 3 })
    assert.equal(await summary(), 0)
  })

  test('a requested cap of 0 blocks from its first moment', async () => {
    const project = await app.newProject()
    const { isBlocking, resetsAt } = await newCap(project, { period: 'total', credits: 0 })
    assert.deepEqual([isBlocking, resetsAt], [true, null])
  })
})
