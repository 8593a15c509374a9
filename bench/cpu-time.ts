import { readdirSync, readFileSync } from 'node:fs'

// What Linux calls USER_HZ: the same on every architecture that Node runs on.
const ticksPerSecond = 100

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

const toMicroseconds = (ticks: number) => (ticks / ticksPerSecond) * 1e6

/** Microseconds of processor time that a process has used, in itself and in the kernel. */
export const cpuOf = (pid: number): number => toMicroseconds(readStat(pid)?.ticks ?? 0)

/** The same for the sessions of a PostgreSQL server, which are children of its first process. */
export function cpuOfChildren(pid: number): number {
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = readStat(entry)
    if (stat?.parentPid === pid) ticks += stat.ticks
  }
  return toMicroseconds(ticks)
}
