import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'

/** Worker processes that a test may kill, halt and replace. */
export function createProcesses(settings: object, program = 'worker-process.ts') {
  const alive = new Set<ChildProcess>()

  async function start(): Promise<ChildProcess> {
    const child = fork(new URL(program, import.meta.url), [JSON.stringify(settings)])
    alive.add(child)
    child.once('exit', () => alive.delete(child))
    await once(child, 'message')
    return child
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const kill = (child: ChildProcess) => end(child, 'SIGKILL')

  return {
    start,
    startMany: (count: number) => Promise.all(Array.from({ length: count }, start)),
    end,
    kill,
    any: () => [...alive][randomInt(alive.size)]!,
    killAll: async () => void (await Promise.all([...alive].map(kill))),
  }
}
