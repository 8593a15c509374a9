import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { createAdmission } from './allowed-networks.ts'
import type { Resolve } from './destination.ts'
import { startEgressProxy } from './egress-proxy.ts'

const requests: string[] = []
let written: string[] = []
const site = createServer((incoming, response) => {
  written = incoming.rawHeaders
  if (incoming.url === '/plain') {
    response.writeHead(200, 'Good', ['X-One', 'a', 'X-One', 'b', 'Set-Cookie', 'c=1', 'Set-Cookie', 'd=2'])
    return void response.end('content')
  }
  requests.push(`${incoming.headers.host} ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`)
  response.end('content')
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const { port } = site.address() as AddressInfo
after(() => site.close())

/** A proxy to which the site is open, as the operator would open it. */
async function startProxy(resolve: Resolve, allowedHosts: string[] | null = null) {
  const refused: string[] = []
  const proxy = await startEgressProxy({
    admits: createAdmission([{ cidr: '127.0.0.1/32', port }], [80, 443]),
    resolve,
    allowedHosts,
    onRefused: (host, reason) => refused.push(`${host}: ${reason}`),
  })
  after(proxy.close)
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((done) => {
      const sent = request({ port: proxy.port, host: '127.0.0.1', path, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => done({ status: response.statusCode!, text }))
      })
      // Closed without a response.
      sent.on('error', () => done({ status: 0, text: '' })).end()
    })
  /** The first line of the response to CONNECT. */
  const tunnel = (authority: string) =>
    new Promise<string>((done) => {
      const socket = connect(proxy.port, '127.0.0.1')
      socket.once('data', (chunk) => {
        done(String(chunk).split('\r\n')[0]!)
        socket.destroy()
      })
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
    })
  return { get, tunnel, refused }
}

describe('the proxy of browsers', () => {
  it('forwards what is admitted, without the headers that are for it', async () => {
    const { get, tunnel } = await startProxy(async () => ['127.0.0.1'])
    requests.length = 0
    const { status, text } = await get(`http://site.test:${port}/a?b=c`, { 'proxy-authorization': 'Basic x' })
    assert.deepEqual([status, text, requests.length], [200, 'content', 1])
    assert.match(requests[0]!, /^\S+ \/a\?b=c $/)
    assert.match(await tunnel(`site.test:${port}`), / 200 /)
  })

  it('passes names and values of headers, and the reason, as they were written', async () => {
    const proxy = await startEgressProxy({
      admits: createAdmission([{ cidr: '127.0.0.1/32', port }], [80, 443]),
      resolve: async () => ['127.0.0.1'],
      allowedHosts: null,
    })
    const path = `http://site.test:${port}/plain`
    const headers = { 'User-Agent': 'b', 'x-Mixed-CASE': 'yes', TE: 'trailers' }
    const response = await new Promise<IncomingMessage>((done) => {
      request({ port: proxy.port, host: '127.0.0.1', path, headers }, done).end()
    })
    response.resume()
    assert.deepEqual(written.slice(0, 4), ['User-Agent', 'b', 'x-Mixed-CASE', 'yes'])
    assert.ok(!written.includes('TE'))
    assert.equal(response.statusMessage, 'Good')
    assert.deepEqual(response.rawHeaders.slice(0, 4), ['X-One', 'a', 'X-One', 'b'])
    assert.deepEqual(response.rawHeaders.slice(4, 8), ['Set-Cookie', 'c=1', 'Set-Cookie', 'd=2'])
    await proxy.close()
  })

  it('refuses private addresses in every form, other schemes and odd targets', async () => {
    const { get, tunnel, refused } = await startProxy(async () => ['10.0.0.7'])
    const hosts = [
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[64:ff9b::a00:1]',
      '0.0.0.0',
      '2130706434',
      'intern.test',
      'localhost',
      'a.localhost',
    ]
    for (const host of hosts) {
      assert.equal((await get(`http://${host}/`)).status, 0, host)
      assert.match(await tunnel(`${host}:443`), / 403 /, host)
    }
    for (const target of ['/', 'ftp://example.com/', 'file:///etc/passwd', 'http://user:pw@example.com/'])
      assert.equal((await get(target)).status, 0, target)
    for (const target of ['example.com:22', 'a@b:443', 'x', ''])
      assert.doesNotMatch(await tunnel(target), / 200 /, target)
    assert.match(refused[0]!, /10\.0\.0\.1: .*not on the public internet/)
  })

  it('connects to the address that it has checked, when the second DNS response is another', async () => {
    let lookups = 0
    const inner = createServer((_, response) => response.end('secret'))
    await new Promise<void>((resolve) => inner.listen(port, '127.0.0.2', resolve))
    after(() => inner.close())
    const { get } = await startProxy(async () => (lookups++ % 2 === 0 ? ['127.0.0.1'] : ['127.0.0.2']))
    assert.equal((await get(`http://rebind.test:${port}/`)).text, 'content')
    // The inner one is open to no one: a name that has both is refused as a whole.
    assert.equal((await get(`http://rebind.test:${port}/`)).status, 0)
    const both = await startProxy(async () => ['127.0.0.1', '127.0.0.2'])
    assert.equal((await both.get(`http://both.test:${port}/`)).status, 0)
  })

  it('reaches the allowed hosts of a session alone', async () => {
    const { get } = await startProxy(async () => ['127.0.0.1'], ['site.test', '*.shop.test'])
    assert.equal((await get(`http://site.test:${port}/`)).status, 200)
    assert.equal((await get(`http://a.shop.test:${port}/`)).status, 200)
    assert.equal((await get(`http://shop.test:${port}/`)).status, 0)
    assert.equal((await get(`http://evil.test:${port}/`)).status, 0)
  })
})
