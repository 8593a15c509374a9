import { type Queryable, sql } from '../../kernel/db/db.ts'
import type { Role, Scope } from '../../kernel/scope.ts'
import type { Profile } from './schema.ts'

type Row = {
  account_id: string | null
  email: string | null
  account_name: string | null
  avatar_url: string | null
  locale: string | null
  account_created_at: string | null
  project_name: string
  project_slug: string
  project_created_at: string
  key_id: string | null
  key_name: string
  key_prefix: string
  key_scopes: string[]
  key_role: Role
  key_expires_at: string | null
  key_last_used_at: string | null
}

/** One query for the whole profile: the person behind the call, the project, and the key if one was used. */
export async function findProfile(q: Queryable, scope: Scope): Promise<Profile | null> {
  const keyId = scope.actor.kind === 'key' ? scope.actor.keyId : null
  // A key is given to programs and to tenants: the person behind it shows through an operator key alone.
  const accountId = keyId !== null && !scope.isOperator ? null : scope.actor.accountId
  const [row] = await q.rows<Row>(sql`
    select a.id as account_id, a.email, a.name as account_name, a.avatar_url, a.locale, a.created_at as account_created_at,
           p.name as project_name, p.slug as project_slug, p.created_at as project_created_at,
           k.id as key_id, k.name as key_name, k.prefix as key_prefix, k.scopes as key_scopes, k.role as key_role,
           k.expires_at as key_expires_at, k.last_used_at as key_last_used_at
    from project p
    left join api_key k on k.project_id = p.id and k.id = ${keyId}
    left join account a on a.id = ${accountId}
    where p.id = ${scope.projectId}`)
  if (!row) return null
  return {
    // Any other key speaks for the project itself.
    id: row.account_id ?? scope.projectId,
    email: row.email,
    name: row.account_name ?? row.project_name,
    role: scope.role,
    avatarUrl: row.avatar_url,
    locale: row.locale,
    createdAt: row.account_created_at ?? row.project_created_at,
    project: { id: scope.projectId, name: row.project_name, slug: row.project_slug },
    apiKey:
      row.key_id === null
        ? null
        : {
            id: row.key_id,
            name: row.key_name,
            prefix: row.key_prefix,
            scopes: row.key_scopes,
            role: row.key_role,
            expiresAt: row.key_expires_at,
            lastUsedAt: row.key_last_used_at,
          },
    externalUser: scope.externalUser,
  }
}
