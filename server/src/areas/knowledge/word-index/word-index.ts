import { parseTerms } from '../text/terms.ts'
import { createDictionary } from './dictionary.ts'
import { expandQuery } from './expand.ts'
import { addPosting, countOf, slotOf } from './postings.ts'
import { createScores } from './scores.ts'
import { createSlots, type IndexedChunk } from './slots.ts'

export type StoredTerms = { ordinal: number; length: number; terms: string }

export type WordHit = IndexedChunk & {
  slot: number
  /** BM25 as a share of the most that any chunk could have for this query. */
  words: number
  /** The same for all chunks of the source together: for each term the best of them. */
  cover: number
}

export type WordQuery = {
  terms: readonly string[]
  limit: number
  /** Only these sources. */
  sources?: ReadonlySet<number> | undefined
  /** Chunks that are wanted with their scores in any case, after the best. */
  also?: readonly number[]
}

// Short chunks of prose: how often a word occurs says little, and how long a chunk is says less.
const k1 = 0.9
const b = 0.4
// A term that is almost everywhere is skipped when the query has a rarer one.
const commonShare = 0.3
// It saves no time in a small collection, where the word that matters is often in a third of the chunks.
const commonFrom = 200
// Postings of removed chunks are skipped; the index is built again when it has too many of them.
const maxDeadShare = 0.2
// A question has fewer; a page of text that is sent as one is found by its rarest words.
const maxTerms = 32

/** How much the source of a chunk counts beside the chunk itself. */
export const coverWeight = 0.2

