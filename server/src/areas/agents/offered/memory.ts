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
// "The user rides …": the user said "I ride …".
const maxSubjectWords = 2

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
        throw new AppError(
          'invalid_parameter',
          'Only what the user said can be remembered. Use the words of the user, also in the third person.',
        )
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

// Words of three letters; each sign of a script that puts no spaces between them.
const wordForm =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}]){3,}/gu

const wordsOf = (text: string): string[] => text.toLowerCase().match(wordForm) ?? []

const beginning = (word: string): string => word.slice(0, 3)

/** Forms of one word: "ride" and "rides", "study" and "studies". */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const longest = Math.max(one.length, other.length)
  let shared = 0
  while (shared < longest && one[shared] === other[shared]) shared++
  return shared >= 3 && longest - shared <= Math.min(3, shared - 1)
}

/** Whether most of its words are in messages of the user that came without files, behind the words that say who it is about. */
function isFromUser(text: string, entries: readonly ConversationEntry[]): boolean {
  const userWords = entries.flatMap(({ message, taint }) =>
    message.role === 'human' && taint === null ? wordsOf(textOf(message)) : [],
  )
  const heard = Map.groupBy(new Set(userWords), beginning)
  const isHeard = (word: string) =>
    heard.get(beginning(word))?.some((each) => isSameWord(each, word)) ?? false
  const known = wordsOf(text).map(isHeard)
  const first = known.indexOf(true)
  if (first === -1) return false
  const fact = known.slice(Math.min(first, maxSubjectWords))
  return fact.filter(Boolean).length >= minShare * fact.length
}
