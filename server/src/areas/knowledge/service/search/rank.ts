import type { SearchMode } from '../../schema/search.ts'
import type { IndexedChunk } from '../../word-index/slots.ts'
import type { LoadedIndex } from '../indexes.ts'
import { byScore } from './by-score.ts'
import { type FusedScores, scoreOf } from './fusion.ts'

export type Candidate = IndexedChunk & FusedScores & { score: number }

export type RankQuery = {
  mode: SearchMode
  terms: readonly string[]
  /** Null where only words count. */
  vector: Float32Array | null
  weight: number
  limit: number
  sources: ReadonlySet<number> | undefined
}

// Enough that the best of both sides together are among them.
const leastDepth = 100

/** The best chunks of an index by its words, its vectors or both. Cosines are those of quantized vectors. */
export function rank({ words, vectors }: LoadedIndex, query: RankQuery): Candidate[] {
  const { mode, terms, vector, weight, limit, sources } = query
  const depth = Math.max(leastDepth, 5 * limit)
  const similar =
    vector && vectors && vector.length === vectors.dimensions
      ? vectors.search({
          vector,
          limit: depth,
          isAllowed: (slot) => words.isLive(slot) && (!sources || sources.has(words.sourceNoOf(slot))),
          allowedRows: sources ? words.countIn(sources) : words.chunkCount(),
        })
      : null
  const nearest = similar?.nearest.map(({ row }) => row) ?? []
  const hits =
    mode === 'vector'
      ? nearest.map((slot) => ({ ...words.chunkOf(slot), slot, words: 0, cover: 0 }))
      : words.search({ terms, limit: depth, sources, also: nearest })
  return hits
    .map(({ slot, ...hit }) => {
      const scores = { ...hit, cosine: similar?.cosineOf(slot) ?? null }
      return { ...scores, score: scoreOf(scores, mode, similar ? weight : 0) }
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
}
