import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasDetour } from './path-detour.ts'

test('dots between slashes lead elsewhere, however both are written', () => {
  for (const path of [
    '/a/../b',
    '/a/.',
    '/a/%2E%2e/b',
    '/a/..%2Fb',
    '/a/x%2f..%2F..%2Fb',
    '/a/..%5Cb',
    '/a\\..\\b',
  ])
    assert.equal(hasDetour(path), true, path)
  for (const path of [
    '/',
    '/a/b',
    '/a/...',
    '/a/.well-known',
    '/a/..b',
    '/a/b..',
    '/a/v1.2%2Fx',
    '/a/%252e%252e',
  ])
    assert.equal(hasDetour(path), false, path)
})
