import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCallbackList, serviceUrl } from './urls.ts'

test('an account may set a subdomain of a fixed host, and no more', () => {
  const url = 'https://{shop}.example.com/{path}/token'
  assert.equal(serviceUrl(url, {}, { shop: 'mine', path: 'a/b' }), 'https://mine.example.com/a%2Fb/token')
  for (const shop of ['evil.example/', 'a@b', 'a.b', 'x:80', 'a#', '', 'a\\b', 'a%2e'])
    assert.throws(() => serviceUrl(url, {}, { shop, path: 'x' }), shop)
})

test('a whole host comes from the auth config alone', () => {
  for (const url of ['https://{host}/token', 'https://{host}.com/token', 'https://x.{host}/token'])
    assert.throws(() => serviceUrl(url, {}, { host: 'evil.example' }), url)
  assert.equal(
    serviceUrl('https://{host}/token', { host: 'own.example:8443' }, { host: 'x' }),
    'https://own.example:8443/token',
  )
  assert.throws(() => serviceUrl('ftp://x.example', {}, {}))
})

test('a list of callback URLs has no wildcards and no plain http', () => {
  assert.deepEqual(
    checkCallbackList(['https://a.example/x', 'http://localhost:3000/x', 'https://a.example/x']),
    ['https://a.example/x', 'http://localhost:3000/x'],
  )
  for (const url of [
    'http://a.example/',
    'https://*.example/',
    'https://a.example/#x',
    'https://u@a.example/',
    'javascript:1',
    'x',
  ])
    assert.throws(() => checkCallbackList([url]), url)
})
