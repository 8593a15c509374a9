import { z } from 'zod'
import type { CallEvent } from '../../schema/call-request.ts'
import type { ChatReply, FinishReason, Usage } from '../../schema/chat.ts'
import { toThought } from '../../schema/thought.ts'
import { detailOf, ExtraContent, extraOf, ReasoningDetail } from './thoughts.ts'

const CompletionUsage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  completion_tokens_details: z.object({ reasoning_tokens: z.int() }),
})

export const Completion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string().describe('The model that generated the response.'),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          refusal: z.null(),
          reasoning_content: z.string().optional(),
          reasoning_details: z.array(ReasoningDetail).optional(),
          tool_calls: z
            .array(
              z.object({
                id: z.string(),
                type: z.literal('function'),
                function: z.object({ name: z.string(), arguments: z.string() }),
                extra_content: ExtraContent.optional(),
              }),
            )
            .optional(),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length', 'tool_calls', 'content_filter']),
      }),
    ),
    usage: CompletionUsage,
  })
  .meta({ id: 'OpenAiChatCompletion' })
export type Completion = z.output<typeof Completion>

/** A ceiling of price is a length to clients that know no prices. */
const finishThere = (reason: FinishReason) =>
  reason === 'budget' || reason === 'error' ? ('length' as const) : reason

const usageThere = (usage: Usage) => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: usage.promptTokens + usage.completionTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
})

export const completionId = (id: string) => `chatcmpl-${id}`

export function toCompletion(reply: ChatReply, created: number): Completion {
  const { reasoning, thoughts, toolCalls } = reply.message
  return {
    id: completionId(reply.id),
    object: 'chat.completion',
    created,
    model: reply.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: toolCalls && reply.text === '' ? null : reply.text,
          refusal: null,
          ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
          ...(thoughts === undefined
            ? {}
            : { reasoning_details: thoughts.map((thought, index) => detailOf(toThought(thought), index)) }),
          ...(toolCalls === undefined
            ? {}
            : {
                tool_calls: toolCalls.map(({ id, name, arguments: args, signature }) => ({
                  id,
                  type: 'function' as const,
                  function: { name, arguments: JSON.stringify(args) },
                  ...extraOf(signature),
                })),
              }),
        },
        logprobs: null,
        finish_reason: finishThere(reply.finishReason),
      },
    ],
    usage: usageThere(reply.usage),
  }
}

const frame = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

export type ChunkOptions = {
  created: number
  includesUsage: boolean
  errorFrame(code: string, message: string): string
}

/**
 * Writes the response as the chunks of a stream, in the order in which the client expects them. The content of the first is null
 * where no text follows, as OpenAI's is: to the AI SDK an empty text is a part of the message.
 */
export function completionWriter(options: ChunkOptions) {
  const { begin, piece, write } = chunkWriter(options)
  let hasBegun = false
  return (event: CallEvent): string => {
    if (event.type === 'start') return begin(event)
    if (hasBegun) return write(event)
    hasBegun = true
    const content = event.type === 'text' || event.type === 'end' ? '' : null
    return piece({ role: 'assistant', content, refusal: null }) + write(event)
  }
}

function chunkWriter({ created, includesUsage, errorFrame }: ChunkOptions) {
  let head = ''
  let isBroken = false
  const tail = includesUsage ? ',"usage":null}\n\n' : '}\n\n'
  const opened = new Set<number>()
  const reported = new Set<number>()
  let thoughts = 0
  const piece = (delta: object, finish: string | null = null) =>
    `${head}"choices":[${JSON.stringify({ index: 0, delta, logprobs: null, finish_reason: finish })}]${tail}`

  function begin({ id, model }: { id: string; model: string }): string {
    // The same in every chunk, so it is written once.
    head = frame({ id: completionId(id), object: 'chat.completion.chunk', created, model }).replace(
      /\}\n\n$/,
      ',',
    )
    return ''
  }

  function write(event: Exclude<CallEvent, { type: 'start' }>): string {
    switch (event.type) {
      case 'text':
        // As `piece` would write it: most of a stream is text.
        return `${head}"choices":[{"index":0,"delta":{"content":${JSON.stringify(event.delta)}},"logprobs":null,"finish_reason":null}]${tail}`
      case 'reasoning':
        return piece({ reasoning_content: event.delta })
      case 'thought':
        return event.thought.signature
          ? piece({ reasoning_details: [detailOf(event.thought, thoughts++)] })
          : ''
      case 'tool-call-start':
        opened.add(event.index)
        return piece({ tool_calls: [calling(event, '')] })
      case 'tool-call-delta':
        reported.add(event.index)
        return piece({ tool_calls: [argued(event.index, event.delta)] })
      case 'tool-call': {
        // Some providers send a call only as a whole, or its name first and all arguments at the end.
        const name = opened.has(event.index) ? '' : piece({ tool_calls: [calling(event, '')] })
        const all = reported.has(event.index)
          ? ''
          : piece({ tool_calls: [argued(event.index, JSON.stringify(event.arguments))] })
        const signed = event.signature
          ? piece({ tool_calls: [{ ...argued(event.index, ''), ...extraOf(event.signature) }] })
          : ''
        return name + all + signed
      }
      case 'error':
        isBroken = true
        return errorFrame(event.code, event.message)
      case 'native':
        return ''
      default: {
        // To its clients an error is the end.
        if (isBroken) return ''
        const usage = includesUsage
          ? `${head}"choices":[],"usage":${JSON.stringify(usageThere(event.reply.usage))}}\n\n`
          : ''
        return `${piece({}, finishThere(event.reply.finishReason))}${usage}data: [DONE]\n\n`
      }
    }
  }

  return { begin, piece, write }
}

const calling = (
  { index, id, name }: { index: number; id: string; name: string },
  argumentsText: string,
) => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: argumentsText },
})

const argued = (index: number, argumentsText: string) => ({ index, function: { arguments: argumentsText } })
