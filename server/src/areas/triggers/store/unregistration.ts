import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type UnregistrationRow = {
  id: string
  triggerId: string
  connectedAccountId: string | null
  slug: string
  sealed: string
}

export async function insertUnregistration(
  tx: Tx,
  { projectId }: Pick<Scope, 'projectId'>,
  { id, triggerId, connectedAccountId, slug, sealed }: UnregistrationRow,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into trigger_unregistration (project_id, id, trigger_id, connected_account_id, slug, sealed, created_at)
    values (${projectId}, ${id}, ${triggerId}, ${connectedAccountId}, ${slug}, ${sealed}, ${at})`)
}

export async function findUnregistration(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  id: string,
): Promise<UnregistrationRow | null> {
  const [row] = await q.rows<UnregistrationRow>(sql`
    select id, trigger_id as "triggerId", connected_account_id as "connectedAccountId", slug, sealed
    from trigger_unregistration where project_id = ${projectId} and id = ${id}`)
  return row ?? null
}

export const listUnregistrations = (
  q: Queryable,
  projectId: string,
  limit: number,
): Promise<UnregistrationRow[]> =>
  q.rows<UnregistrationRow>(sql`
    select id, trigger_id as "triggerId", connected_account_id as "connectedAccountId", slug, sealed
    from trigger_unregistration where project_id = ${projectId} order by id limit ${limit}`)

/** Null where it was deleted before. */
export async function deleteUnregistration(
  tx: Tx,
  { projectId }: Pick<Scope, 'projectId'>,
  id: string,
): Promise<Pick<UnregistrationRow, 'triggerId' | 'slug'> | null> {
  const [row] = await tx.rows<Pick<UnregistrationRow, 'triggerId' | 'slug'>>(sql`
    delete from trigger_unregistration where project_id = ${projectId} and id = ${id}
    returning trigger_id as "triggerId", slug`)
  return row ?? null
}

/** Whether webhooks of the account are still to be removed. */
export async function hasUnregistrations(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  accountId: string,
): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from trigger_unregistration
    where project_id = ${projectId} and connected_account_id = ${accountId} limit 1`)
  return rows.length > 0
}
