import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { spec } from 'node:test/reporters'
import { inspect } from 'node:util'
import { type PoolOptions, runInPool } from './test-pool.ts'

/** A process of a test run: the file that it is started with, and the test files that it loads. */
export type TestProcess = { entry: string; files: readonly string[] }

type Options = PoolOptions & {
  /** The process that runs these files and no others. */
  processOf(files: readonly string[]): TestProcess | Promise<TestProcess>
}

/** What was wrong the first time, in files that run again together. */
type Failure = { files: readonly string[]; tests: { name: string; key: string; error: unknown }[] }

type Failed = {
  name: string
  nesting: number
  file?: string
  entryFile?: string
  details: { error: Error & { failureType?: string } }
}

// More is no coincidence.
const maxFailures = 3

/**
 * Runs test files and prints what they report. In CI a few files that failed run once more, alone, when all others have
 * ended: a test that passes in one of the two runs is flaky, which is printed with its failure and does not fail the run.
 * Elsewhere nothing runs twice, so that a flaky test is found where it is written.
 */
export async function runTests(processes: readonly TestProcess[], options: Options): Promise<boolean> {
  const first = await runOnce(processes, options)
  if (first.failures.length === 0) return true
  if (!process.env.CI || first.failures.length > maxFailures || options.signal?.aborted) return false
  const names = first.failures.flatMap(({ files }) => files)
  console.log(`\nRunning again, alone, what failed: ${names.join(', ')}\n`)
  const alone = await Promise.all(first.failures.map(({ files }) => options.processOf(files)))
  const again = await runOnce(alone, { ...options, concurrency: 1, maxConcurrency: 1 })
  const isFailing = ({ tests }: Failure) =>
    tests.length === 0 || tests.some(({ key }) => !first.passed.has(key))
  const failing = again.failures.filter(isFailing)
  const isFlaky = ({ files }: Failure) =>
    !failing.some((each) => each.files.some((file) => files.includes(file)))
  printFlaky([...first.failures, ...again.failures].filter(isFlaky))
  return failing.length === 0
}

/** Names are unique in a file at most. */
const keyOf = ({ file, name }: Pick<Failed, 'file' | 'name'>): string => `${file}: ${name}`

type Outcome = {
  failures: Failure[]
  /** By `keyOf`. */
  passed: ReadonlySet<string>
}

async function runOnce(processes: readonly TestProcess[], options: Options): Promise<Outcome> {
  const tests = runInPool(
    processes.map(({ entry }) => entry),
    options,
  )
  const failures = collectFailures(processes, tests)
  const passed = new Set<string>()
  tests.on('data', ({ type, data }: { type: string; data: Failed }) => {
    if (type === 'test:pass') passed.add(keyOf(data))
  })
  await pipeline(tests, new spec(), process.stdout, { end: false })
  return { failures: failures(), passed }
}

/** By process first: what a process reports comes from its start file, whichever file a test is written in. */
function collectFailures(processes: readonly TestProcess[], tests: Readable): () => Failure[] {
  const pending = new Map<string, Failure['tests']>()
  const failures = new Map<string, Failure>()
  tests.on('data', ({ type, data }: { type: string; data: Failed }) => {
    if (type !== 'test:fail') return
    const { name, nesting, file = '', entryFile = file, details } = data
    const inProcess = pending.get(entryFile) ?? []
    pending.set(entryFile, inProcess)
    const { error } = details
    // A suite fails because of what is in it, which has been reported.
    if (error.failureType !== 'subtestsFailed')
      inProcess.push({ name, key: keyOf(data), error: error.cause ?? error })
    if (nesting > 0) return
    pending.delete(entryFile)
    const files = processes.find(({ entry }) => entry === entryFile)?.files ?? [entryFile]
    // Of several files in a process each is a test; one that ends the process ends all of them.
    const failed = files.length > 1 && files.includes(name) ? [name] : files
    const key = failed.join()
    const known = failures.get(key)
    if (known) known.tests.push(...inProcess)
    else failures.set(key, { files: failed, tests: inProcess })
  })
  return () => [...failures.values()]
}

function printFlaky(failures: readonly Failure[]): void {
  for (const { files, tests } of failures)
    for (const { name, error } of tests)
      console.log(`\n⚠ FLAKY: ${files.join(', ')}: "${name}" failed in one of two runs:\n${inspect(error)}`)
}
