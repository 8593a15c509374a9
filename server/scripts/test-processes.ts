import { dirname } from 'node:path'
import measured from './test-seconds.json' with { type: 'json' }

/** Tests about processes run in a separate one: they end processes, count them, or look at their memory. */
const alone = new RegExp(
  [
    'kernel/blobs/(blobs|disk)\\.',
    'kernel/db/(migrate|embedded/(server|membership|lock|machine/live-process)|transfer/(copy|dump|load))\\.',
    'kernel/net/limited-body\\.',
    'kernel/sandbox/([\\w-]+|seal/filter|supervisor/(cpu-priority|python-image))\\.',
    'test/(process|runs|sandbox)/|/kill\\.|/pieces/|contract/contract\\.',
  ].join('|'),
)

// A process takes seconds to load the product and to warm it up. Longer ones would leave one process working at the end
// while the others have nothing to do.
const secondsPerProcess = 60

/**
 * What files take, of those that take three seconds or more: `run-tests.ts --cpu` prints it. Only the order and the share
 * of a process depend on it, so it need not be exact.
 */
const known: Readonly<Record<string, number>> = measured
const secondsOf = (file: string): number => known[file] ?? (file.includes('/kernel/') ? 0.5 : 1)
const lengthOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + secondsOf(file), 0)

/** Files that load much the same: those of areas, and those in `server/test`, the whole product, all others little. */
const kindOf = (file: string): 'product' | 'parts' =>
  /^server\/(src\/areas|test)\//.test(file) ? 'product' : 'parts'

export const nameOf = (files: readonly string[]): string =>
  dirname(files[0]!).split('/').slice(0, 4).join('-')

/** The files of each process; the long ones first, so that the short ones fill the gaps at the end. */
export function inProcesses(files: readonly string[]): string[][] {
  const single = files.filter((file) => alone.test(file)).map((file) => [file])
  const shared = Object.values(
    Object.groupBy(
      files.filter((file) => !alone.test(file)),
      kindOf,
    ),
  )
  return [...single, ...shared.flatMap((kind = []) => filled(kind))].sort((a, b) => lengthOf(b) - lengthOf(a))
}

/** Neighbours stay together, because they warm up the same code. */
function filled(files: readonly string[]): string[][] {
  const processes: string[][] = []
  for (const file of files) {
    const last = processes.at(-1)
    if (last && lengthOf(last) + secondsOf(file) <= secondsPerProcess) last.push(file)
    else processes.push([file])
  }
  return processes
}
