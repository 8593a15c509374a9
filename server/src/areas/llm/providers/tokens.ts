import { type Message, wordsIn } from '../schema/message.ts'

/** Counts tokens as GPT models do. The tables take a quarter of a second and 80 MB, so they are read when first needed. */
export function createTokenizer() {
  let loading: Promise<typeof import('gpt-tokenizer/encoding/o200k_base')> | null = null
  const load = () => (loading ??= import('gpt-tokenizer/encoding/o200k_base'))
  // What looks like a control word of a model is text like any other.
  const asText = { disallowedSpecial: new Set<string>() }
  return {
    async count(text: string): Promise<number> {
      return (await load()).countTokens(text, asText)
    },
    /** The beginning of the text that has at most so many tokens. */
    async cut(text: string, maxTokens: number): Promise<string> {
      const { encode, decode } = await load()
      const tokens = encode(text, asText)
      return tokens.length <= maxTokens ? text : decode(tokens.slice(0, maxTokens)).replace(/\ufffd+$/, '')
    },
  }
}

export type Tokenizer = ReturnType<typeof createTokenizer>

// Every message is wrapped in a few tokens of its own, as OpenAI documents for its chat models.
const perMessage = 4
// What most models take for a picture of ordinary size; those that take more say so in their usage.
const perFile = 1_100
// English has four bytes for a token, code three, most other scripts more than that: never far below the truth.
const bytesPerToken = 3

export const textsOf = (messages: readonly Message[]): string[] =>
  messages.map((message) => {
    if (message.role === 'user') return message.content.map((part) => wordsIn(part) ?? '').join('\n')
    if (message.role !== 'assistant') return message.text
    return [
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

/** A quick upper estimate, for what must be known before a model is asked. */
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
