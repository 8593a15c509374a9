import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { upload, uploadAs } from './testing.ts'

/** Ten of them are more than what is looked at before anything is reserved. */
const block = 10 * 1024
const app = await startTestApp({ storageLimits: { projectBytes: 100 * block, userBytes: 60 * block } })
after(() => app.stop())
const address = new URL(await app.listen())

const sumsOf = async (projectId: string) => {
  const [row] = await app.db.rows<{ used_bytes: number; reserved_bytes: number }>(
    sql`select used_bytes, reserved_bytes from file_storage where project_id = ${projectId}`,
  )
  return { used: row?.used_bytes ?? 0, reserved: row?.reserved_bytes ?? 0 }
}
const blobsOf = async ({ id }: TestProject) => (await Array.fromAsync(app.blobs.list(`files/${id}/`))).length
const text = (size: number, letter: string) => letter.repeat(size)

test('413 storage_quota_exceeded: of many concurrent uploads exactly those that fit are stored', async () => {
  const project = await app.newProject()
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      uploadAs(project.admin.as(`user${i}`), `${i}.txt`, text(15 * block, String.fromCharCode(97 + i))),
    ),
  )
  const [inside, outside] = [
    responses.filter(({ success }) => success),
    responses.filter(({ success }) => !success),
  ]
  assert.equal(inside.length, 6, 'six of 15 blocks fit into 100')
  for (const { error } of outside) assert.equal(error.code, 'storage_quota_exceeded')
  assert.deepEqual(await sumsOf(project.id), { used: 90 * block, reserved: 0 })
  await app.app.sweep()
  assert.equal(await blobsOf(project), 6)
})

test('413 at the limit of one user, while another still has capacity; deleting frees capacity again', async () => {
  const { admin } = await app.newProject()
  const alice = admin.as('alice')
  const first = await uploadAs(alice, 'a.txt', text(50 * block, 'a'))
  assert.equal((await uploadAs(alice, 'b.txt', text(11 * block, 'b'))).error.code, 'storage_quota_exceeded')
  assert.equal((await uploadAs(admin.as('bob'), 'b.txt', text(11 * block, 'b'))).success, true)
  await alice.delete(`/api/v1/file/${first.file.id}`)
  assert.equal((await uploadAs(alice, 'c.txt', text(60 * block, 'c'))).success, true, 'to the last byte')
  const sums = (await alice.get('/api/v1/file/storage-breakdown')).body.data
  assert.deepEqual([sums.endUserUsedKb, sums.projectUsedKb], [600, 710])
})

test('an upload in parts holds its capacity from the start', async () => {
  const { admin } = await app.newProject()
  const start = (sizeBytes: number) =>
    admin.post('/api/v1/file/uploads', { fileType: 'other', name: 'x', sizeBytes })
  const { body } = await start(40 * block)
  const refused = await start(30 * block)
  assert.deepEqual([refused.status, refused.body.error.freeBytes], [413, 20 * block])
  assert.equal((await upload(admin, 'document', 'x.txt', text(30 * block, 'x'))).status, 413)
  await admin.delete(`/api/v1/file/uploads/${body.data.id}`)
  assert.equal((await upload(admin, 'document', 'x.txt', text(30 * block, 'x'))).status, 200)
})

test(
  'uploads and deletions of the same bytes, again and again: no file ever lacks them',
  inLongRun,
  async () => {
    const project = await app.newProject()
    const same = text(200, 's')
    const come = async () => {
      const response = await upload(project.admin, 'document', 's.txt', same)
      assert.equal(response.status, 200, response.text)
      return response.body.data.id as string
    }
    let last = await come()
    for (let round = 0; round < 15; round++) {
      const [next, gone, again] = await Promise.all([
        come(),
        project.admin.delete(`/api/v1/file/${last}`),
        come(),
      ])
      assert.equal(gone.status, 200)
      await app.app.sweep()
      for (const id of [next, again])
        assert.equal((await project.admin.get(`/api/v1/file/download/${id}`)).text, same, `round ${round}`)
      assert.equal((await project.admin.delete(`/api/v1/file/${again}`)).status, 200)
      last = next
    }
    await project.admin.delete(`/api/v1/file/${last}`)
    await until(async () => (await blobsOf(project)) === 0, 'the bytes to go with the last file')
    assert.deepEqual(await sumsOf(project.id), { used: 0, reserved: 0 })
  },
)

