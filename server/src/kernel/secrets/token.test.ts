import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hashToken, sameToken } from './token.ts'

it('hashToken is SHA-256 in hex', () => {
  assert.equal(hashToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('sameToken compares tokens of any length', () => {
  assert.equal(sameToken('stoa_abc', 'stoa_abc'), true)
  assert.equal(sameToken('stoa_abc', 'stoa_abd'), false)
  assert.equal(sameToken('stoa_abc', 'stoa_abcd'), false)
  assert.equal(sameToken('', 'stoa_abc'), false)
})
