import type { Clock } from '../clock.ts'
import { type Db, type Queryable, sql, type Tx } from '../db/db.ts'
import { notify } from '../db/listen.ts'
import type { Blobs } from './blobs.ts'

/** Told on commit: whoever hears it first removes the bytes. */
export const garbageChannel = 'stoa_blob_garbage'

const mostAtOnce = 200

/**
 * Bytes cannot be part of a transaction. What a transaction gives up it notes here, and the bytes go once it is
 * committed: now if possible, else with the next sweep. A discarded key must never be used again.
 */
export function createBlobGarbage({ db, blobs, clock }: { db: Db; blobs: Blobs; clock: Clock }) {
  return {
    async discard(tx: Tx, key: string): Promise<void> {
      await tx.rows(sql`
        insert into blob_garbage (key, created_at) values (${key}, ${clock.now()}) on conflict do nothing`)
      await notify(tx, garbageChannel, '')
    },
    /** Removes what was given up; what cannot be removed now stays noted. */
    async collect(): Promise<void> {
      for (const key of await listGarbage(db)) {
        await blobs.delete(key)
        await db.rows(sql`delete from blob_garbage where key = ${key}`)
      }
    },
  }
}

export type BlobGarbage = ReturnType<typeof createBlobGarbage>

async function listGarbage(q: Queryable): Promise<string[]> {
  const rows = await q.rows<{ key: string }>(sql`
    select key from blob_garbage order by created_at limit ${mostAtOnce}`)
  return rows.map(({ key }) => key)
}
