import { createPace } from '../../../kernel/compute/pace.ts'
import type { Message } from '../../threads/index.ts'
import type { ChatMessage } from '../schema/message.ts'
import { toChatMessage } from './messages.ts'

/** Messages as LangGraph's clients know them; of a long conversation, other requests are served in between. */
export async function toChatMessages(messages: readonly Message[]): Promise<ChatMessage[]> {
  const pace = createPace()
  const made: ChatMessage[] = []
  for (const message of messages) {
    made.push(toChatMessage(message))
    const pause = pace()
    if (pause) await pause
  }
  return made
}
