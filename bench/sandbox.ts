import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createLog } from '../server/src/kernel/log.ts'
import type { Job } from '../server/src/kernel/sandbox/driver.ts'
import { createSandboxes, type Sandboxes } from '../server/src/kernel/sandbox/sandboxes.ts'
import type { SandboxSession } from '../server/src/kernel/sandbox/session.ts'
import { descendantsOf } from '../server/test/sandbox/attacks/processes.ts'
import { fixed, median, percentile, table } from './report-format.ts'
import { inRounds, type Rounds, timed } from './sandbox/timing.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

type Language = 'javascript' | 'python'
type Row = { name: string; times: number[] }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short
  ? { runs: 20, starts: 3, saves: 3, plain: 3, throughput: 64, maxMs: 3_000 }
  : { runs: 300, starts: 25, saves: 20, plain: 15, throughput: 400, maxMs: 12_000 }
// Also where every measurement takes as long as it may.
const maxMs = 240_000
const run = promisify(execFile)
const script: Record<Language, string> = { javascript: 'return state.a + 1', python: 'return state["a"] + 1' }
const job = (source: string): Job => ({ source, state: { a: 1 }, env: {}, timeoutMs: 20_000, calls: {} })
const silent = createLog({ level: 'silent', secrets: [] })
const languages: readonly Language[] = ['javascript', 'python']

await runBenchmark(main)

/** What a script costs in a sandbox, beside starting node and python for it. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(maxMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-bench-sandbox-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const sandboxes = createSandboxes({
    dataDir,
    log: silent,
    warm: { javascript: 2, python: 2 },
    warmsAtStart: true,
    waitingPerProject: 1000,
  })
  cleanup.defer(() => sandboxes.close())
  await reserve(sandboxes, 'python', 2, signal)
  const rows: Row[] = []
  for (const language of languages) rows.push(...(await latencies(sandboxes, language, signal)))
  const hasPython = await hasCommand('python3')
  const [node, python3] = await inRounds(
    { times: plan.plain, maxMs: plan.maxMs },
    () => run(process.execPath, ['-e', '1 + 1']),
    ...(hasPython ? [() => run('python3', ['-c', '1 + 1'])] : []),
  )
  rows.push({ name: 'node -e', times: node! })
  if (python3) rows.push({ name: 'python3 -c', times: python3 })
  report(rows)
  for (const line of ratios(rows)) console.log(line)
  for (const maxConcurrent of [1, 8, 32])
    console.log(await throughputText(sandboxes, maxConcurrent, hasPython, signal))
  await sandboxes.close()
  console.log(await memoryText(dataDir, signal))
}

async function hasCommand(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}

/** How many scripts are done in the time in which a bare process starts and ends. */
function ratios(rows: readonly Row[]): string[] {
  const medianOf = (name: string) => median(rows.find((row) => row.name === name)?.times ?? [])
  return languages.flatMap((language) => {
    const bare = language === 'python' ? 'python3 -c' : 'node -e'
    return ['one-shot run', 'run in a session', 'new session and first run'].map((what) => {
      const ratio = medianOf(bare) / medianOf(`${language}: ${what}`)
      return `${language}: ${what}: ${fixed(ratio, 1)} of them in the time of one ${bare}`
    })
  })
}

async function repeat(
  times: number,
  work: () => Promise<unknown>,
  more: Partial<Rounds> = {},
): Promise<number[]> {
  const [all] = await inRounds({ times, maxMs: plan.maxMs, ...more }, work)
  return all!
}

async function latencies(sandboxes: Sandboxes, language: Language, signal: AbortSignal): Promise<Row[]> {
  const source = job(script[language])
  let saved: Buffer | null = null
  let project = 0
  const open = () => sandboxes.open({ projectId: `${language} ${project++}`, lastSave: async () => saved })
  const starts: number[] = []
  const wakes: number[] = []
  const session = open()
  await session.execute(language, source)
  const warm = await repeat(plan.runs, () => session.execute(language, source))
  const saves = await repeat(plan.saves, async () => {
    const save = await session.save()
    if (save.kind === 'saved') saved = save.bytes
  })
  const state = saved
  await session.close()
  const fresh = async (from: Buffer | null, into: number[]) => {
    saved = from
    await reserve(sandboxes, language, 2, signal)
    const opened: SandboxSession = open()
    into.push(await timed(() => opened.execute(language, source)))
    await opened.close()
  }
  await inRounds(
    { times: plan.starts, maxMs: plan.maxMs },
    () => fresh(null, starts),
    () => fresh(state, wakes),
  )
  const oneShot = () => sandboxes.run('one-shot', language, source)
  await oneShot()
  // Between two the process goes back to how it was, as it does between requests.
  const oneShots = await repeat(plan.runs, oneShot, { pauseMs: language === 'python' ? 20 : 5 })
  return [
    { name: `${language}: one-shot run`, times: oneShots },
    { name: `${language}: run in a session`, times: warm },
    { name: `${language}: new session and first run`, times: starts },
    { name: `${language}: save`, times: saves },
    { name: `${language}: wake and first run`, times: wakes },
  ]
}

