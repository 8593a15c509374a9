import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ToolkitChanges } from '../../toolkits/index.ts'

export type DocumentRow = {
  version: string
  size_bytes: number
  sha256: string
  changes: ToolkitChanges | null
  tool_count: number
  created_at: string
}

export type NewDocument = Omit<DocumentRow, 'created_at'> & { content: Buffer }

export async function insertDocument(
  tx: Tx,
  scope: Scope,
  toolkitId: string,
  document: NewDocument,
  at: Date,
): Promise<void> {
  const changes = document.changes === null ? null : storableJson(document.changes)
  await tx.rows(sql`
    insert into toolkit_document (project_id, toolkit_id, version, content, size_bytes, sha256, changes, tool_count,
      created_at)
    values (${scope.projectId}, ${toolkitId}, ${document.version}, ${document.content}, ${document.size_bytes},
      ${document.sha256}, ${changes}, ${document.tool_count}, ${at})`)
}

/** Without their content, newest first. */
export async function listDocuments(q: Queryable, scope: Scope, toolkitId: string): Promise<DocumentRow[]> {
  return q.rows<DocumentRow>(sql`
    select version, size_bytes, sha256, changes, tool_count, created_at from toolkit_document
    where project_id = ${scope.projectId} and toolkit_id = ${toolkitId} order by created_at desc, version desc`)
}

export async function findContent(
  q: Queryable,
  scope: Scope,
  toolkitId: string,
  version: string,
): Promise<{ content: Buffer; size_bytes: number; sha256: string } | null> {
  const [row] = await q.rows<{ content: Buffer; size_bytes: number; sha256: string }>(sql`
    select content, size_bytes, sha256 from toolkit_document
    where project_id = ${scope.projectId} and toolkit_id = ${toolkitId} and version = ${version}`)
  return row ?? null
}

/** How many bytes of JSON it is once it is unpacked; null when there is no such version. */
export async function findContentSize(
  q: Queryable,
  scope: Scope,
  toolkitId: string,
  version: string,
): Promise<number | null> {
  const [row] = await q.rows<{ size_bytes: number }>(sql`
    select size_bytes from toolkit_document
    where project_id = ${scope.projectId} and toolkit_id = ${toolkitId} and version = ${version}`)
  return row?.size_bytes ?? null
}

/** How much the descriptions of the project take, compressed as they are stored. */
export async function sumContent(q: Queryable, scope: Scope): Promise<number> {
  const [row] = await q.rows<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(content)), 0)::float8 as bytes from toolkit_document
    where project_id = ${scope.projectId}`)
  return row!.bytes
}

/** Forgets all versions but the newest ones, and names those that are left, newest first. */
export async function pruneDocuments(
  tx: Tx,
  scope: Scope,
  toolkitId: string,
  stored: number,
): Promise<string[]> {
  const rows = await tx.rows<{ version: string }>(sql`
    select version from toolkit_document
    where project_id = ${scope.projectId} and toolkit_id = ${toolkitId} order by created_at desc, version desc`)
  const versions = rows.map(({ version }) => version)
  await tx.rows(sql`
    delete from toolkit_document
    where project_id = ${scope.projectId} and toolkit_id = ${toolkitId}
      and version = any(${versions.slice(stored)}::text[])`)
  return versions.slice(0, stored)
}
