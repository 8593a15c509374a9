import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { formOf, png, upload, uploadAs } from './testing.ts'

const app = await startTestApp()
after(() => app.stop())

const blobsOf = async (projectId: string): Promise<string[]> =>
  (await Array.fromAsync(app.blobs.list(`files/${projectId}/`))).map(({ key }) => key)
const idOf = async (caller: Caller, name: string, content: string) =>
  (await uploadAs(caller, name, content)).file.id

describe('POST upload/single', () => {
  test('200: the file with everything that is known of it, and its bytes', async () => {
    const { admin, id: projectId } = await app.newProject()
    const { status, body } = await upload(admin, 'document', 'Bericht ä.txt', 'hello files')
    assert.equal(status, 200)
    const file = body.data
    assert.deepEqual(
      { ...file, id: '', createdAt: '', updatedAt: '' },
      {
        id: '',
        name: 'Bericht ä.txt',
        fileType: 'document',
        mimeType: 'text/plain',
        extension: 'txt',
        sizeBytes: 11,
        sha256: createHash('sha256').update('hello files').digest('hex'),
        url: `/api/v1/file/download/${file.id}`,
        ref: `file:${file.id}`,
        status: 'ready',
        expiresAt: null,
        metadata: {},
        eUID: projectId,
        createdAt: '',
        updatedAt: '',
      },
    )
    assert.equal((await admin.get(file.url)).text, 'hello files')
  })

  test('200: x-username has no effect and makes no one', async () => {
    const { admin, id: projectId } = await app.newProject()
    const { body, headers } = await upload(admin.as('alice'), 'image', 'a.png', png)
    assert.equal(body.data.eUID, projectId)
    assert.equal(headers['x-external-user-created'], undefined)
    assert.equal((await admin.get('/api/v1/external-users?q=alice')).body.total, 0)
    assert.equal((await admin.as('alice').get(`/api/v1/file/meta/${body.data.id}`)).status, 404)
    await admin.post('/api/v1/external-users', { name: 'alice' })
    assert.equal(
      (await admin.as('alice').get(`/api/v1/file/meta/${body.data.id}`)).status,
      200,
      'what the project has is open to its keys, for any acting user',
    )
    assert.equal((await admin.as('alice').delete(`/api/v1/file/${body.data.id}`)).status, 404)
    assert.equal((await admin.as('alice').get('/api/v1/file')).body.total, 0)
  })

  test('200: fields before and behind the file are honoured', async () => {
    const { admin } = await app.newProject()
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const [body, headers] = formOf([
      { name: 'metadata', content: '{"a":1}' },
      { fileName: 'x.md', content: '# x' },
      { name: 'expiresAt', content: expiresAt },
      { name: 'filepath', content: '/etc/passwd' },
    ])
    const response = await admin.post('/api/v1/file/upload/single/document', body, headers)
    assert.deepEqual([response.body.data.metadata, response.body.data.expiresAt], [{ a: 1 }, expiresAt])
  })

  const refused: [number, string, string, Parameters<typeof formOf>[0]][] = [
    [400, 'empty_file', 'no byte', [{ fileName: 'x.txt', content: '' }]],
    [400, 'file_required', 'no file', [{ name: 'a', content: 'b' }]],
    [400, 'file_required', 'a file of another name', [{ name: 'photo', fileName: 'x.txt', content: 'x' }]],
    [
      400,
      'invalid_parameter',
      'two files',
      [
        { fileName: 'x.txt', content: 'x' },
        { fileName: 'y.txt', content: 'y' },
      ],
    ],
    [
      400,
      'invalid_parameter',
      'metadata that is no object',
      [
        { fileName: 'x.txt', content: 'x' },
        { name: 'metadata', content: '[1]' },
      ],
    ],
    [
      400,
      'invalid_parameter',
      'metadata with NUL',
      [
        { fileName: 'x.txt', content: 'x' },
        { name: 'metadata', content: String.raw`{"a":"\u0000"}` },
      ],
    ],
    [
      400,
      'invalid_parameter',
      'metadata nested without end',
      [
        { fileName: 'x.txt', content: 'x' },
        { name: 'metadata', content: `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}` },
      ],
    ],
    [
      400,
      'invalid_parameter',
      'an end in the past',
      [
        { fileName: 'x.txt', content: 'x' },
        { name: 'expiresAt', content: '2020-01-01T00:00:00Z' },
      ],
    ],
    [
      415,
      'unsupported_media_type',
      'HTML under the name of a picture',
      [{ fileName: 'x.png', content: '<html>' }],
    ],
    [
      415,
      'unsupported_media_type',
      'a program',
      [{ fileName: 'x.txt', content: Buffer.from('\x7fELF\x02\x01\x01\0') }],
    ],
  ]
  for (const [status, code, what, parts] of refused) {
    test(`${status} ${code}: ${what}, and nothing stays`, async () => {
      const { admin, id: projectId } = await app.newProject()
      const [body, headers] = formOf(parts)
      const response = await admin.post('/api/v1/file/upload/single/document', body, headers)
      assert.equal(response.status, status, response.text)
      assert.equal(response.body.error.code, code)
      await app.app.sweep()
      assert.deepEqual(await blobsOf(projectId), [])
      const rows = await app.db.rows(sql`select 1 from file_incoming where project_id = ${projectId}`)
      assert.deepEqual(rows, [])
    })
  }

  test('413 one byte over the limit, 200 at it', async () => {
    const { admin, id: projectId } = await app.newProject()
    const most = 5 * 1024 * 1024
    const picture = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    assert.equal((await upload(admin, 'avatar', 'a.png', picture(most))).status, 200)
    const response = await upload(admin, 'avatar', 'a.png', picture(most + 1))
    assert.equal(response.status, 413)
    assert.equal(response.body.error.code, 'file_too_large')
    await app.app.sweep()
    assert.equal((await blobsOf(projectId)).length, 1)
  })

  test('415 for JSON that names a path, 400 for a type that does not exist', async () => {
    const { admin } = await app.newProject()
    const json = { files: { f: { filepath: '/etc/passwd' } } }
    assert.equal((await admin.post('/api/v1/file/upload/single/document', json)).status, 415)
    const unknown = await admin.post('/api/v1/file/upload/single/..%2f..%2fetc', ...formOf([]))
    assert.equal(unknown.status, 400)
    assert.match(unknown.text, /image.*document.*audio.*video/)
  })

  test('attack names are stored under an id and shown without harm', async () => {
    const { admin } = await app.newProject()
    const names = [
      '../../x.txt',
      'C:\\\\temp\\\\x.txt',
      'a%00.txt',
      `${'n'.repeat(5000)}.txt`,
      'x\u202etxt.exe',
      '..',
    ]
    for (const name of names) {
      const { status, body } = await upload(admin, 'document', name, `content of ${name}`)
      assert.equal(status, 200, name)
      assert.doesNotMatch(body.data.name, /[/\\\u202e]|^\.+$/)
      assert.ok([...body.data.name].length <= 255)
      const { headers } = await admin.get(body.data.url)
      assert.match(
        String(headers['content-disposition']),
        /^attachment; filename="[^"\\]+"; filename\*=UTF-8''\S+$/,
      )
    }
  })
})

