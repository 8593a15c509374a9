import type { Clock } from '../clock.ts'
import { type Db, type Queryable, sql, type Tx } from '../db/db.ts'
import { notify } from '../db/listen.ts'
import type { Blobs } from './blobs.ts'

/** Notified on commit: the first listener removes the bytes. */
export const garbageChannel = 'stoa_blob_garbage'

const maxBatchSize = 200
// Longer than anything takes that stores bytes before the row that names them.
const expectedMs = 24 * 60 * 60_000

/**
 * Bytes cannot be part of a transaction. What a transaction gives up it notes here, and the bytes go once it is
 * committed: now if possible, else with the next sweep. A discarded key must never be used again.
 */
export function createBlobGarbage({ db, blobs, clock }: { db: Db; blobs: Blobs; clock: Clock }) {
  async function discardAll(tx: Tx, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    await tx.rows(sql`
      insert into blob_garbage (key, created_at) select unnest(${keys}::text[]), ${clock.now()}
      on conflict (key) do update set created_at = excluded.created_at`)
    await notify(tx, garbageChannel, '')
  }

  return {
    discard: (tx: Tx, key: string): Promise<void> => discardAll(tx, [key]),
    discardAll,
    /**
     * Before bytes are stored that no row names yet: unless `keep` is called within a day they are removed, also when the
     * process is killed in between.
     */
    async expect(key: string): Promise<void> {
      const until = new Date(clock.now().getTime() + expectedMs)
      await db.rows(sql`insert into blob_garbage (key, created_at) values (${key}, ${until})`)
    },
    /** In the transaction that names expected bytes. */
    async keep(tx: Tx, key: string): Promise<void> {
      await tx.rows(sql`delete from blob_garbage where key = ${key}`)
    },
    /** Removes what was given up; what cannot be removed now stays noted. */
    async collect(): Promise<void> {
      while (true) {
        const keys = await listGarbage(db, clock.now())
        await blobs.deleteMany(keys)
        await db.rows(sql`delete from blob_garbage where key = any(${keys})`)
        if (keys.length < maxBatchSize) return
      }
    },
  }
}

export type BlobGarbage = ReturnType<typeof createBlobGarbage>

async function listGarbage(q: Queryable, now: Date): Promise<string[]> {
  const rows = await q.rows<{ key: string }>(sql`
    select key from blob_garbage where created_at <= ${now} order by created_at limit ${maxBatchSize}`)
  return rows.map(({ key }) => key)
}
