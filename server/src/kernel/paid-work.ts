import { type Queryable, type Statement, sql } from './db/db.ts'
import { nobodyId } from './ids.ts'
import type { Scope } from './scope.ts'

export type PaidRows = {
  /** What the ids of the work begin with, before a colon. */
  name: string
  /** Selects `project_id`, `id` and `ended_at` of the work that has ended and is to be paid for. */
  ended: Statement
  /** Selects `project_id` and `id` of all that credits may have been held for. */
  all: Statement
}

/** How the ledger finds the work of an area that keeps one row for each piece of it. */
export function paidWorkOf({ name, ended, all }: PaidRows) {
  const workId = ({ id }: { id: string }) => `${name}:${id}`
  const idOf = (given: string) => given.slice(name.length + 1)
  return {
    name,
    async listEnded(
      q: Queryable,
      { projectId }: Scope,
      { from, after, limit }: { from: Date | null; after: string; limit: number },
    ): Promise<string[]> {
      const rows = await q.rows<{ id: string }>(sql`
        select id from (${ended}) work
        where project_id = ${projectId} and id > ${after === '' ? nobodyId : idOf(after)}::uuid
          and (${from}::timestamptz is null or ended_at >= ${from}) order by id limit ${limit}`)
      return rows.map(workId)
    },
    async known(q: Queryable, { projectId }: Scope, workIds: readonly string[]): Promise<string[]> {
      const rows = await q.rows<{ id: string }>(sql`
        select id from (${all}) work where project_id = ${projectId} and id = any(${workIds.map(idOf)}::uuid[])`)
      return rows.map(workId)
    },
  }
}
