import type { ContentBlock, Entry, Message } from '../../threads/index.ts'
import type { MessageInput } from '../schema/message.ts'
import type { UiMessage, UiMessageInput } from '../schema/ui.ts'
import { reasoningOf, textOf } from './messages.ts'
import { parsed } from './ui-messages.ts'

type Part = { type: string; [field: string]: unknown }

/** Whether a part is of what the user says; others are left out. */
export const isTextOrFile = ({ type }: { type?: unknown }): boolean => type === 'text' || type === 'file'

/** What the user says, with what is attached: an uploaded file is `file:<its id>`. */
export const ofUiMessage = ({ id, parts = [] }: UiMessageInput): MessageInput => ({
  ...(id === undefined ? {} : { id }),
  type: 'human',
  content: parts
    .filter(isTextOrFile)
    .map(({ type, text, url, mediaType, filename }): Record<string, unknown> => {
      if (type === 'text') return { type, text }
      if (typeof url === 'string' && url.startsWith('file:'))
        return { type, fileId: url.slice('file:'.length) }
      return { type: 'image_url', image_url: { url }, mimeType: mediaType, name: filename }
    }),
})

export type UiThread = {
  threadId: string
  entries: readonly Entry[]
  /** The tool calls that wait for an approval. */
  awaited: ReadonlySet<string>
}

/** A thread as the messages of `useChat`: everything that a run has said and done is one of them. */
export function toUiMessages({ threadId, entries, awaited }: UiThread): UiMessage[] {
  const messages = new Map<string, UiMessage & { parts: Part[] }>()
  const calls = new Map<string, Part>()
  for (const { message, executionId } of entries) {
    if (!message || message.role === 'system') continue
    if (message.role === 'tool') {
      const call = calls.get(message.toolCallId ?? '')
      if (call) Object.assign(call, resultOf(message))
      continue
    }
    const made = message.role === 'human' ? toUser(message) : toAssistant(message, threadId, executionId)
    const known = messages.get(made.id)
    const called = (message.toolCalls ?? []).map(
      ({ id, name, arguments: input }): Part => ({
        type: 'dynamic-tool',
        toolName: name,
        toolCallId: id,
        ...(awaited.has(id)
          ? { state: 'approval-requested', approval: { id } }
          : { state: 'input-available' }),
        input,
      }),
    )
    for (const call of called) calls.set(String(call.toolCallId), call)
    made.parts.push(...called)
    if (known) known.parts.push(...made.parts)
    else messages.set(made.id, made)
  }
  return [...messages.values()]
}

function toUser({ id, content }: Message) {
  const parts: Part[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content.flatMap(partOf)
  return { id, role: 'user' as const, parts }
}

function partOf(block: ContentBlock): Part[] {
  const { type, name, mimeType } = block as { type: string; name?: unknown; mimeType?: unknown }
  const named = typeof name === 'string' ? { filename: name } : {}
  if (type === 'text') return [{ type, text: (block as { text?: unknown }).text }]
  if (type === 'file') {
    const { fileId } = block as { fileId?: unknown }
    return [
      { type, url: `file:${String(fileId)}`, mediaType: mimeType ?? 'application/octet-stream', ...named },
    ]
  }
  const { url } = (block as { image_url?: { url?: string } }).image_url ?? {}
  if (url === undefined) return []
  return [{ type: 'file', url, mediaType: mimeType ?? mediaTypeIn(url), ...named }]
}

const mediaTypeIn = (url: string): string => /^data:([^;,]+)/.exec(url)?.[1] ?? 'image/*'

/** What an operator says is in no run. */
function toAssistant(message: Message, threadId: string, runId: string | null) {
  const text = textOf(message)
  const reasoning = reasoningOf(message)
  const isOperator = message.role === 'operator'
  const parts: Part[] = [
    ...(isOperator ? [] : [{ type: 'step-start' }]),
    ...(reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning, state: 'done' }]),
    ...(text === '' ? [] : [{ type: 'text', text, state: 'done' }]),
  ]
  const metadata = isOperator || runId === null ? { threadId, author: 'operator' } : { threadId, runId }
  return { id: isOperator ? message.id : (runId ?? message.id), role: 'assistant' as const, metadata, parts }
}

function resultOf(message: Message): Record<string, unknown> {
  const text = textOf(message)
  if (message.status === 'rejected')
    return { state: 'output-denied', approval: { id: message.toolCallId, approved: false } }
  if (message.status === 'error') return { state: 'output-error', errorText: text }
  return { state: 'output-available', output: parsed(text) }
}
