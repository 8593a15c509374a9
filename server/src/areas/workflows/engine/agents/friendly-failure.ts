import type { StoredMessage, Turn } from '../../../agents/index.ts'

const busy = 'The assistant is busy at the moment. Please try again in a few minutes.'
const usedUp = 'The assistant cannot answer now, because its budget is used up.'
const tooMuch = 'That was more than the assistant can do in one turn. Please try a smaller request.'

const texts: Readonly<Record<string, string>> = {
  upstream_rate_limited: busy,
  upstream_error: busy,
  upstream_timeout: busy,
  provider_unavailable: busy,
  insufficient_credits: usedUp,
  budget_exceeded: usedUp,
  context_length_exceeded: 'This conversation has become too long. Please start a new one.',
  execution_timeout: tooMuch,
  limit_model_calls: tooMuch,
  limit_tool_calls: tooMuch,
}
const otherwise = 'Something went wrong. Please try again.'

/** What an end user is shown of a failure; null where the agent shows it as it is. */
export function friendlyFailure(
  { capabilities, behavior }: Turn['agent'],
  runId: string,
  code: string,
): StoredMessage | null {
  const { fallback } = behavior?.cannedResponses ?? {}
  if (fallback === undefined && !capabilities?.userFriendlyErrors) return null
  const content = fallback ?? texts[code] ?? otherwise
  return { id: `${runId}:failure`, role: 'ai', content, finishReason: 'error' }
}
