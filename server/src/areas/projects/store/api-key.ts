import {
  allOf,
  likePattern,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Role, Scope } from '../../../kernel/scope.ts'
import type { CreateKeyBody, KeyQuery } from '../schema.ts'

export type KeyRow = {
  project_id: string
  id: string
  account_id: string | null
  name: string
  prefix: string
  suffix: string
  role: Role
  is_operator: boolean
  scopes: string[]
  allowed_ips: string[]
  monthly_credit_cap: string | null
  hash: string
  old_hash: string | null
  old_hash_until: string | null
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  version: number
  created_at: string
  updated_at: string
}

const columns = sql`project_id, id, account_id, name, prefix, suffix, role, is_operator, scopes, allowed_ips,
  monthly_credit_cap, hash, old_hash, old_hash_until, expires_at, revoked_at, last_used_at, version, created_at, updated_at`

/** The only query that finds a key without a scope: it is what makes one. */
export async function findKeyByHash(q: Queryable, hash: string): Promise<KeyRow | null> {
  const [row] = await q.rows<KeyRow>(sql`
    select project_id, id, account_id, role, is_operator, scopes, allowed_ips, hash, old_hash, old_hash_until, expires_at,
           revoked_at, last_used_at
    from api_key where hash = ${hash} or old_hash = ${hash}`)
  return row ?? null
}

/**
 * A condition: whether the key still gives the same access, and ends when it did. Its current value was sent, not an old one.
 * It is the same for all requests with the key, so that those of one moment can share it.
 */
export const isKeyStill = (key: KeyRow): Statement => sql`
  exists (select from api_key where project_id = ${key.project_id} and id = ${key.id} and hash = ${key.hash}
          and revoked_at is null and role = ${key.role}
          and date_trunc('milliseconds', expires_at) is not distinct from ${key.expires_at}::timestamptz
          and is_operator = ${key.is_operator} and scopes = ${key.scopes} and allowed_ips = ${key.allowed_ips}
          and account_id is not distinct from ${key.account_id}::uuid)`

export type NewKey = Omit<CreateKeyBody, 'expiresAt'> & {
  id: string
  accountId: string | null
  hash: string
  prefix: string
  suffix: string
  expiresAt: string | null
  at: Date
}

export async function insertKey(tx: Tx, scope: Scope, key: NewKey): Promise<KeyRow> {
  const [row] = await tx.rows<KeyRow>(sql`
    insert into api_key (project_id, id, account_id, name, hash, prefix, suffix, role, is_operator, scopes, allowed_ips,
                         monthly_credit_cap, expires_at, created_at, updated_at)
    values (${scope.projectId}, ${key.id}, ${key.accountId}, ${key.name}, ${key.hash}, ${key.prefix}, ${key.suffix},
            ${key.role}, ${key.isOperator}, ${key.scopes}, ${key.allowedIps}, ${key.monthlyCreditCap ?? null}, ${key.expiresAt},
            ${key.at}, ${key.at})
    returning ${columns}`)
  return row!
}

export async function findKey(q: Queryable, scope: Scope, id: string): Promise<KeyRow | null> {
  const [row] = await q.rows<KeyRow>(sql`
    select ${columns} from api_key where project_id = ${scope.projectId} and id = ${id}`)
  return row ?? null
}

const sortColumns: Record<KeyQuery['sortBy'], string> = {
  createdAt: 'created_at',
  name: 'name',
  lastUsedAt: 'last_used_at',
  expiresAt: 'expires_at',
}

export async function listKeys(q: Queryable, scope: Scope, query: KeyQuery): Promise<Page<KeyRow>> {
  const conditions = [sql`project_id = ${scope.projectId}`]
  if (query.q !== undefined) conditions.push(sql`name ilike ${likePattern(query.q)}`)
  const where = allOf(conditions)
  const order = sqlText(`${sortColumns[query.sortBy]} ${query.sortOrder} nulls last, id ${query.sortOrder}`)
  return selectPage<KeyRow>(q, { columns, from: sql`api_key where ${where}`, order }, query)
}

/**
 * Takes the project's row, so that two requests cannot each remove what the other counts on. A full admin key is one
 * with full access: no scopes, no IP restriction, in use.
 */
export async function lockKeysOf(
  tx: Tx,
  scope: Scope,
  now: Date,
): Promise<{ usable: number; fullAdminIds: string[] }> {
  await tx.rows(sql`select 1 from project where id = ${scope.projectId} for no key update`)
  const rows = await tx.rows<{ id: string; is_full: boolean }>(sql`
    select id, role = 'admin' and scopes = '{}' and allowed_ips = '{}' as is_full from api_key
    where project_id = ${scope.projectId} and revoked_at is null and (expires_at is null or expires_at > ${now})`)
  return { usable: rows.length, fullAdminIds: rows.filter((row) => row.is_full).map(({ id }) => id) }
}

export type KeyChange = Pick<
  KeyRow,
  'name' | 'role' | 'is_operator' | 'scopes' | 'allowed_ips' | 'monthly_credit_cap' | 'expires_at'
>

/** Null when another change came first. */
export async function updateKey(
  tx: Tx,
  scope: Scope,
  id: string,
  version: number,
  change: KeyChange,
  at: Date,
): Promise<KeyRow | null> {
  const [row] = await tx.rows<KeyRow>(sql`
    update api_key
    set name = ${change.name}, role = ${change.role}, is_operator = ${change.is_operator}, scopes = ${change.scopes},
        allowed_ips = ${change.allowed_ips},
        monthly_credit_cap = ${change.monthly_credit_cap}, expires_at = ${change.expires_at},
        version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id} and version = ${version}
    returning ${columns}`)
  return row ?? null
}

export async function rotateKey(
  tx: Tx,
  scope: Scope,
  id: string,
  value: { hash: string; prefix: string; suffix: string },
  oldUntil: Date | null,
  at: Date,
): Promise<KeyRow> {
  const [row] = await tx.rows<KeyRow>(sql`
    update api_key
    set old_hash = case when ${oldUntil}::timestamptz is null then null else hash end, old_hash_until = ${oldUntil},
        hash = ${value.hash}, prefix = ${value.prefix}, suffix = ${value.suffix},
        version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}
    returning ${columns}`)
  return row!
}

export async function revokeKey(tx: Tx, scope: Scope, id: string, at: Date): Promise<void> {
  await tx.rows(sql`
    update api_key set revoked_at = ${at}, version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}`)
}

/** Every key of a project that is deleted. */
export async function deleteKeys(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`delete from api_key where project_id = ${projectId} returning id`,
  )
  return rows.map(({ id }) => id)
}

export async function touchKey(q: Queryable, projectId: string, id: string, at: Date): Promise<void> {
  await q.rows(sql`update api_key set last_used_at = ${at} where project_id = ${projectId} and id = ${id}`)
}
