import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import {
  type ApiResponse,
  assertDone,
  assertError,
  assertPage,
  assertSuccess,
  type Caller,
} from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'

type File = {
  id: string
  name: string
  mimeType: string
  sizeBytes: number
  sha256: string
  url: string
  ref: string
}
type Upload = { id: string; partCount: number; parts: { number: number }[] }

const stage = createStage()
const { admin, anonymous, tag } = stage
const path = '/api/v1/file'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const made: string[] = []
const imageTooLarge = Buffer.alloc(5 * 1024 * 1024 + 1)
imageTooLarge.write(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const across = { 'x-act-across-users': 'true' }
after(async () => void assertSuccess(await admin.post(`${path}/delete-many`, { ids: made }, across)))

/** A form with these files, as any client writes it. */
async function send(
  caller: Caller,
  to: string,
  files: readonly (readonly [string, string | Uint8Array])[],
  { field = 'file', headers = {} }: { field?: string; headers?: Record<string, string> } = {},
) {
  const form = new FormData()
  for (const [name, content] of files) form.append(field, new Blob([content as string]), name)
  const request = new Request('http://form', { method: 'POST', body: form })
  const type = { 'content-type': request.headers.get('content-type') ?? '' }
  return caller.post(`${path}${to}`, new Uint8Array(await request.arrayBuffer()), { ...type, ...headers })
}

function stored(response: ApiResponse): File {
  const file = assertSuccess<File>(response)
  made.push(file.id)
  return file
}

const upload = async (name: string, content: string, caller = admin): Promise<File> =>
  stored(await send(caller, '/upload/single/document', [[`${tag}${name}`, content]]))

describe('Uploading a file (4.7)', () => {
  it('stores it once when the same Idempotency-Key is sent again', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const to = '/upload/single/document'
    const first = stored(await send(admin, to, [[`${tag}once.txt`, 'once']], { headers }))
    const again = await send(admin, to, [[`${tag}once.txt`, 'once']], { headers })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(assertSuccess<File>(again).id, first.id)
    const other = await send(admin, to, [[`${tag}once.txt`, 'other']], { headers })
    assertError(other, 'idempotency_key_reused', 422)
  })

  it('takes one file part named file and returns its id', async () => {
    const file = await upload('a.txt', 'hello')
    assert.match(file.id, uuid)
    assert.equal(file.sha256, createHash('sha256').update('hello').digest('hex'))
    assert.deepEqual([file.mimeType, file.sizeBytes, file.ref], ['text/plain', 5, `file:${file.id}`])
    assert.equal((await admin.get(file.url)).text, 'hello')
  })

  it('takes no notice of x-username', async () => {
    const name = stage.nameOf('unknown')
    const response = await send(admin.as(name), '/upload/single/document', [[`${tag}b.txt`, 'b']])
    stored(response)
    assert.equal(await stage.findUser(name), null)
  })

  it('refuses what is no form, has no file, several or an empty one', async () => {
    assertError(
      await admin.post(`${path}/upload/single/document`, { file: '/etc/passwd' }),
      'unsupported_media_type',
      415,
    )
    const to = '/upload/single/document'
    assertError(await send(admin, to, [['a.txt', 'a']], { field: 'other' }), 'file_required', 400)
    assertError(await send(admin, to, [['a.txt', '']]), 'empty_file', 400)
    assertError(
      await send(admin, to, [
        ['a.txt', 'a'],
        ['b.txt', 'b'],
      ]),
      'invalid_parameter',
      400,
    )
  })

  it('detects the type of a file by its content, and refuses what the type does not allow', async () => {
    assertError(
      await send(admin, '/upload/single/image', [['a.png', '<html></html>']]),
      'unsupported_media_type',
      415,
    )
    assertError(await send(admin, '/upload/single/image', [['a.txt', 'text']]), 'unsupported_media_type', 415)
  })

  it('knows the types and their limits', async () => {
    const types = assertSuccess<{ fileType: string; maxBytes: number }[]>(
      await admin.get(`${path}/fileTypes`),
    )
    const limits = Object.fromEntries(
      types.map(({ fileType, maxBytes }) => [fileType, maxBytes / 1024 / 1024]),
    )
    assert.deepEqual(limits, {
      image: 20,
      document: 50,
      audio: 50,
      video: 200,
      chat: 50,
      avatar: 5,
      other: 50,
    })
    assertError(await send(admin, '/upload/single/nonsense', [['a.txt', 'a']]), 'invalid_id', 400)
    assertError(await send(admin, '/upload/single/avatar', [['a.png', imageTooLarge]]), 'file_too_large', 413)
  })
})

