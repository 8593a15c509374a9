import type { Message } from '../../threads/index.ts'
import type { AgUiMessage } from '../schema/ag-ui.ts'
import type { MessageInput } from '../schema/message.ts'
import { type Pause, textOf } from './messages.ts'

/** A message of a thread as one of AG-UI; null for what its clients do not show. */
export function toAgUiMessage(message: Message): Record<string, unknown> | null {
  const { id, role, toolCalls = [], toolCallId, status = 'success' } = message
  const content = textOf(message)
  switch (role) {
    case 'human':
      return { id, role: 'user', content }
    case 'ai':
    case 'operator':
      return {
        id,
        role: 'assistant',
        content,
        ...(toolCalls.length > 0
          ? {
              toolCalls: toolCalls.map((call) => ({
                id: call.id,
                type: 'function',
                function: { name: call.name, arguments: JSON.stringify(call.arguments) },
              })),
            }
          : {}),
      }
    case 'tool':
      return { id, role, content, toolCallId, ...(status === 'success' ? {} : { error: content }) }
    case 'system':
      return null
  }
}

type Part = {
  type?: unknown
  text?: unknown
  source?: { type?: unknown; value?: unknown; mimeType?: unknown }
}

/** What the user says, with what is attached. */
export const ofAgUiMessage = ({ id, content }: AgUiMessage): MessageInput => ({
  id,
  type: 'human',
  content: Array.isArray(content) ? content.map(toBlock) : (content ?? ''),
})

function toBlock(part: Record<string, unknown>): Record<string, unknown> {
  const { type, text, source } = part as Part
  if (type === 'text') return { type, text }
  if (source?.type === 'file') return { type: 'file', fileId: source.value }
  if (type === 'binary') return toFile(part)
  const url =
    source?.type === 'data' ? `data:${String(source.mimeType)};base64,${String(source.value)}` : source?.value
  return { type: 'image_url', image_url: { url } }
}

/** The form of older clients, for images and files: its data, its URL, or the id of a file. */
function toFile({ id, url, data, mimeType, filename }: Record<string, unknown>): Record<string, unknown> {
  if (data === undefined && url === undefined && id !== undefined) return { type: 'file', fileId: id }
  return { type: 'file', mimeType, filename, ...(url === undefined ? { data } : { url }) }
}

type Interrupt = {
  id: string
  reason: string
  message?: string
  toolCallId?: string
  metadata: Record<string, unknown>
}

/** An approval is one interrupt for each call that it is about, known by that call; other pauses are one each. */
export function toAgUiInterrupts({ id, kind, request }: Pause): Interrupt[] {
  const requests = Array.isArray(request.requests) ? (request.requests as Record<string, unknown>[]) : []
  if (kind !== 'approval')
    return [{ id, reason: kind, ...textField(request.message), metadata: { ...request, kind } }]
  return requests.map((each) => ({
    id: String(each.id),
    reason: 'tool_approval',
    toolCallId: String(each.id),
    ...textField(each.reason),
    metadata: { ...each, pauseId: id, decidedBy: request.decidedBy ?? 'operator' },
  }))
}

const textField = (text: unknown) => (typeof text === 'string' ? { message: text } : {})
