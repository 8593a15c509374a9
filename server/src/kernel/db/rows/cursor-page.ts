import { cursorOf, type Position, positionOf } from '../../cursor.ts'
import { offsetOf, type Page, type PageRequest, pageOf } from '../../page.ts'
import { listReads, type Queryable, type Statement, sql, sqlText } from '../db.ts'

type CursorRequest = PageRequest & { cursor?: string | undefined }

export type CursorListed = {
  columns: Statement
  tables: Statement
  /** The table of which `created_at` and `id` are the position of a reader. */
  alias: string
  where: Statement
  /** Where fewer tables have the same number of rows. */
  countTables?: Statement
  /** Rows are counted up to here: counting further would take longer than the page, for a number that no one pages to. */
  countLimit?: number
  /** Newest first unless it says otherwise. */
  direction?: 'ASC' | 'DESC'
  /** Sorted by this first. Such a list is read by pages: it has no cursor, and behind one it is not used. */
  sortedBy?: Statement | null
}

/** The rows of a page and one more, which shows whether there is a next page. */
export function selectBehindCursor(listed: CursorListed, request: CursorRequest): Statement {
  const { columns, tables, alias, where, direction = 'DESC', sortedBy = null } = listed
  const position = request.cursor === undefined ? null : positionOf(request.cursor)
  const [at, id] = [`${alias}.created_at`, `${alias}.id`]
  const sign = sqlText(`(${at}, ${id}) ${direction === 'ASC' ? '>' : '<'}`)
  const behind = position
    ? sql`and ${sign} (${position.createdAt}::timestamptz, ${position.id}::uuid)`
    : sqlText('')
  const sort = sortedBy && !position ? sql`${sortedBy} ${sqlText(direction)} nulls last,` : sqlText('')
  return sql`
    select ${columns} from ${tables} where ${where} ${behind}
    order by ${sort} ${sqlText(`${at} ${direction}, ${id} ${direction}`)}
    limit ${request.limit + 1} offset ${position ? 0 : offsetOf(request)}`
}

/** A page of a log that only grows, the cursor behind it, and how many rows there are: two statements in one round trip. */
export async function selectCursorPage<Row extends Position>(
  q: Queryable,
  listed: CursorListed,
  request: CursorRequest,
): Promise<Page<Row>> {
  const { tables, countTables = tables, where, countLimit = null, sortedBy = null } = listed
  const reads = listReads(q)
  const [rows, [counted]] = await Promise.all([
    reads.rows<Row>(selectBehindCursor(listed, request)),
    reads.rows<{ total: number }>(sql`
      select count(*)::int as total from (select from ${countTables} where ${where} limit ${countLimit}) as matching`),
  ])
  const page = cursorPage(rows, counted!.total, request)
  return sortedBy && request.cursor === undefined ? { ...page, nextCursor: null } : page
}

/** The page of rows of which one more than its size was selected. */
export function cursorPage<Row extends Position>(
  rows: readonly Row[],
  total: number,
  request: PageRequest,
): Page<Row> {
  const items = rows.slice(0, request.limit)
  const last = items.at(-1)
  const nextCursor = rows.length > request.limit && last ? cursorOf(last) : null
  return { ...pageOf(items, total, request), nextCursor }
}
