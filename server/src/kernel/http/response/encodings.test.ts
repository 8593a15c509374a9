import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { data, endpoint, events, raw } from '../endpoint.ts'

const shared = {
  area: 'Test',
  summary: 'x',
  access: 'project',
  permission: 'things:read',
  example: {},
} as const
const long = Array.from({ length: 500 }, (_, i) => `line ${i}`)
const page = Buffer.from(`<p>${long.join(' ')}</p>`)

const endpoints = [
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/echo',
    body: z.strictObject({ text: z.string() }),
    response: data(z.object({ length: z.number() })),
    handle: ({ body }) => ({ length: body.text.length }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/form',
    upload: { maxFileBytes: 5_000_000, maxFiles: 1 },
    response: data(z.object({ bytes: z.number() })),
    handle: async ({ upload }) => {
      let bytes = 0
      for await (const part of upload)
        if (part.kind === 'file') for await (const chunk of part.stream) bytes += (chunk as Buffer).length
      return { bytes }
    },
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/public',
    access: 'public',
    permission: undefined as never,
    body: z.strictObject({ text: z.string() }),
    response: data(z.object({ length: z.number() })),
    handle: ({ body }) => ({ length: body.text.length }),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/list',
    response: data(z.array(z.string())),
    etagOf: () => 7,
    handle: () => long,
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/small',
    response: data(z.string()),
    handle: () => 'small',
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/cookie',
    response: data(z.array(z.string())),
    handle: ({ setHeader }) => {
      setHeader('set-cookie', 'a=b')
      return long
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/export',
    response: raw('text/csv'),
    handle: () => ({ body: Readable.from(long.map((line) => `${line}\n`)) }),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/file/{kind}',
    params: z.object({ kind: z.enum(['range', 'picture', 'whole']) }),
    response: raw('text/plain'),
    handle: ({ params: { kind } }) => ({
      body: kind === 'whole' ? Readable.from([page]) : page,
      ...(kind === 'range' ? { status: 206, headers: { 'content-range': 'bytes 0-9/10' } } : {}),
      ...(kind === 'picture' ? { contentType: 'image/png' } : {}),
      ...(kind === 'whole' ? { headers: { 'content-length': String(page.length) } } : {}),
    }),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/events',
    response: events(z.unknown()),
    handle: async function* () {
      for (const line of long) yield { data: line }
    },
  }),
]

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let port: number
before(async () => {
  kernel = await startHttpKernel({ endpoints, notFoundPage: page, rateLimitPerMinute: 40 })
  port = Number(new URL(await kernel.listen()).port)
})
after(() => kernel.stop())

type Headers = Record<string, string>

async function ask(method: string, path: string, headers: Headers, content?: Buffer) {
  const request = httpRequest({
    port,
    method,
    path,
    host: '127.0.0.1',
    headers: { 'x-api-key': `member-${path}-${JSON.stringify(headers)}`, ...headers },
  })
  request.end(content)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await response.toArray())
  return { status: response.statusCode, headers: response.headers, bytes }
}

const json = { 'content-type': 'application/json' }
const post = async (path: string, encoding: string, content: Buffer, headers: Headers = json) => {
  const response = await ask('POST', path, { ...headers, 'content-encoding': encoding }, content)
  return { ...response, body: JSON.parse(response.bytes.toString()) }
}
const text = (length: number) => Buffer.from(JSON.stringify({ text: 'x'.repeat(length) }))

