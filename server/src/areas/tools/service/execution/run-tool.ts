import { setTimeout as wait } from 'node:timers/promises'
import type { Credentials, ToolCall, ToolDefinition, ToolOutcome } from '../../../toolkits/index.ts'
import { outcomeOfError } from '../custom/error-outcome.ts'
import { deepestResult, isDeeper, tooDeep } from './shape-output.ts'

export type Tried = { outcome: ToolOutcome; tries: number; credentials: Credentials | null }

// The first try and two more, for what may be repeated without harm.
const maxAttempts = 3
const pausesMs = [250, 1_000]
// Longer waits are the caller's to decide about.
const maxWaitMs = 5_000

const passing = new Set(['upstream_5xx', 'upstream_unreachable', 'rate_limited'])

export type RunToolOptions = {
  /** Renews a token that the service refused; null when that is no use. */
  renew(refused: Credentials): Promise<Credentials | null> | null
  signal: AbortSignal
  deadline: number
}

/**
 * Runs one tool to its outcome. A token that was refused is renewed once; what failed for a moment is tried again only
 * where the tool says that doing it twice is doing it once. All of it within the one time limit.
 */
export async function runTool(
  execute: (call: ToolCall) => Promise<ToolOutcome>,
  toolCall: Omit<ToolCall, 'signal'>,
  { renew, signal, deadline }: RunToolOptions,
): Promise<Tried> {
  let { credentials } = toolCall
  let hasRenewed = false
  let tries = 0
  while (true) {
    tries++
    const timeoutMs = Math.max(1, deadline - performance.now())
    const outcome = await attempt(execute, { ...toolCall, credentials, timeoutMs, signal }, signal)
    if (outcome.successful || signal.aborted) return { outcome, tries, credentials }
    if (outcome.errorCode === 'auth_expired' && credentials?.connectedAccountId && !hasRenewed) {
      hasRenewed = true
      const renewed = await renew(credentials)
      if (!renewed) return { outcome, tries, credentials }
      credentials = renewed
      continue
    }
    const pauseMs = outcome.retryAfterMs ?? pausesMs[tries - 1] ?? maxWaitMs
    const mayRepeat = isRepeatable(toolCall.tool) && passing.has(outcome.errorCode) && tries < maxAttempts
    if (!mayRepeat || pauseMs > maxWaitMs || performance.now() + pauseMs >= deadline)
      return { outcome, tries, credentials }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

const isRepeatable = ({ hints }: ToolDefinition) => hints.isIdempotent === true || hints.isReadOnly === true

/** A result nested without end would break everything that hides, checks or writes it. */
function storable(outcome: ToolOutcome): ToolOutcome {
  if (!isDeeper(outcome.data, deepestResult)) return outcome
  const { upstreamStatus } = outcome
  const seen = upstreamStatus === undefined ? {} : { upstreamStatus }
  if (!outcome.successful) return { ...outcome, data: null }
  return { successful: false, errorCode: 'output_too_large', error: tooDeep, ...seen }
}

async function attempt(
  execute: (call: ToolCall) => Promise<ToolOutcome>,
  call: ToolCall,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  try {
    return storable(await execute(call))
  } catch (error) {
    const outcome = outcomeOfError(error)
    if (outcome) return outcome
    if (signal.aborted) return { successful: false, errorCode: 'timeout', error: 'The tool timed out.' }
    throw error
  }
}
