import type { Clock } from '../../../../kernel/clock.ts'
import type { Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import { noteMissing } from '../../store/refresh.ts'
import { listPages } from '../../store/source.ts'
import { createSourceRemover, type RemoveDeps } from '../remove-source.ts'

export type MissingPagesDeps = RemoveDeps & { clock: Clock }

/** What a crawl learned about addresses. */
export type Seen = { found: ReadonlySet<string>; missing: ReadonlySet<string> }

/**
 * Pages that a site no longer has. One crawl may meet a site in the middle of a change, so that a page is deleted by the
 * second crawl in a row that misses it, together with all others, in the transaction that ends the crawl.
 */
export function createMissingPages(deps: MissingPagesDeps) {
  const remove = createSourceRemover(deps)
  return {
    /** Returns how many were deleted. */
    async note(
      tx: Tx,
      scope: Scope,
      collection: Collection,
      crawlKey: string,
      { found, missing }: Seen,
    ): Promise<number> {
      const pages = await listPages(tx, collection, crawlKey)
      const isFound = ({ origin }: { origin: { url?: string | undefined } }) => found.has(origin.url!)
      const lost = pages.filter((page) => missing.has(page.origin.url!) && !isFound(page))
      const gone = lost.filter(({ missingSince }) => missingSince !== null)
      const numbersOf = (some: typeof pages) => some.map(({ no }) => no)
      await noteMissing(tx, collection, numbersOf(pages.filter(isFound)), null)
      await noteMissing(
        tx,
        collection,
        numbersOf(lost.filter(({ missingSince }) => missingSince === null)),
        deps.clock.now(),
      )
      await remove(tx, scope, collection, gone)
      return gone.length
    },
  }
}
