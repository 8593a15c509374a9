import type { Taint } from '../../../kernel/text/taint.ts'
import type { Message as ModelMessage } from '../../llm/index.ts'
import type { Decision, Message } from '../../threads/index.ts'

export type { Decision }

/** A message as it is stored, in a form that no vendor and no client prescribes. */
export type StoredMessage = Message

export type ToolCall = {
  id: string
  name: string
  arguments: Record<string, unknown>
  /** Some vendors sign the call itself and want it back so. */
  signature?: string
}

/** A call with what a human decided about it. */
export type DecidedCall = ToolCall & {
  decision?: Decision
  /** The definition of its tool that was approved: no other one is executed. */
  definition?: string
}

/** Signed ones have to be given back to the vendor as they were. */
export type Thoughts = NonNullable<Extract<ModelMessage, { role: 'assistant' }>['thoughts']>

/** One message in its place in a conversation. */
export type ConversationEntry = {
  message: StoredMessage
  /** Where its text came from, if that cannot be trusted; null for what the user or the configuration said. */
  taint: Taint
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
