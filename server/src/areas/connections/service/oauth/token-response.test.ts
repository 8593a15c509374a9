import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTokenResponse } from './token-response.ts'

const read = (status: number, body: unknown) =>
  readTokenResponse(status, typeof body === 'string' ? body : JSON.stringify(body), 'service.example')
const refusalOf = (status: number, body: unknown) => {
  const response = read(status, body)
  assert.equal(response.isGranted, false)
  return response.isGranted ? null : response.refusal
}

test('distinguishes what no retry can fix, a client that is not accepted, and the rest', () => {
  assert.equal(refusalOf(400, { error: 'invalid_grant' })?.kind, 'grant')
  assert.equal(refusalOf(200, { ok: false, error: 'token_revoked' })?.kind, 'grant')
  assert.equal(refusalOf(401, 'no JSON at all')?.kind, 'client')
  assert.equal(refusalOf(200, { error: 'incorrect_client_credentials' })?.kind, 'client')
  assert.equal(refusalOf(400, { error: 'invalid_scope' })?.kind, 'other')
  assert.equal(refusalOf(200, [])?.kind, 'other')
  assert.equal(refusalOf(200, { access_token: '' })?.kind, 'other')
  for (const status of [429, 500, 503]) assert.throws(() => read(status, {}), { code: 'upstream_error' })
})

test('retains nothing of an error that could harm its reader', () => {
  const refusal = refusalOf(400, { error: 'bad\u0000\ncode', error_description: `a\nb ${'x'.repeat(500)}` })
  assert.equal(refusal?.code, 'badcode')
  assert.match(refusal!.message, /^service.example refused with badcode: a b x+$/)
  assert.ok(refusal!.message.length < 300)
})

test('takes lifetimes as numbers and texts, and none that make no sense', () => {
  const lifeOf = (expires_in: unknown) => {
    const response = read(200, { access_token: 'a', expires_in })
    return response.isGranted ? response.tokens.expiresInSeconds : undefined
  }
  assert.deepEqual(
    [lifeOf(60), lifeOf('60'), lifeOf(0), lifeOf('soon'), lifeOf(null), lifeOf({})],
    [60, 60, null, null, null, null],
  )
  assert.ok(lifeOf(1e300)! <= 10 * 365 * 24 * 3600)
})

test('a response of any size leaves no more than the tokens behind', () => {
  const response = read(200, { access_token: 'a', refresh_token: 'r', blob: 'x'.repeat(100_000) })
  assert.deepEqual(
    response.isGranted && [response.tokens.accessToken, response.tokens.refreshToken, response.tokens.raw],
    ['a', 'r', {}],
  )
})
