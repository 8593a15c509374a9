import type { NewId } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { HostCalls } from '../../../kernel/sandbox/driver.ts'
import { type MakeRoom, withRoom } from '../../../kernel/sandbox/no-room.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import type { Output } from '../../../kernel/sandbox/wire/messages.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { RunResult } from '../schema/execution.ts'
import type { Cancelling } from './cancelling.ts'
import { type Ran, timed } from './ending.ts'
import type { Asked, Executions, Finished } from './executions.ts'
import { openNetwork } from './network.ts'
import { stopping } from './refusals.ts'
import { createRunAhead, isHarmless } from './run-ahead.ts'
import type { UnderWay } from './under-way.ts'

export type OneShotDeps = {
  engine: Engine
  outbound: Outbound
  executions: Executions
  cancelling: Cancelling
  underWay: UnderWay
  makeRoom: MakeRoom
  newId: NewId
}

/** What its caller hears of a script before it ends. */
export type Follower = {
  /** Under which it can be cancelled. */
  onBegun?(id: string): void
  onOutput(output: Output): void
}
export const nobody: Follower = { onOutput: () => undefined }

const maxLogChars = 64 * 1024

/** One script in an interpreter of its own, of which nothing is left but its record. */
export function createOneShot(deps: OneShotDeps) {
  const { engine, outbound, executions, cancelling, underWay, makeRoom, newId } = deps
  const runAhead = createRunAhead(deps)

  async function perform(scope: Scope, asked: Asked, caller: AbortSignal, follower: Follower) {
    if (underWay.isStopping()) throw stopping()
    const id = newId()
    // Whoever is told that it has begun is told the truth.
    const isAhead = isHarmless(asked) && follower.onBegun === undefined
    const work = (stop: AbortController) =>
      isAhead ? goAhead(scope, asked, id, stop, follower) : goAlong(scope, asked, id, stop, follower)
    return cancelling.during(id, work, caller)
  }

  async function run(
    { projectId }: Scope,
    { language, source, state, env, timeoutMs }: Asked,
    calls: HostCalls,
    signal: AbortSignal,
    { onOutput }: Follower,
  ): Promise<Ran> {
    const job = { source, state, env, timeoutMs, calls, onOutput, signal }
    const work = () => withRoom(makeRoom, projectId, () => engine.run(projectId, language, job))
    const ending = await timed(work, signal)
    return { ...ending, stateLost: false }
  }

  const goAhead = (scope: Scope, asked: Asked, id: string, stop: AbortController, follower: Follower) =>
    runAhead({
      ...{ scope, asked, id },
      run: () => run(scope, asked, {}, stop.signal, follower),
      stop: () => stop.abort(),
    })

  async function goAlong(
    scope: Scope,
    asked: Asked,
    id: string,
    { signal }: AbortController,
    follower: Follower,
  ): Promise<Finished> {
    const begun = await executions.begin(executions.plan(scope, asked, id))
    follower.onBegun?.(id)
    const network = openNetwork(outbound, asked.allowedHosts)
    try {
      const ran = await run(scope, asked, network.calls, signal, follower)
      return await executions.finish(begun, ran, network.requests)
    } catch (error) {
      await executions.refuse(begun)
      throw error
    }
  }

  return {
    /** Goes on to its end whatever becomes of the caller, unless `signal` says otherwise. */
    run: (scope: Scope, asked: Asked, signal: AbortSignal, follower: Follower = nobody) =>
      underWay.add(perform(scope, asked, signal, follower)),
    async runWithLogs(scope: Scope, asked: Asked, signal: AbortSignal): Promise<RunResult> {
      const logs = createLogs()
      const { result } = await underWay.add(perform(scope, asked, signal, { ...nobody, onOutput: logs.add }))
      return { ...result, logs: logs.taken() }
    },
  }
}

export type OneShot = ReturnType<typeof createOneShot>

/** What both streams said in the order in which it came, up to a bound. */
function createLogs() {
  const logs: RunResult['logs'] = []
  let room = maxLogChars
  return {
    add({ stream, text }: Output): void {
      if (room <= 0) return
      const taken = text.slice(0, room)
      room -= taken.length
      const last = logs.at(-1)
      if (last?.stream === stream) last.text += taken
      else logs.push({ stream, text: taken })
    },
    taken: (): RunResult['logs'] =>
      logs.flatMap(({ stream, text }) =>
        text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => ({ stream, text: line })),
      ),
  }
}
