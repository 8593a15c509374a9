import { type Queryable, type Statement, sql, sqlText, type Tx } from '../db/db.ts'

// A node that could not reach the database for a moment still ends what it began.
const defaultGraceMs = 6_000

/**
 * Holds for work whose node has died, or whose time is over; the columns name the node and the end of that time. Both are
 * reckoned by the clock of the database, since those of nodes need not agree. The node of a release before leases has none,
 * and extends the expiry of each row while it lives.
 */
export const isAbandoned = (
  { node, until }: { node: Statement; until: Statement },
  graceMs = defaultGraceMs,
): Statement => sql`
  (${until} < now() or exists (select from node_lease l where l.node_id = ${node}
    and l.alive_until < now() - make_interval(secs => ${graceMs / 1000})))`

export type AbandonedWork = { projectId: string; id: string; userId: string }

const batchSize = 1_000

/** Finds and ends rows of a table of work with the columns `node_id` and `alive_until`. */
export function abandonedRows(
  options: { table: string; isOpen: string },
  graceMs?: number,
): {
  /** Of all projects. */
  list(q: Queryable): Promise<AbandonedWork[]>
  /** False when it has ended by itself or is alive again. */
  end(tx: Tx, work: Pick<AbandonedWork, 'projectId' | 'id'>, assignments: Statement): Promise<boolean>
  /** It is given up, although its node lives: no one there works on it. */
  disown(q: Queryable, work: Pick<AbandonedWork, 'projectId' | 'id'>): Promise<unknown>
} {
  const [table, isOpen] = [sqlText(options.table), sqlText(options.isOpen)]
  const lost = isAbandoned({ node: sqlText('w.node_id'), until: sqlText('w.alive_until') }, graceMs)
  return {
    list: (q) =>
      q.rows(sql`
        select w.project_id as "projectId", w.id, w.external_user_id as "userId" from ${table} w
        where ${isOpen} and ${lost} order by w.alive_until limit ${batchSize}`),
    end: async (tx, { projectId, id }, assignments) =>
      (
        await tx.rows(sql`
          update ${table} w set ${assignments}
          where w.project_id = ${projectId} and w.id = ${id} and ${isOpen} and ${lost} returning w.id`)
      ).length > 0,
    disown: (q, { projectId, id }) =>
      q.rows(sql`
        update ${table} w set alive_until = '-infinity'
        where w.project_id = ${projectId} and w.id = ${id} and ${isOpen}`),
  }
}
