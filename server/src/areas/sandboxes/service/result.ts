import type { SandboxResult as EngineResult } from '../../../kernel/sandbox/driver.ts'
import type { ExecutionResult } from '../schema/execution.ts'
import type { EgressRequest, ExecutionOutcome } from '../schema/stored-execution.ts'
import { createRedactor, outputHash, storable } from './outcome.ts'

/** A script that was run, and what that meant for its caller. */
export type Ran = EngineResult & {
  stateLost: boolean
  durationMs: number
  queuedMs: number
  isCancelled: boolean
}

/** The result of a script as its caller sees it; the rest of the response is its input and its cost. */
export type ExecutionResponse = Omit<ExecutionResult, 'id' | 'language' | 'result' | 'creditsUsed'>

export function toResponse(ran: Ran): ExecutionResponse {
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

/** What is stored of it: without the secret values that were passed to the script. */
export function toStored(
  visible: ExecutionResponse,
  result: string | null,
  env: Readonly<Record<string, string>>,
  more: { engine: string | null; requests: readonly EgressRequest[]; usedMicro: number; at: Date },
): ExecutionOutcome {
  const hide = createRedactor(env)
  return {
    ...visible,
    ...more,
    error: storable(hide(visible.error)),
    trace: storable(hide(visible.trace)),
    stdout: storable(hide(visible.stdout)),
    stderr: storable(hide(visible.stderr)),
    result: hide(result),
    outputSha256: outputHash({ ...visible, result }),
  }
}

/**
 * Separates how long the script ran, which is charged, from how long it waited in the queue and for an interpreter. A
 * script that was ended because its caller left is distinguished from one that was killed.
 */
export async function timed<T extends EngineResult>(
  work: () => Promise<T>,
  signal?: AbortSignal,
  startedAt = performance.now(),
): Promise<T & Pick<Ran, 'durationMs' | 'queuedMs' | 'isCancelled'>> {
  const result = await work()
  const wholeMs = performance.now() - startedAt
  return {
    ...result,
    durationMs: Math.ceil(result.ranMs),
    queuedMs: Math.max(0, Math.floor(wholeMs - result.ranMs)),
    isCancelled: signal?.aborted === true && result.failure?.code === 'killed',
  }
}
