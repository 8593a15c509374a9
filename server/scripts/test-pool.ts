import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { PassThrough } from 'node:stream'
import { run } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

export type PoolOptions = {
  /** How many processes run at a time, whatever else the machine does. */
  concurrency: number
  /** How many may run while the machine has processor time to spare. */
  maxConcurrency?: number | undefined
  signal?: AbortSignal | undefined
  execArgv?: string[] | undefined
}

type TestEvent = { type: string; data: { nesting?: number; message?: string } }

// As `make -l`: a machine with more to do than this gets no further process.
const maxLoad = 1.5 * availableParallelism()
const lookAgainMs = 5_000
const total = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/

/**
 * The events of test files that run beside one another, each in its own process: those of a file follow one another, and
 * the last are the totals of all.
 */
export function runInPool(entries: readonly string[], options: PoolOptions): PassThrough {
  const events = new PassThrough({ objectMode: true })
  runAll(entries, options, events).catch((error: Error) => events.destroy(error))
  return events
}

async function runAll(entries: readonly string[], options: PoolOptions, events: PassThrough): Promise<void> {
  const begin = performance.now()
  const totals = new Map<string, number>()
  const running = new Set<Promise<void>>()
  for (const entry of entries) {
    while (!hasCapacity(running.size, options))
      await Promise.race([...running, pause(lookAgainMs, null, { ref: false })])
    if (options.signal?.aborted) break
    const started: Promise<void> = runEntry(entry, options, events, totals).finally(() =>
      running.delete(started),
    )
    running.add(started)
  }
  await Promise.all(running)
  totals.set('duration_ms', performance.now() - begin)
  for (const [name, value] of totals)
    events.write({
      type: 'test:diagnostic',
      data: { nesting: 0, message: `${name} ${value}`, level: 'info' },
    })
  events.end()
}

function hasCapacity(running: number, { concurrency, maxConcurrency = concurrency }: PoolOptions): boolean {
  return running < concurrency || (running < maxConcurrency && loadavg()[0]! < maxLoad)
}

async function runEntry(
  entry: string,
  { signal, execArgv = [] }: PoolOptions,
  events: PassThrough,
  totals: Map<string, number>,
): Promise<void> {
  const tests = run({ files: [entry], execArgv, ...(signal ? { signal } : {}) })
  const reported: TestEvent[] = []
  tests.on('data', (event: TestEvent) => {
    const [, name, value] = event.data.nesting === 0 ? (total.exec(event.data.message ?? '') ?? []) : []
    if (name) totals.set(name, (totals.get(name) ?? 0) + Number(value))
    else reported.push(event)
  })
  await once(tests, 'end')
  for (const event of reported) events.write(event)
}
