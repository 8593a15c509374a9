import { readFileSync } from 'node:fs'
import { AppError } from '../../../src/kernel/errors.ts'
import { job, openSandboxes } from '../../../src/kernel/sandbox/testing.ts'
import { until } from '../../until.ts'
import { descendantsOf } from './processes.ts'

export type Storm = { ended: number; zombies: number; left: number }

/** Interpreters that are killed in the middle of their work, one after the other and beside each other. */
export async function crashStorm(times: number): Promise<Storm> {
  const cleanups: (() => Promise<void>)[] = []
  const sandboxes = openSandboxes(
    { after: (work) => void cleanups.push(work) },
    { warm: { javascript: 2, python: 0 } },
  )
  const killed = new Set<number>()
  let ended = 0
  const crash = async (project: string): Promise<void> => {
    const source = 'console.log(1); await new Promise((r) => setTimeout(r, 30)); for (;;) {}'
    const onOutput = () => void until(() => killSpinning(killed), 'a script that spins')
    try {
      const { failure } = await sandboxes.run(project, 'javascript', job(source, { onOutput }))
      if (failure?.code === 'killed') ended++
    } catch (error) {
      // A process that was still being tried out looks like one that spins; then nothing was begun.
      if (!(error instanceof AppError)) throw error
      await crash(project)
    }
  }
  try {
    for (let done = 0; done < times; done += 4)
      await Promise.all(
        Array.from({ length: Math.min(4, times - done) }, (_, index) => crash(`project ${index}`)),
      )
    await until(async () => (await sandboxes.health()).languages.javascript.warm === 2, 'the pool')
    // The supervisor and the two that wait.
    const left = descendantsOf(process.pid)
    return { ended, zombies: left.filter(({ state }) => state === 'Z').length, left: left.length }
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

/** Kills one closed process that is at work, from outside and without a warning; false when there is none. */
function killSpinning(killed: Set<number>): boolean {
  for (const { pid, state } of descendantsOf(process.pid)) {
    if (state !== 'R' || killed.has(pid) || !isSealed(pid)) continue
    killed.add(pid)
    process.kill(pid, 'SIGKILL')
    return true
  }
  return false
}

function isSealed(pid: number): boolean {
  try {
    return /^Seccomp_filters:\s+2$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
