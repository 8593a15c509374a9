import { type Queryable, type Statement, sql, sqlText, type Tx } from './db/db.ts'
import { NIL_UUID } from './ids.ts'
import type { Scope } from './scope.ts'

/** The rows of an end user, locked in the order of their ids, as everything locks several of them. */
export const lockingUserRows = (table: string, { projectId }: Scope, userId: string): Statement => sql`
  select project_id, id from ${sqlText(table)} where project_id = ${projectId} and external_user_id = ${userId}
  order by id for update`

/** Deletes the rows of an end user from a table of the area. */
export const deleteUserRows =
  (table: string) =>
  async (tx: Tx, scope: Scope, userId: string): Promise<void> => {
    await tx.rows(sql`
      delete from ${sqlText(table)} where (project_id, id) in (${lockingUserRows(table, scope, userId)})`)
  }

/** Gives the rows of an end user to the one that it is merged into. */
export const moveUserRows =
  (table: string) =>
  async (tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> => {
    await tx.rows(sql`
      update ${sqlText(table)} set external_user_id = ${intoId}
      where (project_id, id) in (${lockingUserRows(table, scope, fromId)})`)
  }

const pageSize = 200

/** Exports the rows of an end user page by page; `list` gives those behind an id, in the order of ids. */
export const exportUserRows = <Row extends { id: string }>(
  type: string,
  list: (q: Queryable, scope: Scope, userId: string, after: string, limit: number) => Promise<Row[]>,
  toLine: (row: Row) => Record<string, unknown>,
) =>
  async function* (q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
    for (let after = NIL_UUID; ; ) {
      const rows = await list(q, scope, userId, after, pageSize)
      for (const row of rows) yield { type, ...toLine(row) }
      if (rows.length < pageSize) return
      after = rows.at(-1)!.id
    }
  }
