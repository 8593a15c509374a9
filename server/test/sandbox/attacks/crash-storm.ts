import { job, openSandboxes } from '../../../src/kernel/sandbox/testing.ts'
import { until } from '../../until.ts'
import { descendantsOf } from './processes.ts'

export type Storm = { ended: number; zombies: number; left: number }

// One step of the engine that takes a minute: it does not hear that it was cancelled, so its process is killed.
const deaf =
  'console.log(1); await new Promise((r) => setTimeout(r, 1)); "a".repeat(5e5).indexOf("a".repeat(25e4) + "b")'

/** Interpreters that are killed in the middle of their work, one after the other and beside each other. */
export async function crashStorm(times: number): Promise<Storm> {
  const cleanups: (() => Promise<void>)[] = []
  const sandboxes = openSandboxes(
    { after: (work) => void cleanups.push(work) },
    { warm: { javascript: 2, python: 0 } },
  )
  let ended = 0
  const crash = async (project: string) => {
    const stop = new AbortController()
    // Later than the script goes deaf, also on a busy machine.
    const onOutput = () => void setTimeout(() => stop.abort(), 100)
    const { failure } = await sandboxes.run(
      project,
      'javascript',
      job(deaf, { onOutput, signal: stop.signal }),
    )
    if (failure?.code === 'killed') ended++
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
