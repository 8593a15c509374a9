import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type TokenRow = {
  project_id: string
  id: string
  external_user_id: string
  name: string
  is_active: boolean
  scopes: string[]
  expires_at: string
}

export async function insertToken(
  q: Queryable,
  scope: Scope,
  token: { id: string; externalUserId: string; hash: string; scopes: string[]; at: Date; expiresAt: Date },
): Promise<void> {
  await q.rows(sql`
    insert into external_user_token (project_id, id, external_user_id, hash, scopes, created_at, expires_at)
    values (${scope.projectId}, ${token.id}, ${token.externalUserId}, ${token.hash}, ${token.scopes}, ${token.at}, ${token.expiresAt})`)
}

/** Finds a token without a scope: like a key, it is what makes one. */
export async function findToken(q: Queryable, hash: string): Promise<TokenRow | null> {
  const [row] = await q.rows<TokenRow>(sql`
    select t.project_id, t.id, t.external_user_id, u.name, u.is_active, t.scopes, t.expires_at
    from external_user_token t
    join external_user u on u.project_id = t.project_id and u.id = t.external_user_id
    where t.hash = ${hash}`)
  return row ?? null
}

export async function deleteExpiredTokens(q: Queryable, now: Date): Promise<void> {
  await q.rows(sql`delete from external_user_token where expires_at <= ${now}`)
}
