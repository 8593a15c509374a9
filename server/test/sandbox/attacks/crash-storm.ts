import { AppError } from '../../../src/kernel/errors.ts'
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
    // Short, as every one of them is waited for.
    { warm: { javascript: 2, python: 0 }, graceMs: 300 },
  )
  let ended = 0
  const crash = async (project: string): Promise<void> => {
    const stop = new AbortController()
    // Later than the script goes deaf, also on a busy machine.
    const onOutput = () => void setTimeout(() => stop.abort(), 100)
    try {
      const order = job(deaf, { onOutput, signal: stop.signal })
      const { failure } = await sandboxes.run(project, 'javascript', order)
      if (failure?.code === 'killed') ended++
    } catch (error) {
      // A machine that is too busy to start processes as fast as they are killed says so; nothing was begun then.
      if (!(error instanceof AppError) || error.code !== 'sandbox_busy') throw error
      await crash(project)
    }
  }
  try {
    for (let done = 0; done < times; done += 4)
      await Promise.all(
        Array.from({ length: Math.min(4, times - done) }, (_, index) => crash(`project ${index}`)),
      )
    const state = async () => (await sandboxes.health()).languages.javascript
    await until(async () => (await state()).warm === 2, 'the pool')
    // A script that heard in time that it was cancelled leaves its process to its project for a while.
    // What bubblewrap puts around each is no interpreter, and ends with it.
    const interpreters = () => descendantsOf(process.pid).filter(({ name }) => name !== 'bwrap').length
    const unowned = async () => interpreters() - (await state()).bound
    // The supervisor and the two that wait. One that was killed a moment ago may still be on its way out.
    await until(async () => (await unowned()) <= 3, 'the end of those that were killed')
    const zombies = descendantsOf(process.pid).filter((each) => each.state === 'Z').length
    return { ended, zombies, left: await unowned() }
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}
