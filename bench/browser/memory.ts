import { shareOf } from '../../server/test/memory-shares.ts'
import { descendantsOf } from '../../server/test/sandbox/attacks/processes.ts'

/** Of all browsers that a process has started, and of the process that drives them. */
export function memoryOfBrowsers(pid: number): number {
  return descendantsOf(pid)
    .filter(({ name }) => !name.startsWith('postgres'))
    .reduce((sum, each) => sum + shareOf(each.pid), 0)
}
