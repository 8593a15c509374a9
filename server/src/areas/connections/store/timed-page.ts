import { cursorOf, pageInCursor, positionOf } from '../../../kernel/cursor.ts'
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

/** The page that is meant: a cursor continues behind a row or, in the form of the reference surface, names a page. */
function pageMeant({ cursor, ...request }: TimedRequest) {
  const named = cursor === undefined ? null : pageInCursor(cursor)
  const position = cursor === undefined || named ? null : positionOf(cursor)
  return { page: { ...request, ...named }, position }
}

/** The end of a query: where it continues, in which order, and a limit of one more than the page size. */
export function pageClauses(order: Order, request: TimedRequest): { behind: Statement; rest: Statement } {
  const sign = sqlText(order.direction === 'ASC' ? '>' : '<')
  const { page, position } = pageMeant(request)
  const columns = sqlText(`(${order.by}, ${order.id})`)
  return {
    behind:
      position === null || order.timeOf === null
        ? sql`true`
        : sql`${columns} ${sign} (${position.createdAt}::timestamptz, ${position.id}::uuid)`,
    rest: sql`order by ${sqlText(`${order.by} ${order.direction}, ${order.id} ${order.direction}`)}
      limit ${page.limit + 1} offset ${position === null ? offsetOf(page) : 0}`,
  }
}

/** The page of rows that `pageClauses` selected. Only an order by time can be continued from a cursor. */
export function timedPage<Row extends { id: string; created_at: string; updated_at: string }>(
  rows: readonly Row[],
  total: number,
  { timeOf }: Order,
  request: TimedRequest,
): Page<Row> {
  const { page } = pageMeant(request)
  const items = rows.slice(0, page.limit)
  const last = items.at(-1)
  const goesOn = rows.length > page.limit && last !== undefined && timeOf !== null
  return {
    ...pageOf(items, total, page),
    nextCursor: goesOn ? cursorOf({ createdAt: last[timeOf], id: last.id }) : null,
  }
}
