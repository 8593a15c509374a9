import { type Db, sql } from '../src/kernel/db/db.ts'
import { until } from './until.ts'

/** Sends a request while the end user is being deleted by another transaction, and returns its response. */
export async function duringDeletionOf<T>(db: Db, userId: string, send: () => Promise<T>): Promise<T> {
  const [taken, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = db.tx(async (tx) => {
    await tx.rows(sql`select 1 from external_user where id = ${userId} for update`)
    taken.resolve()
    await sent.promise
    await tx.rows(sql`delete from external_user where id = ${userId}`)
  })
  await taken.promise
  let hasReplied = false
  const response = send().finally(() => {
    hasReplied = true
  })
  await until(async () => hasReplied || (await isAnyLockAwaited(db)))
  sent.resolve()
  await deletion
  return response
}

async function isAnyLockAwaited(db: Db): Promise<boolean> {
  const rows = await db.rows(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length > 0
}
