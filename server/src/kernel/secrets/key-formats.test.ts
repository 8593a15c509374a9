import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideKeys } from './key-formats.ts'

// Put together here, so that no scanner takes them for real ones.
const keys = [
  `sk-${'proj-abcdefghijklmnop'}`,
  `sk_${'live_abcdefghijkl'}`,
  `ghp_${'a1'.repeat(18)}`,
  `github_${`pat_${'a1'.repeat(20)}`}`,
  `glpat-${'a1'.repeat(10)}`,
  `xoxb-${'1234567890-abcdef'}`,
  `AKIA${'ABCDEFGHIJKLMNOP'}`,
  `AIza${'a1_-'.repeat(9)}`,
  `npm_${'a1'.repeat(18)}`,
  `SG.${'a'.repeat(22)}.${'b'.repeat(43)}`,
  `Bearer ${'abcdefgh12345678'}`,
  `Basic ${'dXNlcjpwYXNzd29yZA=='}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEow'.repeat(20)}\n-----END RSA PRIVATE KEY-----`,
]

for (const key of keys)
  test(`${key.slice(0, 8)}… is found in code`, () => {
    const { text, keys: found } = hideKeys(`const a = "${key}"\nreturn a`, '[hidden]')
    assert.equal(text, 'const a = "[hidden]"\nreturn a')
    assert.deepEqual(found, [key])
  })

test('the password of a URL is found, and the rest of it stays', () => {
  const { text, keys: found } = hideKeys('postgres://me:hunter22@db/x https://a.example/b?c=d:e@f', '***')
  assert.equal(text, 'postgres://me:***@db/x https://a.example/b?c=d:e@f')
  assert.deepEqual(found, ['hunter22'])
})

test('texts that only begin like one stay as they are', () => {
  for (const text of [
    'task-force-of-seventeen-people',
    'sk-short',
    'ghost_writer',
    'Basic auth',
    'AKIArest',
    'eyJ.a.b',
  ])
    assert.deepEqual(hideKeys(text, '*'), { text, keys: [] })
})

test('two million characters that begin like one again and again are searched without delay', () => {
  const start = process.cpuUsage()
  for (const part of ['sk-', 'eyJaaaaaaaa.', '-----BEGIN PRIVATE KEY-----', 'a://b:', 'AKIA', 'Bearer '])
    hideKeys(part.repeat(2_000_000 / part.length), '*')
  const { user } = process.cpuUsage(start)
  assert.ok(user / 1000 < 6_000, `${user / 1000} ms`)
})
