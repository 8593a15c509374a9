import { readFileSync } from 'node:fs'
import { descendantsOf, type ProcessFacts } from './sandbox/attacks/processes.ts'

/** The memory of a process and its share of what it has in common with others, in MB; 0 for one that has ended. */
export function shareOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

export type Share = Pick<ProcessFacts, 'pid' | 'name'> & { mb: number; command: string }

/** A process and everything below it, the largest first; what has ended meanwhile is left out. */
export function sharesBelow(pid: number): Share[] {
  return [{ pid, name: '' }, ...descendantsOf(pid)]
    .map((each) => ({ pid: each.pid, name: each.name, mb: shareOf(each.pid), command: commandOf(each.pid) }))
    .filter(({ mb }) => mb > 0)
    .sort((left, right) => right.mb - left.mb)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}
