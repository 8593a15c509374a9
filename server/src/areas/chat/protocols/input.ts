import { AppError } from '../../../kernel/errors.ts'
import type { ContentBlock, Message, MessageRole, ToolCall } from '../../threads/index.ts'
import type { MessageInput } from '../schema/message.ts'
import { attachmentOf } from './attachments.ts'

const roles: Record<string, MessageRole> = {
  human: 'human',
  user: 'human',
  ai: 'ai',
  assistant: 'ai',
  tool: 'tool',
  system: 'system',
}

export const roleOf = ({ type, role }: MessageInput): MessageRole | 'remove' | null =>
  type === 'remove' ? 'remove' : (roles[(type ?? role ?? 'human').toLowerCase()] ?? null)

const invalid = (path: string, message: string) =>
  new AppError('message_invalid', `${path} ${message}`, {
    details: [{ in: 'body', path, rule: 'value', message }],
  })

/** A message of a client as it is stored; `path` says where it was sent. */
export function toMessage(input: MessageInput, id: string, path: string): Message {
  const role = roleOf(input)
  if (role === null || role === 'remove') throw invalid(`${path}/type`, 'must be human, ai, tool or system')
  const content = contentOf(input.content, path)
  if (role === 'human' && isEmpty(content)) throw invalid(`${path}/content`, 'must not be empty')
  const toolCalls = role === 'ai' ? toolCallsOf(input.tool_calls) : []
  const toolCallId = input.tool_call_id
  if (role === 'tool' && typeof toolCallId !== 'string')
    throw invalid(`${path}/tool_call_id`, 'is required in a tool message')
  return {
    id,
    role,
    content,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(typeof toolCallId === 'string' ? { toolCallId } : {}),
    ...(typeof input.name === 'string' ? { name: input.name.slice(0, 200) } : {}),
  }
}

const isEmpty = (content: Message['content']): boolean =>
  typeof content === 'string' ? content.trim() === '' : content.length === 0

const contentOf = (content: MessageInput['content'], path: string): Message['content'] =>
  typeof content === 'string' || content === undefined
    ? (content ?? '')
    : content.map((block, at) => blockOf(block, `${path}/content/${at}`))

/** Blocks of the forms that clients send. */
function blockOf(block: Record<string, unknown>, path: string): ContentBlock {
  const { type, text, fileId } = block
  if (type === 'text' && typeof text === 'string') return { type, text }
  if (type === 'file' && typeof fileId === 'string') return { type, fileId: fileId.replace(/^file:/, '') }
  const attachment = attachmentOf(block)
  if (attachment) return attachment
  if (type === 'image_url') throw invalid(`${path}/image_url`, 'must have a url')
  throw invalid(path, 'must be a block of the type text, image_url, image, file or document')
}

function toolCallsOf(input: unknown): ToolCall[] {
  if (!Array.isArray(input)) return []
  return input.flatMap((call: { id?: unknown; name?: unknown; args?: unknown }) =>
    typeof call?.id === 'string' && typeof call.name === 'string'
      ? [{ id: call.id, name: call.name, arguments: call.args ?? {} }]
      : [],
  )
}
