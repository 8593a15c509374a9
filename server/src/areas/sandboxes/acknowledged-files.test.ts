import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())

const path = '/api/v1/sandbox/sessions'
const open = async (caller: Caller): Promise<string> => (await caller.post(path, {})).body.data.id

async function execute(caller: Caller, id: string, source: string, more: object = {}) {
  const response = await caller.post(`${path}/${id}/execute`, { language: 'javascript', source, ...more })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

const put = async (caller: Caller, id: string, name: string, text: string) => {
  const response = await caller.put(`${path}/${id}/files?path=${name}`, Buffer.from(text))
  assert.equal(response.status, 200, response.text)
}
const get = async (caller: Caller, id: string, name: string) => {
  const { status, text } = await caller.get(`${path}/${id}/files?path=${name}`)
  return status === 200 ? text : status
}

const rowOf = async (id: string) => {
  const [row] = await app.db.rows<{ holder: string | null; changes: string[]; blob: string | null }>(sql`
    select holder, change_blob_ids as changes, state_blob_id as blob from sandbox_session where id = ${id}`)
  return row!
}
const saved = (id: string) =>
  until(async () => {
    const { holder, blob } = await rowOf(id)
    return holder === null && blob !== null
  }, 'the save')

/** What is left when the node that had the session is killed before it saves: the row and the blobs. */
const loseNode = (id: string) =>
  app.db.rows(sql`
    update sandbox_session set holder = null, held_until = null, hold_number = hold_number + 1 where id = ${id}`)

function nodeFor(t: TestContext, key: string) {
  const { http } = app.secondNode()
  t.after(() => http.close())
  return (method: 'GET' | 'POST', rest: string, payload?: object) =>
    http.inject({
      method,
      url: `${path}/${rest}`,
      headers: { 'x-api-key': key },
      ...(payload ? { payload } : {}),
    })
}

describe('files of a session that were acknowledged', () => {
  it('are there after the interpreter was killed: written, deleted, made by scripts before', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    await put(member, id, 'deleted', 'old')
    await execute(member, id, 'files.write("changed", "old")')
    await saved(id)
    await put(member, id, 'written', 'new')
    await member.delete(`${path}/${id}/files?path=deleted`)
    await execute(member, id, 'open("changed", "w").write("new")', { language: 'python' })
    const killed = await execute(member, id, 'import os\nos._exit(3)', { language: 'python' })
    assert.deepEqual([killed.status, killed.stateLost], ['failed', true])
    const found = await Promise.all(['deleted', 'changed', 'written'].map((name) => get(member, id, name)))
    assert.deepEqual(found, [404, 'new', 'new'])
  })

  it('survive the death of the node; file writes lose nothing, lost interpreter state is reported', async (t) => {
    const { member, memberKey } = await app.newProject()
    const id = await open(member)
    await put(member, id, 'a', 'one')
    await loseNode(id)
    const second = nodeFor(t, memberKey)
    const run = (source: string) => ({ language: 'javascript', source })
    assert.equal((await second('GET', `${id}/files?path=a`)).body, 'one')
    const made = await second('POST', `${id}/execute`, run('files.write("b", "two"); let kept = 1'))
    assert.equal(made.json().data.stateLost, false, made.body)
    await loseNode(id)
    const third = nodeFor(t, memberKey)
    const { data } = (
      await third('POST', `${id}/execute`, run('return [files.readText("b"), typeof kept]'))
    ).json()
    assert.deepEqual([data.result, data.stateLost], [{ value: ['two', 'undefined'] }, true])
  })

  it('are stored once: a save replaces the changes before it, and the end of the session all of them', async () => {
    const { member, id: projectId } = await app.newProject()
    const id = await open(member)
    await put(member, id, 'a', 'one')
    const { changes } = await rowOf(id)
    await saved(id)
    assert.deepEqual((await rowOf(id)).changes, [])
    const isDeleted = async (blobId: string) =>
      (await app.blobs.head(`sandbox/${projectId}/${blobId}`)) === null
    for (const blobId of changes) await until(() => isDeleted(blobId), 'the removal of a change')
    await put(member, id, 'b', 'two')
    const left = await rowOf(id)
    await member.delete(`${path}/${id}`)
    for (const blobId of [...left.changes, left.blob!])
      await until(() => isDeleted(blobId), 'the removal of what the session held')
  })

  it('a change that was announced and never written was never acknowledged: the rest is there', async (t) => {
    const { member, memberKey } = await app.newProject()
    const id = await open(member)
    await put(member, id, 'a', 'one')
    await app.db.rows(sql`
      update sandbox_session set change_blob_ids = change_blob_ids || id where id = ${id}`)
    await loseNode(id)
    const read = await nodeFor(t, memberKey)('GET', `${id}/files?path=a`)
    assert.equal(read.body, 'one')
  })
})

describe('queuedMs', () => {
  it('reports the wait for the scripts before it in the session', async () => {
    const { member } = await app.newProject()
    const id = await open(member)
    await execute(member, id, '1')
    const spin = 'console.log(1); const end = Date.now() + 400; while (Date.now() < end) {}'
    // Which of the two comes first is up to the server; the short one has to wait only behind the long one.
    await until(async () => {
      const [, second] = await Promise.all([execute(member, id, spin), execute(member, id, 'return 1')])
      return second.queuedMs >= 300
    })
  })
})
