import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Caller, startTestApp } from '../../../test/harness.ts'

const app = await startTestApp()
after(() => app.stop())

const base = '/api/v1/table/collections'
const schema = { fields: [{ name: 'email', type: 'email', unique: true }] }

async function newCollection(access: string) {
  const project = await app.newProject()
  const made = await project.admin.post(base, { name: 'People', access, schema, mode: 'strict' })
  assert.equal(made.status, 200, made.text)
  const documents = `${base}/${made.body.data.id}/documents`
  const write = (caller: Caller, email: string, query = '') => caller.post(`${documents}${query}`, { email })
  const [alice, bob] = [project.admin.as('alice'), project.admin.as('bob')]
  return { ...project, collection: `${base}/${made.body.data.id}`, documents, write, alice, bob }
}
const statusOf = async (response: Promise<{ status: number }>) => (await response).status

describe('a unique field where only owners see a document', () => {
  test('reveals nothing of what others have: a value is unique for each owner', async () => {
    const { write, alice, bob, documents } = await newCollection('owner')
    assert.equal(await statusOf(write(alice, 'a@example.com')), 200)
    assert.equal(await statusOf(write(alice, 'a@example.com')), 409)
    const other = await write(bob, 'a@example.com')
    assert.equal(other.status, 200, other.text)
    const second = await write(bob, 'b@example.com')
    const change = (email: string) => bob.patch(`${documents}/${second.body.data.id}`, { email })
    assert.equal(await statusOf(change('a@example.com')), 409)
    assert.equal(await statusOf(bob.delete(`${documents}/${other.body.data.id}`)), 200)
    assert.equal(await statusOf(change('a@example.com')), 200)
    assert.equal(await statusOf(write(alice, 'a@example.com')), 409)
  })

  test('an upsert finds the document of the acting user, never that of another', async () => {
    const { write, alice, bob } = await newCollection('owner')
    const [a, b] = [await write(alice, 'a@example.com'), await write(bob, 'a@example.com')]
    for (const [caller, made] of [
      [alice, a],
      [bob, b],
    ] as const) {
      const again = await write(caller, 'a@example.com', '?upsertOn=email')
      assert.equal(again.body.data.id, made.body.data.id)
    }
  })

  test('becomes one for all when all may see the documents, unless some share a value', async () => {
    const { write, admin, alice, bob, collection, documents } = await newCollection('owner')
    await write(alice, 'a@example.com')
    const twin = await write(bob, 'a@example.com')
    const open = (body: object) => admin.patch(collection, body)
    const blocked = await open({ access: 'project' })
    assert.deepEqual([blocked.status, blocked.body.error.code], [422, 'migration_blocked'])
    await bob.delete(`${documents}/${twin.body.data.id}`)
    assert.equal(await statusOf(open({ access: 'project' })), 200)
    assert.equal(await statusOf(write(bob, 'a@example.com')), 409)
    assert.equal(await statusOf(open({ access: 'owner' })), 200)
    assert.equal(await statusOf(write(bob, 'a@example.com')), 200)
  })

  test('made unique later, it counts for each owner', async () => {
    const { write, admin, alice, bob, collection } = await newCollection('owner')
    const plain = { fields: [{ name: 'email', type: 'email' }] }
    await admin.patch(collection, { schema: plain })
    for (const caller of [alice, bob]) await write(caller, 'a@example.com')
    const again = await admin.patch(collection, { schema })
    assert.equal(again.status, 200, again.text)
    assert.equal(await statusOf(write(alice, 'a@example.com')), 409)
  })

  test('409 for merging users who have the same value, 200 once they have not', async () => {
    const { write, admin, alice, bob, documents } = await newCollection('owner')
    const [a] = [await write(alice, 'a@example.com'), await write(bob, 'a@example.com')]
    const idOf = async (name: string) =>
      (await admin.get(`/api/v1/external-users/username/${name}`)).body.data.id
    const merge = async () =>
      admin.post(`/api/v1/external-users/${await idOf('alice')}/merge`, { intoId: await idOf('bob') })
    const refused = await merge()
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'unique_violation'])
    await alice.patch(`${documents}/${a.body.data.id}`, { email: 'other@example.com' })
    const done = await merge()
    assert.equal(done.status, 200, done.text)
    for (const email of ['a@example.com', 'other@example.com'])
      assert.equal(await statusOf(write(bob, email)), 409)
  })
})

for (const access of ['project', 'readProject_writeOwner'])
  test(`${access}: a value is unique in the collection, which all can see`, async () => {
    const { write, alice, bob } = await newCollection(access)
    assert.equal(await statusOf(write(alice, 'a@example.com')), 200)
    assert.equal(await statusOf(write(bob, 'a@example.com')), 409)
  })
