import type { ContentBlock, Message, MessageRole, ToolCall } from '../../threads/index.ts'
import type { ChatMessage, Interrupt } from '../schema/message.ts'
import { asSent } from './attachments.ts'

export const textOf = ({ content }: Pick<Message, 'content'>): string =>
  typeof content === 'string' ? content : joined(content, 'text')

export const reasoningOf = ({ content }: Pick<Message, 'content'>): string =>
  typeof content === 'string' ? '' : joined(content, 'reasoning')

const joined = (blocks: readonly ContentBlock[], type: string): string =>
  blocks
    .flatMap((block) => {
      const text = block.type === type && 'text' in block ? block.text : null
      return typeof text === 'string' ? [text] : []
    })
    .join('')

const types: Record<MessageRole, ChatMessage['type']> = {
  human: 'human',
  ai: 'ai',
  tool: 'tool',
  system: 'system',
  operator: 'ai',
}

/** As LangGraph's clients know messages. Reasoning is where the pieces of it are put together, too. */
export function toChatMessage(message: Message): ChatMessage {
  const { id, role, toolCalls, toolCallId, name, status, model, usage, finishReason, decision } = message
  const reasoning = reasoningOf(message)
  const isAi = role === 'ai'
  return {
    id,
    type: types[role],
    content: contentOf(message),
    additional_kwargs: {
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(role === 'operator' ? { author: 'operator' } : {}),
      // For LangGraph's clients a result is a success or an error.
      ...(status === 'rejected' ? { status } : {}),
      ...(decision === undefined ? {} : { decision }),
    },
    response_metadata: {
      ...(model === undefined ? {} : { model_name: model }),
      ...(finishReason === undefined ? {} : { finish_reason: finishReason }),
    },
    ...(isAi ? { tool_calls: (toolCalls ?? []).map(toToolCall), invalid_tool_calls: [] } : {}),
    ...(isAi && usage
      ? {
          usage_metadata: {
            input_tokens: usage.inputTokens,
            output_tokens: usage.outputTokens,
            total_tokens: usage.inputTokens + usage.outputTokens,
          },
        }
      : {}),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
    ...(name === undefined ? (role === 'operator' ? { name: 'operator' } : {}) : { name }),
    ...(role === 'tool'
      ? { status: status === 'success' || status === undefined ? 'success' : 'error' }
      : {}),
    ...(isAi && status !== undefined ? { status } : {}),
  }
}

const toToolCall = ({ id, name, arguments: args }: ToolCall) => ({ id, name, args, type: 'tool_call' })

function contentOf(message: Message): ChatMessage['content'] {
  const { content, role } = message
  if (typeof content === 'string') return content
  return role === 'human' ? content.map(asSent) : textOf(message)
}

export type Pause = { id: string; kind: string; request: Record<string, unknown> }

type ToolRequest = { id?: unknown; toolSlug?: unknown; arguments?: unknown; reason?: unknown }

/** What a run waits for, in the form of LangChain's human in the loop, with our own fields beside it. */
export function toInterrupt({ id, kind, request }: Pause): Interrupt {
  const requests = Array.isArray(request.requests) ? (request.requests as ToolRequest[]) : []
  const allowed = Array.isArray(request.allowedDecisions)
    ? request.allowedDecisions
    : ['approve', 'edit', 'reject']
  const forms =
    requests.length === 0
      ? {}
      : {
          action_requests: requests.map(({ toolSlug, arguments: args, reason }) => ({
            name: String(toolSlug),
            args: args ?? {},
            ...(typeof reason === 'string' ? { description: reason } : {}),
          })),
          review_configs: requests.map(({ toolSlug }) => ({
            action_name: String(toolSlug),
            allowed_decisions: allowed,
          })),
        }
  return { id, value: { ...request, ...forms, kind } }
}
