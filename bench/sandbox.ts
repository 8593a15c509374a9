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
import { fixed, median, percentile, table } from './figures.ts'
import { inRounds, type Rounds, timed } from './sandbox/timing.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

type Language = 'javascript' | 'python'
type Row = { name: string; times: number[] }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short
  ? { runs: 20, starts: 3, saves: 3, plain: 3, throughput: 64, atMostMs: 3_000 }
  : { runs: 300, starts: 25, saves: 20, plain: 15, throughput: 400, atMostMs: 12_000 }
// Also where every measurement takes as long as it may.
const longestMs = 240_000
const run = promisify(execFile)
const script: Record<Language, string> = { javascript: 'return state.a + 1', python: 'return state["a"] + 1' }
const job = (source: string): Job => ({ source, state: { a: 1 }, env: {}, timeoutMs: 20_000, calls: {} })
const languages: readonly Language[] = ['javascript', 'python']

await runBenchmark(main)

/** What a script costs in a sandbox, beside starting node and python for it. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(longestMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-bench-sandbox-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const sandboxes = createSandboxes({
    dataDir,
    log: createLog({ level: 'silent', secrets: [] }),
    warm: { javascript: 2, python: 2 },
    waitingPerProject: 1000,
  })
  cleanup.defer(() => sandboxes.close())
  await poolOf(sandboxes, 'python', signal)
  const rows: Row[] = []
  for (const language of languages) rows.push(...(await latencies(sandboxes, language, signal)))
  const hasPython = await hasCommand('python3')
  const [node, python3] = await inRounds(
    { times: plan.plain, longestMs: plan.atMostMs },
    () => run(process.execPath, ['-e', '1 + 1']),
    ...(hasPython ? [() => run('python3', ['-c', '1 + 1'])] : []),
  )
  rows.push({ name: 'node -e', times: node! })
  if (python3) rows.push({ name: 'python3 -c', times: python3 })
  report(rows)
  for (const line of ratios(rows)) console.log(line)
  console.log(await memoryText(sandboxes))
  for (const atOnce of [1, 8, 32]) console.log(await throughputText(sandboxes, atOnce, hasPython))
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

/** Waits until a process stands ready, so that a warm start is measured and not a cold one. */
async function poolOf(sandboxes: Sandboxes, language: Language, signal: AbortSignal): Promise<void> {
  while ((await sandboxes.health()).languages[language].warm < 2) await pause(20, undefined, { signal })
}

async function repeat(
  times: number,
  work: () => Promise<unknown>,
  more: Partial<Rounds> = {},
): Promise<number[]> {
  const [all] = await inRounds({ times, longestMs: plan.atMostMs, ...more }, work)
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
    await poolOf(sandboxes, language, signal)
    const opened: SandboxSession = open()
    into.push(await timed(() => opened.execute(language, source)))
    await opened.close()
  }
  await inRounds(
    { times: plan.starts, longestMs: plan.atMostMs },
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

async function memoryText(sandboxes: Sandboxes): Promise<string> {
  const parts: string[] = []
  for (const language of languages) {
    const before = await proportionalMegabytes()
    const count = language === 'python' ? 4 : 24
    const sessions = Array.from({ length: count }, () =>
      sandboxes.open({ projectId: `memory ${language}`, lastSave: async () => null }),
    )
    for (const session of sessions) await session.execute(language, job(script[language]))
    const each = ((await proportionalMegabytes()) - before) / count
    parts.push(`${language} ${fixed(each, 1)} MB (of ${count} in one project)`)
    await Promise.all(sessions.map((session) => session.close()))
  }
  return `Memory per session: ${parts.join(', ')}`
}

/** Of everything below this process; pages that several share are counted once. */
async function proportionalMegabytes(): Promise<number> {
  let sum = 0
  for (const { pid } of descendantsOf(process.pid)) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    sum += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  }
  return sum
}

async function throughputText(sandboxes: Sandboxes, atOnce: number, hasPython: boolean): Promise<string> {
  const perSecond = async (total: number, work: (index: number) => Promise<unknown>) => {
    let next = 0
    let refused = 0
    const end = performance.now() + plan.atMostMs / 4
    const worker = async () => {
      while (next < total && performance.now() < end) await work(next++).catch(() => refused++)
    }
    const ms = await timed(() => Promise.all(Array.from({ length: atOnce }, worker)))
    const perSecond = fixed(((next - refused) / ms) * 1000, 1)
    return refused === 0 ? perSecond : `${perSecond} (${refused} refused as too many)`
  }
  // With their first processes in place; those that are missing for so many at once are still started meanwhile.
  for (const language of languages)
    for (let project = 0; project < 4; project++)
      await sandboxes.run(`project ${project}`, language, job(script[language]))
  const javascript = await perSecond(plan.throughput, (index) =>
    sandboxes.run(`project ${index % 4}`, 'javascript', job(script.javascript)),
  )
  const python = await perSecond(plan.throughput, (index) =>
    sandboxes.run(`project ${index % 4}`, 'python', job(script.python)),
  )
  const fewer = Math.ceil(plan.throughput / 8)
  const node = await perSecond(fewer, () => run(process.execPath, ['-e', '1 + 1']))
  const python3 = hasPython ? await perSecond(fewer, () => run('python3', ['-c', '1 + 1'])) : 'not here'
  return `At ${atOnce} at once, per second: JavaScript ${javascript}, Python ${python}; node -e ${node}, python3 -c ${python3}`
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
