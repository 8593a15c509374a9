import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../e2e/harness/chromium.ts'

const machine = { platform: 'linux', arch: 'arm64', override: undefined, isThere: () => false } as const

describe('the browser for the tests', () => {
  test('is the one of the system where there is one', () => {
    const found = findChromium({ ...machine, isThere: (path) => path === '/usr/bin/chromium' })
    assert.deepEqual(found, { kind: 'installed', path: '/usr/bin/chromium' })
  })

  test('is the packed one only on the architecture that it was built for', () => {
    assert.equal(findChromium({ ...machine, arch: 'x64' }).kind, 'packed')
    for (const [platform, arch] of [
      ['linux', 'arm64'],
      ['darwin', 'x64'],
      ['win32', 'x64'],
    ] as const) {
      const found = findChromium({ ...machine, platform, arch })
      assert.equal(found.kind, 'missing')
    }
  })

  test('is not guessed where the given path does not exist', () => {
    const found = findChromium({ ...machine, arch: 'x64', override: '/nonexistent/chromium' })
    assert.equal(found.kind, 'missing')
  })
})

describe('without a browser', () => {
  const script = fileURLToPath(new URL('run-browser-tests.ts', import.meta.url))
  const runWith = (ci: Record<string, string>) => {
    // What the runner around this test sets would make the script report to it instead of to the terminal.
    const { CI, NODE_TEST_CONTEXT, ...env } = process.env
    return spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { ...env, ...ci, STOA_CHROMIUM: '/nonexistent/chromium' },
    })
  }

  test('the browser tests are reported as skipped, never as passed', () => {
    const { status, stdout, stderr } = runWith({})
    assert.equal(status, 0, stdout + stderr)
    assert.match(stderr, /^Browser tests skipped\. STOA_CHROMIUM names \/nonexistent\/chromium/)
    assert.match(stdout, /pass 0\n/)
    assert.match(stdout, /skipped [1-9]/)
  })

  test('CI fails', () => {
    assert.equal(runWith({ CI: 'true' }).status, 1)
  })
})
