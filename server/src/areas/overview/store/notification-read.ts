import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export async function listRead(q: Queryable, { projectId }: Scope, accountId: string): Promise<Set<string>> {
  const rows = await q.rows<{ key: string }>(sql`
    select key from notification_read where project_id = ${projectId} and account_id = ${accountId}`)
  return new Set(rows.map(({ key }) => key))
}

/** Also forgets what is no notification any more, so that as many rows stay as there are notifications. */
export async function storeRead(
  tx: Tx,
  { projectId }: Scope,
  accountId: string,
  { keys, current }: { keys: readonly string[]; current: readonly string[] },
): Promise<void> {
  await tx.rows(sql`
    delete from notification_read
    where project_id = ${projectId} and account_id = ${accountId} and key <> all (${current})`)
  await tx.rows(sql`
    insert into notification_read (project_id, account_id, key)
    select ${projectId}, ${accountId}, unnest(${keys}::text[]) on conflict do nothing`)
}
