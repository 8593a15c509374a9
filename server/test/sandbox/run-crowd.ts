import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startCrowd } from './crowd.ts'

/** The crowd at its full size, to run by hand or in a nightly job. */
const { values } = parseArgs({
  options: { javascript: { type: 'string', default: '200' }, python: { type: 'string', default: '20' } },
})
const [javascript, python] = [Number(values.javascript), Number(values.python)]
const crowd = await startCrowd({ javascript, python, perProject: 20, trials: 200 })
const reported = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!.toFixed(2)
  return `median ${at(0.5)}, p95 ${at(0.95)} ms`
}
const say = (line: string) => void process.stdout.write(`${line}\n`)
say(
  `${crowd.stored} of ${javascript + python} sessions preserved their state; ${crowd.megabytes.toFixed(0)} MB together`,
)
say(`a trivial run by itself: ${reported(crowd.quietMs)}`)
say(
  `beside twelve loops of another project: ${reported(crowd.underLoadMs)}; load ${loadavg()[0]!.toFixed(1)}`,
)
if (crowd.stored < javascript + python) process.exitCode = 1
