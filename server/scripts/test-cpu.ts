import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/**
 * Where the processor time of a test run goes, file by file, with that of the processes that a file started and ended.
 * Preloaded into every test process; it writes one line per file to the path that STOA_TEST_CPU names.
 */
type Usage = { file: string; cpu: number; wall: number }

const variable = 'STOA_TEST_CPU'
// /proc counts in hundredths of a second on every architecture that Node runs on.
const ticksPerSecond = 100

/** Null where there is no such process, or no /proc. */
function statOf(pid: number | 'self'): { parent: number; seconds: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // utime, stime, and both of the children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
  } catch {
    return null
  }
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage()
  return statOf('self')?.seconds ?? (user + system) / 1e6
}

/** A process with all below it that run or have ended, such as a database server with its connections. */
export function treeSeconds(root: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = pids.flatMap((pid) => {
    const stat = statOf(Number(pid))
    return stat ? [{ ...stat, pid: Number(pid) }] : []
  })
  const below = (parent: number): number =>
    stats
      .filter((stat) => stat.parent === parent)
      .reduce((sum, { pid, seconds }) => sum + seconds + below(pid), 0)
  return (statOf(root)?.seconds ?? 0) + below(root)
}

let current = { file: process.argv[1] ?? '', cpu: 0, wall: 0 }

function writeCurrent(): void {
  const cpu = ownSeconds() - current.cpu
  const wall = process.uptime() - current.wall
  appendFileSync(process.env[variable]!, `${JSON.stringify({ file: current.file, cpu, wall })}\n`)
}

/** What follows in this process belongs to that file. The first file of a process also pays for loading the product. */
export function startFile(file: string): void {
  if (!process.env[variable]) return
  if (current.cpu > 0) writeCurrent()
  const isFirst = current.cpu === 0
  current = { file, cpu: isFirst ? 0.001 : ownSeconds(), wall: isFirst ? 0 : process.uptime() }
}

/** What this process and all below it have used so far, live ones included, belongs to what is named until now. */
export function endTest(name: string): void {
  if (!process.env[variable]) return
  const cpu = treeSeconds(process.pid)
  appendFileSync(
    process.env[variable],
    `${JSON.stringify({ file: name, cpu: cpu - current.cpu, wall: process.uptime() - current.wall })}\n`,
  )
  current = { ...current, cpu, wall: process.uptime() }
}

if (process.env[variable] && process.env.NODE_TEST_CONTEXT && isMainThread) process.once('exit', writeCurrent)

/** Starts the record; the processes of the run are to be started with its options. */
export function startRecord() {
  const directory = mkdtempSync(join(tmpdir(), 'stoa-test-cpu-'))
  const path = join(directory, 'usage.jsonl')
  process.env[variable] = path
  return {
    execArgv: ['--import', fileURLToPath(import.meta.url)],
    /** The most expensive files first; `nameOf` drops what is no test file, such as forks of one. */
    print(nameOf: (file: string) => string | null, database = 0): void {
      const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
      rmSync(directory, { recursive: true })
      const usages = lines
        .map((line) => JSON.parse(line) as Usage)
        .flatMap((usage) => {
          const file = nameOf(usage.file)
          return file === null ? [] : [{ ...usage, file }]
        })
        .toSorted((a, b) => b.cpu - a.cpu)
      const total = usages.reduce((sum, { cpu }) => sum + cpu, 0)
      console.log('\n    CPU s  elapsed s  file')
      for (const { file, cpu, wall } of usages)
        console.log(`${cpu.toFixed(2).padStart(9)}  ${wall.toFixed(2).padStart(9)}  ${file}`)
      console.log(`${total.toFixed(2).padStart(9)}  all ${usages.length} files`)
      const { user, system } = process.cpuUsage()
      console.log(`${((user + system) / 1e6).toFixed(2).padStart(9)}  the runner`)
      if (database > 0) console.log(`${database.toFixed(2).padStart(9)}  the database server they share`)
    },
  }
}
