import { type Message, wordsIn } from '../schema/message.ts'
import type { Tokenizer } from './tokenizer/tokenizer.ts'

// Every message adds a few tokens, as OpenAI documents for its chat models.
const perMessage = 4
// What most models take for an image of ordinary size; those that take more say so in their usage.
const perFile = 1_100
// English has four bytes for a token, code three, most other scripts more than that: never far below the truth.
const bytesPerToken = 3

export const textsOf = (messages: readonly Message[]): string[] =>
  messages.map((message) => {
    if (message.role === 'user') return message.content.map((part) => wordsIn(part) ?? '').join('\n')
    if (message.role !== 'assistant') return message.text
    return [
      ...(message.thoughts ?? []).map(({ text }) => text),
      message.text,
      ...message.toolCalls.map((call) => `${call.name} ${JSON.stringify(call.arguments)}`),
    ].join('\n')
  })

const countFiles = (messages: readonly Message[]): number =>
  messages.reduce(
    (sum, message) =>
      sum + (message.role === 'user' ? message.content.filter((part) => wordsIn(part) === null).length : 0),
    0,
  )

const overhead = (messages: readonly Message[]): number =>
  messages.length * perMessage + countFiles(messages) * perFile

/** A quick upper estimate, for what must be known before a model is called. */
export function estimateTokens(messages: readonly Message[], extra = ''): number {
  const bytes = textsOf(messages).reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    Buffer.byteLength(extra),
  )
  return Math.ceil(bytes / bytesPerToken) + overhead(messages)
}

/** The count, for what is shown and charged. */
export async function countTokens(
  tokenizer: Tokenizer,
  messages: readonly Message[],
  extra = '',
): Promise<number> {
  return (await tokenizer.count([...textsOf(messages), extra].join('\n'))) + overhead(messages)
}
