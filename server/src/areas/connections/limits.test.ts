import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { accountPath, configPath } from './testing.ts'

const app = await startTestApp({ hasPieces: false, accountLimits: { ofUser: 2, ofProject: 3 } })
after(() => app.stop())

const newConfig = ({ admin }: TestProject) =>
  admin.post(configPath, {
    toolkit: { slug: 'demo' },
    authConfig: { type: 'use_provider_managed_auth' },
  })

async function setUp() {
  const project = await app.newProject()
  const { body } = await newConfig(project)
  const invite = (username: string) =>
    project.admin.as(username).post(`${accountPath}/link`, { authConfigId: body.data.id })
  return { project, invite }
}

describe('connected accounts', () => {
  it('409 when an end user, or the project, has as many as there may be', async () => {
    const { invite, project } = await setUp()
    const at = await Promise.all([invite('ada'), invite('ada'), invite('ada')])
    assert.deepEqual(at.map(({ status }) => status).sort(), [200, 200, 409])
    const refused = at.find(({ status }) => status === 409)!
    assert.equal(refused.body.error.code, 'connected_account_limit_reached')
    assert.match(refused.body.message, /An end user can have 2/)
    assert.equal((await invite('bob')).status, 200)
    assert.match((await invite('cleo')).body.message, /A project can have 3/)
    const stored = at.find(({ status }) => status === 200)!.body.data.connectedAccountId
    await project.admin.as('ada').delete(`${accountPath}/${stored}`)
    assert.equal((await invite('ada')).status, 200)
  })

  it('without consent expire, are published once, and are deleted after a week', async () => {
    const { invite, project } = await setUp()
    const { connectedAccountId: id } = (await invite('dora')).body.data
    const reported = () =>
      app.db.rows(sql`select type, data->>'reason' as reason from event
        where project_id = ${project.id} and data->>'id' = ${id}`)
    const statusNow = async () =>
      (await project.admin.as('dora').get(`${accountPath}/${id}`)).body.data?.status ?? null
    await app.app.sweep()
    assert.deepEqual(await reported(), [])
    app.clock.advance(11 * 60_000)
    await app.app.sweep()
    await app.app.sweep()
    assert.deepEqual(await reported(), [{ type: 'connected_account.expired', reason: 'link_expired' }])
    assert.equal(await statusNow(), 'EXPIRED')
    const again = await project.admin.as('dora').post(`${accountPath}/${id}/reconnect`, {})
    assert.equal(again.status, 200)
    assert.equal(await statusNow(), 'INITIATED')
    app.clock.advance(8 * 24 * 3_600_000)
    await app.app.sweep()
    assert.equal((await reported()).length, 2)
    await app.app.sweep()
    assert.equal(await statusNow(), null)
  })

  it('of which one cannot be tidied are tidied all the same, and so is the rest of what is swept', async () => {
    const { invite, project } = await setUp()
    const invited = [await invite('eve'), await invite('fay'), await invite('gil')]
    const ids = invited.map(({ body }) => body.data.connectedAccountId as string)
    await app.db.rows(sql`
      create function refuse_account() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`)
    await app.db.rows(
      sqlText(`create trigger refuse_account before update or delete on connected_account for each row
        when (old.id = '${ids[0]}') execute function refuse_account()`),
    )
    const statuses = async () =>
      (
        await app.db.rows<{ status: string }>(sql`
          select status from connected_account where project_id = ${project.id} order by created_at, id`)
      ).map(({ status }) => status)
    app.clock.advance(11 * 60_000)
    await app.app.connections.sweep([])
    assert.deepEqual(await statuses(), ['INITIATED', 'EXPIRED', 'EXPIRED'])
    app.clock.advance(8 * 24 * 3_600_000)
    await app.app.connections.sweep([])
    assert.deepEqual(await statuses(), ['INITIATED'])
    const links = await app.db.rows(sql`select 1 from connection_link where project_id = ${project.id}`)
    assert.deepEqual(links, [])
    await app.db.rows(sql`drop trigger refuse_account on connected_account`)
  })
})

describe('auth configs', () => {
  it('409 for more than fifty of a toolkit', async () => {
    const { project } = await setUp()
    const made = await Promise.all(Array.from({ length: 52 }, () => newConfig(project)))
    const statuses = made.map(({ status }) => status).sort()
    assert.deepEqual([statuses.filter((each) => each === 200).length, statuses.at(-1)], [49, 409])
    const refused = made.find(({ status }) => status === 409)!
    assert.equal(refused.body.error.code, 'auth_config_limit_reached')
  })
})