describe('POST upload/multiple', () => {
  test('each file has its own result', async () => {
    const { admin, id: projectId } = await app.newProject()
    const [body, headers] = formOf([
      { name: 'files', fileName: 'a.txt', content: 'a' },
      { name: 'files', fileName: 'b.png', content: 'no picture'.repeat(50_000) },
      { name: 'files', fileName: 'c.txt', content: '' },
      { name: 'files', fileName: 'd.txt', content: 'd' },
    ])
    const response = await admin.as('alice').post('/api/v1/file/upload/multiple/document', body, headers)
    assert.equal(response.headers['x-external-user-created'], 'true')
    type Result = { success: boolean; error: { code: string } | null }
    assert.deepEqual(
      response.body.data.map(({ success, error }: Result) => [success, error?.code ?? null]),
      [
        [true, null],
        [false, 'unsupported_media_type'],
        [false, 'empty_file'],
        [true, null],
      ],
    )
    assert.equal((await admin.as('alice').get('/api/v1/file')).body.total, 2)
    await app.app.sweep()
    assert.equal((await blobsOf(projectId)).length, 2)
  })

  test('413 for 21 files, and none of them stays', async () => {
    const { admin, id: projectId } = await app.newProject()
    const parts = Array.from({ length: 21 }, (_, i) => ({ fileName: `${i}.txt`, content: `file ${i}` }))
    const response = await admin.post('/api/v1/file/upload/multiple/document', ...formOf(parts))
    assert.equal(response.status, 413, response.text)
    assert.equal((await admin.get('/api/v1/file')).body.total, 0)
    await app.app.sweep()
    assert.deepEqual(await blobsOf(projectId), [])
  })
})

