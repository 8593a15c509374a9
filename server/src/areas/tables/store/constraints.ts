import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { demand, placesIn } from '../../../kernel/db/plan/demand.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import { visibleTo } from './filter-sql.ts'

/** `ownerId` is the owner within whom the value is unique; the nil id where it is unique in the collection. */
export type UniqueEntry = { fieldNumber: number; hash: Buffer; documentId: string; ownerId: string }

const arrays = (entries: readonly UniqueEntry[]) =>
  sql`unnest(${entries.map(({ fieldNumber }) => fieldNumber)}::int[], ${entries.map(({ hash }) => `\\x${hash.toString('hex')}`)}::text[]::bytea[],
      ${entries.map(({ documentId }) => documentId)}::uuid[], ${entries.map(({ ownerId }) => ownerId)}::uuid[])`

/** A unique value, with the place of the plan that writes it. */
export type PlacedEntry = UniqueEntry & { of: number }

/**
 * Claims unique values and demands that none is taken. A caller that claims the same value waits for the other to commit
 * or give up, so that of two at the same moment exactly one gets it. In one order, so that they cannot wait for each
 * other.
 */
export const claimUnique = (scope: Scope, collectionId: string, entries: readonly PlacedEntry[]): Statement =>
  prepared(sql`
    with entry as materialized (
      select u.*, p.of from ${arrays(entries)} with ordinality u(field, value_hash, document_id, owner_id, place)
      join unnest(${entries.map(({ of }) => of)}::int[]) with ordinality p(of, place) using (place)),
    claimed as (
      insert into document_unique (project_id, collection_id, field_number, value_hash, document_id, owner_id)
      select ${scope.projectId}::uuid, ${collectionId}::uuid, e.field, e.value_hash, e.document_id, e.owner_id
      from entry e order by e.field, e.value_hash, e.owner_id, e.place
      on conflict do nothing returning field_number, document_id),
    taken as (
      select e.of, e.field, exists (
          select from entry o join claimed c on c.field_number = o.field and c.document_id = o.document_id
          where o.field = e.field and o.value_hash = e.value_hash and o.owner_id = e.owner_id) as is_again
      from entry e where not exists (
        select from claimed c where c.field_number = e.field and c.document_id = e.document_id))
    select ${demand(sql`(select count(*) from claimed) = ${entries.length}`, 'unique_violation', placesIn('taken'))}`)

export const releaseUnique = (
  scope: Scope,
  collectionId: string,
  entries: readonly UniqueEntry[],
): Statement => sql`
  delete from document_unique x
  using ${arrays(entries)} u(field_number, value_hash, document_id, owner_id)
  where x.project_id = ${scope.projectId} and x.collection_id = ${collectionId} and x.field_number = u.field_number
    and x.value_hash = u.value_hash and x.document_id = u.document_id`

export async function deleteUniqueOf(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  fieldNumber: number,
): Promise<void> {
  await tx.rows(sql`
    delete from document_unique
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and field_number = ${fieldNumber}`)
}

export async function findByUnique(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  { fieldNumber, hash, ownerId }: Omit<UniqueEntry, 'documentId'>,
): Promise<string | null> {
  const [row] = await q.rows<{ document_id: string }>(sql`
    select document_id from document_unique
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and field_number = ${fieldNumber}
      and value_hash = ${hash} and owner_id = ${ownerId}`)
  return row?.document_id ?? null
}

export type Link = { documentId: string; fieldNumber: number; targetCollectionId: string; targetId: string }

/** The documents that relations may point at: these exist, and stay until this transaction ends. */
export async function holdTargets(
  tx: Tx,
  scope: Scope,
  target: Collection,
  ids: readonly string[],
): Promise<Set<string>> {
  const visible = visibleTo(scope, target, 'd') ?? sqlText('true')
  const rows = await tx.rows<{ id: string }>(sql`
    select d.id from document d
    where d.project_id = ${scope.projectId} and d.collection_id = ${target.id}
      and d.id = any(${[...ids]}::uuid[]) and ${visible}
    order by d.id for key share`)
  return new Set(rows.map(({ id }) => id))
}

/** A document that a relation points at, with the place of the plan that writes the relation. */
export type Target = { by: Scope; fieldNumber: number; collectionId: string; id: string; of: number }

