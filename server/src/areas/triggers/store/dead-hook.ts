import { type Queryable, sql } from '../../../kernel/db/db.ts'

/** From now on the URL returns 410. */
export async function insertDeadHook(
  q: Queryable,
  projectId: string,
  tokenHash: string,
  at: Date,
): Promise<void> {
  await q.rows(sql`
    insert into trigger_dead_hook (token_hash, project_id, created_at) values (${tokenHash}, ${projectId}, ${at})
    on conflict do nothing`)
}

export async function isDeadHook(q: Queryable, tokenHash: string): Promise<boolean> {
  const rows = await q.rows(sql`select 1 from trigger_dead_hook where token_hash = ${tokenHash}`)
  return rows.length > 0
}

export async function forgetDeadHooks(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`delete from trigger_dead_hook where created_at < ${before}`)
}