describe('GET /api/v1/file', () => {
  test('filters, sorts and picks fields', async () => {
    const { admin } = await app.newProject()
    await upload(admin, 'document', 'one.txt', '1')
    await upload(admin, 'document', 'two 100%.csv', 'a,b')
    await upload(admin, 'image', 'three.png', png)
    const names = async (query: string) =>
      (await admin.get(`/api/v1/file?${query}`)).body.data.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(''), ['three.png', 'two 100%.csv', 'one.txt'])
    assert.deepEqual(await names('q=0%25'), ['two 100%.csv'])
    assert.deepEqual(await names('q=T'), ['three.png', 'two 100%.csv', 'one.txt'])
    assert.deepEqual(await names('format=csv'), ['two 100%.csv'])
    assert.deepEqual(await names('format=image/png'), ['three.png'])
    assert.deepEqual(await names('format=text'), ['two 100%.csv', 'one.txt'])
    assert.deepEqual(await names('format=image/*'), ['three.png'])
    assert.deepEqual(await names('fileType=image'), ['three.png'])
    assert.deepEqual(await names('sortBy=name&sortOrder=asc&limit=2'), ['one.txt', 'three.png'])
    assert.deepEqual(await names('sortBy=expiresAt&offset=2'), ['one.txt'])
    assert.deepEqual(await names('from=2999-01-01'), [])
    assert.equal((await admin.get('/api/v1/file?from=2030-01-01&to=2020-01-01')).status, 400)
    const { body } = await admin.get('/api/v1/file?fields=id,ref&limit=1')
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'ref'])
    assert.equal(body.total, 3)
  })
})

describe('tenancy', () => {
  test('another user’s file does not exist; an admin may look and delete across users', async () => {
    const { admin, member } = await app.newProject()
    const alice = admin.as('alice')
    const bob = admin.as('bob')
    const id = await idOf(alice, 'secret.txt', 'of alice')
    await uploadAs(bob, 'other.txt', 'of bob')
    for (const path of [`meta/${id}`, `download/${id}`, id, 'secret.txt', `meta/${id}/references`])
      assert.equal((await bob.get(`/api/v1/file/${path}`)).status, 404, path)
    assert.equal((await bob.patch(`/api/v1/file/${id}`, { name: 'x' })).status, 404)
    assert.equal((await bob.delete(`/api/v1/file/${id}`)).status, 404)
    assert.equal((await bob.post(`/api/v1/file/${id}/signed-url`)).status, 404)
    assert.deepEqual((await bob.post('/api/v1/file/delete-many', { ids: [id] })).body.data, {
      deleted: 0,
      results: [{ id, deleted: false, error: 'file_not_found' }],
    })
    const across = { 'x-act-across-users': 'true' }
    assert.equal((await member.get('/api/v1/file', across)).body.total, 0)
    assert.equal((await admin.get('/api/v1/file', across)).body.total, 2)
    assert.equal((await admin.get(`/api/v1/file/download/${id}`, across)).text, 'of alice')
    assert.equal((await admin.delete(`/api/v1/file/${id}`, across)).status, 200)
    assert.equal((await alice.get(`/api/v1/file/meta/${id}`)).status, 404)
    const { body } = await admin.get('/api/v1/external-users/username/alice')
    assert.equal(body.data.resourceStats.storageUsedKb, 0)
  })

  test('an end-user token uploads and reads its own, and not the project’s', async () => {
    const { admin } = await app.newProject()
    const shared = (await upload(admin, 'document', 'shared.txt', 'shared')).body.data.id
    const user = (await admin.post('/api/v1/external-users', { name: 'alice' })).body.data
    const made = await admin.post(`/api/v1/external-users/${user.id}/tokens`)
    const browser = app.callerWith({ authorization: `Bearer ${made.body.data.token}` })
    const { body } = await upload(browser, 'document', 'mine.txt', 'mine')
    assert.equal(body.data.eUID, user.id)
    assert.equal((await browser.get(`/api/v1/file/download/${body.data.id}`)).text, 'mine')
    assert.equal((await browser.get('/api/v1/file')).body.total, 1)
    assert.equal((await browser.get(`/api/v1/file/meta/${shared}`)).status, 404)
  })
})