/** Demands that each target exists and is visible to its writer, and holds all of them until the commit. */
export const demandTargets = ({ projectId }: Scope, targets: readonly Target[]): Statement => sql`
  with wanted as materialized (
    select * from unnest(${targets.map(({ of }) => of)}::int[],
      ${targets.map(({ fieldNumber }) => fieldNumber)}::int[], ${targets.map((each) => each.collectionId)}::uuid[],
      ${targets.map(({ id }) => id)}::uuid[],
      ${targets.map(({ by }) => (by.acrossUsers ? null : by.externalUser.id))}::uuid[])
      w(of, field, collection_id, id, owner)),
  held as materialized (
    select array_agg(h.collection_id) as collections, array_agg(h.id) as ids, array_agg(h.owner) as owners from (
      select d.collection_id, d.id, case when c.access = 'owner' then d.owner_id end as owner
      from document d join collection c on c.project_id = d.project_id and c.id = d.collection_id
      where d.project_id = ${projectId} and (d.collection_id, d.id) in (select collection_id, id from wanted)
        and c.deleted_at is null
      order by d.collection_id, d.id for key share of d) h),
  target as (
    select u.* from held, unnest(held.collections, held.ids, held.owners) u(collection_id, id, owner)),
  missing as (
    select w.of, w.field, false as is_again from wanted w where not exists (
      select from target t
      where t.collection_id = w.collection_id and t.id = w.id
        and (w.owner is null or t.owner is null or t.owner = w.owner)))
  select ${demand(sql`not exists (select from missing)`, 'schema_violation', placesIn('missing'))}`

export const insertLinks = (scope: Scope, collectionId: string, links: readonly Link[]): Statement => sql`
  insert into document_link (project_id, collection_id, document_id, field_number, target_collection_id, target_id)
  select ${scope.projectId}::uuid, ${collectionId}::uuid, u.* from unnest(
    ${links.map(({ documentId }) => documentId)}::uuid[], ${links.map(({ fieldNumber }) => fieldNumber)}::int[],
    ${links.map(({ targetCollectionId }) => targetCollectionId)}::uuid[],
    ${links.map(({ targetId }) => targetId)}::uuid[]) u
  on conflict (project_id, collection_id, document_id, field_number)
  do update set target_collection_id = excluded.target_collection_id, target_id = excluded.target_id`

export type Unlinked = Pick<Link, 'documentId' | 'fieldNumber'>

export const deleteLinks = (scope: Scope, collectionId: string, links: readonly Unlinked[]): Statement => sql`
  delete from document_link l
  using unnest(${links.map(({ documentId }) => documentId)}::uuid[],
    ${links.map(({ fieldNumber }) => fieldNumber)}::int[]) u(document_id, field_number)
  where l.project_id = ${scope.projectId} and l.collection_id = ${collectionId}
    and l.document_id = u.document_id and l.field_number = u.field_number`

export async function deleteLinksOf(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  fieldNumber: number,
): Promise<void> {
  await tx.rows(sql`
    delete from document_link
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and field_number = ${fieldNumber}`)
}

export type Referrer = { collectionId: string; documentId: string; fieldNumber: number; targetId: string }

/** Who points at these documents; the caller holds them, so no one new comes. */
export async function listReferringDocuments(
  tx: Tx,
  scope: Scope,
  targetCollectionId: string,
  ids: readonly string[],
): Promise<Referrer[]> {
  const rows = await tx.rows<{
    collection_id: string
    document_id: string
    field_number: number
    target_id: string
  }>(sql`
    select collection_id, document_id, field_number, target_id from document_link
    where project_id = ${scope.projectId} and target_collection_id = ${targetCollectionId}
      and target_id = any(${[...ids]}::uuid[])
    order by collection_id, document_id, field_number limit 10001`)
  return rows.map((row) => ({
    collectionId: row.collection_id,
    documentId: row.document_id,
    fieldNumber: row.field_number,
    targetId: row.target_id,
  }))
}

/** Those who look for the same values in order to make or change one document do so one after the other. */
export async function lockUpserts(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  keys: readonly string[],
): Promise<void> {
  const names = [...new Set(keys)].map((key) => `upsert ${scope.projectId} ${collectionId} ${key}`).sort()
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) with ordinality u(name, place)
    order by hashtextextended(name, 0)`)
}
