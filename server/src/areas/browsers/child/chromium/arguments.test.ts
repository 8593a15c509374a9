import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromiumArguments } from './arguments.ts'

test('a browser is controlled by a pipe, and has no port', () => {
  const args = chromiumArguments({
    viewport: { width: 800, height: 600 },
    locale: 'en-US',
    profileFolder: '/tmp/profile',
    proxyPort: 4711,
    isSandboxed: true,
    barHeight: 0,
  })
  assert.ok(args.includes('--remote-debugging-pipe'))
  assert.deepEqual(
    args.filter((each) => /^--remote-debugging-(port|address)/.test(each)),
    [],
  )
})
