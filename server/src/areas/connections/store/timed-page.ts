import { cursorOf, positionOf } from '../../../kernel/cursor.ts'
import { type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts'

export type TimedRequest = PageRequest & { cursor?: string | undefined }

/** An order of two columns of the query, the second of which breaks ties. */
export type Order = {
  by: string
  id: string
  direction: 'ASC' | 'DESC'
  timeOf: 'created_at' | 'updated_at' | null
}

/** The end of a query: where it continues, in which order, and a limit of one more than the page size. */
export function pageClauses(order: Order, request: TimedRequest): { behind: Statement; rest: Statement } {
  const sign = sqlText(order.direction === 'ASC' ? '>' : '<')
  const position = request.cursor === undefined ? null : positionOf(request.cursor)
  const columns = sqlText(`(${order.by}, ${order.id})`)
  return {
    behind:
      position === null || order.timeOf === null
        ? sql`true`
        : sql`${columns} ${sign} (${position.createdAt}::timestamptz, ${position.id}::uuid)`,
    rest: sql`order by ${sqlText(`${order.by} ${order.direction}, ${order.id} ${order.direction}`)}
      limit ${request.limit + 1} offset ${position === null ? offsetOf(request) : 0}`,
  }
}

/** The page of rows that `pageClauses` selected. Only an order by time can be continued from a cursor. */
export function timedPage<Row extends { id: string; created_at: string; updated_at: string }>(
  rows: readonly Row[],
  total: number,
  { timeOf }: Order,
  request: TimedRequest,
): Page<Row> {
  const items = rows.slice(0, request.limit)
  const last = items.at(-1)
  const goesOn = rows.length > request.limit && last !== undefined && timeOf !== null
  return {
    ...pageOf(items, total, request),
    nextCursor: goesOn ? cursorOf({ createdAt: last[timeOf], id: last.id }) : null,
  }
}
