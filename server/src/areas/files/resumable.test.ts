import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startFakeS3 } from '../../../test/fakes/s3.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { upload } from './testing.ts'

const partSizeBytes = 1024 * 1024
// No text and no known format, whatever is drawn.
const content = Buffer.concat([Buffer.from([0, 1, 2, 3]), randomBytes(2.5 * partSizeBytes)])
const sha256 = createHash('sha256').update(content).digest('hex')
const partOf = (n: number) => content.subarray((n - 1) * partSizeBytes, n * partSizeBytes)
const bytes = { 'content-type': 'application/octet-stream' }

const s3 = await startFakeS3()
const onDisk = await startTestApp()
const onS3 = await startTestApp({ blobs: s3 })
after(async () => {
  await onDisk.stop()
  await onS3.stop()
  await s3.stop()
})

const begin = async (caller: Caller, more: object = {}) =>
  (
    await caller.post('/api/v1/file/uploads', {
      fileType: 'other',
      name: 'big.bin',
      sizeBytes: content.length,
      partSizeBytes,
      ...more,
    })
  ).body.data
const put = (caller: Caller, id: string, n: number, body = partOf(n), headers = {}) =>
  caller.put(`/api/v1/file/uploads/${id}/parts/${n}`, body, { ...bytes, ...headers })

for (const [storage, app] of [
  ['on disk', onDisk],
  ['on S3', onS3],
] as const) {
  describe(storage, () => {
    const blobsOf = async (projectId: string) =>
      (await Array.fromAsync(app.blobs.list(`files/${projectId}/`))).length

    test('parts in any order, again and side by side become the file', async () => {
      const { admin, scope, id: projectId } = await app.newProject()
      const alice = admin.as('alice')
      const { id, partCount } = await begin(alice, { sha256, metadata: { a: 1 } })
      assert.equal(partCount, 3)
      await put(alice, id, 3)
      const early = await alice.post(`/api/v1/file/uploads/${id}/complete`)
      assert.deepEqual([early.status, early.body.error.missingParts], [409, [1, 2]])
      await Promise.all([put(alice, id, 1), put(alice, id, 2), put(alice, id, 1)])
      const { body } = await alice.get(`/api/v1/file/uploads/${id}`)
      assert.deepEqual(
        body.data.parts.map(({ number, sizeBytes }: { number: number; sizeBytes: number }) => [
          number,
          sizeBytes,
        ]),
        [1, 2, 3].map((n) => [n, partOf(n).length]),
      )
      const made = await alice.post(`/api/v1/file/uploads/${id}/complete`)
      assert.equal(made.status, 200, made.text)
      assert.deepEqual([made.body.data.sha256, made.body.data.metadata], [sha256, { a: 1 }])
      const again = await alice.post(`/api/v1/file/uploads/${id}/complete`)
      assert.equal(again.body.data.id, made.body.data.id)
      assert.equal((await alice.get(`/api/v1/file/uploads/${id}`)).body.data.fileId, made.body.data.id)
      await until(async () => (await blobsOf(projectId)) === 1, 'the parts to go')
      const opened = await app.app.files.open(scope, made.body.data.id)
      const whole = createHash('sha256')
      for await (const chunk of opened.stream) whole.update(chunk as Buffer)
      assert.equal(whole.digest('hex'), sha256)
    })

    test('a single file goes in and comes out, and its bytes go with it', async () => {
      const { admin, id: projectId } = await app.newProject()
      const { body } = await upload(admin, 'document', 'a.txt', 'on any storage')
      assert.equal((await admin.get(body.data.url, { range: 'bytes=3-5' })).text, 'any')
      await admin.delete(`/api/v1/file/${body.data.id}`)
      await until(async () => (await blobsOf(projectId)) === 0, 'the bytes to go')
    })
  })
}

