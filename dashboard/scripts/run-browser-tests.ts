import { globSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run, test } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { startRecord } from '../../server/scripts/test-cpu.ts'
import { findChromium } from '../e2e/harness/chromium.ts'
import { globalSetup } from '../e2e/harness/global-setup.ts'

/**
 * Runs the tests of the dashboard in a browser. Where no browser can be started they are reported as skipped, in one
 * line that says what to install; in CI that is a failure, so that a green run always means that they ran.
 */
const folder = fileURLToPath(new URL('../e2e/', import.meta.url))
const record = process.argv.includes('--cpu') ? startRecord() : null
const named = process.argv
  .slice(2)
  .filter((argument) => argument !== '--cpu')
  .map((file) => resolve(file))
const all = globSync('*.test.ts', { cwd: folder }).map((file) => join(folder, file))
const files = named.length > 0 ? named : all
const found = findChromium()

if (found.kind === 'missing') {
  for (const file of files) test(basename(file), { skip: found.reason })
  console.error(`Browser tests skipped. ${found.reason}`)
  if (process.env.CI) process.exitCode = 1
} else {
  await globalSetup()
  const tests = run({ files, concurrency: 2, execArgv: record?.execArgv ?? [] })
  tests.on('test:fail', () => {
    process.exitCode = 1
  })
  await pipeline(tests, new spec(), process.stdout, { end: false })
  record?.print((file) => file)
}
