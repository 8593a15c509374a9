import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { until } from '../../../test/until.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { createOutbound } from './outbound.ts'

const servers: Server[] = []
const outbound = createOutbound({ allowPrivate: [{ cidr: '127.0.0.1/32', port: null }], userAgent: 'test' })
const mebibyte = 1024 * 1024
// Of requests that end by another limit, or not at all: a busy machine must not end them first.
const patient = { timeoutMs: 600_000, idleTimeoutMs: 600_000 }

after(async () => {
  await outbound.close()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

async function serve(respond: RequestListener) {
  const open = new Set<unknown>()
  const server = createServer(respond).listen(0, '127.0.0.1')
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  servers.push(server)
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, open }
}

const failedWith = (code: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === code

/** Writes forever, as fast as the other side takes it. */
function flood(response: ServerResponse, chunk: Buffer) {
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

describe('compressed content', () => {
  const text = 'the same text over and over. '.repeat(100)
  const forms: [string, Buffer][] = [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['identity', Buffer.from(text)],
  ]
  for (const [encoding, content] of forms) {
    it(`is read as ${encoding} (${content.length} bytes)`, async () => {
      const { url } = await serve((_, response) =>
        response.setHeader('content-encoding', encoding).end(content),
      )
      const response = await outbound.request({ url })
      assert.equal(await response.text(), text)
      assert.equal(response.headers['content-encoding'], encoding === 'identity' ? encoding : undefined)
    })
  }

  it('may be empty', async () => {
    const { url } = await serve((request, response) => {
      response.setHeader('content-encoding', 'gzip')
      if (request.method === 'HEAD') response.setHeader('content-length', '12345')
      response.end()
    })
    assert.equal(await (await outbound.request({ url })).text(), '')
    const head = await outbound.request({ url, method: 'HEAD', maxBytes: 10 })
    assert.equal(await head.text(), '')
    assert.equal(head.headers['content-length'], '12345')
  })

  it('fails when it is damaged or cut off', async () => {
    for (const content of [Buffer.from('not gzip at all'), gzipSync(text).subarray(0, 40)]) {
      const { url } = await serve((_, response) =>
        response.setHeader('content-encoding', 'gzip').end(content),
      )
      const response = await outbound.request({ url })
      await assert.rejects(response.text(), failedWith('upstream_error'))
    }
  })

  it('may not explode, and memory stays flat', async () => {
    const bombs: [string, Buffer][] = [
      // Members in a row decompress to their contents in a row: half a gigabyte from half a megabyte.
      ['gzip', Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(8 * mebibyte))))],
      [
        'br',
        brotliCompressSync(Buffer.alloc(64 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      ],
    ]
    for (const [encoding, content] of bombs) {
      const { url } = await serve((_, response) =>
        response.setHeader('content-encoding', encoding).end(content),
      )
      const before = process.memoryUsage().rss
      const byRatio = await outbound.request({ ...patient, url, maxBytes: Infinity })
      await assert.rejects(byRatio.text(), failedWith('upstream_too_large'), encoding)
      const bySize = await outbound.request({
        ...patient,
        url,
        maxRatio: Infinity,
        maxBytes: 2 * mebibyte,
      })
      await assert.rejects(bySize.text(), failedWith('upstream_too_large'), encoding)
      assert.ok(process.memoryUsage().rss - before < 50 * mebibyte)
    }
  })

  it('is unpacked no faster than it is read', async () => {
    const content = Buffer.concat(Array<Buffer>(16).fill(gzipSync(Buffer.alloc(8 * mebibyte))))
    const sent = Promise.withResolvers<void>()
    const { url } = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(content).on('finish', sent.resolve)
    })
    const before = process.memoryUsage().rss
    const response = await outbound.request({ ...patient, url, maxRatio: Infinity, maxBytes: Infinity })
    await sent.promise
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.ok(response.body.readableLength < mebibyte)
    let read = 0
    let peak = 0
    for await (const chunk of response.body) {
      read += chunk.length
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    assert.equal(read, 128 * mebibyte)
    assert.ok(peak - before < 50 * mebibyte)
  })
})

describe('limits', () => {
  it('abort an endless response', async () => {
    const { url, open } = await serve((_, response) => flood(response, Buffer.alloc(65_536)))
    const response = await outbound.request({ ...patient, url, maxBytes: 3 * mebibyte })
    await assert.rejects(response.bytes(), failedWith('upstream_too_large'))
    await until(() => open.size === 0)
  })

  it('refuse a response whose announced length is too large before reading it', async () => {
    const { url, open } = await serve((_, response) => {
      response.setHeader('content-length', 10 * 1024 ** 3)
      response.write('begin')
    })
    await assert.rejects(outbound.request({ url }), failedWith('upstream_too_large'))
    await until(() => open.size === 0)
  })

  it('allow exactly as much as they say', async () => {
    const { url } = await serve((_, response) => response.end('12345'))
    assert.equal(await (await outbound.request({ url, maxBytes: 5 })).text(), '12345')
    await assert.rejects(outbound.request({ url, maxBytes: 4 }), failedWith('upstream_too_large'))
  })

  it('refuse headers that are too large', async () => {
    const { url } = await serve((_, response) => response.setHeader('x-a', 'a'.repeat(40_000)).end())
    await assert.rejects(outbound.request({ url }), failedWith('upstream_too_large'))
  })

  it('end a server that says nothing', async () => {
    const silent = await serve(() => {})
    await assert.rejects(
      outbound.request({ url: silent.url, idleTimeoutMs: 40 }),
      failedWith('upstream_timeout'),
    )
    await until(() => silent.open.size === 0)
    const stuck = await serve((_, response) => response.write('begin'))
    // On a busy machine, before it has begun.
    const read = async () => (await outbound.request({ url: stuck.url, idleTimeoutMs: 40 })).text()
    await assert.rejects(read, failedWith('upstream_timeout'))
    await until(() => stuck.open.size === 0)
  })

  it('end a server that drips', async () => {
    const drips: NodeJS.Timeout[] = []
    const { url, open } = await serve((_, response) => {
      drips.push(setInterval(() => response.write('.'), 5))
    })
    const read = async () => (await outbound.request({ url, timeoutMs: 100 })).text()
    await assert.rejects(read, failedWith('upstream_timeout'))
    await until(() => open.size === 0)
    for (const drip of drips) clearInterval(drip)
  })

  it('free the connection of a body that no one reads', async () => {
    const { url, open } = await serve((_, response) => flood(response, Buffer.alloc(65_536)))
    const unread = await outbound.request({ url, timeoutMs: 1_000 }).catch((error) => error)
    assert.ok(!(unread instanceof Error) || failedWith('upstream_timeout')(unread), unread)
    await until(() => open.size === 0)
    const discarded = await outbound.request({ url })
    discarded.discard()
    await until(() => open.size === 0)
  })

  it('let the caller stop while the body is read', async () => {
    const { url, open } = await serve((_, response) => flood(response, Buffer.alloc(65_536)))
    const controller = new AbortController()
    const response = await outbound.request({ url, signal: controller.signal, maxBytes: Infinity })
    await once(response.body, 'data')
    controller.abort(new Error('enough'))
    await assert.rejects(response.bytes(), /enough/)
    await until(() => open.size === 0)
  })

  it('report a connection that breaks in the middle', async () => {
    const { url } = await serve((request, response) => {
      response.setHeader('content-length', '100').write('begin', () => request.socket.destroy())
    })
    const response = await outbound.request({ url })
    await assert.rejects(response.text(), failedWith('upstream_error'))
  })
})

describe('contents', () => {
  it('are read in the charset they name', async () => {
    const { url } = await serve((_, response) => {
      response
        .setHeader('content-type', 'text/plain; charset=iso-8859-1')
        .end(Buffer.from([0x66, 0xfc, 0x72]))
    })
    assert.equal(await (await outbound.request({ url })).text(), 'für')
  })

  it('fail when they should be JSON and are not', async () => {
    const { url } = await serve((_, response) => response.end('<html>'))
    const response = await outbound.request({ url })
    await assert.rejects(response.json(), failedWith('upstream_error'))
  })
})
