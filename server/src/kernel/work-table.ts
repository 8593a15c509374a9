import { type Queryable, type Statement, sql, sqlText, type Tx } from './db/db.ts'
import { NIL_UUID } from './ids.ts'
import type { Scope } from './scope.ts'
import { lockingUserRows, moveUserRows } from './user-rows.ts'

/** A table with one row for each piece of billable work; conditions and assignments are SQL about its columns. */
export type WorkTableSettings = {
  /** What the ids of the work begin with in the ledger, before a colon. */
  name: string
  table: string
  /** Holds for work that has not ended. */
  isOpen: string
  /** Holds where the ledger must have an entry for ended work; everywhere if left out. */
  isBilled?: string
  /** Selects `project_id` and `id` of what credits are held for although it has no row yet. */
  reserved?: string
  /** Holds until the row was forgotten: then only what the ledger needs is left of it. */
  isStored: string
  /** Assignments that forget work that has ended. */
  forget: string
  /** The same for open work of an end user who is erased; null where that is ended before. */
  forgetOpen: string | null
  /** The time from which ended work is stored as long as the project says. */
  ageColumn?: 'ended_at' | 'created_at'
}

/** What every area with billable work does with its rows: find them for the ledger, forget and move them. */
export function workTable(settings: WorkTableSettings) {
  const { name, table, isOpen, isBilled = 'true', reserved, isStored, ageColumn = 'ended_at' } = settings
  const [rows, open, stored] = [table, isOpen, isStored].map(sqlText) as [Statement, Statement, Statement]
  const workIdOf = (id: string) => `${name}:${id}`
  const idOf = (workId: string) => workId.slice(name.length + 1)
  const known = `select project_id, id from ${table}${reserved === undefined ? '' : ` union all ${reserved}`}`

  /** How the ledger finds the work. */
  const workSource = {
    name,
    async listEnded(
      q: Queryable,
      { projectId }: Scope,
      { from, after, limit }: { from: Date | null; after: string; limit: number },
    ): Promise<string[]> {
      const ended = await q.rows<{ id: string }>(sql`
        select id from ${rows}
        where project_id = ${projectId} and id > ${after === '' ? NIL_UUID : idOf(after)}::uuid
          and not (${open}) and ${sqlText(isBilled)}
          and (${from}::timestamptz is null or ended_at >= ${from}) order by id limit ${limit}`)
      return ended.map(({ id }) => workIdOf(id))
    },
    async known(q: Queryable, { projectId }: Scope, workIds: readonly string[]): Promise<string[]> {
      const found = await q.rows<{ id: string }>(sql`
        select id from (${sqlText(known)}) work
        where project_id = ${projectId} and id = any(${workIds.map(idOf)}::uuid[])`)
      return found.map(({ id }) => workIdOf(id))
    },
  }

  return {
    workIdOf,
    workSource,
    /** Forgets work that ended before that time, a batch at a time. */
    async forgetOld(q: Queryable, projectId: string, before: Date): Promise<void> {
      for (let forgotten = batch; forgotten === batch; )
        forgotten = (
          await q.rows(sql`
            update ${rows} set ${sqlText(settings.forget)} where (project_id, id) in (
              select project_id, id from ${rows}
              where project_id = ${projectId} and ${sqlText(ageColumn)} < ${before} and ${stored} and not (${open})
              limit ${batch}) returning id`)
        ).length
    },
    async forgetUser(tx: Tx, scope: Scope, userId: string): Promise<void> {
      const ofUser = lockingUserRows(table, scope, userId)
      await tx.rows(sql`
        update ${rows} set ${sqlText(settings.forget)} where (project_id, id) in (${ofUser}) and not (${open})`)
      if (settings.forgetOpen === null) return
      await tx.rows(sql`
        update ${rows} set ${sqlText(settings.forgetOpen)} where (project_id, id) in (${ofUser}) and ${open}`)
    },
    moveUser: moveUserRows(table),
  }
}

const batch = 1_000
