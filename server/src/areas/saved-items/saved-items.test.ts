import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const path = '/api/v1/saved-items'
let app: TestApp
let project: TestProject

before(async () => {
  app = await startTestApp()
  project = await app.newProject()
})
after(() => app.stop())

const preset = (name: string, data: object = { system: 'Be brief.' }) => ({
  kind: 'playground_preset',
  name,
  data,
})
const conversation = (name: string) => ({ kind: 'playground_conversation', name, data: { turns: [] } })
const names = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name)

/** Another member of the project, by an invitation. */
async function colleagueOf(person: Caller): Promise<Caller> {
  const invited = await person.post('/api/v1/invitations', { email: 'colleague@example.com', role: 'admin' })
  const token = new URL(invited.body.data.url).hash.slice('#token='.length)
  const signed = await app.anonymous.post('/api/v1/auth/accept-invitation', {
    token,
    password: 'a password of ten',
  })
  return app.callerWith({
    cookie: String(signed.headers['set-cookie']).split(';')[0]!,
    'x-csrf-token': signed.body.data.csrfToken,
    'x-project-id': project.id,
  })
}

describe('presets', () => {
  test('are shared in the project, listed without data, renamed and deleted', async () => {
    const made = await project.admin.post(path, preset(' Support '))
    assert.deepEqual([made.status, made.body.data.name], [200, 'Support'])
    const { id } = made.body.data
    const list = await project.member.get(`${path}?kind=playground_preset&q=supp`)
    assert.deepEqual([names(list), 'data' in list.body.data[0]], [['Support'], false])
    assert.deepEqual((await project.member.get(`${path}/${id}`)).body.data.data, { system: 'Be brief.' })
    const renamed = await project.member.patch(`${path}/${id}`, { name: 'Sales' })
    assert.deepEqual([renamed.body.data.name, renamed.body.data.data], ['Sales', { system: 'Be brief.' }])
    const stale = await project.admin.patch(`${path}/${id}`, { data: {} }, { 'if-match': '"1"' })
    assert.equal(stale.status, 412)
    assert.equal((await project.admin.delete(`${path}/${id}`)).status, 200)
    assert.equal((await project.admin.get(`${path}/${id}`)).body.error.code, 'saved_item_not_found')
  })

  test('409 for a name that is taken, also by a rename and by requests at the same moment', async () => {
    const both = await Promise.all(['Same', 'SAME'].map((name) => project.admin.post(path, preset(name))))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    const other = await project.admin.post(path, preset('Other'))
    const taken = await project.admin.patch(`${path}/${other.body.data.id}`, { name: 'same' })
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'name_conflict'])
    const itself = await project.admin.patch(`${path}/${other.body.data.id}`, { name: 'OTHER' })
    assert.equal(itself.status, 200)
  })

  test('400 for data that is too large, a list, or of a table', async () => {
    for (const body of [
      preset('Large', { text: 'x'.repeat(256 * 1024) }),
      { ...preset('List'), data: [] },
      { ...preset('Table'), collectionId: randomUUID() },
      preset('   '),
    ])
      assert.equal((await project.admin.post(path, body)).status, 400, JSON.stringify(body).slice(0, 60))
  })
})

describe('views of tables', () => {
  test('belong to a table of the project; names are free again in another table, and go with theirs', async () => {
    const tables = '/api/v1/table/collections'
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (name) => (await project.admin.post(tables, { name })).body.data.id as string),
    )
    const view = (collectionId: string | undefined) => ({
      kind: 'table_view',
      name: 'Open',
      collectionId,
      data: { sort: 'id:asc' },
    })
    assert.equal((await project.admin.post(path, view(undefined))).status, 400)
    assert.equal((await project.admin.post(path, view(randomUUID()))).body.error.code, 'collection_not_found')
    const neighbour = await app.newProject()
    assert.equal((await neighbour.admin.post(path, view(one))).body.error.code, 'collection_not_found')
    for (const id of [one, two]) assert.equal((await project.admin.post(path, view(id))).status, 200)
    const list = await project.admin.get(`${path}?kind=table_view&collectionId=${one}`)
    assert.deepEqual(names(list), ['Open'])
    await project.admin.delete(`${tables}/${one}`)
    assert.equal((await project.admin.post(path, view(one))).body.error.code, 'collection_not_found')
  })
})

describe('conversations', () => {
  test('are seen only by the person who had them; the oldest of 200 is deleted for another', async () => {
    const person = await app.signIn(project)
    const made = await person.post(path, conversation('Hello'))
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const { id } = made.body.data
    assert.equal((await person.post(path, conversation('Hello'))).status, 200)
    assert.equal((await project.admin.get(`${path}/${id}`)).status, 404)
    assert.equal((await project.admin.patch(`${path}/${id}`, { name: 'Mine' })).status, 404)
    assert.equal((await project.admin.delete(`${path}/${id}`)).status, 404)
    assert.deepEqual(names(await project.admin.get(`${path}?kind=playground_conversation`)), [])
    assert.equal(
      (await project.admin.post(path, conversation('Of a key'))).status,
      400,
      'everyone would see it',
    )
    const colleague = await colleagueOf(person)
    assert.equal((await colleague.get(`${path}/${id}`)).status, 404)
    assert.deepEqual(names(await colleague.get(`${path}?kind=playground_conversation`)), [])
    app.clock.advance(1_000)
    await app.db.rows(sql`
      insert into saved_item (project_id, id, kind, name, account_id, data, created_at, updated_at)
      select project_id, gen_random_uuid(), kind, 'later', account_id, data, ${app.clock.now()}, ${app.clock.now()}
      from saved_item, generate_series(1, 198) where id = ${id}`)
    app.clock.advance(1_000)
    await person.post(path, conversation('The last'))
    const { body } = await person.get(`${path}?kind=playground_conversation&limit=1`)
    assert.deepEqual([body.total, body.data[0].name], [200, 'The last'])
    assert.equal((await person.get(`${path}/${id}`)).status, 404)
  })
})
