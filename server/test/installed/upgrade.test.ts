import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { migrationsDirectory } from '../../src/infrastructure.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { createExternalDatabase } from '../process/external-database.ts'
import { makeInstallation } from '../process/stoa.ts'

// The first schema with projects and end users: no installation has an older one.
const oldest = '0007_external_users'
const [projectId, userId] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']

async function createOldInstallation(): Promise<string> {
  const connectionString = await createExternalDatabase()
  await migrate({ connectionString }, { directory: migrationsDirectory, upTo: oldest })
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `insert into project (id, name, slug, created_at, updated_at) values ($1, 'Old', 'old', now(), now())`,
    [projectId],
  )
  await client.query(
    `insert into external_user (project_id, id, name, source, metadata, created_at, updated_at)
     values ($1, $2, 'ada', 'username', '{"channel":"slack"}', now(), now())`,
    [projectId, userId],
  )
  await client.query('insert into external_user_stats (project_id, external_user_id) values ($1, $2)', [
    projectId,
    userId,
  ])
  await client.end()
  return connectionString
}

test('a database of the oldest schema is upgraded by a start, with its rows, and works', async (t) => {
  const installation = await makeInstallation(t)
  const env = { STOA_DATA_DIR: installation.dataDir, DATABASE_URL: await createOldInstallation() }
  const server = await installation.start(env)
  assert.equal(server.line.apiKey, null, 'it is not taken for a new installation')
  const created = await installation.run(['key', 'create', 'old', '--json'], env)
  assert.equal(created.code, 0, created.stderr)
  const [key] = /stoa_[\w-]{27,}/.exec(created.stdout)!
  const headers = { 'x-api-key': key }
  const { body } = await server.call('GET', '/external-users?search=ada', undefined, headers)
  assert.deepEqual(
    body.data.map((user: { id: string; metadata: object }) => [user.id, user.metadata]),
    [[userId, { channel: 'slack' }]],
  )
  // Of areas that came later.
  const acting = { ...headers, 'x-username': 'ada' }
  const collection = await server.call('POST', '/table/collections', { name: 'Orders' }, headers)
  assert.equal(collection.status, 200, JSON.stringify(collection.body))
  const tool = await server.call(
    'POST',
    '/tools/execute/text_slugify',
    { arguments: { text: 'A b' } },
    acting,
  )
  assert.equal(tool.status, 200, JSON.stringify(tool.body))
  assert.equal((await server.stop()).code, 0)
})
