import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Message, wordsIn } from '../schema/message.ts'

// What the encoder merges as one piece costs the square of its length: a hundred thousand equal letters would take half
// a minute. No word is this long, so only such runs are counted a little less exactly.
const longRun = /[\p{L}\p{M}]{64}|\s{64}|[^\s\p{L}\p{M}\p{N}]{64}/gu
const sliceChars = 16 * 1024

/** Pieces that are counted one after the other, cut where the encoder itself would cut. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = from + sliceChars >= text.length ? text.length : wordStartBefore(text, from + sliceChars, from)
    const slice = text.slice(from, to)
    let at = 0
    for (const { index, 0: run } of slice.matchAll(longRun)) {
      yield slice.slice(at, index + run.length)
      at = index + run.length
    }
    if (at < slice.length) yield slice.slice(at)
    from = to
  }
}

/** The last place before `to` where a space begins a word; without any, `to`, but never inside one character. */
function wordStartBefore(text: string, to: number, from: number): number {
  for (let at = to - 1; at > from + sliceChars / 2; at--)
    if (text[at] === ' ' && /\S/.test(text[at + 1]!)) return at
  const isHalf = (text.charCodeAt(to) & 0xfc00) === 0xdc00
  return isHalf ? to - 1 : to
}

// Between two of these others have their turn: a prompt of megabytes takes seconds to count.
const charsAtOnce = 64 * 1024

/** Counts tokens as GPT models do. The tables take a quarter of a second and 80 MB, so they are read when first needed. */
export function createTokenizer() {
  let loading: Promise<typeof import('gpt-tokenizer/encoding/o200k_base')> | null = null
  const load = () => (loading ??= import('gpt-tokenizer/encoding/o200k_base'))
  // What looks like a control word of a model is text like any other.
  const asText = { disallowedSpecial: new Set<string>() }

  async function* inTurns(text: string): AsyncGenerator<string> {
    let chars = 0
    for (const slice of slicesOf(text)) {
      yield slice
      chars += slice.length
      if (chars < charsAtOnce) continue
      chars = 0
      await othersTurn()
    }
  }

  return {
    async count(text: string): Promise<number> {
      const { countTokens } = await load()
      let tokens = 0
      for await (const slice of inTurns(text)) tokens += countTokens(slice, asText)
      return tokens
    },
    /** The beginning of the text that has at most so many tokens. */
    async cut(text: string, maxTokens: number): Promise<string> {
      const { encode, decode } = await load()
      let left = maxTokens
      let kept = ''
      for await (const slice of inTurns(text)) {
        const tokens = encode(slice, asText)
        if (tokens.length > left) return kept + decode(tokens.slice(0, left)).replace(/\ufffd+$/, '')
        left -= tokens.length
        kept += slice
      }
      return text
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
