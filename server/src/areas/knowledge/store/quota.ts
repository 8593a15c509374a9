import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Collection } from '../schema/collection.ts'

export type UsedBytes = { project: number; user: number }

// Of the locks that projects take by a number.
const lockClass = 0x6b6e_6f77

/**
 * The text that is searched, of the project and of the end user whose collection it is. Others who add to the project's wait
 * until the transaction ends.
 */
export async function lockUsedBytes(
  tx: Tx,
  { projectId, externalUserId }: Pick<Collection, 'projectId' | 'externalUserId'>,
): Promise<UsedBytes> {
  await tx.rows(sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${projectId}))`)
  const [row] = await tx.rows<{ project: string; user: string }>(sql`
    select coalesce(sum(s.size_bytes), 0)::text as project,
      coalesce(sum(s.size_bytes) filter (where c.external_user_id = ${externalUserId}), 0)::text as user
    from knowledge_collection c
    join knowledge_source s on s.project_id = c.project_id and s.collection_id = c.id
    where c.project_id = ${projectId} and c.deleted_at is null`)
  return { project: Number(row!.project), user: Number(row!.user) }
}
