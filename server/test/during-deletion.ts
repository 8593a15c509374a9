import { type Db, sql, sqlText } from '../src/kernel/db/db.ts'
import { until } from './until.ts'

type Row = { table: string; id: string }

/** Sends a request while another transaction deletes the row, and returns its response. */
export async function duringDeletionOf<T>(db: Db, { table, id }: Row, send: () => Promise<T>): Promise<T> {
  const [taken, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = db.tx(async (tx) => {
    await tx.rows(sql`select 1 from ${sqlText(table)} where id = ${id} for update`)
    taken.resolve()
    await sent.promise
    await tx.rows(sql`delete from ${sqlText(table)} where id = ${id}`)
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
