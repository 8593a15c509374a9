import { type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { moveUserRows } from '../../../kernel/user-rows.ts'
import type { FileType, UploadPart } from '../schema.ts'

export type UploadRow = {
  id: string
  external_user_id: string
  file_type: FileType
  name: string
  size_bytes: number
  part_size_bytes: number
  sha256: string | null
  metadata: Record<string, unknown>
  file_expires_at: string | null
  file_id: string | null
  created_at: string
  expires_at: string
}

export type StoredPart = UploadPart & { blobId: string }

const columns = sqlText(`id, external_user_id, file_type, name, size_bytes, part_size_bytes, sha256, metadata,
  file_expires_at, file_id, created_at, expires_at`)

export type NewUpload = {
  id: string
  fileType: FileType
  name: string
  sizeBytes: number
  partSizeBytes: number
  sha256: string | null
  metadata: Record<string, unknown>
  fileExpiresAt: string | null
  at: Date
  expiresAt: Date
}

export async function insertUpload(tx: Tx, scope: Scope, upload: NewUpload): Promise<UploadRow> {
  const [row] = await tx.rows<UploadRow>(sql`
    insert into file_upload (project_id, id, external_user_id, file_type, name, size_bytes, part_size_bytes, sha256,
                             metadata, file_expires_at, created_at, expires_at)
    values (${scope.projectId}, ${upload.id}, ${scope.externalUser.id}, ${upload.fileType}, ${upload.name},
            ${upload.sizeBytes}, ${upload.partSizeBytes}, ${upload.sha256}, ${JSON.stringify(upload.metadata)},
            ${upload.fileExpiresAt}, ${upload.at}, ${upload.expiresAt})
    returning ${columns}`)
  return row!
}

const isOwnUpload = (scope: Scope): Statement =>
  sql`project_id = ${scope.projectId} and external_user_id = ${scope.externalUser.id}`

export async function findUpload(
  q: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<UploadRow | null> {
  const [row] = await q.rows<UploadRow>(sql`
    select ${columns} from file_upload where ${isOwnUpload(scope)} and id = ${id} and expires_at > ${now}`)
  return row ?? null
}

/** Also one whose time is over: the caller that gives it up must see it. */
export async function lockUpload(tx: Tx, scope: Scope, id: string): Promise<UploadRow | null> {
  const [row] = await tx.rows<UploadRow>(sql`
    select ${columns} from file_upload where ${isOwnUpload(scope)} and id = ${id} for update`)
  return row ?? null
}

export async function listParts(q: Queryable, scope: Scope, uploadId: string): Promise<StoredPart[]> {
  const rows = await q.rows<{ number: number; blob_id: string; size_bytes: number; sha256: string }>(sql`
    select number, blob_id, size_bytes, sha256 from file_upload_part
    where project_id = ${scope.projectId} and upload_id = ${uploadId} order by number`)
  return rows.map(({ blob_id, size_bytes, ...part }) => ({ ...part, blobId: blob_id, sizeBytes: size_bytes }))
}

/** Puts the part in its place; gives the blob that was there before. */
export async function putPart(
  tx: Tx,
  scope: Scope,
  uploadId: string,
  part: StoredPart,
): Promise<string | null> {
  const [old] = await tx.rows<{ blob_id: string }>(sql`
    delete from file_upload_part
    where project_id = ${scope.projectId} and upload_id = ${uploadId} and number = ${part.number} returning blob_id`)
  await tx.rows(sql`
    insert into file_upload_part (project_id, upload_id, number, blob_id, size_bytes, sha256)
    values (${scope.projectId}, ${uploadId}, ${part.number}, ${part.blobId}, ${part.sizeBytes}, ${part.sha256})`)
  return old?.blob_id ?? null
}

/** Takes all parts away; gives their blobs. */
export async function takeParts(tx: Tx, scope: Scope, uploadId: string): Promise<string[]> {
  const rows = await tx.rows<{ blob_id: string }>(sql`
    delete from file_upload_part where project_id = ${scope.projectId} and upload_id = ${uploadId} returning blob_id`)
  return rows.map(({ blob_id }) => blob_id)
}

export async function completeUpload(tx: Tx, scope: Scope, id: string, fileId: string): Promise<void> {
  await tx.rows(sql`
    update file_upload set file_id = ${fileId} where project_id = ${scope.projectId} and id = ${id}`)
}

/** True for the one that may join the parts; a claim that was never given up ends by itself. */
export async function claimJoining(
  q: Queryable,
  scope: Scope,
  id: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const rows = await q.rows(sql`
    update file_upload set joining_until = ${until}
    where ${isOwnUpload(scope)} and id = ${id} and file_id is null and (joining_until is null or joining_until <= ${now})
    returning id`)
  return rows.length === 1
}

export async function endJoining(q: Queryable, scope: Scope, id: string): Promise<void> {
  await q.rows(sql`
    update file_upload set joining_until = null where project_id = ${scope.projectId} and id = ${id}`)
}

export async function deleteUpload(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from file_upload where project_id = ${scope.projectId} and id = ${id}`)
}

export async function listUploadsOfUser(q: Queryable, scope: Scope, userId: string): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select id from file_upload where project_id = ${scope.projectId} and external_user_id = ${userId}`)
  return rows.map(({ id }) => id)
}

export const moveUploads = moveUserRows('file_upload')

/** Of every project, those whose time is over. */
export async function listExpiredUploads(
  q: Queryable,
  now: Date,
  limit: number,
): Promise<{ projectId: string; userId: string; id: string }[]> {
  const rows = await q.rows<{ project_id: string; external_user_id: string; id: string }>(sql`
    select project_id, external_user_id, id from file_upload where expires_at <= ${now}
    order by expires_at limit ${limit}`)
  return rows.map((row) => ({ projectId: row.project_id, userId: row.external_user_id, id: row.id }))
}
