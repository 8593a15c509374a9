import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page, type PageRequest } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ActorView } from '../schema/document.ts'
import type { ImportErrorView, ImportOptions, ImportView } from '../schema/import.ts'

export type Import = ImportView & {
  externalUserId: string
  actor: ActorView
  options: ImportOptions
  blobKey: string | null
}

type Row = {
  id: string
  collection_id: string
  external_user_id: string
  actor: ActorView
  status: Import['status']
  format: Import['format']
  options: ImportOptions
  blob_key: string | null
  size_bytes: number
  rows_settled: number
  created_count: number
  updated_count: number
  failed_count: number
  error: string | null
  created_at: string
  updated_at: string
}

const columns = sqlText(
  'id, collection_id, external_user_id, actor, status, format, options, blob_key, size_bytes, rows_settled, created_count, updated_count, failed_count, error, created_at, updated_at',
)

const toImport = (row: Row): Import => ({
  id: row.id,
  collectionId: row.collection_id,
  externalUserId: row.external_user_id,
  actor: row.actor,
  status: row.status,
  format: row.format,
  options: row.options,
  blobKey: row.blob_key,
  sizeBytes: row.size_bytes,
  rowsSettled: row.rows_settled,
  createdCount: row.created_count,
  updatedCount: row.updated_count,
  failedCount: row.failed_count,
  error: row.error,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function insertImport(
  tx: Tx,
  scope: Scope,
  it: Pick<Import, 'id' | 'collectionId' | 'actor' | 'format' | 'options' | 'blobKey' | 'sizeBytes'>,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into document_import (project_id, id, collection_id, external_user_id, actor, status, format, options,
                                 blob_key, size_bytes, created_at, updated_at)
    values (${scope.projectId}, ${it.id}, ${it.collectionId}, ${scope.externalUser.id}, ${JSON.stringify(it.actor)},
            'queued', ${it.format}, ${JSON.stringify(it.options)}, ${it.blobKey}, ${it.sizeBytes}, ${at}, ${at})`)
}

export async function findImport(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  id: string,
  lock = sqlText(''),
): Promise<Import | null> {
  const own = scope.acrossUsers ? sqlText('true') : sql`external_user_id = ${scope.externalUser.id}`
  const [row] = await q.rows<Row>(sql`
    select ${columns} from document_import
    where project_id = ${scope.projectId} and id = ${id} and collection_id = ${collectionId} and ${own} ${lock}`)
  return row ? toImport(row) : null
}

/** Takes the row: a worker that has written a batch of it waits, and finds what became of the import. */
export const lockImport = (tx: Tx, scope: Scope, collectionId: string, id: string): Promise<Import | null> =>
  findImport(tx, scope, collectionId, id, sqlText('for no key update'))

export type Progress = { settled: number; created: number; updated: number; failed: number }

/**
 * Moves an import on from the row where this worker found it. False when another worker has moved it meanwhile: then
 * what this one wrote in the same transaction must not stay.
 */
export async function advanceImport(
  tx: Tx,
  scope: Scope,
  id: string,
  from: number,
  by: Progress,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update document_import
    set status = 'running', rows_settled = ${by.settled}, created_count = created_count + ${by.created},
        updated_count = updated_count + ${by.updated}, failed_count = failed_count + ${by.failed}, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id} and rows_settled = ${from} and status in ('queued', 'running')
    returning 1`)
  return rows.length === 1
}

/** False when it has ended already, by a worker or by who cancelled it. */
export async function endImport(
  tx: Tx,
  scope: Scope,
  id: string,
  status: 'completed' | 'failed',
  error: string | null,
  failed: number,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update document_import set status = ${status}, error = ${error}, blob_key = null, updated_at = ${at},
        failed_count = failed_count + ${failed}
    where project_id = ${scope.projectId} and id = ${id} and status in ('queued', 'running')
    returning 1`)
  return rows.length === 1
}

export async function insertImportErrors(
  tx: Tx,
  scope: Scope,
  importId: string,
  errors: readonly ImportErrorView[],
): Promise<void> {
  if (errors.length === 0) return
  await tx.rows(sql`
    insert into document_import_error (project_id, import_id, row_number, errors)
    select ${scope.projectId}::uuid, ${importId}::uuid, u.row_number, u.errors
    from unnest(${errors.map(({ row }) => row)}::int[],
                ${errors.map((each) => JSON.stringify(each.errors))}::text[]::jsonb[]) u(row_number, errors)
    on conflict do nothing`)
}

export async function listImportErrors(
  q: Queryable,
  scope: Scope,
  importId: string,
  request: PageRequest,
): Promise<Page<ImportErrorView>> {
  return mapPage(
    await selectPage<{ row_number: number; errors: ImportErrorView['errors'] }>(
      q,
      {
        columns: sql`row_number, errors`,
        from: sql`document_import_error where project_id = ${scope.projectId} and import_id = ${importId}`,
        order: sql`row_number`,
      },
      request,
    ),
    (row) => ({ row: row.row_number, errors: row.errors }),
  )
}

/** The files of imports that end with their collection or their user. */
export async function listImportFiles(
  q: Queryable,
  scope: Scope,
  of: { collectionId: string } | { userId: string },
): Promise<string[]> {
  const which =
    'userId' in of ? sql`external_user_id = ${of.userId}` : sql`collection_id = ${of.collectionId}`
  const rows = await q.rows<{ blob_key: string }>(sql`
    select blob_key from document_import
    where project_id = ${scope.projectId} and ${which} and blob_key is not null`)
  return rows.map((row) => row.blob_key)
}

export async function deleteImportsOf(tx: Tx, scope: Scope, userId: string): Promise<void> {
  await tx.rows(sql`
    delete from document_import where project_id = ${scope.projectId} and external_user_id = ${userId}`)
}

export async function moveImports(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update document_import set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
}

/** Reports of imports that ended before this time; no one reads them any more. */
export async function deleteOldImports(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`
    delete from document_import where status in ('completed', 'failed') and updated_at < ${before}`)
}
