import { offsetOf, type Page, type PageRequest, pageOf } from '../../page.ts'
import { listReads, type Queryable, type Statement, sql } from '../db.ts'

type Listed = {
  columns: Statement
  /** Tables and conditions. */
  from: Statement
  /** Where fewer tables have the same number of rows. */
  countFrom?: Statement
  order: Statement
}

const counting = (from: Statement): Statement => sql`select count(*)::int as total from ${from}`

export async function countRows(q: Queryable, from: Statement): Promise<number> {
  const [row] = await q.rows<{ total: number }>(counting(from))
  return row!.total
}

/** A page of rows, and how many there are in all: two statements in one round trip. */
export async function selectPage<Row>(
  q: Queryable,
  { columns, from, countFrom = from, order }: Listed,
  request: PageRequest,
): Promise<Page<Row>> {
  const reads = listReads(q)
  const [rows, [counted]] = await Promise.all([
    reads.rows<Row>(sql`
      select ${columns} from ${from} order by ${order} limit ${request.limit} offset ${offsetOf(request)}`),
    reads.rows<{ total: number }>(counting(countFrom)),
  ])
  return pageOf(rows, counted!.total, request)
}
