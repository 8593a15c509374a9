import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runTests } from './test-retries.ts'

/**
 * `node --test` for what is not a test of the server: each file in its own process, those that fail in CI once more. The
 * module of `--setup` exports `globalSetup` and `globalTeardown`.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { setup: { type: 'string' }, concurrency: { type: 'string' } },
})

type Setup = { globalSetup?(): Promise<void>; globalTeardown?(): Promise<void> }
const setup: Setup = options.setup ? await import(pathToFileURL(resolve(options.setup)).href) : {}
const processOf = ([file = '']: readonly string[]) => ({ entry: resolve(file), files: [file] })
const processes = globSync(positionals, { exclude: ['**/node_modules/**'] })
  .sort()
  .map((file) => processOf([file]))
const concurrency = Number(options.concurrency ?? availableParallelism())

try {
  await setup.globalSetup?.()
  if (!(await runTests(processes, { concurrency, processOf }))) process.exitCode = 1
} finally {
  await setup.globalTeardown?.()
}
