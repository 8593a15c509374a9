import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())

const path = '/api/v1/audit-log'

/** Entries of one second, so that their ids decide the order as well. */
const fill = (project: TestProject, count: number) =>
  app.db.rows(sql`
    insert into audit_entry (project_id, id, actor_kind, action, target_type, target_id, details, ip, request_id, created_at)
    select ${project.id}, uuidv7(), 'system', 'api_key.created', 'api_key', 'copied-' || n,
           jsonb_build_object('name', '=1+' || n), '127.0.0.1', 'r', '2026-01-01T00:00:00Z'::timestamptz + n / 700 * interval '1 second'
    from generate_series(1, ${count}::int) n`)

const linesOf = (text: string) => text.trimEnd().split('\r\n')

describe('the export of the audit log', () => {
  test('csv has every entry that matches once, in the order of the list, beyond a batch', async () => {
    const project = await app.newProject()
    await fill(project, 1_203)
    const query = 'q=copied-&to=2026-01-01T00:00:01Z'
    const { total } = (await project.admin.get(`${path}?${query}`)).body
    assert.equal(total, 699)
    for (const sortOrder of ['ASC', 'DESC']) {
      const response = await project.admin.get(`${path}?${query}&format=csv&limit=1&sortOrder=${sortOrder}`)
      assert.equal(response.status, 200)
      assert.match(String(response.headers['content-type']), /^text\/csv/)
      assert.equal(response.headers['content-disposition'], 'attachment; filename="audit-log.csv"')
      const [head, ...lines] = linesOf(response.text)
      assert.equal(
        head,
        'id,createdAt,action,actorKind,actorId,actorAccountId,targetType,targetId,ip,requestId,details',
      )
      const ids = lines.map((line) => line.split(',')[0]!)
      assert.equal(new Set(ids).size, total)
      const listed = (await project.admin.get(`${path}?${query}&limit=3&sortOrder=${sortOrder}`)).body.data
      assert.deepEqual(
        ids.slice(0, 3),
        listed.map(({ id }: { id: string }) => id),
      )
    }
  })

  test('jsonl has the entries as the list returns them', async () => {
    const project = await app.newProject()
    await fill(project, 3)
    const response = await project.admin.get(`${path}?format=jsonl&q=copied-`)
    assert.match(String(response.headers['content-type']), /^application\/x-ndjson/)
    const exported = response.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(exported, (await project.admin.get(`${path}?q=copied-`)).body.data)
  })

  test('no cell is a formula to a spreadsheet, and a line break does not end a row', async () => {
    const project = await app.newProject()
    const target = '=cmd("x")\nnext'
    await app.db.rows(sql`
      insert into audit_entry (project_id, id, actor_kind, action, target_type, target_id, ip, request_id, created_at)
      values (${project.id}, uuidv7(), 'system', 'user.erased', 'external_user', ${target}, '127.0.0.1', 'r', now())`)
    const { text } = await project.admin.get(`${path}?format=csv&action=user.erased`)
    const lines = linesOf(text)
    assert.equal(lines.length, 2)
    assert.ok(lines[1]!.includes(`"'=cmd(""x"")\nnext"`), lines[1])
  })

  test('belongs to one project, and to its admins: 403 for a member', async () => {
    const [project, other] = [await app.newProject(), await app.newProject()]
    await fill(other, 2)
    for (const format of ['csv', 'jsonl']) {
      const { text } = await project.admin.get(`${path}?format=${format}`)
      assert.doesNotMatch(text, /copied-/)
      const refused = await project.member.get(`${path}?format=${format}`)
      assert.equal(refused.status, 403)
      assert.doesNotMatch(refused.text, /copied-/)
    }
  })

  test('400 for an order that exports do not have, a range that ends before it begins, another format', async () => {
    const { admin } = await app.newProject()
    for (const query of [
      'format=csv&sortBy=action',
      'format=csv&from=2026-01-02&to=2026-01-01',
      'format=xlsx',
    ])
      assert.equal((await admin.get(`${path}?${query}`)).status, 400, query)
  })
})
