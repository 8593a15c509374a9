import type { z } from 'zod'
import { AppError } from '../../../../kernel/errors.ts'
import { type CallRequest, noParameters } from '../../schema/call-request.ts'
import type { Effort, ResponseFormat, Tool, ToolChoice } from '../../schema/chat.ts'
import { toMessages } from './conversation.ts'
import type { Choice, CountTokensBody, MessagesBody } from './shape.ts'

export const messagesRequest = (body: MessagesBody, model: string): CallRequest => ({
  kind: 'chat',
  model,
  messages: toMessages(body.system ?? null, body.messages),
  parameters: {
    ...noParameters,
    temperature: body.temperature ?? null,
    topP: body.top_p ?? null,
    maxTokens: body.max_tokens,
    stop: body.stop_sequences ?? [],
    tools: toolsOf(body),
    toolChoice: choiceOf(body.tool_choice ?? null),
    responseFormat: formatOf(body),
    reasoningEffort: effortOf(body),
  },
  fallbackModels: [],
  // The budget was turned into an effort here, so a model that knows no effort is not the caller's fault.
  dropsUnsupported: true,
  isStreamed: body.stream ?? false,
  holdId: null,
  metadata: {},
})

export const toolsOf = ({ tools }: CountTokensBody): Tool[] =>
  (tools ?? []).map(({ type, name, description, input_schema }, index) => {
    if (type && type !== 'custom') {
      const message = `A tool of the type ${type.slice(0, 50)} is not taken`
      throw new AppError('unsupported_parameter', message, {
        details: [{ in: 'body', path: `/tools/${index}/type`, rule: 'supported', message }],
        hint: 'Send tools of your own, with an input_schema.',
      })
    }
    return {
      name,
      description: description ?? null,
      parameters: input_schema ?? { type: 'object', properties: {} },
    }
  })

function choiceOf(given: z.output<typeof Choice> | null): ToolChoice | null {
  if (given === null) return null
  if (given.type === 'tool') return { name: given.name }
  return given.type === 'any' ? 'required' : given.type
}

const formatOf = ({ output_config }: MessagesBody): ResponseFormat =>
  output_config?.format ? { type: 'json', schema: output_config.format.schema, name: null } : { type: 'text' }

const lowBudget = 4_096
const mediumBudget = 16_384

function effortOf({ output_config, thinking }: MessagesBody): Effort | null {
  if (output_config?.effort) return output_config.effort
  if (!thinking || thinking.type === 'disabled') return null
  const budget = thinking.budget_tokens ?? mediumBudget
  return budget <= lowBudget ? 'low' : budget <= mediumBudget ? 'medium' : 'high'
}
