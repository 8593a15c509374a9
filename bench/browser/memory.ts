import { readFileSync } from 'node:fs'
import { descendantsOf } from '../../server/test/sandbox/attacks/processes.ts'

/** The memory of a process and its share of what it has in common with others, in MB; 0 for one that has ended. */
function shareOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Of all browsers that a process has started, and of the process that drives them. */
export function memoryOfBrowsers(pid: number): number {
  return descendantsOf(pid)
    .filter(({ name }) => !name.startsWith('postgres'))
    .reduce((sum, each) => sum + shareOf(each.pid), 0)
}