describe('PATCH, references, DELETE', () => {
  test('412 for an old version; a name is cleaned; metadata is replaced', async () => {
    const { admin } = await app.newProject()
    const { id } = (await upload(admin, 'document', 'a.txt', 'a')).body.data
    const path = `/api/v1/file/${id}`
    const etag = String((await admin.get(`/api/v1/file/meta/${id}`)).headers.etag)
    const changed = await admin.patch(path, { name: '../b.md', metadata: { k: 1 } }, { 'if-match': etag })
    assert.deepEqual(
      [
        changed.body.data.name,
        changed.body.data.extension,
        changed.body.data.mimeType,
        changed.body.data.metadata,
      ],
      ['b.md', 'md', 'text/plain', { k: 1 }],
    )
    assert.equal((await admin.patch(path, { name: 'c' }, { 'if-match': etag })).status, 412)
    assert.equal((await admin.patch(path, { expiresAt: '2020-01-01T00:00:00Z' })).status, 400)
    assert.equal((await admin.patch(path, { metadata: { big: 'x'.repeat(20_000) } })).status, 400)
    assert.equal((await admin.get('/api/v1/file/b.md')).text, 'a')
  })

  test('409 with strict=true while something uses the file; otherwise it goes', async () => {
    const { admin, scope } = await app.newProject()
    const { id } = (await upload(admin, 'document', 'a.txt', 'a')).body.data
    const { files } = app.app
    const source = { kind: 'knowledge_source', id: 'src_1' }
    await app.db.tx((tx) => files.addReference(tx, scope, id, source))
    await app.db.tx((tx) => files.addReference(tx, scope, id, source))
    const { body } = await admin.get(`/api/v1/file/meta/${id}/references`)
    assert.deepEqual([body.total, body.data[0].kind, body.data[0].id], [1, source.kind, source.id])
    const strict = await admin.delete(`/api/v1/file/${id}?strict=true`)
    assert.deepEqual([strict.status, strict.body.error.code], [409, 'file_in_use'])
    await app.db.tx((tx) => files.removeReference(tx, scope, id, source))
    await app.db.tx((tx) => files.addReference(tx, scope, id, { ...source, id: 'src_2' }))
    assert.equal((await admin.delete(`/api/v1/file/${id}`)).status, 200)
    assert.equal((await admin.get(`/api/v1/file/meta/${id}`)).status, 404)
    await assert.rejects(
      app.db.tx((tx) => files.addReference(tx, scope, id, source)),
      { code: 'file_not_found' },
    )
  })

  test('the same bytes are stored once and go with their last file', async () => {
    const { admin, id: projectId } = await app.newProject()
    const first = await idOf(admin.as('alice'), 'a.txt', 'same')
    const second = await idOf(admin.as('bob'), 'b.txt', 'same')
    await until(async () => (await blobsOf(projectId)).length === 1, 'the second copy to go')
    await admin.as('alice').delete(`/api/v1/file/${first}`)
    await app.app.sweep()
    assert.equal((await admin.as('bob').get(`/api/v1/file/download/${second}`)).text, 'same')
    await admin.as('bob').delete(`/api/v1/file/${second}`)
    await until(async () => (await blobsOf(projectId)).length === 0, 'the bytes to go')
  })

  test('delete-many reports each id; prune-oldest begins with the oldest and returns what was freed', async () => {
    const { admin } = await app.newProject()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push(await idOf(admin, `${name}.txt`, name.repeat(1024)))
    const unknown = '0199f1a0-0000-7000-8000-0000000000ff'
    const many = await admin.post('/api/v1/file/delete-many', { ids: [ids[3], unknown, ids[3]] })
    assert.deepEqual(many.body.data, {
      deleted: 1,
      results: [
        { id: ids[3], deleted: true, error: null },
        { id: unknown, deleted: false, error: 'file_not_found' },
      ],
    })
    assert.deepEqual((await admin.post('/api/v1/file/prune-oldest', { count: 2 })).body.data, {
      deleted: 2,
      freedKb: 2,
    })
    assert.deepEqual(
      (await admin.get('/api/v1/file')).body.data.map(({ id }: { id: string }) => id),
      [ids[2]],
    )
    assert.equal((await admin.post('/api/v1/file/prune-oldest', { count: 101 })).status, 400)
    const ofAll = (await admin.get('/api/v1/file/storage-breakdown')).body.data
    assert.deepEqual([ofAll.projectUsedKb, ofAll.endUserUsedKb, ofAll.limitGb], [1, 1, null])
    assert.equal(ofAll.byType, null)
  })

  test('200: storage is reported by type of file, of all users of the project', async () => {
    const { admin } = await app.newProject()
    await uploadAs(admin, 'a.txt', 'a'.repeat(1024))
    await uploadAs(admin.as('alice'), 'b.txt', 'b'.repeat(512))
    await uploadAs(admin, 'c.bin', 'c'.repeat(4096), 'other')
    const { byType } = (await admin.get('/api/v1/file/storage-breakdown?byType=true')).body.data
    assert.deepEqual(byType, [
      { fileType: 'other', files: 1, usedKb: 4 },
      { fileType: 'document', files: 2, usedKb: 1.5 },
    ])
  })
})

