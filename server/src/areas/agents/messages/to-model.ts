import type { Message } from '../../llm/index.ts'
import {
  type ConversationEntry,
  callsOf,
  type StoredMessage,
  type Thoughts,
  textOf,
} from '../schema/message.ts'

type Content = Extract<Message, { role: 'user' }>['content'][number]
/** What a URL refers to. */
export type ContentAt = (url: string) => Content

const notExecuted = JSON.stringify({ error: 'not_executed', message: 'The call was not executed.' })

/**
 * The conversation as a model is given it: every call has exactly one result, and right behind it, because vendors refuse
 * anything else. A call without one was never executed, and the model is given that.
 */
export function toModelMessages(
  entries: readonly Pick<ConversationEntry, 'message'>[],
  contentAt: ContentAt,
): Message[] {
  const results = new Map<string, StoredMessage>()
  for (const { message } of entries)
    if (message.role === 'tool' && message.toolCallId) results.set(message.toolCallId, message)
  return entries.flatMap(({ message }) => toModelMessage(message, results, contentAt))
}

function toModelMessage(
  message: StoredMessage,
  results: ReadonlyMap<string, StoredMessage>,
  contentAt: ContentAt,
): Message[] {
  switch (message.role) {
    case 'human':
      return [{ role: 'user', content: contentOf(message, contentAt) }]
    case 'system':
      return [{ role: 'system', text: textOf(message) }]
    case 'tool':
      // With its call.
      return []
    default:
      return assistant(message, results)
  }
}

/** The agent reads messages of an operator to the user as comments. */
function assistant(message: StoredMessage, results: ReadonlyMap<string, StoredMessage>): Message[] {
  const text = textOf(message)
  const toolCalls = callsOf(message)
  const thoughts = (message.thoughts ?? []) as Thoughts
  if (text === '' && toolCalls.length === 0) return []
  return [
    { role: 'assistant', text, toolCalls, ...(thoughts.length > 0 ? { thoughts } : {}) },
    ...toolCalls.map(({ id, name }): Message => {
      const result = results.get(id)
      return { role: 'tool', toolCallId: id, toolName: name, text: result ? resultText(result) : notExecuted }
    }),
  ]
}

/** The model reads that a human has changed its call: what it wrote is not what was done. */
function resultText(result: StoredMessage): string {
  const { type, args, message } = result.decision ?? {}
  const text = textOf(result)
  const comment = message ? ` The human said: ${message}` : ''
  if (type === 'edit')
    return `[A human changed the arguments. The call was made with ${JSON.stringify(args)} instead.${comment}]\n${text}`
  return type === 'approve' && comment !== '' ? `[A human approved the call.${comment}]\n${text}` : text
}

function contentOf({ content }: StoredMessage, contentAt: ContentAt): Content[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.flatMap((block): Content[] => {
    if (block.type === 'text') return [{ type: 'text', text: String(block.text) }]
    if (block.type === 'file' && typeof block.fileId === 'string')
      return [{ type: 'file-id', fileId: block.fileId }]
    const { url } = (block.type === 'image_url' ? block.image_url : {}) as { url?: string }
    return typeof url === 'string' ? [described(contentAt(url), block)] : []
  })
}

/** With what the user's client knew of the attachment. */
function described(content: Content, { name, mimeType }: Record<string, unknown>): Content {
  if (content.type === 'file' && typeof name === 'string') return { ...content, name }
  if (content.type === 'url' && typeof mimeType === 'string') return { ...content, mediaType: mimeType }
  return content
}
