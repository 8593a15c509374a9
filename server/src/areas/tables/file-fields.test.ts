import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { upload, uploadAs } from '../files/testing.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/table/collections'
const fields = [{ name: 'picture', type: 'file' }]
let count = 0

async function made(body: object = { schema: { fields } }): Promise<string> {
  const response = await project.admin.post(base, { name: `Pictures ${++count}`, ...body })
  assert.equal(response.status, 200, response.text)
  return `${base}/${response.body.data.id}`
}

const uploaded = async (caller: Caller = project.admin): Promise<string> =>
  (await upload(caller, 'document', 'a.txt', `text ${++count}`)).body.data.id

async function usersOf(fileId: string): Promise<string[]> {
  const response = await project.admin.get(`/api/v1/file/meta/${fileId}/references`)
  return response.body.data.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`)
}

test('422 for a file of another project, of another user, or none, and nothing is written', async () => {
  const url = await made()
  const foreign = await uploaded((await app.newProject()).admin)
  const { file } = await uploadAs(project.admin.as('first'), 'b.txt', 'mine')
  for (const picture of [foreign, file.id, project.id]) {
    const response = await project.admin.as('second').post(`${url}/documents`, { picture })
    assert.equal(response.status, 422, response.text)
    assert.equal(response.body.error.details[0].path, '/picture')
  }
  assert.equal((await project.admin.as('first').post(`${url}/documents`, { picture: file.id })).status, 200)
  assert.equal((await project.admin.get(url)).body.data.documentCount, 1)
})

test('a file knows the documents that use it, until they use another or are deleted', async () => {
  const url = await made()
  const [first, second] = [await uploaded(), await uploaded()]
  const { id, collectionId } = (await project.admin.post(`${url}/documents`, { picture: first })).body.data
  assert.deepEqual(await usersOf(first), [`table_document ${collectionId}/${id}`])
  assert.equal((await project.admin.delete(`/api/v1/file/${first}?strict=true`)).status, 409)
  await project.admin.patch(`${url}/documents/${id}`, { picture: second })
  assert.deepEqual([await usersOf(first), (await usersOf(second)).length], [[], 1])
  await project.admin.delete(`${url}/documents/${id}`)
  assert.deepEqual(await usersOf(second), [])
})

test('a deleted file leaves the document changeable in everything else', async () => {
  const url = await made()
  const picture = await uploaded()
  const { id } = (await project.admin.post(`${url}/documents`, { picture })).body.data
  assert.equal((await project.admin.delete(`/api/v1/file/${picture}`)).status, 200)
  const changed = await project.admin.patch(`${url}/documents/${id}`, { title: 'still here' })
  assert.deepEqual([changed.status, changed.body.data.picture], [200, picture])
})

test('a field that becomes one of files is held to them; a deleted collection releases them', async () => {
  const url = await made({})
  const picture = await uploaded()
  const { id } = (await project.admin.post(`${url}/documents`, { picture: project.id })).body.data
  const refused = await project.admin.patch(url, { schema: { fields } })
  assert.equal(refused.body.error.code, 'migration_blocked', refused.text)
  // An object that no text can be made of.
  await project.admin.patch(`${url}/documents/${id}`, { picture: { toString: 1, valueOf: 2 } })
  const odd = await project.admin.patch(url, { schema: { fields } })
  assert.equal(odd.body.error.code, 'migration_blocked', odd.text)
  await project.admin.patch(`${url}/documents/${id}`, { picture })
  assert.equal((await project.admin.patch(url, { schema: { fields } })).status, 200)
  assert.equal((await usersOf(picture)).length, 1)
  await project.admin.delete(url)
  app.app.runs.start()
  await until(async () => (await usersOf(picture)).length === 0, 'the collection to be emptied')
})
