import { AppError } from '../../../../kernel/errors.ts'
import { defaultChunkOverlap } from '../../schema/collection.ts'

// Twice as many would hold the event loop for more than 50 ms in a search for very common words.
export const maxChunks = 100_000

/** The overlap of chunks of a size; it must leave more than half of each chunk new. */
export function overlapOf(chunkSize: number, overlap: number | undefined): number {
  if (overlap === undefined) return Math.min(defaultChunkOverlap, Math.floor(chunkSize / 4))
  if (overlap * 2 < chunkSize) return overlap
  throw new AppError('invalid_parameter', 'chunkOverlap must be less than half of chunkSize', {
    details: [
      { in: 'body', path: '/chunkOverlap', rule: 'max', message: `must be less than ${chunkSize / 2}` },
    ],
  })
}
