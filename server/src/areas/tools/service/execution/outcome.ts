import type { ToolOutcome } from '../../../toolkits/index.ts'
import type { ExecutionResult } from '../../schema/execution.ts'
import type { Output } from './output.ts'

/** Also what no provider can know of: that the caller left. */
export type Outcome =
  | ToolOutcome
  | (Omit<Extract<ToolOutcome, { successful: false }>, 'errorCode'> & { errorCode: 'cancelled' })

export function retryAfterOf(outcome: Outcome): Pick<ExecutionResult, 'retryAfter' | 'retryAfterMs'> {
  const ms = outcome.successful ? null : (outcome.retryAfterMs ?? null)
  return { retryAfter: ms === null ? null : Math.ceil(ms / 1000), retryAfterMs: ms }
}

/** One that was broken off is distinguished by who broke it off: the caller who left, or the clock. */
export function cutShort(
  outcome: ToolOutcome,
  caller: AbortSignal,
  isLate: boolean,
  timeoutMs: number,
): Outcome {
  if (outcome.successful) return outcome
  if (caller.aborted)
    return { ...outcome, errorCode: 'cancelled', error: 'The client disconnected before the tool finished.' }
  return isLate
    ? { ...outcome, errorCode: 'timeout', error: `The tool did not finish within ${timeoutMs} ms.` }
    : outcome
}

/** What succeeded may still have brought something that cannot be shown, or not what it promises. */
export function heldTo(raw: Outcome, { refusal, warnings, data }: Output, isStrict: boolean): Outcome {
  if (!raw.successful) return raw
  const { upstreamStatus } = raw
  const seen = upstreamStatus === undefined ? {} : { upstreamStatus }
  if (refusal !== null) return { successful: false, errorCode: 'output_too_large', error: refusal, ...seen }
  if (isStrict && warnings.length > 0)
    return { successful: false, errorCode: 'output_invalid', error: warnings[0]!, data, ...seen }
  return raw
}
