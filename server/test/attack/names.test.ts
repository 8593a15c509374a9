import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Statement, sql } from '../../src/kernel/db/db.ts'
import { openPostgres } from '../../src/kernel/db/postgres.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { until } from '../until.ts'
import { base as workflows } from '../workflows/api.ts'

const app = await startTestApp({ hasPieces: false })
const outside = openPostgres({
  settings: app.settings,
  applicationName: 'attack',
  poolSize: 2,
  onError: () => undefined,
})
after(async () => {
  await outside.close()
  await app.stop()
})

let project: TestProject
before(async () => {
  project = await app.newProject()
})

const waiting = () =>
  until(async () => {
    const [row] = await outside.rows<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return row!.count > 0
  }, 'a request waiting for a lock')

/** The statement gives the name to the first one, in a transaction that ends when the second one wants it as well. */
async function renameBoth(
  first: Statement,
  path: string,
  code: string,
  second = () => project.admin.patch(path, { name: 'wanted' }),
) {
  let late: ReturnType<typeof second> | undefined
  await outside.begin(async (held) => {
    await held.rows(first)
    late = second()
    await waiting()
  })
  const { status, body, text } = await late!
  assert.deepEqual([status, body.error?.code], [409, code], text)
}

describe('a name that two want at the same moment goes to one, and the other gets a conflict', () => {
  const create = async (path: string, body: object): Promise<string> => {
    const { body: made, status, text } = await project.admin.post(path, body)
    assert.equal(status, 200, text)
    return made.data.id ?? made.data.triggerId
  }

  test('knowledge collections', async () => {
    const path = '/api/v1/knowledge/collections'
    const [first, second] = [await create(path, { name: 'a' }), await create(path, { name: 'b' })]
    const rename = sql`update knowledge_collection set name = 'wanted' where id = ${first}`
    await renameBoth(rename, `${path}/${second}`, 'name_conflict')
  })

  test('MCP servers', async () => {
    const path = '/api/v1/mcp_manager'
    const server = (name: string) => create(path, { name, mode: 'NORMAL', selectedTools: ['text_slugify'] })
    const [first, second] = [await server('a'), await server('b')]
    await renameBoth(
      sql`update mcp_server set name = 'wanted' where id = ${first}`,
      `${path}/${second}`,
      'slug_conflict',
    )
  })

  test('triggers of a workflow', async () => {
    const workflowId = await create(`${workflows}/create`, { name: 'named' })
    const path = '/api/v1/trigger_instances'
    const trigger = (name: string) =>
      create(`${path}/webhook/upsert`, { name, workflowId, triggerConfig: {} })
    const [first, second] = [await trigger('a'), await trigger('b')]
    const rename = sql`update trigger_instance set name = 'wanted' where id = ${first}`
    await renameBoth(rename, `${path}/manage/${second}`, 'name_conflict')
    const other = sql`update trigger_instance set name = 'newest' where id = ${second}`
    const newest = { name: 'newest', workflowId, triggerConfig: {} }
    await renameBoth(other, path, 'name_conflict', () => project.admin.post(`${path}/webhook/upsert`, newest))
  })
})
