import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { createClientFinder, type TrustedProxies } from './client.ts'

function found(trusted: TrustedProxies, remoteAddress: string, headers: IncomingHttpHeaders) {
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage
  return createClientFinder(trusted, false)(request)
}
const ipOf = (trusted: TrustedProxies, peer: string, forwarded: string) =>
  found(trusted, peer, { 'x-forwarded-for': forwarded }).ip

describe('the client behind proxies', () => {
  test('is the peer itself while none is trusted, whatever it says', () => {
    const headers = { 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4', 'x-forwarded-proto': 'https' }
    assert.deepEqual(found(null, '203.0.113.9', headers), { ip: '203.0.113.9', isHttps: false })
  })

  test('is counted from the near end of the list, so what a client put before it is not believed', () => {
    assert.equal(ipOf(1, '10.0.0.1', '198.51.100.7'), '198.51.100.7')
    assert.equal(ipOf(1, '10.0.0.1', '127.0.0.1, 1.1.1.1, 198.51.100.7'), '198.51.100.7')
    assert.equal(ipOf(2, '10.0.0.1', '127.0.0.1, 198.51.100.7, 10.0.0.2'), '198.51.100.7')
    assert.equal(ipOf(2, '10.0.0.1', '198.51.100.7'), '198.51.100.7')
    assert.equal(ipOf(1, '10.0.0.1', ''), '10.0.0.1')
  })

  test('is the first one outside of the trusted networks', () => {
    const networks = ['10.0.0.0/8', '::1/128', 'fd00::/8']
    assert.equal(ipOf(networks, '10.0.0.1', '127.0.0.1, 198.51.100.7, 10.9.9.9'), '198.51.100.7')
    assert.equal(ipOf(networks, '::ffff:10.0.0.1', '198.51.100.7'), '198.51.100.7')
    assert.equal(ipOf(networks, 'fd00::5', '2001:db8::1'), '2001:db8::1')
    // Not from one of them: it may say what it likes.
    assert.equal(ipOf(networks, '203.0.113.9', '127.0.0.1'), '203.0.113.9')
  })

  test('is the last one known when the list holds something that is not an IP address', () => {
    for (const junk of ['unknown', '_hidden', "'; drop table x", '999.1.1.1', 'fe80::1%eth0', '10.0.0'])
      assert.equal(ipOf(1, '10.0.0.1', `198.51.100.7, ${junk}`), '10.0.0.1', junk)
  })

  test('may be named with a port', () => {
    assert.equal(ipOf(1, '10.0.0.1', '198.51.100.7:4711'), '198.51.100.7')
    assert.equal(ipOf(1, '10.0.0.1', '[2001:db8::1]:4711'), '2001:db8::1')
  })

  test('may be named by the header of RFC 7239', () => {
    const forwarded = 'for=127.0.0.1, for="[2001:db8::1]:80";proto=https;by=10.0.0.1'
    assert.deepEqual(found(1, '10.0.0.1', { forwarded }), { ip: '2001:db8::1', isHttps: true })
    // The older header is the one that proxies rewrite, so it counts where both are.
    assert.equal(found(1, '10.0.0.1', { forwarded, 'x-forwarded-for': '198.51.100.7' }).ip, '198.51.100.7')
  })

  test('came over HTTPS when the nearest proxy says so', () => {
    const proto = (value: string) => found(1, '10.0.0.1', { 'x-forwarded-proto': value }).isHttps
    assert.deepEqual(['https', 'HTTPS', 'http, https', 'https, http', 'http'].map(proto), [
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
