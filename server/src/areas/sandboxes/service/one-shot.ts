import type { Outbound } from '../../../kernel/net/outbound.ts'
import { type MakeRoom, withRoom } from '../../../kernel/sandbox/no-room.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import type { Output } from '../../../kernel/sandbox/wire/messages.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ExecutionResult, RunResult } from '../schema/execution.ts'
import type { Cancelling } from './cancelling.ts'
import { type Asked, type Begun, type Executions, timed } from './executions.ts'
import { openNetwork } from './network.ts'
import { stopping } from './refusals.ts'
import type { UnderWay } from './under-way.ts'

export type OneShotDeps = {
  engine: Engine
  outbound: Outbound
  executions: Executions
  cancelling: Cancelling
  underWay: UnderWay
  makeRoom: MakeRoom
}

/** What its caller hears of a script before it ends. */
export type Follower = {
  /** Under which it can be cancelled. */
  onBegun(id: string): void
  onOutput(output: Output): void
}
export const nobody: Follower = { onBegun: () => undefined, onOutput: () => undefined }

const maxLogChars = 64 * 1024

/** One script in an interpreter of its own, of which nothing is left but its record. */
export function createOneShot(deps: OneShotDeps) {
  const { engine, outbound, executions, cancelling, underWay, makeRoom } = deps

  async function perform(scope: Scope, asked: Asked, caller: AbortSignal, follower: Follower) {
    if (underWay.isStopping()) throw stopping()
    const begun = await executions.begin(scope, asked)
    return cancelling.during(begun.id, (cancelled) => {
      follower.onBegun(begun.id)
      return carryOut(begun, AbortSignal.any([caller, cancelled]), follower.onOutput)
    })
  }

  async function carryOut(
    begun: Begun,
    signal: AbortSignal,
    onOutput: Follower['onOutput'],
  ): Promise<{ result: ExecutionResult; outputSha256: string }> {
    const { scope, asked } = begun
    const network = openNetwork(outbound, asked.allowedHosts)
    const { language, source, state, env, timeoutMs } = asked
    try {
      const job = { source, state, env, timeoutMs, calls: network.calls, onOutput, signal }
      const ending = await timed(
        () => withRoom(makeRoom, () => engine.run(scope.projectId, language, job)),
        signal,
      )
      return await executions.finish(begun, { ...ending, stateLost: false }, network.requests)
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
