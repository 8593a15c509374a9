import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tokens in the order of their ranks, each behind a byte that has its length; `scripts/write-vocabulary.ts` writes it. */
export const vocabularyFile = join(import.meta.dirname, '../../../../../catalogue/o200k.bin')

/** The vocabulary of GPT models, without an object for any of its 200,000 tokens. */
export type Vocabulary = {
  size: number
  /** The rank of the token with the bytes between these places, -1 when there is none. */
  rankOf(bytes: Uint8Array, from: number, to: number): number
}

// A power of two, so that a mask finds the slot; a third of the slots are used.
const slotCount = 2 ** 19

export function readVocabulary(path: string = vocabularyFile): Vocabulary {
  const tokens = readFileSync(path)
  const starts = startsIn(tokens)
  // Ranks by the hash of their bytes; those that share one are in the slots behind it. 0 is a slot that is free.
  const slots = new Int32Array(slotCount)
  for (const [rank, start] of starts.entries()) {
    let slot = slotOf(tokens, start, start + tokens[start - 1]!)
    while (slots[slot] !== 0) slot = (slot + 1) % slotCount
    slots[slot] = rank + 1
  }

  function rankOf(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from
    for (let slot = slotOf(bytes, from, to); ; slot = (slot + 1) % slotCount) {
      const rank = slots[slot]! - 1
      if (rank < 0) return -1
      const start = starts[rank]!
      if (tokens[start - 1] !== length) continue
      let i = 0
      while (i < length && tokens[start + i] === bytes[from + i]) i++
      if (i === length) return rank
    }
  }

  return { size: starts.length, rankOf }
}

function startsIn(tokens: Uint8Array): Uint32Array {
  let count = 0
  for (let at = 0; at < tokens.length; at += tokens[at]! + 1) count++
  const starts = new Uint32Array(count)
  for (let at = 0, rank = 0; rank < count; at += tokens[at]! + 1) starts[rank++] = at + 1
  return starts
}

/** FNV-1a, and its upper bits mixed into the lower ones that are used. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return (hash ^ (hash >>> 15)) & (slotCount - 1)
}
