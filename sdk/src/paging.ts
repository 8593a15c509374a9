import type { Page } from './operations.ts'
import type { Query } from './url.ts'

/**
 * Every item of a list, page after page, each requested only when it is needed. Pages by number may shift while others
 * write; lists that return cursors do not.
 */
export async function* readPages(
  query: Query,
  readPage: (query: Query) => Promise<Page<unknown>>,
): AsyncGenerator<unknown, void, undefined> {
  let next: Query | null = query
  while (next !== null) {
    const page: Page<unknown> = await readPage(next)
    yield* page.data
    next = nextQuery(next, page)
  }
}

function nextQuery(query: Query, page: Page<unknown>): Query | null {
  if (typeof page.nextCursor === 'string')
    return { ...query, page: undefined, offset: undefined, cursor: page.nextCursor }
  if (page.nextCursor === null || !page.hasNextPage || page.data.length === 0) return null
  if (query.offset === undefined) return { ...query, page: page.page + 1 }
  return { ...query, offset: Number(query.offset) + page.data.length }
}
