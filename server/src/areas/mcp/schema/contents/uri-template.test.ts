import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUriTemplate, ResourceUri, variablesIn } from './uri-template.ts'

const valuesIn = (template: string, uri: string) => variablesIn(parseUriTemplate(template), uri)

test('a URI of a template has a value for each variable', () => {
  assert.deepEqual(valuesIn('shop://orders/{id}', 'shop://orders/17'), { id: '17' })
  assert.deepEqual(valuesIn('shop://orders/{id}/data', 'shop://orders/a%20%C3%A4/data'), { id: 'a ä' })
  assert.deepEqual(valuesIn('shop://{a}-{b}/{c}', 'shop://x-y-z/1'), { a: 'x', b: 'y-z', c: '1' })
  assert.deepEqual(valuesIn('shop://orders/{id}', 'shop://orders/ä😀'), { id: 'ä😀' })
})

test('no other URI has', () => {
  for (const uri of [
    'shop://orders/',
    'shop://orders',
    'shop://orders/1/2',
    'shop://orders/1?x=2',
    'shop://orders/1#x',
    'shop://orders/%',
    'shop://orders/../1',
    'shop://ordersX1',
    'SHOP://orders/1',
    '',
  ])
    assert.equal(valuesIn('shop://orders/{id}', uri), null, uri)
  assert.equal(valuesIn('shop://orders/{id}/data', 'shop://orders/data'), null)
  assert.equal(valuesIn('shop://orders/{id}/data', 'shop://orders//data'), null)
})

test('a long URI takes one look at each letter', () => {
  const template = `a://${Array.from({ length: 10 }, (_, at) => `{v${at}}`).join('-')}!`
  const started = performance.now()
  assert.equal(valuesIn(template, `a://${'-x'.repeat(500_000)}`), null)
  assert.ok(performance.now() - started < 200)
})

test('a URI is refused with what is wrong with it', () => {
  const faultOf = (uri: string) => ResourceUri.safeParse(uri).error?.issues[0]?.message ?? null
  for (const uri of [
    'shop://prices',
    'https://example.com/',
    'urn:isbn:0451450523',
    'a://b/{x}-{y}?q={z}',
    'file:///etc/hosts',
  ])
    assert.equal(faultOf(uri), null, uri)
  for (const [uri, fault] of [
    ['prices', /with a scheme/],
    ['/etc/passwd', /with a scheme/],
    ['shop://a b', /with a scheme|written as/],
    ['stoa://tables/x', /must not begin with stoa:/],
    ['STOA:x', /must not begin with stoa:/],
    ['{x}://tables/prices', /scheme without variables/],
    ['sto{x}://files/{id}', /scheme without variables/],
    ['{x}:b', /scheme without variables/],
    ['https://example.com', /https:\/\/example\.com\/$/],
    ['shop://shop/ä', /shop:\/\/shop\/%C3%A4/],
    ['shop://a/../b', /written as clients write it/],
    ['shop://a/%2e%2e/{id}', /written as clients write it/],
    ['shop://a/{1}', /variables such as/],
    ['shop://a/{+path}', /variables such as/],
    ['shop://a/{x}{y}', /text between/],
    ['shop://a/{x}/{x}', /each variable once/],
    [`shop://a/${Array.from({ length: 11 }, (_, at) => `{v${at}}`).join('/')}`, /at most 10/],
    [`shop://${'a'.repeat(2_000)}`, /2000/],
  ] as const)
    assert.match(faultOf(uri) ?? 'none', fault, uri)
})
