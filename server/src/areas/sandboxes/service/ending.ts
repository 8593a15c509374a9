import type { Ending as EngineEnding } from '../../../kernel/sandbox/driver.ts'
import type { ExecutionResult } from '../schema/execution.ts'
import type { EgressRequest, Ending } from '../schema/kept-execution.ts'
import { createHider, outputHash, storable } from './outcome.ts'

/** A script that was run, and what that meant for its caller. */
export type Ran = EngineEnding & {
  stateLost: boolean
  durationMs: number
  queuedMs: number
  isCancelled: boolean
}

/** What its caller is shown of the end of a script; the rest of the answer is what it was asked for and what it cost. */
export type Shown = Omit<ExecutionResult, 'id' | 'language' | 'result' | 'creditsUsed'>

export function shownOf(ran: Ran): Shown {
  const { failure } = ran
  return {
    status: failure ? 'failed' : 'succeeded',
    error: failure?.error ?? null,
    errorCode: failure ? (ran.isCancelled ? 'cancelled' : failure.code) : null,
    trace: failure?.trace ?? null,
    stdout: ran.stdout,
    stderr: ran.stderr,
    truncated: ran.truncated,
    durationMs: ran.durationMs,
    queuedMs: ran.queuedMs,
    stateLost: ran.stateLost,
  }
}

/** What is kept of it: without the values that the script was given to use and not to tell. */
export function keptOf(
  shown: Shown,
  result: string | null,
  env: Readonly<Record<string, string>>,
  more: { engine: string | null; requests: readonly EgressRequest[]; usedMicro: number; at: Date },
): Ending {
  const hide = createHider(env)
  return {
    ...shown,
    ...more,
    error: storable(hide(shown.error)),
    trace: storable(hide(shown.trace)),
    stdout: storable(hide(shown.stdout)),
    stderr: storable(hide(shown.stderr)),
    result: hide(result),
    outputSha256: outputHash({ ...shown, result }),
  }
}

/**
 * Tells how long the script ran, which is what counts, from how long it waited for a turn and for an interpreter. A
 * script that was ended because its caller left is told apart from one that was killed.
 */
export async function timed<T extends EngineEnding>(
  work: () => Promise<T>,
  signal?: AbortSignal,
  startedAt = performance.now(),
): Promise<T & Pick<Ran, 'durationMs' | 'queuedMs' | 'isCancelled'>> {
  const ending = await work()
  const wholeMs = performance.now() - startedAt
  return {
    ...ending,
    durationMs: Math.ceil(ending.ranMs),
    queuedMs: Math.max(0, Math.floor(wholeMs - ending.ranMs)),
    isCancelled: signal?.aborted === true && ending.failure?.code === 'killed',
  }
}
