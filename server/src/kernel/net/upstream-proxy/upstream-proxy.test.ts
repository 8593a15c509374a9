import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startHttpProxy } from '../../../../test/browsers/proxies.ts'
import { testCertificate } from '../../../../test/fakes/https-server.ts'
import { parseAllowedNetworks } from '../allowed-networks.ts'
import type { Destination } from '../destination.ts'
import { createUpstreamProxy } from './upstream-proxy.ts'

const proxy = await startHttpProxy('ada', 'secret')
const target = createServer((socket) => socket.end('hello'))
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
const garbage = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n\r\n'))
await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve))
const portOf = (server: typeof target) => (server.address() as AddressInfo).port
after(() => {
  proxy.close()
  target.close()
  garbage.close()
})

const allowPrivate = parseAllowedNetworks(
  [proxy.port, portOf(garbage)].map((port) => `127.0.0.1/32:${port}`).join(','),
)
const destination: Destination = {
  url: new URL(`http://shop.test:${portOf(target)}/a?b`),
  addresses: ['127.0.0.1'],
}
const credentials = { username: 'ada', password: 'secret' }

describe('the proxy of a caller', () => {
  it('inside of a private network gets the address that was checked, not the name', async () => {
    const upstream = createUpstreamProxy(
      { url: `http://proxy.test:${proxy.port}`, ...credentials },
      { allowPrivate, resolve: async () => ['127.0.0.1'] },
    )
    assert.equal(await upstream.forwards(destination), null)
    const socket = await upstream.dial(destination)
    assert.equal(String((await socket.toArray())[0]), 'hello')
    assert.deepEqual(proxy.requests, [`CONNECT 127.0.0.1:${portOf(target)}`])
  })

  it('on the internet forwards plain requests itself', async () => {
    const options = { allowPrivate, resolve: async () => ['93.184.216.34'] }
    const upstream = createUpstreamProxy({ url: 'http://proxy.test:3128', ...credentials }, options)
    assert.deepEqual(await upstream.forwards(destination), {
      socket: null,
      host: '93.184.216.34',
      port: 3128,
      path: destination.url.href,
      headers: { 'proxy-authorization': 'Basic YWRhOnNlY3JldA==' },
    })
    const socks = createUpstreamProxy({ url: 'socks5://proxy.test' }, options)
    assert.equal(await socks.forwards(destination), null)
  })

  it('by TLS shows the certificate of its name before it gets a password', async () => {
    const secure = await startHttpProxy('ada', 'secret', testCertificate)
    const allowed = parseAllowedNetworks(`127.0.0.1/32:${secure.port}`)
    const dial = (host: string) =>
      createUpstreamProxy(
        { url: `https://${host}:${secure.port}`, ...credentials },
        { allowPrivate: allowed, resolve: async () => ['127.0.0.1'] },
      ).dial(destination)
    const defaults = getCACertificates('default')
    try {
      await assert.rejects(dial('127.0.0.1'), { code: 'upstream_error', message: /no valid certificate/ })
      setDefaultCACertificates([...defaults, testCertificate.authority])
      await assert.rejects(dial('proxy.test'), { code: 'upstream_error', message: /no valid certificate/ })
      assert.deepEqual(secure.requests, [])
      assert.equal(String((await (await dial('127.0.0.1')).toArray())[0]), 'hello')
      assert.deepEqual(secure.requests, [`CONNECT 127.0.0.1:${portOf(target)}`])
    } finally {
      setDefaultCACertificates(defaults)
      secure.close()
    }
  })

  it('is checked again for each connection', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1']
    const upstream = createUpstreamProxy(
      { url: `http://proxy.test:${proxy.port}`, ...credentials },
      { allowPrivate, resolve: async () => [addresses.shift()!] },
    )
    ;(await upstream.dial(destination)).destroy()
    await assert.rejects(upstream.dial(destination), { code: 'address_not_allowed' })
  })

  it('that speaks another protocol is reported as such', async () => {
    const options = { allowPrivate, resolve: async () => ['127.0.0.1'] }
    for (const [scheme, message] of [
      ['http', /sent no HTTP response/],
      ['socks5', /does not speak SOCKS 5/],
    ] as const) {
      const upstream = createUpstreamProxy({ url: `${scheme}://proxy.test:${portOf(garbage)}` }, options)
      await assert.rejects(upstream.dial(destination), { code: 'upstream_error', message })
    }
  })
})
