import { readdirSync } from 'node:fs'
import { sharesBelow } from '../memory-shares.ts'

const kinds = ['supervisor', 'server', 'database', 'browsers', 'sandboxes'] as const
type Kind = (typeof kinds)[number]

const patterns: readonly [Kind, RegExp][] = [
  ['database', /postgres/],
  ['browsers', /chrom|areas\.browsers|browsers\/child/],
  ['server', /--supervised/],
  ['supervisor', /start --json$/],
]

/** What an installation holds at a moment: shares of memory by kind of process, how many of each, and open descriptors of the server. */
export type Sample = {
  minute: number
  megabytes: Record<Kind | 'all', number>
  processes: Record<Kind | 'all', number>
  descriptors: number
}

const none = () => ({ all: 0, supervisor: 0, server: 0, database: 0, browsers: 0, sandboxes: 0 })

const kindOf = (command: string): Kind =>
  patterns.find(([, pattern]) => pattern.test(command))?.[0] ?? 'sandboxes'

export function sampleOf(supervisorPid: number, minute: number): Sample {
  const sample: Sample = { minute, megabytes: none(), processes: none(), descriptors: 0 }
  for (const { pid, command, mb } of sharesBelow(supervisorPid)) {
    const kind = kindOf(command)
    for (const each of [kind, 'all'] as const) {
      sample.megabytes[each] += mb
      sample.processes[each]++
    }
    if (kind === 'server') sample.descriptors += descriptorsOf(pid)
  }
  return sample
}

function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** Samples until it is stopped, from the present moment on. */
export function startSampling(supervisorPid: number, everyMs: number, onSample: (sample: Sample) => void) {
  const begin = Date.now()
  const samples: Sample[] = []
  const take = () => {
    const sample = sampleOf(supervisorPid, (Date.now() - begin) / 60_000)
    samples.push(sample)
    onSample(sample)
  }
  take()
  const timer = setInterval(take, everyMs)
  return {
    samples,
    stop(): void {
      clearInterval(timer)
    },
  }
}

export const sampleHead = `| minute | together | ${kinds.join(' | ')} | descriptors |\n|${'---:|'.repeat(kinds.length + 3)}`

/** A line of the table: megabytes, and in parentheses how many processes. */
export function sampleLine({ minute, megabytes, processes, descriptors }: Sample): string {
  const cells = (['all', ...kinds] as const).map(
    (kind) => `${megabytes[kind].toFixed(0)} (${processes[kind]})`,
  )
  return `| ${[minute.toFixed(1), ...cells, descriptors].join(' | ')} |`
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!

/** How much the second half has grown: medians of its first and its last part. */
export function growthOf(samples: readonly Sample[], measure: (sample: Sample) => number): number {
  const values = samples.slice(samples.length >> 1).map(measure)
  const part = values.length >> 1
  return median(values.slice(-part)) - median(values.slice(0, part))
}