/** An upload that pauses in the middle until it is continued or aborted. */
async function stalledUpload({ adminKey, id }: TestProject) {
  const call = request({
    host: address.hostname,
    port: address.port,
    method: 'POST',
    path: '/api/v1/file/upload/single/document',
    headers: { host: 'localhost', 'x-api-key': adminKey, 'content-type': 'multipart/form-data; boundary=b' },
  })
  call.on('error', () => undefined)
  const reply = once(call, 'response')
  reply.catch(() => undefined)
  call.write('--b\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n')
  // More than what is looked at first, so that it is on its way into the storage.
  for (let i = 0; i < 12; i++) call.write(text(block, 'x'))
  await until(async () => (await sumsOf(id)).reserved > 0, 'the upload to be in flight')
  return {
    async finish() {
      call.end('\r\n--b--\r\n')
      const [response] = await reply
      response.resume()
      return response.statusCode as number
    },
    breakOff: () => call.destroy(),
  }
}

test('an upload that breaks off leaves nothing: no file, no promise, no bytes', async () => {
  const project = await app.newProject()
  const slow = await stalledUpload(project)
  assert.equal((await project.admin.get('/api/v1/file')).body.total, 0, 'nothing shows before the end')
  slow.breakOff()
  await until(async () => (await sumsOf(project.id)).reserved === 0, 'the promise to be taken back')
  await app.app.sweep()
  assert.equal(await blobsOf(project), 0)
})

test('what a dead process was writing is swept; one that was only slow gets an error', async () => {
  const project = await app.newProject()
  const slow = await stalledUpload(project)
  app.clock.advance(3_600_001)
  await app.app.sweep()
  assert.deepEqual(await sumsOf(project.id), { used: 0, reserved: 0 })
  assert.equal(await slow.finish(), 408)
  await app.app.sweep()
  assert.equal(await blobsOf(project), 0)
  assert.equal((await project.admin.get('/api/v1/file')).body.total, 0)
})

test('a user who is erased while a file of theirs arrives does not get it', async () => {
  const project = await app.newProject()
  const user = (await project.admin.post('/api/v1/external-users', { name: 'alice' })).body.data
  const token = (await project.admin.post(`/api/v1/external-users/${user.id}/tokens`)).body.data.token
  const slow = await stalledUpload({ ...project, adminKey: token })
  assert.equal((await project.admin.delete(`/api/v1/external-users/${user.id}`)).status, 200)
  assert.deepEqual(await sumsOf(project.id), { used: 0, reserved: 0 })
  assert.equal(await slow.finish(), 404)
  await app.app.sweep()
  assert.equal(await blobsOf(project), 0)
})

test('404 from the moment a file expires; a sweep takes its bytes', async () => {
  const project = await app.newProject()
  const { admin } = project
  const { id } = (await upload(admin, 'document', 'short.txt', 'short')).body.data
  const { id: stays } = (await upload(admin, 'document', 'long.txt', 'long')).body.data
  const inAnHour = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  assert.equal(
    (await admin.patch(`/api/v1/file/${id}`, { expiresAt: inAnHour })).body.data.expiresAt,
    inAnHour,
  )
  app.clock.advance(3_600_001)
  assert.equal((await admin.get(`/api/v1/file/download/${id}`)).status, 404)
  assert.equal((await admin.get('/api/v1/file/short.txt')).status, 404)
  assert.equal((await admin.patch(`/api/v1/file/${id}`, { expiresAt: null })).status, 404)
  assert.equal((await admin.get('/api/v1/file')).body.total, 1)
  await app.app.sweep()
  assert.equal(await blobsOf(project), 1)
  assert.equal((await admin.get(`/api/v1/file/download/${stays}`)).text, 'long')
  assert.deepEqual(await sumsOf(project.id), { used: 4, reserved: 0 })
})