describe('an end user', () => {
  test('takes files, uploads and their bytes along when it is erased', async () => {
    const { admin, id: projectId } = await app.newProject()
    const stored = await idOf(admin.as('bob'), 'b.txt', 'shared by both')
    await uploadAs(admin.as('alice'), 'a.txt', 'shared by both')
    await uploadAs(admin.as('alice'), 'a2.txt', 'of alice alone')
    await admin.as('alice').post('/api/v1/file/uploads', { fileType: 'other', name: 'x', sizeBytes: 5000 })
    const alice = (await admin.get('/api/v1/external-users/username/alice')).body.data
    assert.equal(alice.resourceStats.storageUsedKb, 0.028)
    const { text } = await admin.get(`/api/v1/external-users/${alice.id}/export`)
    assert.equal(text.split('\n').filter((line) => line.includes('"type":"file"')).length, 2)
    const erased = await admin.delete(`/api/v1/external-users/${alice.id}`)
    assert.equal(erased.body.data.files, 2)
    await until(async () => (await blobsOf(projectId)).length === 1, 'her own bytes to go')
    assert.equal((await admin.as('bob').get(`/api/v1/file/download/${stored}`)).text, 'shared by both')
    const [sums] = await app.db.rows<{ used_bytes: number; reserved_bytes: number }>(
      sql`select used_bytes, reserved_bytes from file_storage where project_id = ${projectId}`,
    )
    assert.deepEqual(sums, { used_bytes: 14, reserved_bytes: 0 })
  })

  test('passes its files on when it is merged into another', async () => {
    const { admin } = await app.newProject()
    const id = await idOf(admin.as('alice'), 'a.txt', 'hers')
    await uploadAs(admin.as('bob'), 'b.txt', 'his')
    const find = async (name: string) =>
      (await admin.get(`/api/v1/external-users/username/${name}`)).body.data
    const [alice, bob] = [await find('alice'), await find('bob')]
    assert.equal(
      (await admin.post(`/api/v1/external-users/${alice.id}/merge`, { intoId: bob.id })).status,
      200,
    )
    assert.equal((await admin.as('bob').get(`/api/v1/file/download/${id}`)).text, 'hers')
    const sums = (await admin.as('bob').get('/api/v1/file/storage-breakdown')).body.data
    assert.deepEqual([sums.endUserUsedKb, sums.projectUsedKb], [0.007, 0.007])
  })
})

test('areas above make, find and open files', async () => {
  const { scope, admin } = await app.newProject()
  const { files } = app.app
  const made = await files.create(scope, {
    fileType: 'document',
    name: 'made.md',
    content: Buffer.from('# made'),
  })
  assert.equal((await files.get(app.db, scope, made.id)).mimeType, 'text/markdown')
  const { stream } = await files.open(scope, made.id)
  assert.equal(Buffer.concat(await stream.toArray()).toString(), '# made')
  assert.equal((await admin.get('/api/v1/file/made.md')).text, '# made')
  const none = { fileType: 'image' as const, name: 'x.png', content: Buffer.from('no') }
  await assert.rejects(files.create(scope, none), { code: 'unsupported_media_type' })
})