describe('Files (3.11)', () => {
  it('returns a separate result for each of several files', async () => {
    const response = await send(admin.as(stage.nameOf('many')), '/upload/multiple/document', [
      [`${tag}1.txt`, '1'],
      [`${tag}2.png`, 'no picture'],
    ])
    const results =
      assertSuccess<{ success: boolean; file: File | null; error: { code: string } | null }[]>(response)
    assert.deepEqual(
      results.map(({ success, error }) => [success, error?.code]),
      [
        [true, undefined],
        [false, 'unsupported_media_type'],
      ],
    )
  })

  it('lists, filters and changes what is known of a file', async () => {
    const file = await upload('list.csv', 'a,b')
    const { data } = assertPage<File>(await admin.get(`${path}?q=${tag}list&format=csv`))
    assert.deepEqual(
      data.map(({ id }) => id),
      [file.id],
    )
    const meta = await admin.get(`${path}/meta/${file.id}`)
    const etag = meta.headers.get('etag') ?? ''
    const renamed = await admin.patch(`${path}/${file.id}`, { name: `${tag}new.csv` }, { 'if-match': etag })
    assert.equal(assertSuccess<File>(renamed).name, `${tag}new.csv`)
    const late = await admin.patch(`${path}/${file.id}`, { name: 'x' }, { 'if-match': etag })
    assertError(late, 'precondition_failed', 412)
    assert.equal((await admin.get(`${path}/${tag}new.csv`)).text, 'a,b')
  })

  it('serves pieces, and never lets a browser run what it serves', async () => {
    const file = await upload('page.html', '<!doctype html><script>1</script>')
    const piece = await admin.get(file.url, { range: 'bytes=-9' })
    assert.deepEqual([piece.status, piece.text], [206, '</script>'])
    assertError(await admin.get(file.url, { range: 'bytes=999-' }), 'range_not_satisfiable', 416)
    const whole = await admin.get(`${file.url}?disposition=inline`)
    assert.match(whole.headers.get('content-disposition') ?? '', /^attachment;/)
    assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.equal(whole.headers.get('x-content-type-options'), 'nosniff')
  })

  it('makes links that work without a key until the file is deleted', async () => {
    const file = await upload('link.txt', 'linked')
    const { url } = assertSuccess<{ url: string }>(
      await admin.post(`${path}/${file.id}/signed-url`, { ttlSec: 60 }),
    )
    const { pathname } = new URL(url)
    assert.equal((await anonymous.get(pathname)).text, 'linked')
    assertError(await anonymous.get(`${pathname.slice(0, -3)}AAA`), 'invalid_link', 403)
    assertDone(await admin.delete(`${path}/${file.id}`))
    assertError(await anonymous.get(pathname), 'file_not_found', 404)
  })

  it('takes a large file in parts', async () => {
    const content = new Uint8Array(1024 * 1024 + 10).fill(7)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const body = {
      fileType: 'other',
      name: `${tag}big.bin`,
      sizeBytes: content.length,
      partSizeBytes: 1024 * 1024,
      sha256,
    }
    const { id, partCount } = assertSuccess<Upload>(await admin.post(`${path}/uploads`, body))
    assert.equal(partCount, 2)
    const put = (n: number, bytes: Uint8Array) =>
      admin.put(`${path}/uploads/${id}/parts/${n}`, bytes, { 'content-type': 'application/octet-stream' })
    assertSuccess(await put(2, content.slice(1024 * 1024)))
    assertError(await admin.post(`${path}/uploads/${id}/complete`), 'invalid_state', 409)
    assertSuccess(await put(1, content.slice(0, 1024 * 1024)))
    assert.equal(stored(await admin.post(`${path}/uploads/${id}/complete`)).sha256, sha256)
  })

  it('hides the files of one end user from another', async () => {
    const [alice, bob] = [stage.nameOf('alice'), stage.nameOf('bob')]
    for (const suffix of ['alice', 'bob']) await stage.newUser(suffix)
    const response = await send(admin.as(alice), '/upload/multiple/document', [[`${tag}own.txt`, 'own']])
    const id = assertSuccess<{ file: File }[]>(response)[0]?.file.id ?? ''
    assertError(await admin.as(bob).get(`${path}/download/${id}`), 'file_not_found', 404)
    assertError(await admin.as(bob).delete(`${path}/${id}`), 'file_not_found', 404)
    assert.equal((await admin.as(alice).get(`${path}/download/${id}`)).text, 'own')
    assert.equal((await admin.get(`${path}/download/${id}`, across)).text, 'own')
    const user = await stage.findUser(alice)
    assert.ok((user?.resourceStats.storageUsedKb ?? 0) > 0)
  })

  it('deletes many in one call and returns how much is stored', async () => {
    const [one, two] = [await upload('d1.txt', 'd1'), await upload('d2.txt', 'd2')]
    const before = assertSuccess<{ projectUsedKb: number }>(await admin.get(`${path}/storage-breakdown`))
    assert.ok(before.projectUsedKb > 0)
    const { deleted } = assertSuccess<{ deleted: number }>(
      await admin.post(`${path}/delete-many`, { ids: [one.id, two.id] }),
    )
    assert.equal(deleted, 2)
    assertError(await admin.get(`${path}/meta/${one.id}`), 'file_not_found', 404)
  })
})
