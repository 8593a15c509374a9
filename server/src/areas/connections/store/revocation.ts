import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Revocation } from '../schema/account.ts'

export type RevocationRow = {
  connected_account_id: string
  toolkit_slug: string
  status: Revocation['status']
  grant_sealed: string | null
  tries: number
  last_error: string | null
  created_at: string
  ended_at: string | null
}

const columns = sqlText(
  'connected_account_id, toolkit_slug, status, grant_sealed, tries, last_error, created_at, ended_at',
)

export async function insertRevocation(
  tx: Tx,
  scope: Scope,
  revocation: {
    accountId: string
    userId: string | null
    toolkitSlug: string
    grant: string | null
    at: Date
  },
): Promise<void> {
  const { accountId, userId, toolkitSlug, grant, at } = revocation
  await tx.rows(sql`
    insert into connection_revocation (project_id, connected_account_id, external_user_id, toolkit_slug, status,
      grant_sealed, created_at, ended_at)
    values (${scope.projectId}, ${accountId}, ${userId}, ${toolkitSlug},
      ${grant === null ? 'unsupported' : 'pending'}, ${grant}, ${at}, ${grant === null ? at : null})`)
}

export async function findRevocation(
  q: Queryable,
  scope: Scope,
  accountId: string,
): Promise<RevocationRow | null> {
  const own = scope.acrossUsers ? sqlText('true') : sql`external_user_id = ${scope.externalUser.id}`
  const [row] = await q.rows<RevocationRow>(sql`
    select ${columns} from connection_revocation
    where project_id = ${scope.projectId} and connected_account_id = ${accountId} and ${own}`)
  return row ?? null
}

export async function noteRevocationTry(
  q: Queryable,
  scope: Scope,
  accountId: string,
  error: string | null,
): Promise<void> {
  await q.rows(sql`
    update connection_revocation set tries = tries + 1, last_error = ${error}
    where project_id = ${scope.projectId} and connected_account_id = ${accountId}`)
}

/** The grant is deleted with the outcome: it is not stored longer than necessary. */
export async function endRevocation(
  tx: Tx,
  scope: Scope,
  accountId: string,
  status: 'revoked' | 'failed',
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update connection_revocation set status = ${status}, grant_sealed = null, ended_at = ${at}
    where project_id = ${scope.projectId} and connected_account_id = ${accountId}`)
}

export async function forgetUserOfRevocations(tx: Tx, scope: Scope, userId: string): Promise<void> {
  await tx.rows(sql`
    update connection_revocation set external_user_id = null
    where project_id = ${scope.projectId} and external_user_id = ${userId}`)
}

export async function moveRevocations(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update connection_revocation set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
}

export async function deleteOldRevocations(q: Queryable, projectId: string, before: Date): Promise<void> {
  await q.rows(sql`
    delete from connection_revocation
    where project_id = ${projectId} and ended_at < ${before} and grant_sealed is null`)
}
