import { AppError } from '../../../kernel/errors.ts'
import { type ConversationEntry, textOf } from '../schema/message.ts'
import { objectOf, simpleTool } from './simple.ts'
import { stableId } from './stable-id.ts'
import type { OfferedTool } from './tool.ts'

/** Where facts of the acting user are stored, for the agent of the turn. */
export type MemoryStore = {
  remember(text: string, id: string): Promise<unknown>
  recall(query: string): Promise<readonly { text: string; createdAt: string }[]>
}

const maxLength = 1_000
// So much of a fact must be in what the user said: the rest may be the words of the model.
const minShare = 0.5

/** Facts that outlive the conversation. Only what the user said is stored: text from outside could plant orders. */
export const memoryTools = (
  store: MemoryStore,
  runId: string,
  entries: () => readonly ConversationEntry[],
): OfferedTool[] => [
  simpleTool({
    name: 'remember',
    description:
      'Stores a fact about the user for later conversations. Only what the user said can be stored.',
    parameters: objectOf({ text: { type: 'string', description: 'One fact, as a sentence.' } }),
    class: 'repeatable',
    risk: 'memory',
    check: ({ text }) => {
      if (typeof text !== 'string' || text.trim() === '' || text.length > maxLength)
        throw new AppError('invalid_parameter', `text must have 1 to ${maxLength} characters`)
      if (!isFromUser(text, entries()))
        throw new AppError('invalid_parameter', 'Only what the user said can be remembered')
    },
    run: ({ text }, { stepKey }) => store.remember(String(text), stableId(`${runId}/${stepKey}`)),
  }),
  simpleTool({
    name: 'recall',
    description: 'Finds facts about the user that were stored earlier.',
    parameters: objectOf({ query: { type: 'string', description: 'A word of the fact.' } }),
    class: 'repeatable',
    run: async ({ query }) => ({ facts: await store.recall(String(query ?? '').slice(0, 200)) }),
  }),
]

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** Whether most of its words are in messages of the user that came without files. */
function isFromUser(text: string, entries: readonly ConversationEntry[]): boolean {
  const heard = new Set(
    entries.flatMap(({ message, taint }) =>
      message.role === 'human' && taint === null ? wordsOf(textOf(message)) : [],
    ),
  )
  const words = wordsOf(text)
  return words.length > 0 && words.filter((word) => heard.has(word)).length >= minShare * words.length
}
