import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { ChunkKey } from '../schema/chunk.ts'
import { live } from './chunk.ts'
import type { OwnCollection } from './source.ts'

export type Border = ChunkKey & {
  startOffset: number
  endOffset: number
  page: number | null
  isOff: boolean
  isEdited: boolean
}

/** Where the chunks of a source are that have something of a range of its text. */
export async function listBorders(
  q: Queryable,
  collection: OwnCollection,
  sourceNo: number,
  { start, end }: { start: number; end: number },
): Promise<Border[]> {
  return q.rows<Border>(sql`
    select k.source_no as "sourceNo", k.revision, k.ordinal, k.start_at as "startOffset", k.end_at as "endOffset", k.page,
      k.is_off as "isOff", k.is_edited as "isEdited"
    from ${live(collection)} and k.source_no = ${sourceNo} and k.start_at < ${end} and k.end_at > ${start}
    order by k.ordinal`)
}