/** In separate sandboxes, whose idle pool is full before and after: the difference belongs to the sessions. */
async function memoryText(dataDir: string, signal: AbortSignal): Promise<string> {
  const parts: string[] = []
  for (const language of languages) {
    await using cleanup = new AsyncDisposableStack()
    const sandboxes = createSandboxes({
      dataDir,
      log: silent,
      warm: { javascript: 0, python: 0, [language]: 1 },
      warmsAtStart: true,
    })
    cleanup.defer(() => sandboxes.close())
    await reserve(sandboxes, language, 1, signal)
    const before = await interpreterMegabytes()
    const sessions = Array.from({ length: language === 'python' ? 4 : 24 }, () =>
      sandboxes.open({ projectId: 'one', lastSave: async () => null }),
    )
    for (const session of sessions) await session.execute(language, job(script[language]))
    await reserve(sandboxes, language, 1, signal)
    const all = (await interpreterMegabytes()) - before
    const { bound } = (await sandboxes.health()).languages[language]
    parts.push(
      `${language} ${fixed(all / sessions.length, 1)} MB (${sessions.length} of a project in ${bound} processes)`,
    )
  }
  return `Memory per session: ${parts.join(', ')}`
}

/** Waits until so many processes are idle and none is being started. */
async function reserve(sandboxes: Sandboxes, language: Language, count: number, signal: AbortSignal) {
  for (;;) {
    const { warm, starting } = (await sandboxes.health()).languages[language]
    if (warm >= count && starting === 0) return
    await pause(20, undefined, { signal })
  }
}

/** Of all interpreters; pages that several share are counted once. */
async function interpreterMegabytes(): Promise<number> {
  let sum = 0
  const [, ...interpreters] = descendantsOf(process.pid)
  for (const { pid } of interpreters) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    sum += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  }
  return sum
}

async function perSecond(maxConcurrent: number, total: number, work: (index: number) => Promise<unknown>) {
  let next = 0
  let refused = 0
  const end = performance.now() + plan.maxMs / 4
  const worker = async () => {
    while (next < total && performance.now() < end) await work(next++).catch(() => refused++)
  }
  const ms = await timed(() => Promise.all(Array.from({ length: maxConcurrent }, worker)))
  const rate = ((next - refused) / ms) * 1000
  const text = refused === 0 ? fixed(rate, 1) : `${fixed(rate, 1)} (${refused} refused as too many)`
  return text
}

/** Of four projects; first as a crowd that comes out of nothing, then once their processes are there. */
async function throughputText(
  sandboxes: Sandboxes,
  maxConcurrent: number,
  hasPython: boolean,
  signal: AbortSignal,
): Promise<string> {
  const rates: string[] = []
  for (const language of languages) {
    const once = (index: number) =>
      sandboxes.run(`${maxConcurrent} concurrent ${index % 4}`, language, job(script[language]))
    const crowdMs = await timed(() =>
      Promise.allSettled(Array.from({ length: maxConcurrent }, (_, i) => once(i))),
    )
    // As many as ever run side by side have been started when this is over.
    await perSecond(maxConcurrent, plan.throughput, once)
    await reserve(sandboxes, language, 2, signal)
    const text = await perSecond(maxConcurrent, plan.throughput, once)
    rates.push(`${language} ${text} (the first ${maxConcurrent} took ${fixed(crowdMs, 0)} ms together)`)
  }
  const fewer = Math.ceil(plan.throughput / 8)
  const node = await perSecond(maxConcurrent, fewer, () => run(process.execPath, ['-e', '1 + 1']))
  const python3 = hasPython && (await perSecond(maxConcurrent, fewer, () => run('python3', ['-c', '1 + 1'])))
  return `At a concurrency of ${maxConcurrent}, per second: ${rates.join(', ')}; node -e ${node}, python3 -c ${python3 || 'not here'}`
}

function report(rows: readonly Row[]): void {
  const lines = rows.map(({ name, times }) => {
    const sorted = times.toSorted((left, right) => left - right)
    return [
      name,
      fixed(sorted[0] ?? Number.NaN, 2),
      fixed(median(times), 2),
      fixed(percentile(sorted, 0.95), 2),
    ]
  })
  console.log(`${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; milliseconds\n`)
  console.log(`${table(['', 'least', 'median', 'p95'], lines)}\n`)
}
