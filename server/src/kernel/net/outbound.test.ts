import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { AppError, type ErrorCode } from '../errors.ts'
import { parseAllowedNetworks } from './allowed-networks.ts'
import type { Resolve } from './destination.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts'

const servers: Server[] = []
const clients: Outbound[] = []

after(async () => {
  await Promise.all(clients.map((client) => client.close()))
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

/** A server on loopback that counts its connections and records its requests. */
async function serve(respond: RequestListener, ip = '127.0.0.1', port = 0) {
  const seen = { connections: 0, open: 0, requests: [] as IncomingMessage[] }
  const server = createServer((request, response) => {
    seen.requests.push(request)
    respond(request, response)
  })
  server.on('connection', (socket) => {
    seen.connections++
    seen.open++
    socket.on('close', () => seen.open--)
  })
  servers.push(server.listen(port, ip))
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  return { seen, port: bound, origin: `http://${ip}:${bound}` }
}

function client(options: Omit<Partial<OutboundOptions>, 'allowPrivate'> & { allow?: string } = {}): Outbound {
  const { allow = '', ...rest } = options
  const outbound = createOutbound({ allowPrivate: parseAllowedNetworks(allow), userAgent: 'test', ...rest })
  clients.push(outbound)
  return outbound
}

const refusedWith = (code: ErrorCode) => (error: unknown) => {
  assert.ok(error instanceof AppError, `expected an AppError, got ${error}`)
  assert.equal(error.code, code)
  assert.ok(error.extras.hint)
  return true
}

async function until(isSo: () => boolean) {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 1000) throw new Error('it never came to be')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Runs `work` and counts every socket that this process opens meanwhile, wherever it leads. */
async function socketsOpenedBy(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const onSocket = () => {
    count++
  }
  subscribe('net.client.socket', onSocket)
  try {
    await work()
  } finally {
    unsubscribe('net.client.socket', onSocket)
  }
  return count
}

describe('URLs that lead to the private network', () => {
  const vectors = (port: string) => [
    `http://127.0.0.1${port}/`,
    `http://localhost${port}/`,
    `http://127.1${port}/`,
    `http://0177.0.0.1${port}/`,
    `http://0x7f.1${port}/`,
    `http://2130706433${port}/`,
    `http://0${port}/`,
    `http://[::1]${port}/`,
    `http://[::]${port}/`,
    `http://[::ffff:127.0.0.1]${port}/`,
    `http://[::ffff:169.254.169.254]${port}/`,
    `http://[64:ff9b::a9fe:a9fe]${port}/`,
    `http://[64:ff9b:1::7f00:1]${port}/`,
    `http://[2002:a9fe:a9fe::]${port}/`,
    `http://[2002:7f00:1::]${port}/`,
    `http://169.254.169.254${port}/latest/meta-data/`,
    `http://100.64.0.1${port}/`,
    `http://198.18.0.1${port}/`,
    `http://192.0.0.192${port}/`,
    `http://[fd00:ec2::254]${port}/`,
    `http://[fe80::1]${port}/`,
    `http://127.0.0.1.nip.io${port}/`,
    `http://localtest.me${port}/`,
    `http://①②⑦.⓪.⓪.①${port}/`,
    `http://127。0。0。1${port}/`,
    `http://user@127.0.0.1:80@example.com${port}/`,
    `http://example.com${port}#@127.0.0.1/`,
    `http://example.com${port}\\@127.0.0.1/`,
    'file:///etc/passwd',
    `gopher://127.0.0.1${port || ':6379'}/_x`,
    'data:text/plain,hi',
    `http://LOCALHOST.${port}/`,
    `http://app.localhost${port}/`,
    `http://metadata.google.internal${port}/`,
    `http://0.0.0.0${port || ':8080'}/`,
    `http://127.0.0.1%2f@example.com${port}/`,
    `http://[::ffff:0:127.0.0.1]${port}/`,
    `https://127.0.0.1${port}/`,
    `http:\\\\127.0.0.1${port}\\`,
    `http://exa\nmple.com${port}/`,
    `http://example..com${port}/`,
    `ws://127.0.0.1${port}/`,
    '//127.0.0.1/',
    '',
  ]
  // The DNS records of these names; everything else would be public.
  const names: Record<string, string[]> = {
    '127.0.0.1.nip.io': ['127.0.0.1'],
    'localtest.me': ['127.0.0.1', '::1'],
    'metadata.google.internal': ['169.254.169.254'],
  }
  const resolve: Resolve = async (hostname) => names[hostname] ?? ['93.184.215.14']

  it('are refused before any socket is opened', async () => {
    const canary = await serve((_, response) => response.end('reached'))
    const outbound = client({ resolve, allowedPorts: [80, 443, 6379, 8080, canary.port] })
    const opened = await socketsOpenedBy(async () => {
      for (const url of [...vectors(''), ...vectors(`:${canary.port}`)]) {
        await assert.rejects(outbound.request({ url }), refusedWith('address_not_allowed'), url)
      }
    })
    assert.equal(opened, 0)
    assert.equal(canary.seen.connections, 0)
    const opening = client({ resolve, allow: '127.0.0.0/8' })
    const reply = await opening.request({ url: `http://localtest.me:${canary.port}/` }).catch(() => null)
    assert.equal(reply, null, 'one of two addresses is not open')
    const reached = await opening.request({ url: `http://127.0.0.1.nip.io:${canary.port}/` })
    assert.equal(await reached.text(), 'reached')
  })

  it('are refused without naming what the name resolved to', async () => {
    const outbound = client({ resolve: async () => ['10.11.12.13'] })
    await assert.rejects(outbound.request({ url: 'http://intranet.example/' }), (error: AppError) => {
      assert.ok(
        !`${error.message} ${error.extras.hint} ${JSON.stringify(error.extras.facts)}`.includes('10.11'),
      )
      return refusedWith('address_not_allowed')(error)
    })
  })

  it('are refused when only one of several records is private', async () => {
    const outbound = client()
    for (const results of [
      ['93.184.215.14', '127.0.0.1'],
      ['::1', '2606:4700::1'],
      ['93.184.215.14', '::ffff:10.0.0.1'],
      ['93.184.215.14', 'fe80::1%lo'],
    ]) {
      const mixed = client({ resolve: async () => results })
      await assert.rejects(
        mixed.request({ url: 'http://mixed.example/' }),
        refusedWith('address_not_allowed'),
      )
    }
    await assert.rejects(outbound.request({ url: 'http://[::1%25lo]/' }), refusedWith('address_not_allowed'))
  })

  it('are refused on ports that are not for the web', async () => {
    const outbound = client({ resolve })
    const opened = await socketsOpenedBy(async () => {
      for (const port of [22, 25, 5432, 8080]) {
        await assert.rejects(
          outbound.request({ url: `http://example.com:${port}/` }),
          refusedWith('address_not_allowed'),
        )
      }
    })
    assert.equal(opened, 0)
  })
})

describe('what the operator opened', () => {
  it('is reachable, and nothing beside it', async () => {
    const open = await serve((_, response) => response.end('open'))
    const shut = await serve((_, response) => response.end('shut'))
    const outbound = client({ allow: `127.0.0.1/32:${open.port}` })
    assert.equal(await (await outbound.request({ url: open.origin })).text(), 'open')
    assert.equal(await (await outbound.request({ url: `http://localhost:${open.port}/` })).text(), 'open')
    await assert.rejects(outbound.request({ url: shut.origin }), refusedWith('address_not_allowed'))
    await assert.rejects(
      outbound.request({ url: `http://[::ffff:127.0.0.1]:${open.port}/` }),
      refusedWith('address_not_allowed'),
    )
    assert.equal(shut.seen.connections, 0)
  })
})

describe('host names that change their IP address', () => {
  it('are resolved once per request, and the checked address is the one that is called', async () => {
    const canary = await serve((_, response) => response.end('inside'))
    const outside = await serve((_, response) => response.end('outside'), '127.0.0.2', canary.port)
    const results = ['127.0.0.2', '127.0.0.1', '127.0.0.1']
    let lookups = 0
    const outbound = client({ allow: '127.0.0.2/32', resolve: async () => [results[lookups++]!] })
    const url = `http://rebind.example:${canary.port}/`
    const first = await outbound.request({ url })
    assert.equal(await first.text(), 'outside')
    assert.equal(lookups, 1)
    await assert.rejects(outbound.request({ url }), refusedWith('address_not_allowed'))
    assert.equal(canary.seen.connections, 0)
    assert.equal(outside.seen.requests.length, 1)
    assert.equal(outside.seen.requests[0]!.headers.host, `rebind.example:${canary.port}`)
  })

  it('do not ride on the connection to their old address', async () => {
    const old = await serve((_, response) => response.end('old'), '127.0.0.2')
    const now = await serve((_, response) => response.end('new'), '127.0.0.3', old.port)
    const results = ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.3']
    const outbound = client({ allow: '127.0.0.0/8', resolve: async () => [results.shift()!] })
    const ask = async () => (await outbound.request({ url: `http://moving.example:${old.port}/` })).text()
    for (let turn = 0; turn < 4; turn++) assert.equal(await ask(), 'old')
    assert.ok(old.seen.connections < 4, 'an unchanged name reuses its connection')
    assert.equal(await ask(), 'new')
    assert.equal(now.seen.connections, 1)
  })

  it('are tried at their other addresses when the first does not respond', async () => {
    const alive = await serve((_, response) => response.end('alive'), '127.0.0.3')
    const outbound = client({ allow: '127.0.0.0/8', resolve: async () => ['127.0.0.2', '127.0.0.3'] })
    assert.equal(await (await outbound.request({ url: `http://two.example:${alive.port}/` })).text(), 'alive')
  })

  it('send their name, not their address, to a TLS server', async (t) => {
    const requested: string[] = []
    const server = createTlsServer({
      SNICallback(name, done) {
        requested.push(name)
        done(new Error('no certificate'))
      },
    }).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outbound = client({ allow: '127.0.0.1', resolve: async () => ['127.0.0.1'] })
    await assert.rejects(
      outbound.request({ url: `https://secure.example.:${port}/` }),
      refusedWith('upstream_error'),
    )
    assert.deepEqual(requested, ['secure.example'])
  })

  it('have no IP address at all', async () => {
    const outbound = client({ resolve: async () => [] })
    await assert.rejects(outbound.request({ url: 'http://nowhere.example/' }), refusedWith('upstream_error'))
  })
})

describe('redirects', () => {
  const redirectTo =
    (location: string, status = 302): RequestListener =>
    (_, response) => {
      response.writeHead(status, { location }).end()
    }

  it('into the inside are refused', async () => {
    const canary = await serve((_, response) => response.end('inside'))
    for (const location of [
      canary.origin,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      `//127.0.0.1:${canary.port}/`,
      `http://user@127.0.0.2:${canary.port}/`,
    ]) {
      const outside = await serve(redirectTo(location), '127.0.0.2')
      const outbound = client({ allow: '127.0.0.2/32' })
      await assert.rejects(
        outbound.request({ url: outside.origin }),
        refusedWith('address_not_allowed'),
        location,
      )
    }
    assert.equal(canary.seen.connections, 0)
  })

  it('are followed, and the final URL is returned', async () => {
    const end = await serve((_, response) => response.end('end'))
    const start = await serve(redirectTo(`${end.origin}/there#part`))
    const response = await client({ allow: '127.0.0.1' }).request({ url: `${start.origin}/here` })
    assert.equal(await response.text(), 'end')
    assert.equal(response.url, `${end.origin}/there`)
  })

  it('that never end are broken off', async () => {
    const loop = await serve(redirectTo('/again'))
    const outbound = client({ allow: '127.0.0.1' })
    await assert.rejects(outbound.request({ url: loop.origin }), refusedWith('upstream_error'))
    assert.equal(loop.seen.requests.length, 4)
  })

  it('are passed on when none may be followed', async () => {
    const start = await serve(redirectTo('http://127.0.0.1:1/'))
    const response = await client({ allow: '127.0.0.1' }).request({ url: start.origin, maxRedirects: 0 })
    response.discard()
    assert.equal(response.status, 302)
    assert.equal(response.headers.location, 'http://127.0.0.1:1/')
  })

  it('without a usable location fail', async () => {
    const outbound = client({ allow: '127.0.0.1' })
    const missing = await serve((_, response) => response.writeHead(302).end())
    const broken = await serve(redirectTo('http://['))
    await assert.rejects(outbound.request({ url: missing.origin }), refusedWith('upstream_error'))
    await assert.rejects(outbound.request({ url: broken.origin }), refusedWith('upstream_error'))
  })

  it('outside the hosts of the credentials carry none of them', async () => {
    const outside = await serve((_, response) => response.end('public'), '127.0.0.3')
    const api = await serve(redirectTo(outside.origin), '127.0.0.2')
    const outbound = client({ allow: '127.0.0.0/8' })
    const headers = { 'x-api-key': 'secret', authorization: 'Bearer secret', accept: 'text/plain' }
    const request = { url: api.origin, headers, allowedHosts: ['127.0.0.2'] }
    assert.equal(await (await outbound.request(request)).text(), 'public')
    assert.equal(api.seen.requests[0]!.headers['x-api-key'], 'secret')
    assert.equal(outside.seen.requests[0]!.headers.accept, 'text/plain')
    assert.ok(!JSON.stringify(outside.seen.requests[0]!.rawHeaders).includes('secret'))
    await assert.rejects(
      outbound.request({ ...request, url: outside.origin }),
      refusedWith('address_not_allowed'),
    )
  })
})

describe('requests', () => {
  it('send method, headers and body', async () => {
    const bodies: string[] = []
    const server = await serve(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString())
      response.setHeader('content-type', 'application/json').end('{"ok":true}')
    })
    const outbound = client({ allow: '127.0.0.1' })
    const contents = ['text', Buffer.from('bytes'), Readable.from(['in ', 'pieces'])]
    for (const body of contents) {
      const response = await outbound.request({
        method: 'post',
        url: server.origin,
        headers: { 'X-A': 'b' },
        body,
      })
      assert.deepEqual(await response.json(), { ok: true })
    }
    assert.deepEqual(bodies, ['text', 'bytes', 'in pieces'])
    const [request] = server.seen.requests
    assert.equal(request!.method, 'POST')
    assert.equal(request!.headers['x-a'], 'b')
    assert.equal(request!.headers['user-agent'], 'test')
  })

  it('cannot smuggle a header or choose another host', async () => {
    const server = await serve((_, response) => response.end())
    const outbound = client({ allow: '127.0.0.1' })
    for (const headers of [
      { 'x-a': 'b\r\nx-evil: 1' },
      { 'x-a': 'b\nc' },
      { 'x-a': 'b\0' },
      { 'x-a\r\nx-evil': '1' },
      { 'x a': '1' },
      { 'x-a': 'ключ' },
      { Host: 'other.example' },
      { 'Transfer-Encoding': 'chunked' },
      { connection: 'upgrade' },
    ]) {
      await assert.rejects(
        outbound.request({ url: server.origin, headers: headers as unknown as Record<string, string> }),
        refusedWith('invalid_parameter'),
      )
    }
    for (const method of ['CONNECT', 'TRACE', 'GET / HTTP/1.1\r\nx:', '']) {
      await assert.rejects(outbound.request({ url: server.origin, method }), refusedWith('invalid_parameter'))
    }
    assert.equal(server.seen.connections, 0)
  })

  it('end immediately when they are aborted', async () => {
    const server = await serve(() => {})
    const outbound = client({ allow: '127.0.0.1' })
    const controller = new AbortController()
    const pending = outbound.request({ url: server.origin, signal: controller.signal })
    await until(() => server.seen.requests.length === 1)
    controller.abort(new Error('enough'))
    await assert.rejects(pending, /enough/)
    await until(() => server.seen.open === 0)
    await assert.rejects(outbound.request({ url: server.origin, signal: controller.signal }), /enough/)
    assert.equal(server.seen.requests.length, 1)
  })

  it('end immediately when they are aborted during the lookup', async () => {
    const controller = new AbortController()
    const outbound = client({
      resolve: () => {
        controller.abort(new Error('enough'))
        return new Promise(() => {})
      },
    })
    await assert.rejects(
      outbound.request({ url: 'http://slow.example/', signal: controller.signal }),
      /enough/,
    )
  })

  it('do not wait for a DNS server that never responds', async () => {
    const outbound = client({ resolve: () => new Promise(() => {}) })
    await assert.rejects(
      outbound.request({ url: 'http://slow.example/', connectTimeoutMs: 20 }),
      refusedWith('upstream_timeout'),
    )
  })

  it('pass on the failure of a body that breaks off, and free it when they are refused', async () => {
    const server = await serve((request) => request.resume())
    const outbound = client({ allow: '127.0.0.1' })
    const breaking = Readable.from(
      (async function* () {
        yield 'begin'
        throw Object.assign(new Error('the disk was removed'), { code: 'EIO' })
      })(),
    )
    await assert.rejects(
      outbound.request({ method: 'PUT', url: server.origin, body: breaking }),
      /the disk was removed/,
    )
    await until(() => server.seen.open === 0)
    const closing = new Readable({ read() {} })
    const pending = outbound.request({ method: 'PUT', url: server.origin, body: closing })
    closing.destroy()
    await assert.rejects(pending, /broke off/)
    const unused = new Readable({ read() {} })
    await assert.rejects(
      outbound.request({ method: 'PUT', url: 'http://10.0.0.1/', body: unused }),
      refusedWith('address_not_allowed'),
    )
    await until(() => unused.destroyed)
  })

  it('distinguish a server that disconnects from a request body that fails', async () => {
    const server = await serve((request) => request.socket.destroy())
    const outbound = client({ allow: '127.0.0.1' })
    const body = new Readable({ read() {} })
    body.push('begin')
    await assert.rejects(
      outbound.request({ method: 'PUT', url: server.origin, body }),
      refusedWith('upstream_error'),
    )
    await until(() => body.destroyed)
  })

  it('report a closed port as a failure of the other side', async () => {
    const server = await serve(() => {})
    servers.at(-1)!.close()
    const outbound = client({ allow: '127.0.0.1' })
    await assert.rejects(outbound.request({ url: server.origin }), refusedWith('upstream_error'))
  })

  it('leave no connection behind when the client is closed', async () => {
    const server = await serve((_, response) => response.end('done'))
    const outbound = client({ allow: '127.0.0.1' })
    await (await outbound.request({ url: server.origin })).text()
    assert.equal(server.seen.open, 1)
    await outbound.close()
    await until(() => server.seen.open === 0)
    await assert.rejects(outbound.request({ url: server.origin }), refusedWith('service_unavailable'))
  })
})

describe('checking a URL without a request', () => {
  const resolve = async (name: string) => {
    if (name === 'inside.test') return ['93.184.216.34', '10.0.0.1']
    if (name === 'outside.test') return ['93.184.216.34']
    throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
  }

  it('refuses what a request would refuse, and opens no connection', async () => {
    const outbound = client({ resolve, allow: '127.0.0.1/32:4500' })
    const opened = await socketsOpenedBy(async () => {
      for (const url of ['http://inside.test/', 'http://127.0.0.1/', 'ftp://outside.test/', 'x'])
        await assert.rejects(outbound.check(url), refusedWith('address_not_allowed'), url)
      await outbound.check('https://outside.test/hook')
      await outbound.check('http://127.0.0.1:4500/')
      await outbound.check('https://not-yet.test/')
    })
    assert.equal(opened, 0)
  })
})
