import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { databasePid, globalSetup, globalTeardown } from '../test/global-setup.ts'
import { startRecord, treeSeconds } from './test-cpu.ts'
import { inProcesses, nameOf } from './test-processes.ts'
import { runTests, type TestProcess } from './test-retries.ts'

/**
 * Runs the tests of the server: all, or the files that are named. To load the product and to warm it up takes longer than
 * most files take after that, so files follow one another in one process, each as if it were alone in it: one is loaded
 * when the one before it has ended and has cleaned up. `node --test <file>` runs any of them by itself. `--cpu` prints the
 * processor time of every file, `--slow` plays the long versions (`test/size.ts`) and, unless files are named, only those;
 * `--concurrency` is how many processes there are at a time, `--max-concurrency` how many while the machine has processor
 * time to spare.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

const sourceOf = (files: readonly string[]): string => `
import { test } from 'node:test'
import { startFile } from ${JSON.stringify(new URL('test-cpu.ts', import.meta.url).href)}
const files = ${JSON.stringify(files.map((file) => [file, pathToFileURL(resolve(root, file)).href]))}
for (const [file, address] of files) test(file, () => (startFile(file), import(address)))
`

async function processOf(files: readonly string[]): Promise<TestProcess> {
  if (files.length === 1) return { entry: resolve(root, files[0]!), files }
  // In a separate directory: files that failed run once more.
  const entry = join(await mkdtemp(join(directory, 'group-')), `${nameOf(files)}.mjs`)
  await writeFile(entry, sourceOf(files))
  return { entry, files }
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cpu: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '3' },
    'max-concurrency': { type: 'string' },
  },
})
if (options.slow) process.env.STOA_TEST_SLOW = '1'
// As the launcher does: halves the processor time that every process needs to load the product.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
// Tests make much that is soon gone: a larger young generation is collected less often.
const memory = ['--max-semi-space-size=32']
const record = options.cpu ? startRecord() : null
const named = positionals.map((file) => relative(root, resolve(file)))
const all = globSync('server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const found = options.slow ? all.filter(hasLongVersion) : all
const files = (named.length > 0 ? named : found).map((file) => file.replaceAll('\\', '/')).sort()
const directory = await mkdtemp(join(tmpdir(), 'stoa-test-groups-'))
// An interrupted run leaves no database behind.
const breaking = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    process.exitCode = 1
    breaking.abort()
  })
try {
  await globalSetup()
  const processes = await Promise.all(inProcesses(files).map(processOf))
  const isGreen = await runTests(processes, {
    concurrency: Number(options.concurrency),
    maxConcurrency: Number(options['max-concurrency'] ?? options.concurrency),
    signal: breaking.signal,
    execArgv: [...memory, ...(record?.execArgv ?? [])],
    processOf,
  })
  if (!isGreen) process.exitCode = 1
  const database = databasePid()
  record?.print(
    (file) => files.find((each) => file.endsWith(each)) ?? null,
    database === null ? 0 : treeSeconds(database),
  )
} finally {
  await globalTeardown()
  await rm(directory, { recursive: true, force: true })
}

/** Those that ask how much to play, and the attacks. */
function hasLongVersion(file: string): boolean {
  return (
    /test\/attack\/availability/.test(file) || readFileSync(join(root, file), 'utf8').includes('/size.ts')
  )
}
