import { existsSync, readdirSync, readFileSync } from 'node:fs'

// What Linux calls USER_HZ: the same on every architecture that Node runs on.
const ticksPerSecond = 100

const toMicroseconds = (ticks: number) => (ticks / ticksPerSecond) * 1e6

type Stat = { parentPid: number; ticks: number }

function readStat(pid: number | string): Stat | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null // It ended meanwhile.
  }
  // The name in parentheses may hold anything, so fields are counted from behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parentPid: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
}

/** Returns how many microseconds of processor time were used since the meter was created; Linux only. */
export type Meter = () => number

/** Of one process, in itself and in the kernel. */
export function meterOf(pid: number): Meter {
  const ticks = () => readStat(pid)?.ticks ?? Number.NaN
  const before = ticks()
  return () => toMicroseconds(ticks() - before)
}

/** Of the sessions of a PostgreSQL server, which are children of its first process and come and go. */
export function meterOfChildren(parentPid: number): Meter {
  if (!existsSync('/proc/self/stat')) return () => Number.NaN
  const before = ticksOfChildren(parentPid)
  return () => {
    let used = 0
    for (const [pid, ticks] of ticksOfChildren(parentPid)) used += ticks - (before.get(pid) ?? 0)
    return toMicroseconds(used)
  }
}

function ticksOfChildren(parentPid: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readStat(pid)
    if (stat?.parentPid === parentPid) found.set(pid, stat.ticks)
  }
  return found
}
