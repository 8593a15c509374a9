import type { z } from 'zod'
import { AppError } from '../../../../kernel/errors.ts'
import {
  type CallRequest,
  type NativeRequest,
  noParameters,
  type SettingNames,
} from '../../schema/call-request.ts'
import { type Effort, type ResponseFormat, strictly, type Tool, type ToolChoice } from '../../schema/chat.ts'
import { refuseFields } from '../refused-fields.ts'
import { toMessages } from './conversation.ts'
import { refusedMessageFields, refuseThread } from './refused.ts'
import { type Choice, type CountTokensBody, isClientTool, type MessagesBody } from './shape.ts'

export function messagesRequest(body: MessagesBody, model: string, native: NativeRequest): CallRequest {
  refuseThread(body.thread)
  refuseFields(refusedMessageFields, body)
  return { ...toRequest(body, model), native }
}

const toRequest = (body: MessagesBody, model: string): CallRequest => ({
  kind: 'chat',
  model,
  messages: toMessages(body.system ?? null, body.messages),
  parameters: {
    ...noParameters,
    temperature: body.temperature ?? null,
    topP: body.top_p ?? null,
    maxTokens: body.max_tokens,
    topK: body.top_k ?? null,
    stop: body.stop_sequences ?? [],
    parallelToolCalls: body.tool_choice?.disable_parallel_tool_use === true ? false : null,
    tools: toolsOf(body),
    toolChoice: choiceOf(body.tool_choice ?? null),
    responseFormat: formatOf(body),
    reasoningEffort: effortOf(body),
  },
  fallbackModels: [],
  dropsUnsupported: false,
  dropsEffort: true,
  isStreamed: body.stream ?? false,
  holdId: null,
  metadata: {},
  names: namesOf(body),
})

const namesOf = ({ output_config, output_format }: MessagesBody): SettingNames => ({
  topP: 'top_p',
  topK: 'top_k',
  maxTokens: 'max_tokens',
  stop: 'stop_sequences',
  parallelToolCalls: 'tool_choice.disable_parallel_tool_use',
  toolChoice: 'tool_choice',
  responseFormat: output_format ? 'output_format' : 'output_config.format',
  reasoningEffort: output_config?.effort ? 'output_config.effort' : 'thinking',
})

export const toolsOf = ({ tools }: CountTokensBody): Tool[] =>
  (tools ?? []).map(({ type, name, description, input_schema, strict }, index) => {
    if (!isClientTool(type)) {
      const message = `Tools of type ${type!.slice(0, 50)} are not supported: they are executed by the provider`
      throw new AppError('unsupported_parameter', message, {
        details: [{ in: 'body', path: `/tools/${index}/type`, rule: 'supported', message }],
        hint: 'Send custom tools with an input_schema.',
      })
    }
    return {
      name,
      description: description ?? null,
      parameters: input_schema ?? { type: 'object', properties: {} },
      ...strictly(strict),
    }
  })

function choiceOf(choice: z.output<typeof Choice> | null): ToolChoice | null {
  if (choice === null) return null
  if (choice.type === 'tool') return { name: choice.name }
  return choice.type === 'any' ? 'required' : choice.type
}

function formatOf({ output_config, output_format }: MessagesBody): ResponseFormat {
  const format = output_config?.format ?? output_format
  return format ? { type: 'json', schema: format.schema, name: null } : { type: 'text' }
}

const lowBudget = 4_096
const mediumBudget = 16_384

function effortOf({ output_config, thinking }: MessagesBody): Effort | null {
  if (output_config?.effort) return output_config.effort
  if (!thinking || thinking.type === 'disabled') return null
  const budget = thinking.budget_tokens ?? mediumBudget
  return budget <= lowBudget ? 'low' : budget <= mediumBudget ? 'medium' : 'high'
}
