import type { Clock } from '../../../kernel/clock.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { parseJsonOf } from '../../../kernel/http/request/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection, SortPart } from '../schema/collection.ts'
import type { Document } from '../schema/document.ts'
import { type FilterContext, namedTarget, parseFilter } from '../schema/filter.ts'
import { type Cursor, checkedSort, cursorText, readCursor, readSort, type Sort } from '../schema/sort.ts'
import { listCollectionsById } from '../store/collection.ts'
import type { Selection } from '../store/read-documents.ts'

export type SelectionRequest = {
  filter?: string | Record<string, unknown> | undefined
  q?: string | undefined
  sort?: string | string[] | undefined
  sortBy?: string | undefined
  sortOrder?: 'ASC' | 'DESC' | undefined
  asOf?: Date | undefined
  cursor?: string | undefined
}

export type ParsedSelection = {
  selection: Selection
  sort: Sort
  cursor: Cursor | null
  context: FilterContext
}

/** Translates the query of a caller for the store, or refuses an invalid one. */
export async function parseSelection(
  q: Queryable,
  clock: Clock,
  scope: Scope,
  collection: Collection,
  request: SelectionRequest,
  isText: boolean,
): Promise<ParsedSelection> {
  const { value, isWrittenOut } = filterValue(request.filter)
  const context: FilterContext = {
    collection,
    related: await relatedTo(q, scope, collection, JSON.stringify(value ?? null)),
    now: clock.now(),
    actingUserId: scope.externalUser.id,
    isText: isText && isWrittenOut,
  }
  checkAsOf(request.asOf, collection, context.now)
  const filter = value === undefined ? null : readOption('filter', isText, () => parseFilter(value, context))
  const sort = readOption(request.sort === undefined ? 'sortBy' : 'sort', isText, () =>
    checkedSort(sortParts(request), context),
  )
  const { cursor } = request
  return {
    selection: { collection, filter, search: request.q ?? null, asOf: request.asOf ?? null },
    sort,
    cursor: cursor === undefined ? null : readOption('cursor', isText, () => readCursor(cursor, sort)),
    context,
  }
}

/** A fault is described where it is in a body; a query has one parameter for all of an option. */
function readOption<Read>(name: string, isInQuery: boolean, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (!isInQuery || !(error instanceof AppError)) throw error
    const details = error.extras.details!.map((each) => ({ ...each, in: 'query' as const, path: name }))
    throw new AppError('invalid_parameter', error.message, { ...error.extras, details })
  }
}

function filterValue(filter: SelectionRequest['filter']): { value: unknown; isWrittenOut: boolean } {
  if (typeof filter !== 'string') return { value: filter, isWrittenOut: true }
  return { value: parseJsonOf('filter', filter), isWrittenOut: false }
}

function sortParts({ sort, sortBy, sortOrder }: SelectionRequest): SortPart[] {
  if (sort !== undefined) return readSort([sort].flat())
  return sortBy === undefined ? [] : [{ field: sortBy, isDescending: sortOrder !== 'ASC' }]
}

/** Only looked up when a name with a dot could be a way through a relation. */
async function relatedTo(
  q: Queryable,
  scope: Scope,
  { fields }: Collection,
  filterText: string,
): Promise<Map<string, Collection>> {
  const ids = fields
    .filter(({ name, relation }) => relation && filterText.includes(`"${name}.`))
    .map(({ relation }) => relation!.collectionId)
  return new Map((await listCollectionsById(q, scope, ids)).map((each) => [each.id, each]))
}

function checkAsOf(asOf: Date | undefined, { historyDays }: Collection, now: Date): void {
  if (!asOf || asOf.getTime() >= now.getTime() - historyDays * 86_400_000) return
  throw new AppError('invalid_parameter', `asOf is older than the history retention of ${historyDays} days`, {
    details: [{ in: 'query', path: 'asOf', rule: 'minimum', message: 'is too old' }],
    hint: 'See historyDays of the collection.',
  })
}

const maxStoredLength = 200

/** Where the next page begins; texts count by as many characters as they are sorted by. */
export function cursorBehind({ parts }: Sort, document: Document): string {
  const system: Record<string, unknown> = {
    ownerId: document.ownerId,
    updatedAt: document.updatedAt,
    version: document.version,
  }
  const values = parts.map(({ field }) => {
    const value = Object.hasOwn(system, field) ? system[field] : document.data[field]
    if (typeof value === 'string') return [...value].slice(0, maxStoredLength).join('')
    // Lists and objects have no order among themselves; any of them represents all.
    return typeof value === 'object' && value !== null ? [] : (value ?? null)
  })
  return cursorText({ values, id: document.id })
}

/** Names that a caller picks must be names that can be there. */
export function checkNames(names: readonly string[], parameter: string, context: FilterContext): void {
  for (const name of names) {
    if (name === 'collectionId') continue
    namedTarget(
      name,
      context,
      (message) =>
        new AppError('invalid_parameter', `${parameter} has ${name.slice(0, 50)}, which ${message}`, {
          details: [{ in: 'query', path: parameter, rule: 'enum', message, received: name.slice(0, 100) }],
        }),
    )
  }
}
