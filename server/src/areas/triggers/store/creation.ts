import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { TriggerRef } from './trigger.ts'

export type HookToken = { token: string; tokenHash: string }
type Reserved = { token: string | null; tokenHash: string | null }

/** With the URL that an attempt before left, of which no result is known. Null while another request creates the trigger. */
export async function reserveCreation(
  q: Queryable,
  { projectId, id }: TriggerRef,
  { slug, now, until }: { slug: string; now: Date; until: Date },
): Promise<{ left: HookToken | null } | null> {
  const [row] = await q.rows<Reserved>(sql`
    insert into trigger_creation (project_id, id, slug, until) values (${projectId}, ${id}, ${slug}, ${until})
    on conflict (project_id, id) do update set until = excluded.until where trigger_creation.until < ${now}
    returning token, token_hash as "tokenHash"`)
  if (!row) return null
  const { token, tokenHash } = row
  return { left: token === null || tokenHash === null ? null : { token, tokenHash } }
}

/** Before the service is called. */
export async function noteToken(
  q: Queryable,
  { projectId, id }: TriggerRef,
  { token, tokenHash }: HookToken,
): Promise<void> {
  await q.rows(sql`
    update trigger_creation set token = ${token}, token_hash = ${tokenHash}
    where project_id = ${projectId} and id = ${id}`)
}

export async function releaseCreation(q: Queryable, { projectId, id }: TriggerRef): Promise<void> {
  await q.rows(sql`delete from trigger_creation where project_id = ${projectId} and id = ${id}`)
}

export type LeftCreation = { projectId: string; id: string; slug: string | null; tokenHash: string | null }

/** Takes those that a killed server has left, and that no request has repeated since. */
export const takeLeftCreations = (q: Queryable, before: Date, limit: number): Promise<LeftCreation[]> =>
  q.rows<LeftCreation>(sql`
    delete from trigger_creation where (project_id, id) in (
      select project_id, id from trigger_creation where until < ${before} limit ${limit} for update skip locked)
    returning project_id as "projectId", id, slug, token_hash as "tokenHash"`)
