import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { keyIdOf, type Scope } from '../../../kernel/scope.ts'

export type TokenRow = {
  project_id: string
  id: string
  external_user_id: string
  name: string
  is_active: boolean
  is_visitor: boolean
  scopes: string[]
  expires_at: string
  api_key_id: string | null
  /** False once the key that made it was revoked or has expired. */
  is_key_usable: boolean
  /** Of a chat token. */
  agent_id: string | null
  can_approve: boolean
  allowed_origins: string[]
}

export type NewToken = {
  id: string
  externalUserId: string
  hash: string
  scopes: string[]
  at: Date
  expiresAt: Date
  /** Makes it a chat token. */
  agentId?: string
  canApprove?: boolean
}

/** Returns until when it is good: not longer than the key that makes it. */
export async function insertToken(q: Queryable, scope: Scope, token: NewToken): Promise<string> {
  const keyId = keyIdOf(scope.actor)
  const [row] = await q.rows<{ expires_at: string }>(sql`
    insert into external_user_token (project_id, id, external_user_id, hash, scopes, api_key_id, agent_id, can_approve,
                                     created_at, expires_at)
    values (${scope.projectId}, ${token.id}, ${token.externalUserId}, ${token.hash}, ${token.scopes}, ${keyId},
            ${token.agentId ?? null}, ${token.canApprove ?? false}, ${token.at},
            least(${token.expiresAt}::timestamptz,
                  (select expires_at from api_key where project_id = ${scope.projectId} and id = ${keyId})))
    returning expires_at`)
  return row!.expires_at
}

/** Finds a token without a scope: like a key, it is what makes one. */
export async function findToken(q: Queryable, hash: string, now: Date): Promise<TokenRow | null> {
  const [row] = await q.rows<TokenRow>(sql`
    select t.project_id, t.id, t.external_user_id, u.name, u.is_active, u.source = 'embed_visitor' as is_visitor, t.scopes,
           t.expires_at, t.api_key_id, t.agent_id, t.can_approve,
           t.api_key_id is null or (k.revoked_at is null and coalesce(k.expires_at > ${now}, true)) as is_key_usable,
           coalesce(p.settings->'allowedOrigins', '[]') as allowed_origins
    from external_user_token t
    join project p on p.id = t.project_id
    left join api_key k on k.project_id = t.project_id and k.id = t.api_key_id
    join external_user u on u.project_id = t.project_id and u.id = t.external_user_id
    where t.hash = ${hash}`)
  return row ?? null
}

export type RevokedToken = { id: string; external_user_id: string; agent_id: string | null }

export const deleteTokensOfUser = (tx: Tx, { projectId }: Scope, userId: string) =>
  tx.rows<RevokedToken>(sql`
    delete from external_user_token where project_id = ${projectId} and external_user_id = ${userId}
    returning id, external_user_id, agent_id`)

/** One chat token, of the acting user; of any user where the project itself acts. */
export async function deleteChatToken(
  tx: Tx,
  { projectId, externalUser }: Scope,
  { agentId, id }: { agentId: string; id: string },
): Promise<RevokedToken | null> {
  const [row] = await tx.rows<RevokedToken>(sql`
    delete from external_user_token
    where project_id = ${projectId} and id = ${id} and agent_id = ${agentId}
      and (${externalUser.id}::uuid = ${projectId} or external_user_id = ${externalUser.id})
    returning id, external_user_id, agent_id`)
  return row ?? null
}

/** Those of anonymous visitors alone. */
export const deleteVisitorTokens = (tx: Tx, { projectId }: Scope, agentId: string) =>
  tx.rows<RevokedToken>(sql`
    delete from external_user_token t using external_user u
    where t.project_id = ${projectId} and t.agent_id = ${agentId} and u.project_id = t.project_id
      and u.id = t.external_user_id and u.source = 'embed_visitor'
    returning t.id, t.external_user_id, t.agent_id`)

export async function deleteExpiredTokens(q: Queryable, now: Date): Promise<void> {
  await q.rows(sql`delete from external_user_token where expires_at <= ${now}`)
}