describe('refusals', () => {
  const app = onDisk
  test('400 for a wrong checksum, a wrong length, a part beyond the last', async () => {
    const { admin, id: projectId } = await app.newProject()
    const { id } = await begin(admin)
    const wrong = await put(admin, id, 1, partOf(1), { 'x-content-sha256': '0'.repeat(64) })
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'checksum_mismatch'])
    assert.equal((await put(admin, id, 1, partOf(1).subarray(1))).status, 400)
    assert.equal((await put(admin, id, 3, partOf(1))).status, 400)
    assert.equal((await put(admin, id, 4, partOf(1))).status, 400)
    const right = createHash('sha256').update(partOf(1)).digest('hex').toUpperCase()
    assert.equal((await put(admin, id, 1, partOf(1), { 'x-content-sha256': right })).status, 200)
    await app.app.sweep()
    assert.equal(
      (await Array.fromAsync(app.blobs.list(`files/${projectId}/`))).length,
      1,
      'only the good part stays',
    )
  })

  test('400 when the whole is not what was announced, 415 when it is of no type that is taken', async () => {
    const { admin } = await app.newProject()
    const one = await begin(admin, { sha256: '0'.repeat(64) })
    const two = await begin(admin, { fileType: 'video', name: 'x.mp4' })
    for (const { id } of [one, two]) for (const n of [1, 2, 3]) await put(admin, id, n)
    assert.equal(
      (await admin.post(`/api/v1/file/uploads/${one.id}/complete`)).body.error.code,
      'checksum_mismatch',
    )
    assert.equal((await admin.post(`/api/v1/file/uploads/${two.id}/complete`)).status, 415)
    assert.equal((await admin.get('/api/v1/file')).body.total, 0)
    assert.equal(
      (await admin.get(`/api/v1/file/uploads/${one.id}`)).body.data.parts.length,
      3,
      'and may be fixed',
    )
  })

  test('413 for more than the type takes, 400 for too many parts, 404 for another user', async () => {
    const { admin } = await app.newProject()
    const start = (body: object) =>
      admin.post('/api/v1/file/uploads', { fileType: 'image', name: 'x', ...body })
    assert.equal((await start({ sizeBytes: 20 * 1024 * 1024 + 1 })).status, 413)
    assert.equal((await start({ fileType: 'video', sizeBytes: 5e9, partSizeBytes: 1000 })).status, 400)
    const { id } = await begin(admin)
    assert.equal((await put(admin.as('bob'), id, 1)).status, 404)
  })

  test('an upload that is given up, or forgotten after a day, leaves nothing', async () => {
    const { admin, id: projectId } = await app.newProject()
    const [one, two] = [await begin(admin), await begin(admin)]
    await put(admin, one.id, 1)
    await put(admin, two.id, 1)
    assert.equal((await admin.delete(`/api/v1/file/uploads/${one.id}`)).status, 200)
    assert.equal((await admin.get(`/api/v1/file/uploads/${one.id}`)).status, 404)
    app.clock.advance(24 * 3_600_000)
    assert.equal((await put(admin, two.id, 2)).status, 404)
    await app.app.sweep()
    const [sums] = await app.db.rows<{ used_bytes: number; reserved_bytes: number }>(
      sql`select used_bytes, reserved_bytes from file_storage where project_id = ${projectId}`,
    )
    assert.deepEqual(sums, { used_bytes: 0, reserved_bytes: 0 })
    assert.deepEqual(await Array.fromAsync(app.blobs.list(`files/${projectId}/`)), [])
  })

  test('concurrent completions create one file', async () => {
    const { admin } = await app.newProject()
    const { id } = await begin(admin)
    for (const n of [1, 2, 3]) await put(admin, id, n)
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => admin.post(`/api/v1/file/uploads/${id}/complete`)),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      responses.map(() => 200),
    )
    assert.equal(new Set(responses.map(({ body }) => body.data.id)).size, 1)
    assert.equal((await admin.get('/api/v1/file')).body.total, 1)
  })

  test('parts are joined by one request at a time; one that died holds up no one for long', async () => {
    const { admin } = await app.newProject()
    const { id } = await begin(admin)
    for (const n of [1, 2, 3]) await put(admin, id, n)
    const claim = (until: Date) =>
      app.db.rows(sql`update file_upload set joining_until = ${until} where id = ${id}`)
    await claim(new Date(app.clock.now().getTime() + 60_000))
    const waiting = admin.post(`/api/v1/file/uploads/${id}/complete`)
    await until(async () => (await app.db.rows(sql`select 1 from file_upload where id = ${id}`)).length === 1)
    assert.equal((await admin.get('/api/v1/file')).body.total, 0)
    await claim(new Date(app.clock.now().getTime() - 1))
    const taken = await admin.post(`/api/v1/file/uploads/${id}/complete`)
    assert.equal(taken.status, 200)
    assert.equal((await waiting).body.data.id, taken.body.data.id)
  })
})
