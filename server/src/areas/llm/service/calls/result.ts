import type { Clock } from '../../../../kernel/clock.ts'
import type { AppError } from '../../../../kernel/errors.ts'
import type { Log } from '../../../../kernel/log.ts'
import { takesStrictTools } from '../../providers/sdk/call-options.ts'
import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import type { ChatReply, FinishReason } from '../../schema/chat.ts'
import type { CallResult } from '../../schema/stored-call.ts'
import { thoughtResponse } from '../../schema/thought.ts'
import { cappedUsage, cappedWarning, possibleUsage } from '../pricing/possible-usage.ts'
import { costOf } from '../pricing/price.ts'
import { noUsage } from './meter.ts'
import type { Run } from './run.ts'

type How = {
  clock: Clock
  tokenizer: Tokenizer
  creditsPerUsd: number
  log: Log
  error: AppError | null
  isCancelled: boolean
}

const perCredit = 1_000_000

/** How a call ended and what it cost. What failed before anything was said costs nothing. */
export async function resultOf(run: Run, how: How): Promise<CallResult> {
  const { meter, served, plan, attempts, startedAt } = run
  const { error, isCancelled } = how
  const hasCost = served !== null && (meter.hasOutput() || error === null)
  const { usage, isEstimated } = hasCost ? await usageOf(run, how) : { usage: noUsage, isEstimated: false }
  const cost = served ? costOf(served.price, usage, how.creditsPerUsd) : { microCredits: 0, usd: 0 }
  return {
    status: isCancelled ? 'cancelled' : error ? 'failed' : 'succeeded',
    servedModel: served?.modelId ?? null,
    provider: (served ?? plan.targets.at(-1)!).settings.name,
    finishReason: isCancelled ? null : finishOf(run, error),
    usage,
    isEstimated,
    isUnpriced: served !== null && !served.price.isKnown,
    usedMicro: cost.microCredits,
    usd: cost.usd,
    firstTokenMs: run.firstTokenMs,
    totalMs: Math.round(performance.now() - startedAt),
    attempts,
    errorCode: isCancelled ? 'cancelled' : (error?.code ?? null),
    errorMessage: isCancelled
      ? 'The caller disconnected before the response was complete'
      : (error?.message ?? null),
    answer: served
      ? { text: meter.text(), reasoning: meter.reasoning(), toolCalls: meter.toolCalls() }
      : null,
    at: how.clock.now(),
  }
}

/** What the provider reported, as far as that is possible; what it did not report is counted. */
async function usageOf(run: Run, { tokenizer, log }: How) {
  const { meter, plan, served } = run
  const { usage: reported, isEstimated } = await meter.usage(tokenizer, plan.messages)
  if (isEstimated || !served) return { usage: reported, isEstimated }
  const usage = cappedUsage(
    reported,
    possibleUsage({
      target: served,
      messages: plan.messages,
      estimatedPromptTokens: plan.promptTokens,
      outputChars: meter.chars(),
    }),
  )
  if (usage === reported) return { usage, isEstimated: false }
  run.isUsageCapped = true
  log.warn({ callId: run.metered.id, model: served.modelId, reported, charged: usage }, 'llm usage capped')
  return { usage, isEstimated: true }
}

function finishOf(run: Run, error: AppError | null): FinishReason {
  if (error) return 'error'
  const { meter, metered, request } = run
  // The provider stopped at a limit that was set for the sake of the promised price.
  const isCeilingReached =
    metered.ceilingMicro !== null &&
    meter.finish() === 'length' &&
    !isOwnLimit(run, request.parameters.maxTokens)
  if (run.isOverBudget || isCeilingReached) return 'budget'
  if (meter.toolCalls().length > 0) return 'tool_calls'
  return meter.finish() ?? 'error'
}

const isOwnLimit = ({ meter }: Run, maxTokens: number | null): boolean =>
  maxTokens !== null && meter.reportedCompletionTokens() >= maxTokens

export function replyOf(run: Run, result: CallResult, chargedMicro: number): ChatReply {
  const { meter, plan, metered, served } = run
  const toolCalls = meter.toolCalls()
  const reasoning = meter.reasoning()
  const thoughts = meter.thoughts()
  const text = meter.text()
  const stopSequence = meter.stopSequence()
  const { promptTokens, completionTokens, cachedInputTokens, cacheCreationInputTokens, reasoningTokens } =
    result.usage
  return {
    id: metered.id,
    text,
    message: {
      role: 'assistant',
      content: text,
      ...(reasoning === '' ? {} : { reasoning }),
      ...(thoughts.some(({ signature: mark }) => mark) ? { thoughts: thoughts.map(thoughtResponse) } : {}),
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
    },
    finishReason: result.finishReason ?? 'error',
    ...(result.finishReason === 'stop' && stopSequence !== undefined ? { stopSequence } : {}),
    model: served?.modelId ?? plan.requestedModel,
    provider: result.provider,
    usage: {
      promptTokens,
      completionTokens,
      cachedInputTokens,
      cacheCreationInputTokens,
      reasoningTokens,
      credits: chargedMicro / perCredit,
      usd: result.usd,
      estimated: result.isEstimated,
      unpriced: result.isUnpriced,
    },
    latencyMs: result.totalMs,
    ...(served && served.modelId !== plan.requestedModel ? { fallbackFrom: plan.requestedModel } : {}),
    ...warningsOf(run),
  }
}

function warningsOf({ meter, served, request, isUsageCapped }: Run): Pick<ChatReply, 'warnings'> {
  const warnings: NonNullable<ChatReply['warnings']> = []
  const count = meter.callsLeftOut()
  if (count > 0)
    warnings.push({
      code: 'parallel_tool_calls_dropped',
      message: `The model made ${count} more tool ${count === 1 ? 'call' : 'calls'} although parallel tool calls are off; only the first was returned`,
    })
  const isStrict = request.parameters.tools.some(({ strict }) => strict)
  if (served && isStrict && !takesStrictTools(served.settings.kind))
    warnings.push({
      code: 'strict_not_enforced',
      message: `${served.settings.name} does not enforce the schema of tool arguments`,
    })
  if (served && isUsageCapped) warnings.push(cappedWarning(served.settings.name))
  return warnings.length > 0 ? { warnings } : {}
}
