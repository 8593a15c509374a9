import type { ChatMessage, StoppedBy, ThreadMessage } from '@stoa/sdk'
import type { Decision } from '../../decisions/decision-note.tsx'

export type Role = ThreadMessage['role']

/** A call of a tool as a text: while it is being generated, its arguments are not JSON yet. */
export type ToolCall = { id: string; name: string; args: string }

/** A message to be shown, stored or still being generated. */
export type Message = {
  id: string
  role: Role
  text: string
  reasoning: string
  /** The ids of attached files, and the addresses of images from elsewhere. */
  fileIds: readonly string[]
  imageUrls: readonly string[]
  toolCalls: readonly ToolCall[]
  /** Of the result of a tool. */
  toolCallId: string | null
  /** The decision of a human about the call; only the result of a tool has one. */
  decision: Decision | null
  status: string | null
  model: string | null
  /** The limit that ended the run with this message. */
  stoppedBy: StoppedBy | null
  runId: string | null
  createdAt: string | null
  score: number | null
  comment: string | null
  /** The branches of which one begins with it. */
  branches: ThreadMessage['branches']
}

/** What messages have besides the fields that are declared. */
type More = {
  additional_kwargs?: { reasoning_content?: string; author?: string; status?: string; decision?: Decision }
  response_metadata?: { model_name?: string; finish_reason?: string }
  tool_calls?: { id: string; name: string; args: unknown }[]
  tool_call_id?: string
  status?: string
}

const limits: readonly StoppedBy[] = [
  'model_calls',
  'tool_calls',
  'budget',
  'time',
  'repeated_calls',
  'usage_cap',
]

type Block = { type?: string; text?: string; fileId?: string; image_url?: { url?: string } }

const blocksOf = ({ content }: ChatMessage): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Block[])

export const emptyMessage: Message = {
  id: '',
  role: 'ai',
  text: '',
  reasoning: '',
  fileIds: [],
  imageUrls: [],
  toolCalls: [],
  toolCallId: null,
  decision: null,
  status: null,
  model: null,
  stoppedBy: null,
  runId: null,
  createdAt: null,
  score: null,
  comment: null,
  branches: [],
}

export function messageOf(message: ChatMessage, runId: string | null): Message {
  const more = message as ChatMessage & More
  const blocks = blocksOf(message)
  return {
    ...emptyMessage,
    id: message.id,
    role: more.additional_kwargs?.author === 'operator' ? 'operator' : message.type,
    text: blocks.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n'),
    reasoning: more.additional_kwargs?.reasoning_content ?? '',
    fileIds: blocks.flatMap(({ type, fileId }) => (type === 'file' && fileId ? [fileId] : [])),
    imageUrls: blocks.flatMap(({ image_url: image }) => (image?.url ? [image.url] : [])),
    toolCalls: (more.tool_calls ?? []).map(({ id, name, args }) => ({
      id,
      name,
      args: JSON.stringify(args),
    })),
    toolCallId: more.tool_call_id ?? null,
    decision: more.additional_kwargs?.decision ?? null,
    status: more.additional_kwargs?.status ?? more.status ?? null,
    model: more.response_metadata?.model_name ?? null,
    stoppedBy: limits.find((limit) => limit === more.response_metadata?.finish_reason) ?? null,
    runId,
  }
}

export const storedMessage = (stored: ThreadMessage): Message => ({
  ...messageOf(stored.message, stored.runId),
  role: stored.role,
  createdAt: stored.createdAt,
  score: stored.feedback.at(-1)?.score ?? null,
  comment: stored.feedback.at(-1)?.comment ?? null,
  branches: stored.branches,
})

export type Draft = { text: string; fileIds: readonly string[] }

/** What the user says, as it is sent. */
export const contentOf = ({ text, fileIds }: Draft) =>
  fileIds.length === 0
    ? text
    : [
        ...(text.trim() === '' ? [] : [{ type: 'text', text }]),
        ...fileIds.map((fileId) => ({ type: 'file', fileId })),
      ]
