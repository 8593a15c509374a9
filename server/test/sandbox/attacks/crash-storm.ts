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
  let ended = 0
  const crash = async (project: string) => {
    const stop = new AbortController()
    const onOutput = () => stop.abort()
    const source = 'console.log(1); await new Promise((r) => setTimeout(r, 30)); for (;;) {}'
    const { failure } = await sandboxes.run(
      project,
      'javascript',
      job(source, { onOutput, signal: stop.signal }),
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
