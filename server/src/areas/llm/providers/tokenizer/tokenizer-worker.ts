import { setImmediate as afterOtherRequests } from 'node:timers/promises'
import { serveRequests } from '../../../../kernel/compute/worker-server.ts'
import { createBytePairs } from './byte-pairs.ts'
import { readVocabulary } from './vocabulary-file.ts'

export type TokenizerRequest = { readonly text: string; readonly maxTokens?: number }
/** The count, or the beginning of the text that has at most `maxTokens`. */
export type TokenizerReply = number | string

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

// A prompt of megabytes takes seconds: after so many characters the next request in flight has a slice counted.
const charsPerTurn = 64 * 1024
// What looks like a control word of a model is text like any other.
const tokensIn = createBytePairs(readVocabulary())

async function* interleaved(text: string): AsyncGenerator<string> {
  let chars = 0
  for (const slice of slicesOf(text)) {
    yield slice
    chars += slice.length
    if (chars < charsPerTurn) continue
    chars = 0
    await afterOtherRequests()
  }
}

async function count(text: string): Promise<number> {
  let tokens = 0
  for await (const slice of interleaved(text)) tokens += tokensIn(slice).tokens
  return tokens
}

async function cut(text: string, maxTokens: number): Promise<string> {
  let left = maxTokens
  let head = ''
  for await (const slice of interleaved(text)) {
    const { tokens, bytes } = tokensIn(slice, left)
    const encoded = Buffer.from(slice)
    // A token may end inside a character, which is left out then.
    if (bytes < encoded.length) return head + encoded.toString('utf8', 0, bytes).replace(/\ufffd+$/, '')
    left -= tokens
    head += slice
  }
  return text
}

serveRequests(
  ({ text, maxTokens }: TokenizerRequest): Promise<TokenizerReply> =>
    maxTokens === undefined ? count(text) : cut(text, maxTokens),
)
