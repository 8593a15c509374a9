import { globSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startRecord } from '../../server/scripts/test-cpu.ts'
import { runTests } from '../../server/scripts/test-retries.ts'
import { findChromium } from '../e2e/harness/chromium.ts'
import { globalSetup, globalTeardown } from '../e2e/harness/global-setup.ts'

/**
 * Runs the tests of the dashboard in a browser. Where no browser can be started they are reported as skipped, in one
 * line that says what to install; in CI that is a failure, so that a green run always means that they ran. `--cpu` prints
 * the processor time of every test, `--slow` plays the long versions (`server/test/size.ts`).
 */
const folder = fileURLToPath(new URL('../e2e/', import.meta.url))
const record = process.argv.includes('--cpu') ? startRecord() : null
if (process.argv.includes('--slow')) process.env.STOA_TEST_SLOW = '1'
const named = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .map((file) => resolve(file))
const all = globSync('*.test.ts', { cwd: folder }).map((file) => join(folder, file))
const files = named.length > 0 ? named : all
const found = findChromium()

if (found.kind === 'missing') {
  for (const file of files) test(basename(file), { skip: found.reason })
  console.error(`Browser tests skipped. ${found.reason}`)
  if (process.env.CI) process.exitCode = 1
} else {
  const processOf = ([file = '']: readonly string[]) => ({ entry: file, files: [file] })
  try {
    await globalSetup()
    const isGreen = await runTests(
      files.map((file) => processOf([file])),
      { concurrency: 2, execArgv: record?.execArgv, processOf },
    )
    if (!isGreen) process.exitCode = 1
  } finally {
    await globalTeardown()
  }
  record?.print((file) => file)
}
