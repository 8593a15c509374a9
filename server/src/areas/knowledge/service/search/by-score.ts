import type { IndexedChunk } from '../../word-index/slots.ts'

/** Best first; ties by source and ordinal, so that every node returns the same. */
export const byScore = (left: IndexedChunk & { score: number }, right: IndexedChunk & { score: number }) =>
  right.score - left.score || left.sourceNo - right.sourceNo || left.ordinal - right.ordinal
