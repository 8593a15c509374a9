import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { sql, sqlText } from '../../src/kernel/db/db.ts'
import { duringDeletionOf } from '../during-deletion.ts'
import { startTestApp, type TestProject } from '../harness.ts'

const app = await startTestApp()
after(() => app.stop())

const users = '/api/v1/external-users'
const tool = ['/api/v1/tools/execute/crypto_hash', { arguments: { text: 'a secret' } }] as const
/** Every kind of billable work, by what begins it. */
const works: Record<string, readonly [path: string, body: object]> = {
  'a tool': tool,
  'a paid tool': ['/api/v1/tools/execute/http_request', { arguments: { url: 'http://127.0.0.1:9/' } }],
  'a script': ['/api/v1/sandbox/ephemeral', { language: 'javascript', source: 'return 1' }],
  'a script that may call out': [
    '/api/v1/sandbox/ephemeral',
    { language: 'javascript', source: 'return 1', allowedHosts: ['example.com'] },
  ],
  'a model call': ['/api/v1/ai/llm/generate', { prompt: '/say a' }],
  'a media job': ['/api/v1/ai/media/tts', { text: 'a secret' }],
}

async function newUser(project: TestProject, name: string): Promise<{ id: string }> {
  const made = await project.admin.post(users, { name })
  assert.equal(made.status, 200, made.text)
  return made.body.data
}

const rowsOf = (userId: string) =>
  app.db.rows(sql`
    select id from tool_execution where external_user_id = ${userId}
    union all select id from sandbox_execution where external_user_id = ${userId}
    union all select id from llm_call where external_user_id = ${userId}
    union all select id from llm_media_job where external_user_id = ${userId}
    union all select id from usage_hold where external_user_id = ${userId}`)

for (const [kind, limit] of [
  ['without limits', null],
  ['under a cap', { scope: 'project', period: 'day', credits: 1_000 }],
] as const)
  describe(`a user who is deleted while work begins, ${kind}`, () => {
    let project: TestProject
    before(async () => {
      project = await app.newProject()
      if (limit) assert.equal((await project.admin.post('/api/v1/usage/caps', limit)).status, 200)
    })
    for (const [work, [path, body]] of Object.entries(works))
      test(`404 and nothing is stored: ${work}`, async () => {
        const name = work.replaceAll(' ', '-')
        const { id } = await newUser(project, name)
        const response = await duringDeletionOf(app.db, { table: 'external_user', id }, () =>
          project.admin.as(name).post(path, body),
        )
        assert.deepEqual([response.status, response.body.error?.code], [404, 'external_user_not_found'])
        assert.deepEqual(await rowsOf(id), [])
      })
  })

test('what was executed while users were merged belongs to the one who is left', async () => {
  const project = await app.newProject()
  const [from, into] = [await newUser(project, 'carl'), await newUser(project, 'dora')]
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      i === 10
        ? project.admin.post(`${users}/${from.id}/merge`, { intoId: into.id })
        : project.admin.as('carl').post(...tool),
    ),
  )
  assert.equal(responses[10]!.status, 200, responses[10]!.text)
  const executed = responses.filter(({ status }, i) => i !== 10 && status === 200).length
  assert.deepEqual(await rowsOf(from.id), [])
  assert.equal((await rowsOf(into.id)).length, executed)
})

test('what was left behind by deleted users is emptied when the server is updated', async () => {
  const project = await app.newProject()
  const { id } = await newUser(project, 'emma')
  for (const [path, body] of [tool, works['a script']!, works['a model call']!])
    assert.equal((await project.admin.as('emma').post(path, body)).status, 200)
  await project.admin.post(...tool)
  await app.db.rows(sql`delete from external_user where id = ${id}`)
  const migration = await readFile(
    new URL('../../migrations/0025_orphaned_work.sql', import.meta.url),
    'utf8',
  )
  for (const statement of migration.split(/;\n/).slice(0, -1)) await app.db.rows(sqlText(statement))
  const left = await app.db.rows(sql`
    select 'tool' as kind from tool_execution where external_user_id = ${id} and status = 'forgotten' and arguments is null
    union all select 'script' from sandbox_execution where external_user_id = ${id} and status = 'forgotten' and source is null
    union all select 'call' from llm_call where external_user_id = ${id} and is_forgotten and prompt is null`)
  assert.deepEqual(left, [{ kind: 'tool' }, { kind: 'script' }, { kind: 'call' }])
  const [other] = (await project.admin.get('/api/v1/tools/execution-logs')).body.data
  assert.equal(other.status, 'succeeded')
})
