import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { createFairSemaphore } from '../../../kernel/limits/fair-semaphore.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import {
  type Aggregate,
  type Document,
  type DocumentQuery,
  type DocumentVersionView,
  flat,
  type HistoryQuery,
  type QueryBody,
} from '../schema/document.ts'
import type { FilterContext } from '../schema/filter.ts'
import { listCollectionsById } from '../store/collection.ts'
import { findLastOwner, listVersions } from '../store/feed.ts'
import {
  aggregateDocuments,
  countDocuments,
  findDocument,
  listDocumentsById,
  type Selection,
  type Slice,
} from '../store/read-documents.ts'
import { documentNotFound, getCollection } from './access.ts'
import {
  type DocumentOfCollection,
  listDocumentsOperation,
  readCollection,
  readDocument,
} from './operations/read-document.ts'
import { checkNames, cursorBehind, type ParsedSelection, parseSelection } from './selection.ts'

export type DocumentResponse = Record<string, unknown>
/** A page, whether its total is exact, and where the next one begins. */
export type Listed = Page<DocumentResponse> & { isTotalExact: boolean; nextCursor: string | null }

// Up to this many documents are counted one by one; a list of more says "at least".
const maxCounted = 10_000

/** Reading: lists, single documents, aggregates, history. */
export function createListService({ db, clock }: { db: Db; clock: Clock }) {
  const listOperation = listDocumentsOperation(clock)
  const largeReads = createFairSemaphore(largeDocuments)

  /** The document as it is now. Reading a large one takes milliseconds of the event loop, so it is read apart. */
  async function readOne(scope: Scope, reference: string, id: string): Promise<DocumentOfCollection> {
    const shared = await db.run(readDocument, scope, { reference, id, isAlone: false })
    if (shared.read.kind !== 'too-large') return shared
    const alone = { reference, id, isAlone: true }
    return largeReads.take(scope.projectId, () => db.run(readDocument, scope, alone))
  }

  async function readPast(
    scope: Scope,
    reference: string,
    id: string,
    asOf: Date,
  ): Promise<DocumentOfCollection> {
    const read = await db.run(readCollection, scope, { reference })
    const document = await findDocument(db, read.scope, read.collection, id, asOf)
    return { ...read, read: document ? { kind: 'document', document } : { kind: 'missing' } }
  }

  async function total(scope: Scope, selection: Selection, how: 'auto' | 'exact' | 'none', atLeast: number) {
    const { collection, filter, search, asOf } = selection
    const isWhole =
      !filter && search === null && !asOf && (collection.access !== 'owner' || scope.acrossUsers)
    if (isWhole) return { total: collection.documentCount, isExact: true }
    if (how === 'none') return { total: atLeast, isExact: false }
    const isSmall = how === 'exact' || collection.documentCount <= maxCounted
    const counted = await countDocuments(db, scope, selection, isSmall ? null : maxCounted + 1)
    if (isSmall || counted <= maxCounted) return { total: counted, isExact: true }
    return { total: Math.max(maxCounted, atLeast), isExact: false }
  }

  async function visible(
    scope: Scope,
    context: FilterContext,
    documents: readonly Document[],
    picked: readonly string[] | undefined,
    expand: readonly string[] | undefined,
  ): Promise<DocumentResponse[]> {
    const expanded = expand ? await expansions(scope, context.collection, documents, expand) : null
    return documents.map((document) => {
      const all: DocumentResponse = flat(document)
      const view = picked ? pick(all, picked) : all
      const extra = expanded?.(document)
      return extra ? { ...view, expand: extra } : view
    })
  }

  /** For each document what its relations point at; what the caller may not see is left out. */
  async function expansions(
    scope: Scope,
    collection: Collection,
    documents: readonly Document[],
    names: readonly string[],
  ) {
    const fields = names.map((name) => {
      const field = collection.fields.find((each) => each.name === name && each.relation)
      if (!field) throw notARelation(name)
      return field
    })
    const targets = await listCollectionsById(
      db,
      scope,
      fields.map(({ relation }) => relation!.collectionId),
    )
    const found = new Map<string, Document>()
    for (const target of targets) {
      const ids = fields
        .filter(({ relation }) => relation!.collectionId === target.id)
        .flatMap(({ name }) => documents.map(({ data }) => data[name]))
        .filter((id) => typeof id === 'string')
      for (const document of await listDocumentsById(db, scope, target, [...new Set(ids)]))
        found.set(document.id, document)
    }
    return ({ data }: Document): DocumentResponse =>
      Object.fromEntries(
        fields.flatMap(({ name }) => {
          const id = data[name]
          const document = typeof id === 'string' ? found.get(id) : undefined
          return document ? [[name, flat(document)]] : []
        }),
      )
  }

  async function list(
    scope: Scope,
    reference: string,
    query: DocumentQuery | QueryBody,
    isText: boolean,
  ): Promise<Listed> {
    const sliceOf = ({ sort, cursor }: ParsedSelection): Slice => ({
      sort,
      cursor,
      limit: query.limit + 1,
      offset: cursor ? 0 : offsetOf(query),
    })
    const canAggregate = 'aggregate' in query || 'groupBy' in query
    const isAggregate = canAggregate && Boolean(query.aggregate || query.groupBy)
    if (canAggregate && isAggregate) {
      const { scope: by, collection } = await db.run(readCollection, scope, { reference })
      const parsed = await parseSelection(db, clock, by, collection, query, isText)
      if (query.picked) checkNames(query.picked, 'fields', parsed.context)
      return aggregated(by, parsed, query, query.aggregate ?? {}, query.groupBy ?? [])
    }
    const read = await db.run(listOperation, scope, { reference, query, isText, sliceOf })
    return listed(read.scope, read.parsed, read.documents, sliceOf(read.parsed), query)
  }

  async function listed(
    scope: Scope,
    { selection, sort, context }: ParsedSelection,
    found: readonly Document[],
    { offset }: Slice,
    query: DocumentQuery | QueryBody,
  ): Promise<Listed> {
    const documents = found.slice(0, query.limit)
    const hasMore = found.length > query.limit
    const counted = await total(scope, selection, query.count, offset + found.length)
    const last = documents.at(-1)
    return {
      ...pageOf(await visible(scope, context, documents, query.picked, query.expand), counted.total, query),
      isTotalExact: counted.isExact,
      nextCursor: hasMore && last ? cursorBehind(sort, last) : null,
    }
  }

  async function aggregated(
    scope: Scope,
    { selection, context }: ParsedSelection,
    query: QueryBody,
    requested: Aggregate,
    groupBy: string[],
  ): Promise<Listed> {
    const aggregate = Object.keys(requested).length === 0 ? { count: true } : requested
    const { count: _, ...byField } = aggregate
    checkNames([...groupBy, ...Object.values(byField).flatMap((names) => names ?? [])], 'aggregate', context)
    const textual = new Set(['text', 'select', 'email', 'url', 'date', 'relation', 'file'])
    const textFields = new Set([
      'createdAt',
      'updatedAt',
      'id',
      'ownerId',
      ...selection.collection.fields.filter(({ type }) => textual.has(type)).map(({ name }) => name),
    ])
    const wrong = [...(aggregate.sum ?? []), ...(aggregate.avg ?? [])].find((name) => textFields.has(name))
    if (wrong !== undefined)
      throw new AppError('invalid_parameter', `aggregate cannot sum ${wrong}, which is not a number field`)
    const offset = offsetOf(query)
    const request = { aggregate, groupBy, textFields }
    const found = await aggregateDocuments(db, scope, selection, request, { limit: query.limit + 1, offset })
    const items = found.slice(0, query.limit)
    return {
      ...pageOf(items, offset + found.length, query),
      isTotalExact: found.length <= query.limit,
      nextCursor: null,
    }
  }

  return {
    list,
    async get(
      scope: Scope,
      reference: string,
      id: string,
      {
        asOf,
        expand,
        picked,
      }: { asOf?: Date | undefined; expand?: string[] | undefined; picked?: string[] | undefined },
    ): Promise<DocumentResponse> {
      const reading = asOf ? readPast(scope, reference, id, asOf) : readOne(scope, reference, id)
      const { scope: by, collection, read } = await reading
      const { context } = await parseSelection(db, clock, by, collection, { asOf }, false)
      if (picked) checkNames(picked, 'fields', context)
      if (read.kind !== 'document') throw documentNotFound()
      const { document } = read
      const [view] = await visible(by, context, [document], undefined, expand)
      if (!picked) return view!
      // What the server itself says of the document stays: a change is held against its version.
      const isSelected = (name: string) => !Object.hasOwn(document.data, name) || picked.includes(name)
      return Object.fromEntries(Object.entries(view!).filter(([name]) => isSelected(name)))
    },
    async history(
      scope: Scope,
      reference: string,
      id: string,
      query: HistoryQuery,
    ): Promise<Page<DocumentVersionView>> {
      const collection = await getCollection(db, scope, reference)
      const ownerId = await findLastOwner(db, scope, collection.id, id)
      const isForeign =
        collection.access === 'owner' && !scope.acrossUsers && ownerId !== scope.externalUser.id
      if (ownerId === null || isForeign) throw documentNotFound()
      return listVersions(db, scope, collection.id, id, query)
    },
  }
}

// One at a time for each project, and projects in turn.
const largeDocuments = {
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

export type ListService = ReturnType<typeof createListService>

const pick = (all: DocumentResponse, names: readonly string[]): DocumentResponse => ({
  id: all.id,
  ...Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])),
})

const notARelation = (name: string) =>
  new AppError(
    'invalid_parameter',
    `expand has ${name.slice(0, 50)}, which is not a relation of this collection`,
    {
      details: [
        {
          in: 'query',
          path: 'expand',
          rule: 'enum',
          message: 'must be a relation',
          received: name.slice(0, 100),
        },
      ],
    },
  )
