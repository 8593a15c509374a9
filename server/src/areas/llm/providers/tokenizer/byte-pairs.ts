import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import type { Vocabulary } from './vocabulary-file.ts'

export type Counted = {
  tokens: number
  /** How many bytes of the text they are. */
  bytes: number
}

const none = 0x7fffffff
const utf8 = new TextEncoder()

/** Counts tokens as byte-pair encoding makes them: of neighbours, those that are a token of the lowest rank become one. */
export function createBytePairs({ rankOf }: Vocabulary) {
  let piece = new Uint8Array(256)
  let starts = new Int32Array(piece.length + 1)
  let ranks = new Int32Array(piece.length + 1)

  function write(text: string): number {
    // The longest that a UTF-16 unit can become.
    if (text.length * 3 > piece.length) {
      piece = new Uint8Array(text.length * 3)
      starts = new Int32Array(piece.length + 1)
      ranks = new Int32Array(piece.length + 1)
    }
    return utf8.encodeInto(text, piece).written
  }

  /** The rank of what two neighbours would be together. */
  function rankAt(at: number, count: number): number {
    if (at + 2 > count) return none
    const rank = rankOf(piece, starts[at]!, starts[at + 2]!)
    return rank < 0 ? none : rank
  }

  /** Leaves the places where tokens begin, and the end, in `starts`. */
  function merge(length: number): number {
    let count = length
    for (let at = 0; at <= length; at++) starts[at] = at
    for (let at = 0; at < length; at++) ranks[at] = rankAt(at, count)
    for (;;) {
      let lowest = 0
      for (let at = 1; at < count; at++) if (ranks[at]! < ranks[lowest]!) lowest = at
      if (ranks[lowest] === none) return count
      starts.copyWithin(lowest + 1, lowest + 2, count + 1)
      ranks.copyWithin(lowest + 1, lowest + 2, count)
      count--
      ranks[lowest] = rankAt(lowest, count)
      if (lowest > 0) ranks[lowest - 1] = rankAt(lowest - 1, count)
    }
  }

  /** Stops after so many tokens. */
  return function tokensIn(text: string, limit = Number.POSITIVE_INFINITY): Counted {
    let tokens = 0
    let bytes = 0
    for (const [part] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
      if (tokens === limit) break
      const length = write(part)
      if (rankOf(piece, 0, length) >= 0) {
        tokens++
        bytes += length
        continue
      }
      const taken = Math.min(merge(length), limit - tokens)
      tokens += taken
      bytes += starts[taken]!
    }
    return { tokens, bytes }
  }
}
