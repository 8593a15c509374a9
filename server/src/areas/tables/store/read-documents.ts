import { allOf, prepared, type Queryable, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Input } from '../../../kernel/db/plan/input.ts'
import type { RowWriter } from '../../../kernel/db/plan/rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection, SortPart } from '../schema/collection.ts'
import type { Aggregate, Document } from '../schema/document.ts'
import type { Filter } from '../schema/filter.ts'
import type { Cursor, Sort } from '../schema/sort.ts'
import type { Data } from '../schema/values.ts'
import { named } from './collection.ts'
import { fieldValue, filterSql, searchSql, visibleTo } from './filter-sql.ts'
import { type Plan, planFor } from './plan.ts'

export type Row = {
  id: string
  collection_id: string
  owner_id: string
  data: Data
  size_bytes: number
  version: number
  created_at: string
  updated_at: string
}

export const toDocument = (row: Row): Document => ({
  id: row.id,
  collectionId: row.collection_id,
  ownerId: row.owner_id,
  data: row.data,
  sizeBytes: row.size_bytes,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const columnsWithoutData = sqlText(
  'd.id, d.collection_id, d.owner_id, d.size_bytes, d.version, d.created_at, d.updated_at',
)
export const columns = sql`${columnsWithoutData}, d.data`

export type Selection = {
  collection: Collection
  filter: Filter | null
  search: string | null
  /** Read from the history instead. */
  asOf: Date | null
}

export type Slice = { sort: Sort; cursor: Cursor | null; limit: number; offset: number }

const inCollection = (scope: Scope, { id }: Collection, alias: string) =>
  sql`${sqlText(alias)}.project_id = ${scope.projectId} and ${sqlText(alias)}.collection_id = ${id}`

/** The documents as they were: of each the last version until then, unless that is the one that deleted it. */
const past = (scope: Scope, collection: Collection, at: Date) => sql`(
  select * from (
    select distinct on (v.document_id) v.project_id, v.collection_id, v.document_id as id, v.owner_id, v.data,
      0 as size_bytes, v.version, v.created_at, v.changed_at as updated_at, v.change
    from document_version v
    where ${inCollection(scope, collection, 'v')} and v.changed_at <= ${at}
    order by v.document_id, v.version desc
  ) newest where newest.change <> 'deleted')`

const sourceOf = (scope: Scope, { collection, asOf }: Selection): Statement =>
  asOf ? past(scope, collection, asOf) : sqlText('document')

function conditionsOf(scope: Scope, { collection, filter, search }: Selection): Statement[] {
  const visible = visibleTo(scope, collection, 'd')
  return [
    ...(visible ? [visible] : []),
    ...(filter ? [filterSql(filter, scope)] : []),
    ...(search === null ? [] : [searchSql(search)]),
  ]
}

export async function findDocument(
  q: Queryable,
  scope: Scope,
  collection: Collection,
  id: string,
  asOf: Date | null = null,
): Promise<Document | null> {
  const selection = { collection, filter: null, search: null, asOf }
  const where = allOf([
    inCollection(scope, collection, 'd'),
    sql`d.id = ${id}`,
    ...conditionsOf(scope, selection),
  ])
  const [row] = await q.rows<Row>(
    prepared(sql`select ${columns} from ${sourceOf(scope, selection)} d where ${where}`),
  )
  return row ? toDocument(row) : null
}

export type DocumentRead = { scope: Scope; collection: Collection; id: string }

// 64 of them are read in a few milliseconds.
const maxSharedBytes = 8 * 1024

/** Single documents of one collection, for callers who see the same. Takes the demands of its plan. */
export const readsOfDocuments: RowWriter<DocumentRead> = {
  phase: 'lock',
  takesFence: true,
  statements(reads, { fence }) {
    const { scope, collection } = reads[0]!
    const visible = visibleTo(scope, collection, 'd') ?? sqlText('true')
    const ids = [...new Set(reads.map(({ id }) => id))]
    return [
      prepared(sql`
        select ${columnsWithoutData}, ${dataUpTo(reads.length > 1 ? maxSharedBytes : null)} as data
        from (select ${fence ?? sqlText('true')}) fence(is_met)
        left join document d on ${inCollection(scope, collection, 'd')} and ${isOneOf(ids)} and ${visible}`),
    ]
  },
}

const dataUpTo = (maxBytes: number | null): Statement =>
  maxBytes === null ? sqlText('d.data') : sql`case when d.size_bytes <= ${maxBytes} then d.data end`

type LargeRow = Omit<Row, 'data'> & { data: null }

/** A document, or that it is too large to be read with others. */
export type ReadDocument =
  | { kind: 'document'; document: Document }
  | { kind: 'too-large' }
  | { kind: 'missing' }

export function readDocumentOf(rows: readonly unknown[], id: string): ReadDocument {
  const row = (rows as (Row | LargeRow)[]).find((each) => each.id === id.toLowerCase())
  if (!row) return { kind: 'missing' }
  return row.data === null ? { kind: 'too-large' } : { kind: 'document', document: toDocument(row) }
}

type DocumentKey = { projectId: string; reference: string; id: string }

/** A document that a plan changes, also if the caller may not see it. Its change demands that it is unchanged. */
export const documentInput: Input<DocumentKey, ReadDocument> = {
  name: 'document',
  mode: 'always',
  cacheKey: ({ projectId, reference, id }) => `${projectId} ${reference} ${id.toLowerCase()}`,
  read(keys, { isLocked, isShared }) {
    const [{ projectId, reference }] = keys as [DocumentKey]
    return prepared(sql`
      select ${columnsWithoutData}, ${dataUpTo(isShared ? maxSharedBytes : null)} as data from document d
      where d.project_id = ${projectId} and d.collection_id = (
          select c.id from collection c
          where c.project_id = ${projectId} and ${named(reference)} and c.deleted_at is null)
        and ${isOneOf(keys.map(({ id }) => id))} ${sqlText(isLocked ? 'for update of d' : '')}`)
  },
  parse: (rows, { id }) => readDocumentOf(rows, id),
  isUnchanged: () => null,
}

export async function listDocumentsById(
  q: Queryable,
  scope: Scope,
  collection: Collection,
  ids: readonly string[],
): Promise<Document[]> {
  const visible = visibleTo(scope, collection, 'd') ?? sqlText('true')
  const rows = await q.rows<Row>(sql`
    select ${columns} from document d
    where ${inCollection(scope, collection, 'd')} and d.id = any(${[...ids]}::uuid[]) and ${visible}`)
  return rows.map(toDocument)
}

/** One by itself: a list of them is planned again each time. */
export const isOneOf = (ids: readonly string[]): Statement =>
  ids.length === 1 ? sql`d.id = ${ids[0]!}` : sql`d.id = any(${[...ids]}::uuid[])`

/** One slice of a list. */
export async function listDocuments(
  q: Queryable,
  scope: Scope,
  selection: Selection,
  slice: Slice,
): Promise<Document[]> {
  const rows = await q.rows<Row>(await listingStatement(q, scope, selection, slice))
  return rows.map(toDocument)
}

/** Chooses the index of a slice, which may depend on the number of keys. The order of the slice is always the same. */
export const listingStatement = async (
  q: Queryable,
  scope: Scope,
  selection: Selection,
  slice: Slice,
): Promise<Statement> => listStatement(scope, selection, slice, await usefulPlan(q, scope, selection, slice))

export const documentsOf = (rows: readonly unknown[]): Document[] => (rows as Row[]).map(toDocument)

/** For tests, which look at how the database goes about it. */
export async function explainList(
  q: Queryable,
  scope: Scope,
  selection: Selection,
  slice: Slice,
): Promise<unknown> {
  const plan = await usefulPlan(q, scope, selection, slice)
  const { text, values } = listStatement(scope, selection, slice, plan)
  const [row] = await q.rows<Record<string, unknown>>({
    text: `explain (analyze, format json) ${text}`,
    values,
  })
  return row!['QUERY PLAN']
}

// More keys than this are not gathered and sorted: then it is cheaper to walk in the order of the list.
const maxBatched = 5_000

async function usefulPlan(
  q: Queryable,
  scope: Scope,
  selection: Selection,
  slice: Slice,
): Promise<Plan | null> {
  const { collection, asOf } = selection
  if (asOf || collection.indexes.length === 0) return null
  const request = planRequest(selection, slice)
  const plan = planFor(request)
  if (!plan || plan.isOrdered) return plan
  const few = await countKeys(q, scope, collection, plan, maxBatched + 1)
  return few <= maxBatched ? plan : planFor({ ...request, filter: null })
}

const planRequest = ({ collection, filter }: Selection, { sort, cursor }: Slice) => ({
  indexes: collection.indexes,
  required: new Set(collection.fields.filter((field) => field.required).map(({ name }) => name)),
  filter,
  sort,
  cursor,
})

const keysOf = (scope: Scope, collection: Collection, plan: Plan, range: Statement) => sql`
  select k.document_id, k.key from document_key k
  where ${inCollection(scope, collection, 'k')} and k.index_number = ${plan.indexNumber} and ${range}`

async function countKeys(q: Queryable, scope: Scope, collection: Collection, plan: Plan, most: number) {
  const parts = plan.ranges.map((range) => keysOf(scope, collection, plan, range))
  const all = parts.reduce((left, right) => sql`${left} union all ${right}`)
  const [row] = await q.rows<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from (${all}) k limit ${most}) found`)
  return row!.count
}

// The largest page, with one more.
const maxPlain = 101

function listStatement(scope: Scope, selection: Selection, slice: Slice, plan: Plan | null): Statement {
  const { collection } = selection
  const { sort, limit, offset } = slice
  const conditions = conditionsOf(scope, selection)
  if (!plan) {
    const where = allOf([inCollection(scope, collection, 'd'), ...conditions, ...behindCursor(slice)])
    const from = sql`from ${sourceOf(scope, selection)} d where ${where} order by ${orderSql(sort)}`
    const isPlain = conditions.length === 0 && sort.parts.length === 0
    // In the order of the primary key: there is one plan for all of them. A limit that is a parameter is taken for a tenth of
    // the collection, so it would not be used without another that is none.
    return isPlain && offset === 0 && limit <= maxPlain
      ? prepared(sql`select ${columns} from (select ${columns} ${from} limit ${sqlText(String(maxPlain))}) d
          order by ${orderSql(sort)} limit ${limit}`)
      : sql`select ${columns} ${from} limit ${limit} offset ${offset}`
  }
  const order = sqlText(
    plan.isBackward ? 'order by k.key desc, k.document_id desc' : 'order by k.key, k.document_id',
  )
  const parts = plan.ranges.map((range) =>
    plan.isOrdered
      ? sql`(${keysOf(scope, collection, plan, range)} ${order})`
      : sql`(${keysOf(scope, collection, plan, range)})`,
  )
  const keys = parts.reduce((left, right) => sql`${left} union all ${right}`)
  const where = allOf([
    inCollection(scope, collection, 'd'),
    sql`d.id = k.document_id`,
    ...conditions,
    ...(plan.isOrdered ? [] : behindCursor(slice)),
  ])
  // The limit of one forces this plan: key by key, so that it stops as soon as the page is full.
  const found = sql`select ${columns} from (${keys}) k
    cross join lateral (select * from document d where ${where} limit 1) d`
  return plan.isOrdered
    ? sql`${found} limit ${limit} offset ${offset}`
    : sql`${found} order by ${orderSql(sort)} limit ${limit} offset ${offset}`
}

const sortKey = ({ field, isDescending }: SortPart): Statement =>
  isDescending
    ? sql`document_key_desc(${fieldValue(field, 'd')})`
    : sql`document_key(${fieldValue(field, 'd')})`

const joined = (keys: Statement[]) => keys.reduce((left, right) => sql`${left} || ${right}`)

function orderSql({ parts, isIdDescending }: Sort): Statement {
  const id = sqlText(isIdDescending ? 'd.id desc' : 'd.id')
  return parts.length === 0 ? id : sql`${joined(parts.map(sortKey))}, ${id}`
}

function behindCursor({ sort: { parts, isIdDescending }, cursor }: Slice): Statement[] {
  if (!cursor) return []
  const beyond = sql`d.id ${sqlText(isIdDescending ? '<' : '>')} ${cursor.id}::uuid`
  if (parts.length === 0) return [beyond]
  const here = joined(parts.map(sortKey))
  const there = joined(
    parts.map(({ isDescending }, i) => {
      const value = JSON.stringify(cursor.values[i] ?? null)
      return isDescending ? sql`document_key_desc(${value}::jsonb)` : sql`document_key(${value}::jsonb)`
    }),
  )
  return [sql`(${here} > ${there} or (${here} = ${there} and ${beyond}))`]
}

/** Counts to `most` and no further; null counts to the end. */
export async function countDocuments(
  q: Queryable,
  scope: Scope,
  selection: Selection,
  most: number | null,
): Promise<number> {
  const { collection, filter, asOf } = selection
  const sort: Sort = { parts: [], isIdDescending: true }
  const plan = asOf
    ? null
    : planFor({ indexes: collection.indexes, required: new Set(), filter, sort, cursor: null })
  const conditions = conditionsOf(scope, selection)
  const isFromKeys = plan?.isExact && conditions.length === 1 && selection.search === null
  if (plan && isFromKeys) return countKeys(q, scope, collection, plan, most ?? 2 ** 31 - 1)
  const limit = most === null ? sqlText('') : sql`limit ${most}`
  const found = plan
    ? listStatement(
        scope,
        selection,
        { sort, cursor: null, limit: most ?? 2 ** 31 - 1, offset: 0 },
        { ...plan, isOrdered: true },
      )
    : sql`select 1 from ${sourceOf(scope, selection)} d
        where ${allOf([inCollection(scope, collection, 'd'), ...conditions])} ${limit}`
  const [row] = await q.rows<{ count: number }>(sql`select count(*)::int as count from (${found}) found`)
  return row!.count
}

export type Group = Record<string, unknown>

/** Figures over what a filter finds, for each combination of the values grouped by. */
export async function aggregateDocuments(
  q: Queryable,
  scope: Scope,
  selection: Selection,
  {
    aggregate,
    groupBy,
    textFields,
  }: { aggregate: Aggregate; groupBy: string[]; textFields: ReadonlySet<string> },
  { limit, offset }: { limit: number; offset: number },
): Promise<Group[]> {
  const where = allOf([inCollection(scope, selection.collection, 'd'), ...conditionsOf(scope, selection)])
  const stats = [
    ...(aggregate.count ? [sql`${'count'}::text, count(*)`] : []),
    ...(['sum', 'avg', 'min', 'max'] as const).flatMap((kind) => {
      const parts = aggregate[kind]?.map((field) => metric(kind, field, textFields))
      return parts ? [sql`${kind}::text, jsonb_build_object(${listed(parts)})`] : []
    }),
  ]
  // Computed one level below, because a separate parameter makes the same expression a different one.
  const values = groupBy.map((field, i) => sql`, ${fieldValue(field, 'd')} as ${sqlText(`group_${i}`)}`)
  const inner = sql`select d.* ${values.reduce((left, right) => sql`${left} ${right}`, sqlText(''))}
    from ${sourceOf(scope, selection)} d where ${where}`
  const groups = groupBy.map((_, i) => `group_${i}`)
  const named = groupBy.map((field, i) => sql`${field}::text, ${sqlText(groups[i]!)}`)
  const visible = groups.length === 0 ? sqlText(`'{}'::jsonb`) : sql`jsonb_build_object(${listed(named)})`
  const tail =
    groups.length === 0
      ? ''
      : `group by ${groups.join(', ')} order by ${groups.map((each) => `document_key(${each})`).join(', ')}`
  const rows = await q.rows<{ group: Group; stats: Group }>(sql`
    select ${visible} as group, jsonb_build_object(${listed(stats)}) as stats
    from (${inner}) d ${sqlText(tail)} limit ${limit} offset ${offset}`)
  return rows.map(({ group: of, stats: found }) => ({ group: of, ...found }))
}

const listed = (parts: Statement[]): Statement => parts.reduce((left, right) => sql`${left}, ${right}`)

function metric(
  kind: 'sum' | 'avg' | 'min' | 'max',
  field: string,
  textFields: ReadonlySet<string>,
): Statement {
  const x = fieldValue(field, 'd')
  const value = textFields.has(field)
    ? sql`case when jsonb_typeof(${x}) = 'string' then (${x} #>> '{}') collate "C" end`
    : sql`case when jsonb_typeof(${x}) = 'number' then ${x}::numeric end`
  return sql`${field}::text, ${sqlText(kind)}(${value})`
}