describe('compressed request bodies', () => {
  for (const [encoding, pack] of Object.entries({
    gzip: gzipSync,
    'x-gzip': gzipSync,
    GZIP: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    identity: (content: Buffer) => content,
  })) {
    test(`${encoding} is understood`, async () => {
      const { status, body } = await post('/api/v1/echo', encoding, pack(text(3000)))
      assert.equal(status, 200)
      assert.equal(body.data.length, 3000)
    })
  }

  test('415 for an encoding that is not understood, with those that are', async () => {
    for (const encoding of ['zstd', 'compress', 'gzip, gzip', '__proto__']) {
      const { status, body, headers } = await post('/api/v1/echo', encoding, text(10))
      assert.equal(status, 415, encoding)
      assert.equal(body.error.code, 'unsupported_media_type')
      assert.equal(headers['accept-encoding'], 'gzip, deflate, br')
    }
  })

  test('400 for what is not in the encoding that it names, or not whole', async () => {
    const whole = gzipSync(text(3000))
    for (const content of [text(10), whole.subarray(0, -9), whole.subarray(0, 12)]) {
      const { status, body } = await post('/api/v1/echo', 'gzip', content)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'invalid_parameter')
    }
  })

  test('413 for a small body that becomes a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(300_000_000, 0x20), { level: 9 })
    assert.ok(bomb.length < 1_000_000)
    const { status, body } = await post('/api/v1/echo', 'gzip', bomb)
    assert.equal(status, 413)
    assert.equal(body.error.code, 'payload_too_large')
  })

  test('the limit of a body counts its content, not the bytes received', async () => {
    assert.equal((await post('/api/v1/echo', 'br', brotliCompressSync(text(1024 * 1024 - 20)))).status, 200)
    assert.equal((await post('/api/v1/echo', 'br', brotliCompressSync(text(1024 * 1024)))).status, 413)
  })

  test('forms are understood, and end where their content grows without measure', async () => {
    const form = (bytes: number) =>
      Buffer.concat([
        Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'),
        Buffer.alloc(bytes),
        Buffer.from('\r\n--b--\r\n'),
      ])
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const { body } = await post('/api/v1/form', 'gzip', gzipSync(form(900_000)), headers)
    assert.equal(body.data.bytes, 900_000)
    const bomb = await post('/api/v1/form', 'gzip', gzipSync(form(200_000_000)), headers)
    assert.ok([400, 413].includes(bomb.status!), String(bomb.status))
    const cut = await post('/api/v1/form', 'gzip', gzipSync(form(900_000)).subarray(0, -100), headers)
    assert.equal(cut.status, 400)
  })
})

describe('bodies without a key', () => {
  test('413 above 16 KiB, also when they were compressed', async () => {
    assert.equal((await ask('POST', '/api/v1/public', json, text(16_000))).status, 200)
    assert.equal((await ask('POST', '/api/v1/public', json, text(17_000))).status, 413)
    assert.equal((await post('/api/v1/public', 'gzip', gzipSync(text(17_000)))).status, 413)
  })

  test('429 before they are read, when an IP address sends too many', async () => {
    const statuses: (number | undefined)[] = []
    for (let i = 0; i < 45; i++)
      statuses.push((await ask('POST', '/api/v1/public', json, Buffer.from('{'))).status)
    assert.equal(statuses[0], 400)
    assert.equal(statuses.at(-1), 429)
    assert.equal((await ask('GET', '/api/v1/list', {})).status, 200)
  })
})

