import { z } from 'zod'
import { openObject } from '../../../../kernel/http/shapes.ts'
import type { ChatReply, FinishReason, Usage } from '../../schema/chat.ts'
import { plainThoughts } from '../../schema/message.ts'
import { encodeSignature, inPlace, type ReasoningSignature, toThought } from '../../schema/thought.ts'
import type { ResponseBody } from './responses-shape.ts'
import { extraOf } from './thoughts.ts'

export const OpenAiResponse = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
    model: z.string().describe('The model that generated the response.'),
    output: z.array(openObject()).describe('Items of the types reasoning, message and function_call.'),
    usage: z
      .object({
        input_tokens: z.int(),
        input_tokens_details: z.object({ cached_tokens: z.int() }),
        output_tokens: z.int(),
        output_tokens_details: z.object({ reasoning_tokens: z.int() }),
        total_tokens: z.int(),
      })
      .nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.string() }).nullable(),
    store: z.literal(false).describe('Responses are not stored.'),
  })
  .loose()
  .meta({ id: 'OpenAiResponse' })
export type OpenAiResponse = z.output<typeof OpenAiResponse>

export type OutputItem = Record<string, unknown> & { id: string; type: string }

export const responseId = (id: string) => `resp_${id.replaceAll('-', '')}`

/** Ids of items follow from the call, so that the parts of a stream and its end name the same. */
export const itemId = (form: 'rs' | 'msg' | 'fc', callId: string, index: number) =>
  `${form}_${callId.replaceAll('-', '')}_${index}`

/** The request as it is echoed in every response, and a response that has only begun. */
export const startedResponse = (
  body: ResponseBody,
  { id, model, createdAt }: { id: string; model: string; createdAt: number },
): OpenAiResponse => ({
  id: responseId(id),
  object: 'response',
  created_at: createdAt,
  status: 'in_progress',
  background: false,
  error: null,
  incomplete_details: null,
  instructions: body.instructions ?? null,
  max_output_tokens: body.max_output_tokens ?? null,
  metadata: body.metadata ?? {},
  model,
  output: [],
  parallel_tool_calls: body.parallel_tool_calls ?? true,
  previous_response_id: null,
  reasoning: { effort: body.reasoning?.effort ?? null, summary: null },
  store: false,
  temperature: body.temperature ?? null,
  text: { format: body.text?.format ?? { type: 'text' } },
  tool_choice: body.tool_choice ?? 'auto',
  tools: body.tools ?? [],
  top_p: body.top_p ?? null,
  truncation: 'disabled',
  usage: null,
})

export function endedResponse(
  started: OpenAiResponse,
  output: OpenAiResponse['output'],
  { finishReason, usage, model }: ChatReply,
): OpenAiResponse {
  const reason = incompleteReason(finishReason)
  return {
    ...started,
    model,
    status: reason === null ? 'completed' : 'incomplete',
    incomplete_details: reason === null ? null : { reason },
    output,
    usage: usageThere(usage),
  }
}

const incompleteReason = (reason: FinishReason): string | null =>
  reason === 'content_filter'
    ? 'content_filter'
    : reason === 'stop' || reason === 'tool_calls'
      ? null
      : 'max_output_tokens'

const usageThere = (usage: Usage) => ({
  input_tokens: usage.promptTokens,
  input_tokens_details: { cached_tokens: usage.cachedInputTokens },
  output_tokens: usage.completionTokens,
  output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  total_tokens: usage.promptTokens + usage.completionTokens,
})

export const reasoningItem = (
  id: string,
  text: string,
  signature: ReasoningSignature | null = null,
): OutputItem => ({
  id,
  type: 'reasoning',
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
  ...(signature ? { encrypted_content: encodeSignature(signature) } : {}),
})

export const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })

type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

export const messageItem = (
  id: string,
  text: string | null,
  status: ItemStatus = text === null ? 'in_progress' : 'completed',
): OutputItem => ({
  id,
  type: 'message',
  role: 'assistant',
  status,
  content: text === null ? [] : [textPart(text)],
})

export const callItem = (
  id: string,
  call: { id: string; name: string; signature?: string | undefined },
  argumentsText: string | null,
): OutputItem => ({
  id,
  type: 'function_call',
  call_id: call.id,
  name: call.name,
  ...extraOf(call.signature),
  arguments: argumentsText ?? '',
  status: argumentsText === null ? 'in_progress' : 'completed',
})

/** The status of the text that a response ends with, which may have been cut off. */
export const lastStatus = (reason: FinishReason): ItemStatus =>
  incompleteReason(reason) === null ? 'completed' : 'incomplete'

/** The items of a response that came as a whole. */
export function outputOf({ id, text, message, finishReason }: ChatReply): OutputItem[] {
  const { reasoning, toolCalls = [] } = message
  const thoughts = message.thoughts?.map(toThought) ?? plainThoughts(reasoning)
  const hasText = text !== '' || toolCalls.length === 0
  const others = [...(hasText ? [text] : []), ...toolCalls]
  return inPlace(thoughts, others).map((part, index, { length }) => {
    if ('thought' in part)
      return reasoningItem(itemId('rs', id, index), part.thought.text, part.thought.signature)
    if (typeof part.other === 'string') {
      const status = index === length - 1 ? lastStatus(finishReason) : 'completed'
      return messageItem(itemId('msg', id, index), part.other, status)
    }
    return callItem(itemId('fc', id, index), part.other, JSON.stringify(part.other.arguments))
  })
}
