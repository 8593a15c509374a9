import { type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** What uses a file: a message, a source of knowledge, a document. */
export type Referrer = { kind: string; id: string }

export async function insertReference(
  tx: Tx,
  scope: Scope,
  fileId: string,
  { kind, id }: Referrer,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into file_reference (project_id, file_id, kind, target_id, created_at)
    values (${scope.projectId}, ${fileId}, ${kind}, ${id}, ${at}) on conflict do nothing`)
}

export async function deleteReference(
  tx: Tx,
  scope: Scope,
  fileId: string,
  { kind, id }: Referrer,
): Promise<void> {
  await tx.rows(sql`
    delete from file_reference
    where project_id = ${scope.projectId} and file_id = ${fileId} and kind = ${kind} and target_id = ${id}`)
}

export type Reference = Referrer & { fileId: string }

const arrays = (references: readonly Reference[]) =>
  sql`unnest(${references.map(({ fileId }) => fileId)}::uuid[], ${references.map(({ kind }) => kind)}::text[],
             ${references.map(({ id }) => id)}::text[])`

/** In the order of the files, as everyone who holds several of them does. */
export const insertReferences = (scope: Scope, references: readonly Reference[], at: Date): Statement => sql`
  insert into file_reference (project_id, file_id, kind, target_id, created_at)
  select ${scope.projectId}::uuid, u.file_id, u.kind, u.target_id, ${at}::timestamptz
  from ${arrays(references)} u(file_id, kind, target_id) order by u.file_id
  on conflict do nothing`

export const deleteReferences = (scope: Scope, references: readonly Reference[]): Statement => sql`
  delete from file_reference r using ${arrays(references)} u(file_id, kind, target_id)
  where r.project_id = ${scope.projectId} and r.file_id = u.file_id and r.kind = u.kind
    and r.target_id = u.target_id`

/** Removes all references of deleted documents. */
export async function deleteReferencesOf(
  tx: Tx,
  scope: Scope,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    delete from file_reference
    where project_id = ${scope.projectId} and kind = ${kind} and target_id = any(${ids}::text[])`)
}

/** Those of the files that something uses. */
export async function listReferred(tx: Tx, scope: Scope, fileIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ file_id: string }>(sql`
    select distinct file_id from file_reference
    where project_id = ${scope.projectId} and file_id = any(${fileIds}::uuid[])`)
  return new Set(rows.map(({ file_id }) => file_id))
}
