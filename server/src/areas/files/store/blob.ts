import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export const blobKey = (projectId: string, blobId: string): string => `files/${projectId}/${blobId}`

export type NewBlob = { id: string; sha256: string; sizeBytes: number }

/** Stores the blob, or finds the one with the same content; returns which of them is used. */
export async function storeBlob(tx: Tx, scope: Scope, blob: NewBlob): Promise<string> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into file_blob (project_id, id, sha256, size_bytes)
    values (${scope.projectId}, ${blob.id}, ${blob.sha256}, ${blob.sizeBytes})
    on conflict (project_id, sha256) do update set sha256 = excluded.sha256
    returning id`)
  return row!.id
}

/** Whether a file or a part of one references the blob. */
export async function isBlobNeeded(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from file_blob where project_id = ${scope.projectId} and id = ${id}
    union all
    select 1 from file_upload_part where project_id = ${scope.projectId} and blob_id = ${id}`)
  return rows.length > 0
}

/** Forgets those of the blobs that no file needs any more, and names them. */
export async function releaseBlobs(tx: Tx, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    delete from file_blob b
    where b.project_id = ${scope.projectId} and b.id = any(${ids}::uuid[])
      and not exists (select 1 from file f where f.project_id = b.project_id and f.blob_id = b.id)
    returning b.id`)
  return rows.map(({ id }) => id)
}
