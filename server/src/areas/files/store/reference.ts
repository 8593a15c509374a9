import { sql, type Tx } from '../../../kernel/db/db.ts'
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

/** Those of the files that something uses. */
export async function listReferred(tx: Tx, scope: Scope, fileIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ file_id: string }>(sql`
    select distinct file_id from file_reference
    where project_id = ${scope.projectId} and file_id = any(${fileIds}::uuid[])`)
  return new Set(rows.map(({ file_id }) => file_id))
}
