import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { echoBytes, echoUpload } from '../../server/test/echo-upload.ts'
import { startHttpKernel } from '../../server/test/http-kernel.ts'
import { until } from '../../server/test/until.ts'
import { type CallOptions, createStoa, type UploadInput } from '../src/index.ts'
import { startHostileServer } from './hostile-server.ts'

type AnyUpload = (
  path: string,
  options: UploadInput & CallOptions & { params: Record<string, string> },
) => Promise<Record<string, unknown>>

const path = '/api/v1/echo-upload/{name}'
const params = { name: 'a b' }
let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let upload: AnyUpload
let baseUrl: string
before(async () => {
  kernel = await startHttpKernel({ endpoints: [echoUpload, echoBytes] })
  baseUrl = await kernel.listen()
  upload = uploadTo(baseUrl)
})
after(() => kernel.stop())

// The endpoint is in no description: the sending is tested, not the types.
const uploadTo = (address: string) =>
  createStoa({ baseUrl: address, token: 'member-key' }).upload as unknown as AnyUpload
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('an upload', () => {
  test('sends a Blob with its name, type and fields, and reports progress', async () => {
    const bytes = randomBytes(3 * 1024 * 1024)
    const file = new File([bytes], 'räport "1"\r\n.pdf', { type: 'application/pdf' })
    const sent: number[] = []
    const found = await upload(path, {
      params,
      file,
      fields: { title: 'Zoë' },
      onProgress: ({ sentBytes, totalBytes }) => {
        assert.equal(totalBytes, bytes.length)
        sent.push(sentBytes)
      },
    })
    assert.equal(found.param, 'a b')
    assert.equal(found.title, 'Zoë')
    assert.deepEqual(found.file, {
      fileName: 'räport %221%22%0D%0A.pdf',
      mimeType: 'application/pdf',
      sha256: hashOf(bytes),
    })
    assert.ok(sent.length > 1)
    assert.equal(sent.at(-1), bytes.length)
    assert.deepEqual(
      sent,
      sent.toSorted((a, b) => a - b),
    )
  })

  test('sends streams without knowing how long they are', async () => {
    const bytes = randomBytes(200_000)
    const streams = [new Blob([bytes]).stream(), Readable.from([bytes.subarray(0, 7), bytes.subarray(7)])]
    for (const file of streams) {
      const found = await upload(path, { params, file, name: 'x.bin', part: 'scan' })
      assert.deepEqual(found.scan, {
        fileName: 'x.bin',
        mimeType: 'application/octet-stream',
        sha256: hashOf(bytes),
      })
    }
  })

  test('stops when the caller aborts, lets the source go, and is not sent again', async () => {
    const server = await startHostileServer()
    try {
      let isReleased = false
      async function* endless() {
        try {
          while (true) yield new Uint8Array(64 * 1024)
        } finally {
          isReleased = true
        }
      }
      const reason = new Error('enough')
      const controller = new AbortController()
      const work = uploadTo(server.baseUrl)(path, {
        params,
        file: endless(),
        signal: controller.signal,
        onProgress: ({ sentBytes }) => {
          if (sentBytes > 1024 * 1024) controller.abort(reason)
        },
      })
      await assert.rejects(work, reason)
      await until(() => isReleased)
      server.respond((request) => request.socket.destroy())
      const cut = uploadTo(server.baseUrl)(path, { params, file: new Blob(['x']) })
      await assert.rejects(cut, { code: 'network_error' })
      assert.equal(server.seen.length, 1)
    } finally {
      await server.stop()
    }
  })

  test('is refused with the words of the server', async () => {
    const file = Readable.from(pieces(65))
    await assert.rejects(upload(path, { params, file }), { code: 'file_too_large', status: 413 })
  })
})

function* pieces(mebibytes: number) {
  for (let i = 0; i < mebibytes; i++) yield new Uint8Array(1024 * 1024)
}

test('bytes are put as they are, and again when the line breaks', async () => {
  const bytes = randomBytes(200_000)
  let calls = 0
  const stoa = createStoa({
    baseUrl,
    token: 'member-key',
    fetch: async (input, init) => {
      if (++calls === 1) throw new TypeError('the line broke')
      return fetch(input, init)
    },
  })
  const put = stoa.put as unknown as (path: string, options: { body: Blob }) => Promise<unknown>
  assert.deepEqual(await put('/api/v1/echo-bytes', { body: new Blob([bytes]) }), {
    contentType: 'application/octet-stream',
    sha256: hashOf(bytes),
  })
  assert.equal(calls, 2)
})