describe('compressed responses', () => {
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, unpack] of Object.entries(unpacked)) {
    test(`JSON as ${encoding}`, async () => {
      const { headers, bytes } = await ask('GET', '/api/v1/list', { 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], encoding)
      assert.equal(headers.vary, 'accept-encoding')
      assert.equal(Number(headers['content-length']), bytes.length)
      assert.deepEqual(JSON.parse(unpack(bytes).toString()).data, long)
    })
  }

  test('the better one of two, none that is refused', async () => {
    const encodingFor = async (accepted: string) =>
      (await ask('GET', '/api/v1/list', { 'accept-encoding': accepted })).headers['content-encoding']
    assert.equal(await encodingFor('gzip, deflate, br'), 'br')
    assert.equal(await encodingFor('gzip, br;q=0'), 'gzip')
    assert.equal(await encodingFor('*'), 'gzip')
    assert.equal(await encodingFor('identity'), undefined)
    assert.equal(await encodingFor('br;q=0, gzip;q=0.0'), undefined)
    assert.equal(await encodingFor('gzip;q=0, *'), undefined)
  })

  test('the ETag of a compressed response is recognized', async () => {
    const plain = await ask('GET', '/api/v1/list', {})
    assert.match(plain.headers.etag!, /^"7\./)
    const packed = await ask('GET', '/api/v1/list', { 'accept-encoding': 'br' })
    assert.equal(packed.headers.etag, `W/${plain.headers.etag}`)
    for (const { headers } of [plain, packed]) {
      const again = await ask('GET', '/api/v1/list', {
        'accept-encoding': 'br',
        'if-none-match': headers.etag!,
      })
      assert.equal(again.status, 304)
      assert.equal(again.headers.vary, 'accept-encoding')
      assert.equal(again.bytes.length, 0)
    }
  })

  test('not what is small, sets a cookie, is a part, an image, a file or a stream of events', async () => {
    const paths = ['small', 'cookie', 'file/range', 'file/picture', 'file/whole', 'events']
    for (const path of paths) {
      const { headers } = await ask('GET', `/api/v1/${path}`, { 'accept-encoding': 'br, gzip' })
      assert.equal(headers['content-encoding'], undefined, path)
    }
  })

  test('an export is compressed while it is written', async () => {
    const { headers, bytes } = await ask('GET', '/api/v1/export', { 'accept-encoding': 'br, gzip' })
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(bytes).toString(), `${long.join('\n')}\n`)
  })

  test('not what another site makes a browser ask for', async () => {
    const encodingFor = async (site: string) =>
      (
        await ask('GET', '/api/v1/list', {
          cookie: 'stoa_session=x',
          'sec-fetch-site': site,
          'accept-encoding': 'br',
        })
      ).headers['content-encoding']
    assert.equal(await encodingFor('cross-site'), undefined)
    assert.equal(await encodingFor('same-site'), undefined)
    assert.equal(await encodingFor('same-origin'), 'br')
  })

  test('HEAD has no body', async () => {
    const { headers, bytes } = await ask('HEAD', '/api/v1/list', { 'accept-encoding': 'br' })
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(bytes.length, 0)
  })

  test('HEAD varies where GET does, and only there', async () => {
    for (const path of ['list', 'export', 'small', 'file/whole', 'file/picture', 'events']) {
      const [head, get] = [
        await ask('HEAD', `/api/v1/${path}`, { 'accept-encoding': 'br' }),
        await ask('GET', `/api/v1/${path}`, { 'accept-encoding': 'br' }),
      ]
      assert.equal(head.headers.vary, get.headers.vary, path)
    }
  })
})

describe('a URL without a page', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('404 with a page for a browser', async () => {
    const { status, headers, bytes } = await ask('GET', '/no/such/page', browser)
    assert.equal(status, 404)
    assert.match(headers['content-type']!, /^text\/html/)
    assert.match(String(headers['content-security-policy']), /script-src 'self'/)
    assert.deepEqual(bytes, page)
  })

  test('404 with JSON for programs, and for everyone below the paths of the API', async () => {
    const requested: [string, string, Headers][] = [
      ['GET', '/no/such/page', {}],
      ['GET', '/no/such/page', { accept: 'application/json' }],
      ['POST', '/no/such/page', browser],
      ['GET', '/api/v1/nothing', browser],
      ['GET', '/api', browser],
      ['GET', '/openai/v1/nothing', browser],
    ]
    for (const [method, path, headers] of requested) {
      const response = await ask(method, path, headers)
      assert.equal(response.status, 404)
      assert.equal(JSON.parse(response.bytes.toString()).error.code, 'route_not_found', path)
    }
  })

  test('405 where there is something for another method', async () => {
    assert.equal((await ask('DELETE', '/api/v1/list', browser)).status, 405)
  })
})
