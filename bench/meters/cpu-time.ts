import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Returns how many microseconds of processor time were used since the meter was created; Linux only. */
export type Meter = () => number

/** Of one process, in itself and in the kernel. */
export const meterOf = (pid: number): Meter => createMeter(() => [String(pid)])

/** Of the sessions of a PostgreSQL server, which are children of its first process and come and go. */
export const meterOfChildren = (parentPid: number): Meter => createMeter(() => childrenOf(parentPid))

function createMeter(pids: () => string[]): Meter {
  if (!existsSync('/proc/self/schedstat')) return () => Number.NaN
  const before = timesOf(pids())
  return () => {
    let used = 0
    for (const [thread, time] of timesOf(pids())) used += time - (before.get(thread) ?? 0)
    return used
  }
}

/**
 * In microseconds, by thread; a thread that ended is not there. `schedstat` is exact, where `stat` has steps of a hundredth of
 * a second, which is several percent of a short round.
 */
function timesOf(pids: readonly string[]): Map<string, number> {
  const files = pids.flatMap((pid) =>
    namesIn(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`),
  )
  return new Map(files.map((file) => [file, Number(textOf(file).split(' ')[0]) / 1000]))
}

const childrenOf = (parentPid: number): string[] =>
  namesIn('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    const stat = textOf(`/proc/${name}/stat`)
    // The name in parentheses may hold anything, so fields are counted from behind it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parentPid
  })

/** Nothing of a process that ended meanwhile. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
