import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { AppError } from '../errors.ts'
import { followRedirect, type Hop, isHostListed } from './redirects.ts'

const hop = (change: Partial<Hop> = {}): Hop => ({
  method: 'POST',
  url: new URL('https://a.example/x'),
  headers: { authorization: 'a', cookie: 'b', 'x-key': 'c', 'content-type': 'text/plain', accept: '*/*' },
  body: 'hello',
  ...change,
})

const only = (hosts: string[], secrets: string[] = []) => ({ hosts, secrets })
const anywhere = { hosts: null, secrets: [] }

const isAppError = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

describe('followRedirect', () => {
  const methods: [number, string, string][] = [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [302, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ]
  for (const [status, before, then] of methods) {
    it(`changes ${before} to ${then} on ${status}`, () => {
      const next = followRedirect(hop({ method: before }), status, '/y', anywhere)
      assert.equal(next.method, then)
      assert.equal(next.body, before !== then ? null : 'hello')
      assert.equal(next.headers['content-type'], before !== then ? undefined : 'text/plain')
      assert.equal(next.headers.authorization, 'a')
      assert.equal(next.url.href, 'https://a.example/y')
    })
  }

  it('drops what identifies the caller when the origin changes', () => {
    for (const location of ['https://b.example/', 'http://a.example/', 'https://a.example:8443/']) {
      const { headers } = followRedirect(hop(), 307, location, anywhere)
      assert.deepEqual(headers, { 'content-type': 'text/plain', accept: '*/*' }, location)
    }
  })

  it('drops all but harmless headers outside the hosts of the credentials', () => {
    const { headers } = followRedirect(
      hop({ method: 'GET', body: null }),
      302,
      'https://b.example/',
      only(['a.example']),
    )
    assert.deepEqual(headers, { accept: '*/*' })
  })

  it('takes a host of the credentials for another one when the way to it is not encrypted', () => {
    const read = hop({ method: 'GET', body: null })
    assert.deepEqual(followRedirect(read, 302, 'http://a.example/', only(['a.example'])).headers, {
      accept: '*/*',
    })
  })

  it('never sends a body outside the hosts of the credentials', () => {
    assert.throws(
      () => followRedirect(hop(), 307, 'https://b.example/', only(['a.example'])),
      isAppError('address_not_allowed'),
    )
  })

  it('does not follow to another host with a secret in the URL, whichever side put it there', () => {
    const read = (url: string) => hop({ method: 'GET', body: null, url: new URL(url) })
    const confines = only(['a.example'], ['the secret/key'])
    const target = 'https://b.example/'
    const written = encodeURIComponent('the secret/key')
    for (const [url, location] of [
      [`https://a.example/${written}`, target],
      ['https://a.example/x', `${target}?path=${written}`],
      ['https://a.example/x', `${target}${Buffer.from('the secret/key').toString('base64url')}`],
      [`https://a.example/?key=${written}`, 'http://a.example/'],
    ] as const)
      assert.throws(
        () => followRedirect(read(url), 302, location, confines),
        isAppError('address_not_allowed'),
        `${url} ${location}`,
      )
    assert.equal(followRedirect(read('https://a.example/x'), 302, target, confines).url.href, target)
    const inside = followRedirect(read(`https://a.example/${written}`), 302, '/y', confines)
    assert.equal(inside.url.href, 'https://a.example/y')
  })

  it('cannot send a stream twice', () => {
    const body = Readable.from([])
    assert.throws(() => followRedirect(hop({ body }), 308, '/y', anywhere), isAppError('upstream_error'))
    assert.equal(followRedirect(hop({ body }), 303, '/y', anywhere).body, null)
  })
})

describe('isHostListed', () => {
  it('takes exact names and whole domains', () => {
    const hosts = ['API.example.com', '*.example.org']
    assert.equal(isHostListed('api.example.com', hosts), true)
    assert.equal(isHostListed('a.b.example.org', hosts), true)
    assert.equal(isHostListed('example.org', hosts), false)
    assert.equal(isHostListed('evilexample.org', hosts), false)
    assert.equal(isHostListed('x.api.example.com', hosts), false)
  })
})
