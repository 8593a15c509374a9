import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type FileRow, fileColumns, isOwn, type StoredFile, toFile } from '../read-files.ts'
import type { File } from '../schema.ts'

export type NewFile = Pick<
  File,
  'id' | 'name' | 'fileType' | 'mimeType' | 'extension' | 'sizeBytes' | 'sha256' | 'expiresAt' | 'metadata'
> & { userId: string; blobId: string; at: Date }

export async function insertFile(tx: Tx, scope: Scope, file: NewFile): Promise<StoredFile> {
  const [row] = await tx.rows<FileRow>(sql`
    insert into file as f (project_id, id, external_user_id, blob_id, name, file_type, mime_type, extension, size_bytes,
                           sha256, metadata, expires_at, created_at, updated_at)
    values (${scope.projectId}, ${file.id}, ${file.userId}, ${file.blobId}, ${file.name}, ${file.fileType},
            ${file.mimeType}, ${file.extension}, ${file.sizeBytes}, ${file.sha256}, ${JSON.stringify(file.metadata)},
            ${file.expiresAt}, ${file.at}, ${file.at})
    returning ${fileColumns}`)
  return toFile(row!)
}

/** Takes those of the files that the caller may change, in one order, until the transaction ends. */
export async function lockFiles(tx: Tx, scope: Scope, ids: readonly string[]): Promise<StoredFile[]> {
  const rows = await tx.rows<FileRow>(sql`
    select ${fileColumns} from file f where ${isOwn(scope)} and f.id = any(${ids}::uuid[]) order by f.id for update`)
  return rows.map(toFile)
}

export async function updateFile(
  tx: Tx,
  scope: Scope,
  file: Pick<File, 'id' | 'name' | 'extension' | 'expiresAt' | 'metadata'>,
  at: Date,
): Promise<StoredFile> {
  const [row] = await tx.rows<FileRow>(sql`
    update file f
    set name = ${file.name}, extension = ${file.extension}, expires_at = ${file.expiresAt},
        metadata = ${JSON.stringify(file.metadata)}, version = version + 1, updated_at = ${at}
    where f.project_id = ${scope.projectId} and f.id = ${file.id}
    returning ${fileColumns}`)
  return toFile(row!)
}

export async function deleteFiles(tx: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`delete from file where project_id = ${scope.projectId} and id = any(${ids}::uuid[])`)
}

/** Deletes all of a user's files; returns the blobs they had. */
export async function deleteFilesOfUser(
  tx: Tx,
  scope: Scope,
  userId: string,
): Promise<{ blobIds: string[]; sizeBytes: number }> {
  const [row] = await tx.rows<{ blob_ids: string[]; size_bytes: number }>(sql`
    with gone as (
      delete from file where project_id = ${scope.projectId} and external_user_id = ${userId}
      returning blob_id, size_bytes
    )
    select coalesce(array_agg(distinct blob_id), '{}') as blob_ids, coalesce(sum(size_bytes), 0)::bigint as size_bytes
    from gone`)
  return { blobIds: row!.blob_ids, sizeBytes: row!.size_bytes }
}

export async function moveFiles(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update file set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
}
