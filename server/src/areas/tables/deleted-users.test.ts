import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { duringDeletionOf } from '../../../test/during-deletion.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/table/collections'
const users = '/api/v1/external-users'

const responseDuringDeletion = <T>(userId: string, send: () => Promise<T>) =>
  duringDeletionOf(app.db, { table: 'external_user', id: userId }, send)

/** The responses that the endpoint declares. */
const documentedErrors = (method: string, path: string) =>
  app.app.endpoints.find((each) => each.method === method && each.path === path)?.errors ?? []

async function newUser(name: string): Promise<{ id: string }> {
  const made = await project.admin.post(users, { name })
  assert.equal(made.status, 200, made.text)
  return made.body.data
}

const orphans = async (userId: string) => {
  const rows = await app.db.rows(sql`
    select 1 from document where owner_id = ${userId} union all select 1 from collection where owner_id = ${userId}`)
  return rows.length
}

test('404 and nothing stored: a document for a user who is deleted at that moment', async () => {
  const collection = (await project.admin.post(base, { name: 'Things' })).body.data
  const { id } = await newUser('anna')
  const documents = `${base}/${collection.id}/documents`
  const response = await responseDuringDeletion(id, () => project.admin.as('anna').post(documents, { a: 1 }))
  assert.deepEqual([response.status, response.body.error?.code], [404, 'external_user_not_found'])
  assert.equal(await orphans(id), 0)
  for (const path of [`${base}/{id}/documents`, `${base}/{id}/documents/batch`] as const)
    assert.ok(documentedErrors('POST', path).includes('external_user_not_found'), path)
})

test('404 and nothing stored: a collection of a user who is deleted at that moment', async () => {
  const { id } = await newUser('bert')
  const response = await responseDuringDeletion(id, () =>
    project.admin.as('bert').post(base, { name: 'Of Bert' }),
  )
  assert.deepEqual([response.status, response.body.error?.code], [404, 'external_user_not_found'])
  assert.equal(await orphans(id), 0)
  assert.ok(documentedErrors('POST', base).includes('external_user_not_found'))
})

test('what was written while users were merged belongs to the one who is left', async () => {
  const schema = { fields: [{ name: 'email', type: 'email', unique: true }] }
  const made = await project.admin.post(base, { name: 'People', access: 'owner', schema, mode: 'strict' })
  const documents = `${base}/${made.body.data.id}/documents`
  const [from, into] = [await newUser('carl'), await newUser('dora')]
  const write = (i: number) => project.admin.as('carl').post(documents, { email: `${i}@example.com` })
  const numbers = Array.from({ length: 40 }, (_, i) => i)
  const merging = numbers.map((i) =>
    i === 10 ? project.admin.post(`${users}/${from.id}/merge`, { intoId: into.id }) : write(i),
  )
  const responses = await Promise.all(merging)
  assert.equal(responses[10]!.status, 200, responses[10]!.text)
  const written = responses.filter(({ status }, i) => i !== 10 && status === 200).length
  assert.equal((await project.admin.as('dora').get(documents)).body.total, written)
  assert.equal(await orphans(from.id), 0)
})

test('200: an unknown user may delete what all may change', async () => {
  const { id } = (await project.admin.post(base, { name: 'Open', access: 'project' })).body.data
  const document = (await project.admin.post(`${base}/${id}/documents`, { a: 1 })).body.data
  const gone = await project.admin.as('unknown-name').delete(`${base}/${id}/documents/${document.id}`)
  assert.equal(gone.status, 200, gone.text)
})
