import { availableParallelism, loadavg } from 'node:os'

/**
 * What else the machine did, for the text above a table: processes that waited for a processor before the benchmark
 * began, of which none was its own.
 */
export function describeMachine(): string {
  const [load = 0] = loadavg()
  const cores = availableParallelism()
  const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const state = load > cores / 2 ? `busy with other work, a load of ${load.toFixed(0)}` : 'quiet'
  return `${date}, ${cores} cores (${process.arch}), ${state}, embedded PostgreSQL with its defaults`
}
