import { prepared, type Queryable, type Statement, sql } from '../../../kernel/db/db.ts'
import { demand } from '../../../kernel/db/plan/demand.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { selectorsOf } from '../../../kernel/events/event-types.ts'
import { mapPage, type Page, type PageRequest } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import type { ActorView, Document, DocumentVersionView } from '../schema/document.ts'
import type { Data } from '../schema/values.ts'

const documentSelectors = [
  ...new Set(
    (['created', 'updated', 'deleted'] as const).flatMap((kind) => selectorsOf(`table.document.${kind}`)),
  ),
]

export type ChangeKind = 'created' | 'updated' | 'deleted'
export type Change = { kind: ChangeKind; document: Document; actor: ActorView }

/**
 * A change with the place of its plan. `documents` and `bytes` are added to the counts of the collection; with `mustFit`
 * the collection may not be larger than its limit afterwards.
 */
export type CountedChange = Change & {
  documents: number
  bytes: number
  mustFit: boolean
  at: Date
  of: number
}

/**
 * Numbers, stores and counts changes of one collection. The row of the collection stays locked from here to the commit:
 * changes get their numbers in the order in which others see them, so a reader who has seen a number has seen everything
 * before it. Send it last. Demands that new documents fit into the collection; the last ones are refused.
 */
export function recordChanges(
  scope: Scope,
  collection: Pick<Collection, 'id' | 'maxDocuments'>,
  changes: readonly CountedChange[],
): Statement {
  const { at } = changes[0]!
  const creators = changes.filter(({ mustFit }) => mustFit).map(({ of }) => of)
  const most = creators.length > 0 ? collection.maxDocuments : Number.MAX_SAFE_INTEGER
  const full = sql`(
    select jsonb_build_object(case when f.document_count - ${creators.length}::int >= ${most}::bigint
      then 'of' else 'again' end, jsonb_agg(p.of))
    from f, unnest(${creators}::int[]) with ordinality p(of, place)
    where p.place > ${creators.length}::int - (f.document_count - ${most}::bigint) group by f.document_count)`
  return prepared(sql`
    with f as (${countingChanges(scope, collection, changes)}),
    kept as (${insertingVersions(scope, collection, changes, at, sql`f.base from f`)})
    select ${demand(sql`exists (select from f where document_count <= ${most}::bigint)`, 'collection_full', full)}`)
}

/** Whether a webhook or a trigger selects events of the collection `c`, as an expression. */
export const selectsEvents = sql`document_events_selected(c.project_id, c.id, c.slug, ${documentSelectors})`

export async function areEventsSelected(
  q: Queryable,
  { projectId }: Scope,
  { id }: Pick<Collection, 'id'>,
): Promise<boolean> {
  const [row] = await q.rows<{ is_selected: boolean }>(sql`
    select ${selectsEvents} as is_selected from collection c where c.project_id = ${projectId} and c.id = ${id}`)
  return row?.is_selected ?? false
}

const countingChanges = (
  { projectId }: Scope,
  { id }: Pick<Collection, 'id'>,
  changes: readonly CountedChange[],
): Statement => sql`
  update collection_feed
  set last_seq = last_seq + ${changes.length},
      document_count = document_count + ${changes.reduce((sum, { documents }) => sum + documents, 0)},
      size_bytes = size_bytes + ${changes.reduce((sum, { bytes }) => sum + bytes, 0)}
  where project_id = ${projectId} and collection_id = ${id}
  returning last_seq - ${changes.length} as base, document_count`

const insertingVersions = (
  { projectId }: Scope,
  { id }: Pick<Collection, 'id'>,
  changes: readonly Change[],
  at: Date,
  base: Statement,
): Statement => sql`
  insert into document_version (project_id, collection_id, document_id, version, seq, change, data, owner_id, actor,
                                created_at, changed_at)
  select ${projectId}::uuid, ${id}::uuid, u.id, u.version, f.base + u.place, u.change,
         case when u.change = 'deleted' then null else u.data end, u.owner_id, u.actor, u.created_at, ${at}
  from (select ${base}) f(base) cross join unnest(
    ${changes.map(({ document }) => document.id)}::uuid[], ${changes.map(({ document }) => document.version)}::int[],
    ${changes.map(({ kind }) => kind)}::text[],
    ${changes.map(({ document }) => JSON.stringify(document.data))}::text[]::jsonb[],
    ${changes.map(({ document }) => document.ownerId)}::uuid[],
    ${changes.map(({ document }) => document.createdAt)}::timestamptz[],
    ${changes.map(({ actor }) => JSON.stringify(actor))}::text[]::jsonb[])
    with ordinality u(id, version, change, data, owner_id, created_at, actor, place)`

type VersionRow = {
  document_id: string
  version: number
  seq: number
  change: ChangeKind
  data: Data | null
  owner_id: string
  actor: ActorView
  created_at: string
  changed_at: string
}

