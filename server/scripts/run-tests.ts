import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { globalSetup, globalTeardown } from '../test/global-setup.ts'

/**
 * Runs the tests of the server: all, or the files that are named. To load the product and to warm it up takes longer than
 * most files take after that, so files of one folder follow one another in one process, each as if it were alone in it:
 * one is loaded when the one before it has ended and has cleaned up. `node --test <file>` runs any of them by itself.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const maxConcurrent = 3
// More would leave one process working at the end while the others have nothing to do.
const filesPerProcess = 8

/** Tests about processes run in a separate one: they end them, counts them, or looks at their memory. */
const alone =
  /kernel\/(blobs|db|net|sandbox)\/|test\/(process|runs|sandbox|transfer)\/|src\/cli\/|\/pieces\/|test\/contract\//

/** `server/src/areas/llm/compat/openai/openai.test.ts` runs with the others of `areas/llm`. */
const folderOf = (file: string): string => dirname(file).split('/').slice(0, 4).join('/')

function inProcesses(files: readonly string[]): string[][] {
  const shared = Object.values(Object.groupBy(files, (file) => (alone.test(file) ? file : folderOf(file))))
  return shared.flatMap((folder = []) => {
    const processes = Math.ceil(folder.length / filesPerProcess)
    // Dealt out in turn, because neighbours are alike: four of the slowest would otherwise meet in one process.
    const dealt = Object.groupBy(folder, (file) => folder.indexOf(file) % processes)
    return Object.values(dealt).map((part = []) => part)
  })
}

/** A file that starts whole servers takes as long as a folder of others. */
const lengthOf = (files: readonly string[]): number =>
  /\/test\/(process|runs|sandbox)\//.test(files[0]!) ? filesPerProcess : files.length

const sourceOf = (files: readonly string[]): string => `
import { test } from 'node:test'
const files = ${JSON.stringify(files.map((file) => [file, pathToFileURL(resolve(root, file)).href]))}
for (const [file, address] of files) test(file, () => import(address))
`

async function writeEntries(directory: string, groups: readonly string[][]): Promise<string[]> {
  const written = groups.map(async (files, index) => {
    if (files.length === 1) return resolve(root, files[0]!)
    const entry = join(directory, `${index}-${folderOf(files[0]!).replaceAll('/', '-')}.mjs`)
    await writeFile(entry, sourceOf(files))
    return entry
  })
  return Promise.all(written)
}

const named = process.argv.slice(2).map((file) => relative(root, resolve(file)))
const found = globSync('server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const files = (named.length > 0 ? named : found).map((file) => file.replaceAll('\\', '/')).sort()
// The long ones first, so that the short ones fill the gaps at the end.
const groups = inProcesses(files).sort((a, b) => lengthOf(b) - lengthOf(a))
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
  const { signal } = breaking
  const tests = run({ files: await writeEntries(directory, groups), concurrency: maxConcurrent, signal })
  tests.on('test:fail', () => {
    process.exitCode = 1
  })
  await pipeline(tests, new spec(), process.stdout, { end: false })
} finally {
  await globalTeardown()
  await rm(directory, { recursive: true, force: true })
}