/** The chunks of a collection by their words, in memory. */
export function createWordIndex() {
  const dictionary = createDictionary()
  const slots = createSlots()
  const slotsOf = new Map<number, number[]>()
  const staged = new Map<number, number[]>()
  let [live, totalLength] = [0, 0]
  // Used by every search in turn: none of them waits for anything.
  const [words, cover, ofTerm, ofSource] = [createScores(), createScores(), createScores(), createScores()]

  function setLive(sourceNo: number, own: number[]): void {
    for (const slot of slotsOf.get(sourceNo) ?? []) {
      slots.setLive(slot, false)
      live--
      totalLength -= slots.lengthOf(slot)
    }
    for (const slot of own) {
      slots.setLive(slot, true)
      live++
      totalLength += slots.lengthOf(slot)
    }
    if (own.length > 0) slotsOf.set(sourceNo, own)
    else slotsOf.delete(sourceNo)
  }

  function match(terms: readonly string[]) {
    const expanded = expandQuery(dictionary, [...new Set(terms)]).filter((each) => each.length > 0)
    const weighted = expanded.map((group) => {
      const frequency = Math.min(live, Math.max(...group.map(({ postings }) => postings.length)))
      return { group, frequency, idf: Math.log(1 + (live - frequency + 0.5) / (frequency + 0.5)) }
    })
    const rare = weighted.filter(({ frequency }) => frequency <= Math.max(commonFrom, live * commonShare))
    const used = (rare.length > 0 ? rare : weighted).sort((left, right) => left.frequency - right.frequency)
    return { used: used.slice(0, maxTerms), all: weighted, queried: new Set(terms).size }
  }

  return {
    chunkCount: () => live,
    isWorn: () => slots.count() > 1_000 && slots.count() - live > slots.count() * maxDeadShare,
    isLive: slots.isLive,
    chunkOf: slots.chunkOf,
    sourceNoOf: slots.sourceNoOf,
    countIn: (sources: ReadonlySet<number>): number =>
      [...sources].reduce((sum, sourceNo) => sum + (slotsOf.get(sourceNo)?.length ?? 0), 0),
    /**
     * Adds chunks that no search finds until `publish`; returns their slots. Each of them is found by the title of its source
     * as well.
     */
    stage(
      sourceNo: number,
      revision: number,
      rows: readonly StoredTerms[],
      title: readonly string[] = [],
    ): number[] {
      const own = staged.get(sourceNo) ?? []
      staged.set(sourceNo, own)
      const added = rows.map(({ ordinal, length, terms }) => {
        const slot = slots.add({ sourceNo, revision, ordinal, length: length + title.length })
        const left = new Set(title)
        for (const [term, count] of parseTerms(terms))
          addPosting(dictionary.postingsOf(term), slot, Math.min(255, count + (left.delete(term) ? 1 : 0)))
        for (const term of left) addPosting(dictionary.postingsOf(term), slot, 1)
        return slot
      })
      own.push(...added)
      return added
    },
    /** Replaces the chunks of sources by those that were staged, and removes sources, for all searches together. */
    publish(removed: Iterable<number>): void {
      for (const sourceNo of removed) setLive(sourceNo, [])
      for (const [sourceNo, own] of staged) setLive(sourceNo, own)
      staged.clear()
    },
    /** Forgets what was staged. */
    discard: () => staged.clear(),
    search({ terms, limit, sources, also = [] }: WordQuery): WordHit[] {
      if (live === 0) return []
      const { used, all, queried } = match(terms)
      const averageLength = totalLength / live || 1
      words.clear()
      cover.clear()
      const [atZero, perTerm] = [k1 * (1 - b), (k1 * b) / averageLength]
      for (const { group, idf } of used) {
        // Most words match one term of the index: what a chunk has of it is what it has of the word.
        const isOne = group.length === 1
        for (const { postings, weight } of group) {
          const most = weight * idf * (k1 + 1)
          for (let i = 0; i < postings.length; i++) {
            const posting = postings.items[i]!
            const slot = slotOf(posting)
            if (!slots.isLive(slot)) continue
            const sourceNo = slots.sourceNoOf(slot)
            if (sources && !sources.has(sourceNo)) continue
            const count = countOf(posting)
            const part = (most * count) / (count + atZero + perTerm * slots.lengthOf(slot))
            if (isOne) {
              words.add(slot, part)
              ofSource.raise(sourceNo, part)
            } else ofTerm.raise(slot, part)
          }
        }
        for (const slot of ofTerm.touched()) {
          words.add(slot, ofTerm.of(slot))
          ofSource.raise(slots.sourceNoOf(slot), ofTerm.of(slot))
        }
        for (const sourceNo of ofSource.touched()) cover.add(sourceNo, ofSource.of(sourceNo))
        ofTerm.clear()
        ofSource.clear()
      }
      // Terms that no chunk has count as the rarest: a query of which one word in ten is found has no good match.
      const missing = queried - all.length
      const rarest = Math.log(1 + (live + 0.5) / 0.5)
      const max = (all.reduce((sum, { idf }) => sum + idf, 0) + missing * rarest) * (k1 + 1) || 1
      const hitOf = (slot: number): WordHit => {
        const chunk = slots.chunkOf(slot)
        return { ...chunk, slot, words: words.of(slot) / max, cover: cover.of(chunk.sourceNo) / max }
      }
      const scoreAt = (slot: number) => words.of(slot) + coverWeight * cover.of(slots.sourceNoOf(slot))
      const hits = best(words.touched(), limit, scoreAt, slots.chunkOf).map(hitOf)
      const found = new Set(hits.map(({ slot }) => slot))
      return [...hits, ...also.filter((slot) => !found.has(slot)).map(hitOf)]
    },
  }
}

export type WordIndex = ReturnType<typeof createWordIndex>

/** The best slots in order; ties by source and ordinal, so that every node returns the same. */
function best(
  slots: readonly number[],
  limit: number,
  scoreAt: (slot: number) => number,
  chunkOf: (slot: number) => IndexedChunk,
): number[] {
  type Ranked = { slot: number; score: number }
  const ranked: Ranked[] = []
  const precedes = (left: Ranked, right: Ranked): number => {
    if (left.score !== right.score) return right.score - left.score
    const [one, other] = [chunkOf(left.slot), chunkOf(right.slot)]
    return one.sourceNo - other.sourceNo || one.ordinal - other.ordinal
  }
  // Nothing below the last of the best so far can be among them in the end.
  let least = 0
  for (const slot of slots) {
    const score = scoreAt(slot)
    if (score < least) continue
    ranked.push({ slot, score })
    if (ranked.length < limit * 8) continue
    ranked.sort(precedes).splice(limit)
    least = ranked.at(-1)!.score
  }
  return ranked
    .sort(precedes)
    .slice(0, limit)
    .map(({ slot }) => slot)
}
