import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import { createDocumentCheck, type DocumentCheck } from './check-document.ts'

export type CachedCollection = { collection: Collection; check: DocumentCheck }
type Entry = CachedCollection & { bypassedUntil: number }

const maxEntries = 1_000
const bypassMs = 5_000

/**
 * Collections as they were read last. Requests are planned with them, and act on them only in a transaction that demands
 * that the collection is still the same; so a change counts for the very next request on every node.
 */
export function createCollectionCache(clock: Clock) {
  const known = new Map<string, Entry>()
  const nameOf = ({ projectId }: Scope, reference: string) => `${projectId} ${reference}`
  const now = () => clock.now().getTime()

  return {
    find(scope: Scope, reference: string): CachedCollection | null {
      const entry = known.get(nameOf(scope, reference))
      return entry && entry.bypassedUntil <= now() ? entry : null
    },
    store(scope: Scope, reference: string, collection: Collection): void {
      const name = nameOf(scope, reference)
      // What failed for another reason than a change of the collection would fail again.
      if (known.get(name)?.collection.rowVersion === collection.rowVersion) return
      if (known.size >= maxEntries) known.clear()
      known.set(name, { collection, check: createDocumentCheck(collection), bypassedUntil: 0 })
    },
    /** What was planned with it failed: the next ones go step by step, until the collection is read or some seconds are over. */
    bypass(scope: Scope, reference: string): void {
      const entry = known.get(nameOf(scope, reference))
      if (entry) entry.bypassedUntil = now() + bypassMs
    },
  }
}

export type CollectionCache = ReturnType<typeof createCollectionCache>
