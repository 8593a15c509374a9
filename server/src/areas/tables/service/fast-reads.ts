import type { Clock } from '../../../kernel/clock.ts'
import { type Db, type Statement, statementKey } from '../../../kernel/db/db.ts'
import { createLanes } from '../../../kernel/db/lanes.ts'
import { AppError } from '../../../kernel/errors.ts'
import { createFairSemaphore } from '../../../kernel/limits/fair-semaphore.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import type { Document, DocumentQuery, QueryBody } from '../schema/document.ts'
import { countingIfUnchanged } from '../store/collection.ts'
import { visibleTo } from '../store/filter-sql.ts'
import {
  findDocumentsIfUnchanged,
  listingStatement,
  type Row,
  type Slice,
  toDocument,
} from '../store/read-documents.ts'
import { createCollectionCache } from './collection-cache.ts'
import { checkNames, type ParsedSelection, parseSelection } from './selection.ts'

type FoundDocument = { collection: Collection; document: Document | null }
type FoundPage = { scope: Scope; parsed: ParsedSelection; found: Document[] }

// 64 of them are read and written in a few milliseconds.
const maxSharedBytes = 8 * 1024
// Reading a large one takes milliseconds of the event loop: of a project one at a time, and projects in turn.
const largeOnes = {
  maxConcurrent: 2,
  maxConcurrentPerProject: 1,
  waitingPerProject: Number.POSITIVE_INFINITY,
  maxWaitMs: 30_000,
  refusal: () =>
    new AppError('service_unavailable', 'Too many large documents are being read', {
      hint: 'Try again in a moment.',
      headers: { 'retry-after': '2' },
    }),
}

/**
 * Reads in one round trip: planned with the collection as it was read last, and good if it is still the same and the caller still
 * has access, which the database says beside what it finds. Null where it has to be done step by step; why something is
 * refused is said there alone.
 */
export function createFastReads({ db, clock }: { db: Db; clock: Clock }) {
  const collections = createCollectionCache(clock)
  const find = (scope: Scope, reference: string) =>
    db.isInTransaction() ? null : collections.find(scope, reference)
  const conditionsOf = ({ assumed }: Scope): Statement[] => (assumed ? [assumed.isStill] : [])
  const inLane = createLanes<string, Document | 'large' | null | undefined>()
  const largeReads = createFairSemaphore(largeOnes)

  /**
   * Undefined where it has to be read step by step. Reads that come while one is in flight share the next statement: of one
   * collection, by callers who may see the same under the same conditions. A large document is then read again by itself.
   */
  async function read(
    scope: Scope,
    collection: Collection,
    id: string,
  ): Promise<Document | null | undefined> {
    const conditions = conditionsOf(scope)
    const visible = visibleTo(scope, collection, 'd')
    const alike = [...conditions, ...(visible ? [visible] : [])].map(statementKey)
    const lane = [scope.projectId, collection.id, collection.rowVersion, ...alike].join()
    const readAll = async (ids: readonly string[], maxBytes: number | null) => {
      const limits = { conditions, maxBytes }
      const found = await findDocumentsIfUnchanged(db, scope, collection, [...new Set(ids)], limits)
      return ids.map((each) => (found ? (found.get(each.toLowerCase()) ?? null) : undefined))
    }
    const shared = await inLane(lane, id, (ids) => readAll(ids, ids.length === 1 ? null : maxSharedBytes))
    if (shared !== 'large') return shared
    const [alone] = await largeReads.take(scope.projectId, () => readAll([id], null))
    return alone === 'large' ? undefined : alone
  }

  /** What the query means; null where that is for the slow path to refuse. */
  async function parsed(
    scope: Scope,
    collection: Collection,
    query: DocumentQuery | QueryBody,
    isText: boolean,
  ): Promise<ParsedSelection | null> {
    try {
      const found = await parseSelection(db, clock, scope, collection, query, isText)
      if (query.picked) checkNames(query.picked, 'fields', found.context)
      return found
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  return {
    store: collections.store,
    async get(scope: Scope, reference: string, id: string): Promise<FoundDocument | null> {
      const known = find(scope, reference)
      if (!known) return null
      const { collection } = known
      const document = await read(scope, collection, id)
      if (document === undefined) {
        collections.bypass(scope, reference)
        return null
      }
      scope.assumed?.setConfirmed()
      return { collection, document }
    },
    async list(
      scope: Scope,
      reference: string,
      query: DocumentQuery | QueryBody,
      isText: boolean,
      sliceOf: (parsed: ParsedSelection) => Slice,
    ): Promise<FoundPage | null> {
      const known = find(scope, reference)
      const plan = known && (await parsed(scope, known.collection, query, isText))
      const statement = plan && listingStatement(scope, plan.selection, sliceOf(plan))
      if (!known || !plan || !statement) return null
      const { collection } = known
      const results = await db.tryInOneRoundTrip([
        countingIfUnchanged(collection, conditionsOf(scope)),
        statement,
      ])
      const [[counted], rows] = (results ?? [[], []]) as [{ documentCount: number }[], Row[]]
      if (!counted) {
        collections.bypass(scope, reference)
        return null
      }
      scope.assumed?.setConfirmed()
      const selection = { ...plan.selection, collection: { ...collection, ...counted } }
      return { scope, parsed: { ...plan, selection }, found: rows.map(toDocument) }
    },
  }
}
