import { AppError } from '../../../../kernel/errors.ts'
import { type CallRequest, noParameters } from '../../schema/call-request.ts'
import { type ChatBody, defaultTemperature, type GenerateBody, generatedTokens } from '../../schema/chat.ts'
import type { Message } from '../../schema/message.ts'
import type { QuoteBody } from '../../schema/quote.ts'

type Settings = Omit<ChatBody, 'messages'>

function requestOf(kind: CallRequest['kind'], messages: Message[], body: Settings): CallRequest {
  const system: Message[] = body.systemPrompt ? [{ role: 'system', text: body.systemPrompt }] : []
  return {
    kind,
    model: body.model ?? null,
    messages: [...system, ...messages],
    parameters: {
      ...noParameters,
      temperature: body.temperature ?? null,
      topP: body.topP ?? null,
      maxTokens: body.maxTokens ?? null,
      stop: [body.stop ?? []].flat(),
      seed: body.seed ?? null,
      topK: body.topK ?? null,
      frequencyPenalty: body.frequencyPenalty ?? null,
      presencePenalty: body.presencePenalty ?? null,
      parallelToolCalls: body.parallelToolCalls ?? null,
      tools: body.tools ?? [],
      toolChoice: body.toolChoice ?? null,
      responseFormat: body.responseFormat ?? { type: 'text' },
      reasoningEffort: body.reasoningEffort ?? null,
    },
    fallbackModels: body.fallbackModels ?? [],
    dropsUnsupported: body.dropUnsupported ?? false,
    isStreamed: body.stream ?? false,
    holdId: body.holdId ?? null,
    metadata: body.metadata ?? {},
  }
}

export const chatRequest = ({ messages, ...body }: ChatBody): CallRequest => requestOf('chat', messages, body)

const promptOf = (text: string): Message[] => [{ role: 'user', content: [{ type: 'text', text }] }]

const generation = (prompt: string, body: Settings): CallRequest => ({
  ...requestOf('generate', promptOf(prompt), {
    ...body,
    temperature: body.temperature ?? defaultTemperature,
    maxTokens: body.maxTokens ?? generatedTokens,
  }),
  dropsTemperature: body.temperature === undefined,
})

export const generateRequest = ({ prompt, ...body }: GenerateBody): CallRequest => generation(prompt, body)

export function quoteRequest({ messages, prompt, maxCredits: _, ...body }: QuoteBody): CallRequest {
  if (messages) return requestOf('chat', messages, body)
  if (prompt !== undefined) return generation(prompt, body)
  throw new AppError('missing_field', 'messages or prompt is required', {
    details: [{ in: 'body', path: '/messages', rule: 'required', message: 'is required without prompt' }],
  })
}
