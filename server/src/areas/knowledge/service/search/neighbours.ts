import type { Db } from '../../../../kernel/db/db.ts'
import { type ChunkKey, chunkIdOf, chunkKeyOf } from '../../schema/chunk.ts'
import type { Neighbour, SearchResult } from '../../schema/search.ts'
import { findNeighbours } from '../../store/chunk.ts'
import type { OwnCollection } from '../../store/source.ts'

/** Results with the chunks around each of them: one query for each collection. */
export async function withNeighbours(
  db: Db,
  collections: readonly OwnCollection[],
  results: readonly SearchResult[],
  distance: number,
): Promise<SearchResult[]> {
  const reads = db.batched()
  const found = await Promise.all(
    collections.map(async (collection) => {
      const keys = results.flatMap(({ collectionId, chunkId }) =>
        collectionId === collection.id ? [chunkKeyOf(chunkId)!] : [],
      )
      const rows = keys.length === 0 ? [] : await findNeighbours(reads, collection, keys, distance)
      return [collection.id, rows] as const
    }),
  )
  const byCollection = new Map(found)
  return results.map((result) => {
    const own = chunkKeyOf(result.chunkId)!
    const rows = byCollection.get(result.collectionId) ?? []
    return { ...result, neighbours: rows.filter((row) => isAround(own, row, distance)).map(toNeighbour) }
  })
}

const isAround = (own: ChunkKey, row: ChunkKey, distance: number): boolean =>
  row.sourceNo === own.sourceNo &&
  row.revision === own.revision &&
  row.ordinal !== own.ordinal &&
  Math.abs(row.ordinal - own.ordinal) <= distance

const toNeighbour = (row: ChunkKey & Omit<Neighbour, 'chunkId'>): Neighbour => ({
  chunkId: chunkIdOf(row),
  text: row.text,
  startOffset: row.startOffset,
  endOffset: row.endOffset,
})
