import { once } from 'node:events'
import { cpus } from 'node:os'
import { PassThrough } from 'node:stream'
import { run } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type PoolOptions = {
  /** How many processes run at a time, whatever else the machine does. */
  concurrency: number
  /** How many may run while the machine has processor time to spare. */
  maxConcurrency?: number | undefined
  signal?: AbortSignal | undefined
  execArgv?: string[] | undefined
}

type TestEvent = { type: string; data: { nesting?: number; message?: string } }

// The load average is a minute behind and counts what waits for the disk: half of a processor was idle by it.
const idleEnough = 0.25
const testContext = ['--import', fileURLToPath(new URL('test-context.ts', import.meta.url))]
const lookAgainMs = 4_000
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
  const { concurrency, maxConcurrency = concurrency } = options
  for (const entry of entries) {
    let isIdle = false
    while (running.size >= (isIdle ? maxConcurrency : concurrency)) {
      const before = processorTimes()
      await Promise.race([...running, pause(lookAgainMs, null, { ref: false })])
      isIdle = idleShare(before, processorTimes()) >= idleEnough
    }
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

type ProcessorTimes = { idle: number; all: number }

function processorTimes(): ProcessorTimes {
  const times = cpus().map(({ times }) => times)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}

/** 0 where no time has passed: the next look says more. */
const idleShare = (before: ProcessorTimes, now: ProcessorTimes): number =>
  now.all > before.all ? (now.idle - before.idle) / (now.all - before.all) : 0

async function runEntry(
  entry: string,
  { signal, execArgv = [] }: PoolOptions,
  events: PassThrough,
  totals: Map<string, number>,
): Promise<void> {
  const tests = run({
    files: [entry],
    execArgv: [...testContext, ...execArgv],
    ...(signal ? { signal } : {}),
  })
  const reported: TestEvent[] = []
  tests.on('data', (event: TestEvent) => {
    const [, name, value] = event.data.nesting === 0 ? (total.exec(event.data.message ?? '') ?? []) : []
    if (name) totals.set(name, (totals.get(name) ?? 0) + Number(value))
    else reported.push(event)
  })
  await once(tests, 'end')
  for (const event of reported) events.write(event)
}