/** Newest first. */
export async function listVersions(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  documentId: string,
  request: PageRequest,
): Promise<Page<DocumentVersionView>> {
  const page = await selectPage<VersionRow>(
    q,
    {
      columns: sql`document_id, version, seq, change, data, owner_id, actor, created_at, changed_at`,
      from: sql`document_version
        where project_id = ${scope.projectId} and collection_id = ${collectionId} and document_id = ${documentId}`,
      order: sql`version desc`,
    },
    request,
  )
  return mapPage(page, (row) => ({
    documentId: row.document_id,
    version: row.version,
    change: row.change,
    data: row.data,
    actor: row.actor,
    changedAt: row.changed_at,
  }))
}

/** Who owned a document last, for requests about a deleted one; null when it never existed. */
export async function findLastOwner(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  documentId: string,
): Promise<string | null> {
  const [row] = await q.rows<{ owner_id: string }>(sql`
    select owner_id from document_version
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and document_id = ${documentId}
    order by version desc limit 1`)
  return row?.owner_id ?? null
}

export type FeedChange = { seq: number; kind: ChangeKind; document: Document; changedAt: string }

export async function listChanges(
  q: Queryable,
  scope: Scope,
  collection: Collection,
  after: number,
  limit: number,
): Promise<FeedChange[]> {
  const rows = await q.rows<VersionRow>(sql`
    select document_id, version, seq, change, data, owner_id, actor, created_at, changed_at from document_version
    where project_id = ${scope.projectId} and collection_id = ${collection.id} and seq > ${after}
    order by seq limit ${limit}`)
  return rows.map((row) => ({
    seq: row.seq,
    kind: row.change,
    changedAt: row.changed_at,
    document: toDocument(row, collection.id),
  }))
}

const toDocument = (row: VersionRow, collectionId: string): Document => ({
  id: row.document_id,
  collectionId,
  ownerId: row.owner_id,
  data: row.data ?? {},
  sizeBytes: 0,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.changed_at,
})

export type VersionRef = Pick<Document, 'collectionId' | 'id' | 'version'>

/** Documents as they were in the versions that are still retained; deleted ones have none. */
export async function listDocumentsAt(
  q: Queryable,
  projectId: string,
  refs: readonly VersionRef[],
): Promise<Document[]> {
  const rows = await q.rows<VersionRow & { collection_id: string }>(sql`
    select v.collection_id, v.document_id, v.version, v.seq, v.change, v.data, v.owner_id, v.actor, v.created_at, v.changed_at
    from unnest(${refs.map(({ collectionId }) => collectionId)}::uuid[], ${refs.map(({ id }) => id)}::uuid[],
      ${refs.map(({ version }) => version)}::int[]) r(collection_id, document_id, version)
    join document_version v on v.project_id = ${projectId} and v.collection_id = r.collection_id
      and v.document_id = r.document_id and v.version = r.version
    where v.data is not null`)
  return rows.map((row) => toDocument(row, row.collection_id))
}

export type FeedState = { lastSeq: number; prunedSeq: number; access: Collection['access'] }

export async function findFeed(q: Queryable, scope: Scope, collectionId: string): Promise<FeedState | null> {
  const [row] = await q.rows<{ last_seq: number; pruned_seq: number; access: Collection['access'] }>(sql`
    select f.last_seq, f.pruned_seq, c.access from collection_feed f
    join collection c on c.project_id = f.project_id and c.id = f.collection_id
    where f.project_id = ${scope.projectId} and f.collection_id = ${collectionId} and c.deleted_at is null`)
  return row ? { lastSeq: row.last_seq, prunedSeq: row.pruned_seq, access: row.access } : null
}

/**
 * Deletes versions that are older than the retention of their collection, of the collections after a position in their
 * order. The newest version of a document that exists always stays. Returns where to continue; null at the end.
 */
export async function pruneVersions(
  q: Queryable,
  at: Date,
  after: { projectId: string; id: string },
  limit: number,
): Promise<{ projectId: string; id: string; pruned: number } | null> {
  const [row] = await q.rows<{ project_id: string; id: string; pruned: number }>(sql`
    with c as (
      select project_id, id, ${at}::timestamptz - make_interval(days => history_days) as oldest from collection
      where (project_id, id) > (${after.projectId}::uuid, ${after.id}::uuid) order by project_id, id limit 1),
    gone as (
      delete from document_version where ctid = any(array(
        select v.ctid from c join document_version v
          on v.project_id = c.project_id and v.collection_id = c.id and v.changed_at < c.oldest
        where not exists (
          select 1 from document d
          where d.project_id = v.project_id and d.collection_id = v.collection_id and d.id = v.document_id
            and d.version = v.version)
        limit ${limit}))
      returning project_id, collection_id, seq),
    noted as (
      update collection_feed f set pruned_seq = greatest(f.pruned_seq, g.seq)
      from (select project_id, collection_id, max(seq) as seq from gone group by project_id, collection_id) g
      where f.project_id = g.project_id and f.collection_id = g.collection_id)
    select c.project_id, c.id, (select count(*)::int from gone) as pruned from c`)
  return row ? { projectId: row.project_id, id: row.id, pruned: row.pruned } : null
}
