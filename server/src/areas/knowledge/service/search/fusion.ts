import type { SearchMode } from '../../schema/search.ts'
import { coverWeight, type WordHit } from '../../word-index/word-index.ts'

export type FusedScores = Pick<WordHit, 'words' | 'cover'> & {
  /** Null where the chunk or the query has no vector. */
  cosine: number | null
}

/**
 * How much a hit counts, from 0 to 1. Scores are added and not ranks: each side is absolute, so that a weak one cannot
 * outvote the other, and results of several queries and collections can be compared.
 */
export function scoreOf({ words, cover, cosine }: FusedScores, mode: SearchMode, weight: number): number {
  const similarity = Math.max(0, cosine ?? 0)
  if (mode === 'vector') return similarity
  const used = mode === 'hybrid' ? weight : 0
  return (words + coverWeight * cover + used * similarity) / (1 + coverWeight + used)
}
