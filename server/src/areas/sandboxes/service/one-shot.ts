import type { NewId } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { HostCalls } from '../../../kernel/sandbox/driver.ts'
import type { Output } from '../../../kernel/sandbox/protocol/messages.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { RunResult } from '../schema/execution.ts'
import type { Admission } from './admission.ts'
import type { Cancelling } from './cancelling.ts'
import type { ExecutionRequest, Executions, Finished } from './executions.ts'
import type { InFlight } from './in-flight.ts'
import { openNetwork } from './network.ts'
import { stopping } from './refusals.ts'
import { type Ran, timed } from './result.ts'
import { createRunAhead, isHarmless } from './run-ahead.ts'

export type OneShotDeps = {
  admit: Admission
  outbound: Outbound
  executions: Executions
  cancelling: Cancelling
  inFlight: InFlight
  newId: NewId
}

/** What its caller hears of a script before it ends. */
export type Follower = {
  /** Under which it can be cancelled. */
  onStarted?(id: string): void
  onOutput(output: Output): void
}
export const noFollower: Follower = { onOutput: () => undefined }

const maxLogChars = 64 * 1024

/** One script in its own interpreter, of which nothing is left but its record. */
export function createOneShot(deps: OneShotDeps) {
  const { admit, outbound, executions, cancelling, inFlight, newId } = deps
  const runAhead = createRunAhead(deps)

  async function perform(scope: Scope, request: ExecutionRequest, caller: AbortSignal, follower: Follower) {
    if (inFlight.isStopping()) throw stopping()
    const id = newId()
    // It must really have begun before the caller is notified.
    const isAhead = isHarmless(request) && follower.onStarted === undefined
    const work = (stop: AbortController) =>
      isAhead ? goAhead(scope, request, id, stop, follower) : goAlong(scope, request, id, stop, follower)
    return cancelling.during(id, work, caller)
  }

  async function run(
    scope: Scope,
    { language, source, state, env, timeoutMs }: ExecutionRequest,
    calls: HostCalls,
    signal: AbortSignal,
    { onOutput }: Follower,
  ): Promise<Ran> {
    const job = { source, state, env, timeoutMs, calls, onOutput, signal }
    const result = await timed(() => admit(scope, language, job), signal)
    return { ...result, stateLost: false }
  }

  const goAhead = (
    scope: Scope,
    request: ExecutionRequest,
    id: string,
    stop: AbortController,
    follower: Follower,
  ) =>
    runAhead({
      scope,
      request,
      id,
      run: () => run(scope, request, {}, stop.signal, follower),
      stop: () => stop.abort(),
    })

  async function goAlong(
    scope: Scope,
    request: ExecutionRequest,
    id: string,
    { signal }: AbortController,
    follower: Follower,
  ): Promise<Finished> {
    const started = await executions.begin(executions.plan(scope, request, id))
    follower.onStarted?.(id)
    const network = openNetwork(outbound, request.allowedHosts)
    try {
      const ran = await run(scope, request, network.calls, signal, follower)
      return await executions.finish(started, ran, network.requests)
    } catch (error) {
      await executions.refuse(started)
      throw error
    }
  }

  return {
    /** Runs to completion even if the caller disconnects, unless `signal` says otherwise. */
    run: (scope: Scope, request: ExecutionRequest, signal: AbortSignal, follower: Follower = noFollower) =>
      inFlight.add(perform(scope, request, signal, follower)),
    async runWithLogs(scope: Scope, request: ExecutionRequest, signal: AbortSignal): Promise<RunResult> {
      const logs = createLogs()
      const { result } = await inFlight.add(
        perform(scope, request, signal, { ...noFollower, onOutput: logs.add }),
      )
      return { ...result, logs: logs.taken() }
    },
  }
}

export type OneShot = ReturnType<typeof createOneShot>

/** What both streams said in the order in which it came, up to a bound. */
function createLogs() {
  const logs: RunResult['logs'] = []
  let capacity = maxLogChars
  return {
    add({ stream, text }: Output): void {
      if (capacity <= 0) return
      const taken = text.slice(0, capacity)
      capacity -= taken.length
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
