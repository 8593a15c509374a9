import {
  allOf,
  likePattern,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../kernel/db/db.ts'
import { demand, placesIn } from '../../kernel/db/plan/demand.ts'
import { countRows, selectPage } from '../../kernel/db/rows/select-page.ts'
import { NIL_UUID } from '../../kernel/ids.ts'
import { mapPage, offsetOf, type Page, pageOf } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type {
  File,
  FileReference,
  FileType,
  ListQuery,
  ReferenceQuery,
  SortField,
  TypeUsage,
} from './schema.ts'

/** A file with what only this area knows of it. */
export type StoredFile = File & { version: number; blobId: string }

export type FileRow = {
  id: string
  external_user_id: string
  blob_id: string
  name: string
  file_type: FileType
  mime_type: string
  extension: string
  size_bytes: number
  sha256: string
  metadata: Record<string, unknown>
  expires_at: string | null
  version: number
  created_at: string
  updated_at: string
}

export const fileColumns =
  sqlText(`f.id, f.external_user_id, f.blob_id, f.name, f.file_type, f.mime_type, f.extension,
  f.size_bytes, f.sha256, f.metadata, f.expires_at, f.version, f.created_at, f.updated_at`)

export const toFile = (row: FileRow): StoredFile => ({
  id: row.id,
  name: row.name,
  fileType: row.file_type,
  mimeType: row.mime_type,
  extension: row.extension,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  url: `/api/v1/file/download/${row.id}`,
  ref: `file:${row.id}`,
  status: 'ready',
  expiresAt: row.expires_at,
  metadata: row.metadata,
  eUID: row.external_user_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
  blobId: row.blob_id,
})

const isAlive = (now: Date): Statement => sql`(f.expires_at is null or f.expires_at > ${now})`

/** Files that the caller may change: those of the acting user, or of all when an admin requested that. */
export const isOwn = (scope: Scope): Statement =>
  scope.acrossUsers
    ? sql`f.project_id = ${scope.projectId}`
    : sql`f.project_id = ${scope.projectId} and f.external_user_id = ${scope.externalUser.id}`

/**
 * Files that the caller may read when it knows their id. What the default user has is the project's own, and open to
 * the holder of a key of the project, as the caller that it acts; to the token of an end user it is as closed as
 * everyone's.
 */
function readableOwners({ projectId, externalUser: { id }, acrossUsers, actor }: Scope): string[] {
  if (acrossUsers) return []
  return actor.kind === 'end-user-token' || id === NIL_UUID ? [id] : [id, projectId]
}

function isReadable(scope: Scope): Statement {
  const owners = readableOwners(scope)
  return owners.length === 2
    ? sql`f.project_id = ${scope.projectId} and f.external_user_id in (${owners[0]}, ${owners[1]})`
    : isOwn(scope)
}

export async function findFile(
  q: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<StoredFile | null> {
  const [row] = await q.rows<FileRow>(sql`
    select ${fileColumns} from file f where ${isReadable(scope)} and f.id = ${id} and ${isAlive(now)}`)
  return row ? toFile(row) : null
}

/** Those of the files that the caller may read; they stay until the transaction ends. */
export async function holdReadable(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select f.id from file f where ${isReadable(scope)} and f.id = any(${ids}::uuid[]) and ${isAlive(now)}
    order by f.id for key share`)
  return new Set(rows.map(({ id }) => id))
}

/** A file that a row of a plan names: `of` is the place of the plan, `field` a number that its refusal returns. */
export type NamedFile = { scope: Scope; fileId: string; of: number; field: number }

/** The refusal returns the fields whose file does not exist or is not readable. In the order of ids, as all who hold files. */
export function demandReadable(wanted: readonly NamedFile[], now: Date): Statement {
  const { projectId } = wanted[0]!.scope
  const owners = wanted.map(({ scope }) => readableOwners(scope))
  return sql`
    with wanted as (
      select * from unnest(${wanted.map(({ of }) => of)}::int[], ${wanted.map(({ field }) => field)}::int[],
        ${wanted.map(({ fileId }) => fileId)}::uuid[], ${owners.map(([first]) => first ?? null)}::uuid[],
        ${owners.map(([first, second]) => second ?? first ?? null)}::uuid[]) w(of, field, id, owner, other_owner)),
    held as materialized (
      select array_agg(h.id) as ids, array_agg(h.owner) as owners from (
        select f.id, f.external_user_id as owner from file f
        where f.project_id = ${projectId} and f.id in (select id from wanted) and ${isAlive(now)}
        order by f.id for key share) h),
    readable as (select u.id, u.owner from held, unnest(held.ids, held.owners) u(id, owner)),
    missing as (
      select w.of, w.field, false as is_again from wanted w where not exists (
        select from readable r
        where r.id = w.id and (w.owner is null or r.owner in (w.owner, w.other_owner))))
    select ${demand(sql`not exists (select from missing)`, 'file_not_found', placesIn('missing'))}`
}

/** For the caller that brings a link that we have signed, and no key. */
export async function findLinked(
  q: Queryable,
  projectId: string,
  id: string,
  now: Date,
): Promise<StoredFile | null> {
  const [row] = await q.rows<FileRow>(sql`
    select ${fileColumns} from file f where f.project_id = ${projectId} and f.id = ${id} and ${isAlive(now)}`)
  return row ? toFile(row) : null
}

/** The newest of the acting user's files that has the name. */
export async function findByName(
  q: Queryable,
  scope: Scope,
  name: string,
  now: Date,
): Promise<StoredFile | null> {
  const [row] = await q.rows<FileRow>(sql`
    select ${fileColumns} from file f where ${isOwn(scope)} and f.name = ${name} and ${isAlive(now)}
    order by f.created_at desc, f.id desc limit 1`)
  return row ? toFile(row) : null
}

const sortColumns: Record<SortField, string> = {
  createdAt: 'f.created_at',
  updatedAt: 'f.updated_at',
  name: 'f.name',
  sizeBytes: 'f.size_bytes',
  fileType: 'f.file_type',
  mimeType: 'f.mime_type',
  expiresAt: 'f.expires_at',
  id: 'f.id',
}

function orderOf({ sortBy, sortOrder }: ListQuery): Statement {
  const nulls = sortBy === 'expiresAt' ? ' nulls last' : ''
  const ties = sortBy === 'id' ? '' : `, f.id ${sortOrder}`
  return sqlText(`order by ${sortColumns[sortBy]} ${sortOrder}${nulls}${ties}`)
}

function formatFilter(format: string): Statement {
  const filter = format.toLowerCase().replace(/^\./, '')
  if (filter.endsWith('/*')) return sql`starts_with(f.mime_type, ${filter.slice(0, -1)})`
  if (filter.includes('/')) return sql`f.mime_type = ${filter}`
  return sql`(f.extension = ${filter} or starts_with(f.mime_type, ${`${filter}/`}))`
}

export async function listFiles(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  now: Date,
): Promise<Page<StoredFile>> {
  const conditions = [isOwn(scope), isAlive(now)]
  if (query.q !== undefined) conditions.push(sql`f.name ilike ${likePattern(query.q)}`)
  if (query.format !== undefined) conditions.push(formatFilter(query.format))
  if (query.fileType !== undefined) conditions.push(sql`f.file_type = ${query.fileType}`)
  if (query.from) conditions.push(sql`f.created_at >= ${query.from}`)
  if (query.to) conditions.push(sql`f.created_at < ${query.to}`)
  const matching = allOf(conditions)
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from file f where ${matching}`,
  )
  const total = count!.total
  if (offsetOf(query) >= total) return pageOf([], total, query)
  const rows = await q.rows<FileRow>(sql`
    select ${fileColumns} from file f where ${matching} ${orderOf(query)}
    limit ${query.limit} offset ${offsetOf(query)}`)
  return pageOf(rows.map(toFile), total, query)
}

/** What the project has of each type, the largest first. */
export async function listTypeUsage(q: Queryable, scope: Scope): Promise<TypeUsage[]> {
  const rows = await q.rows<{ file_type: FileType; files: number; used_kb: number }>(sql`
    select file_type, count(*)::int as files, round(sum(size_bytes) / 1024, 3)::float8 as used_kb
    from file where project_id = ${scope.projectId}
    group by file_type order by sum(size_bytes) desc, file_type`)
  return rows.map((row) => ({ fileType: row.file_type, files: row.files, usedKb: row.used_kb }))
}

export async function listOldest(q: Queryable, scope: Scope, count: number): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select f.id from file f where ${isOwn(scope)} order by f.created_at, f.id limit ${count}`)
  return rows.map(({ id }) => id)
}

/** Of every project, those whose time is over. */
export async function listExpired(
  q: Queryable,
  now: Date,
  limit: number,
): Promise<{ projectId: string; id: string }[]> {
  const rows = await q.rows<{ project_id: string; id: string }>(sql`
    select project_id, id from file where expires_at <= ${now} order by expires_at limit ${limit}`)
  return rows.map((row) => ({ projectId: row.project_id, id: row.id }))
}

export async function countOfUser(q: Queryable, scope: Scope, userId: string): Promise<number> {
  return countRows(q, sql`file where project_id = ${scope.projectId} and external_user_id = ${userId}`)
}

/** A piece of a user's files behind the one with the id `after`, in the order of ids. */
export async function listOfUser(
  q: Queryable,
  scope: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<StoredFile[]> {
  const rows = await q.rows<FileRow>(sql`
    select ${fileColumns} from file f
    where f.project_id = ${scope.projectId} and f.external_user_id = ${userId} and f.id > ${after}
    order by f.id limit ${limit}`)
  return rows.map(toFile)
}

type ReferenceRow = { kind: string; target_id: string; created_at: string }

export async function listReferences(
  q: Queryable,
  scope: Scope,
  fileId: string,
  query: ReferenceQuery,
): Promise<Page<FileReference>> {
  const page = await selectPage<ReferenceRow>(
    q,
    {
      columns: sql`kind, target_id, created_at`,
      from: sql`file_reference where project_id = ${scope.projectId} and file_id = ${fileId}`,
      order: sql`created_at desc, kind, target_id`,
    },
    query,
  )
  return mapPage(page, (row) => ({ kind: row.kind, id: row.target_id, createdAt: row.created_at }))
}
