import type { Outbound } from '../../../kernel/net/outbound.ts'
import { type MakeRoom, withRoom } from '../../../kernel/sandbox/no-room.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import type { Output } from '../../../kernel/sandbox/wire/messages.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ExecutionResult, RunResult } from '../schema/execution.ts'
import { type Asked, type Executions, timed } from './executions.ts'
import { openNetwork } from './network.ts'
import { stopping } from './refusals.ts'
import type { UnderWay } from './under-way.ts'

export type OneShotDeps = {
  engine: Engine
  outbound: Outbound
  executions: Executions
  underWay: UnderWay
  makeRoom: MakeRoom
}

const maxLogChars = 64 * 1024

/** One script in an interpreter of its own, of which nothing is left but its record. */
export function createOneShot({ engine, outbound, executions, underWay, makeRoom }: OneShotDeps) {
  async function perform(
    scope: Scope,
    asked: Asked,
    signal: AbortSignal,
    onOutput: (output: Output) => void,
  ): Promise<{ result: ExecutionResult; outputSha256: string }> {
    if (underWay.isStopping()) throw stopping()
    const begun = await executions.begin(scope, asked)
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
    run: (
      scope: Scope,
      asked: Asked,
      signal: AbortSignal,
      onOutput: (output: Output) => void = () => undefined,
    ) => underWay.add(perform(scope, asked, signal, onOutput)),
    async runWithLogs(scope: Scope, asked: Asked, signal: AbortSignal): Promise<RunResult> {
      const logs = createLogs()
      const { result } = await underWay.add(perform(scope, asked, signal, logs.add))
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
