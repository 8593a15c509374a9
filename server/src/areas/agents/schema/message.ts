import type { Message as ModelMessage } from '../../llm/index.ts'
import type { Message } from '../../threads/index.ts'

/** A message as it is stored, in a form that no vendor and no client prescribes. */
export type StoredMessage = Message

export type ToolCall = {
  id: string
  name: string
  arguments: Record<string, unknown>
  /** Some vendors sign the call itself and want it back so. */
  signature?: string
}

/** Signed ones have to be given back to the vendor as they were. */
export type Thoughts = NonNullable<Extract<ModelMessage, { role: 'assistant' }>['thoughts']>

/** One message in its place in a conversation. */
export type ConversationEntry = {
  message: StoredMessage
  /** Where its text came from, if that cannot be trusted; null for what the user or the configuration said. */
  taint: string | null
  /** It takes the place of all messages up to the one that its id names, for the model alone. */
  isSummary?: boolean
}

export const textOf = ({ content }: Pick<StoredMessage, 'content'>): string =>
  typeof content === 'string'
    ? content
    : content
        .flatMap((block) => (block.type === 'text' && typeof block.text === 'string' ? [block.text] : []))
        .join('\n')

export const callsOf = ({ toolCalls = [] }: StoredMessage): ToolCall[] => toolCalls as ToolCall[]
