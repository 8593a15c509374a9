import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { RefreshInterval } from '../schema/refresh.ts'
import type { Validators } from '../web/validators.ts'
import type { OwnCollection } from './source.ts'

type OwnSource = { collection: OwnCollection; no: number }

export async function setRefresh(
  tx: Tx,
  { collection, no }: OwnSource,
  { every, scheduleId }: { every: RefreshInterval | null; scheduleId: string | null },
): Promise<void> {
  await tx.rows(sql`
    update knowledge_source set refresh_every = ${every}, schedule_id = ${scheduleId},
      refresh_error = case when ${every}::text is null then null else refresh_error end
    where project_id = ${collection.projectId} and collection_id = ${collection.id} and no = ${no}`)
}

export type Look = {
  at: Date
  /** Null where the site said nothing new. */
  validators: Validators | null
  error: { code: string; message: string } | null
}

/** What a look at the origin of a source found; its text is as it was. */
export async function noteLook(tx: Tx, { collection, no }: OwnSource, look: Look): Promise<void> {
  const { validators } = look
  await tx.rows(sql`
    update knowledge_source
    set checked_at = ${look.at}, refresh_error = ${look.error === null ? null : JSON.stringify(look.error)}::jsonb,
      etag = case when ${validators !== null} then ${validators?.etag ?? null} else etag end,
      last_modified = case when ${validators !== null} then ${validators?.lastModified ?? null} else last_modified end
    where project_id = ${collection.projectId} and collection_id = ${collection.id} and no = ${no}`)
}

/** Since when the site of these pages no longer has them; null for those that it has. */
export async function noteMissing(
  tx: Tx,
  { projectId, id }: OwnCollection,
  numbers: readonly number[],
  since: Date | null,
): Promise<void> {
  await tx.rows(sql`
    update knowledge_source set missing_since = ${since}
    where project_id = ${projectId} and collection_id = ${id} and no = any(${numbers}::int[])
      and missing_since is distinct from ${since}`)
}
