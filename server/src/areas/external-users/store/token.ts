import { type Queryable, sql } from '../../../kernel/db/db.ts'
import { keyIdOf, type Scope } from '../../../kernel/scope.ts'

export type TokenRow = {
  project_id: string
  id: string
  external_user_id: string
  name: string
  is_active: boolean
  scopes: string[]
  expires_at: string
  api_key_id: string | null
  /** False once the key that made it was revoked or has expired. */
  is_key_usable: boolean
}

/** Returns until when it is good: not longer than the key that makes it. */
export async function insertToken(
  q: Queryable,
  scope: Scope,
  token: { id: string; externalUserId: string; hash: string; scopes: string[]; at: Date; expiresAt: Date },
): Promise<string> {
  const keyId = keyIdOf(scope.actor)
  const [row] = await q.rows<{ expires_at: string }>(sql`
    insert into external_user_token (project_id, id, external_user_id, hash, scopes, api_key_id, created_at, expires_at)
    values (${scope.projectId}, ${token.id}, ${token.externalUserId}, ${token.hash}, ${token.scopes}, ${keyId}, ${token.at},
            least(${token.expiresAt}::timestamptz,
                  (select expires_at from api_key where project_id = ${scope.projectId} and id = ${keyId})))
    returning expires_at`)
  return row!.expires_at
}

/** Finds a token without a scope: like a key, it is what makes one. */
export async function findToken(q: Queryable, hash: string, now: Date): Promise<TokenRow | null> {
  const [row] = await q.rows<TokenRow>(sql`
    select t.project_id, t.id, t.external_user_id, u.name, u.is_active, t.scopes, t.expires_at, t.api_key_id,
           t.api_key_id is null or (k.revoked_at is null and coalesce(k.expires_at > ${now}, true)) as is_key_usable
    from external_user_token t
    left join api_key k on k.project_id = t.project_id and k.id = t.api_key_id
    join external_user u on u.project_id = t.project_id and u.id = t.external_user_id
    where t.hash = ${hash}`)
  return row ?? null
}

export async function deleteExpiredTokens(q: Queryable, now: Date): Promise<void> {
  await q.rows(sql`delete from external_user_token where expires_at <= ${now}`)
}
