import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'

export type DemoGrant = {
  project_id: string
  id: string
  username: string
  scopes: string[]
  code_challenge: string | null
  redirect_uri: string
  code_expires_at: string
  access_expires_at: string | null
  spent_refresh_hash: string | null
  revoked_at: string | null
}

const columns = sqlText(
  'project_id, id, username, scopes, code_challenge, redirect_uri, code_expires_at, access_expires_at, spent_refresh_hash, revoked_at',
)

/** A flow has one code at a time: a newer one takes the place of what was not redeemed. */
export async function insertGrant(
  q: Queryable,
  grant: Pick<DemoGrant, 'project_id' | 'id' | 'username' | 'scopes' | 'code_challenge' | 'redirect_uri'> & {
    codeHash: string
    codeExpiresAt: Date
    at: Date
  },
): Promise<void> {
  await q.rows(sql`
    with replaced as (
      delete from demo_grant where project_id = ${grant.project_id} and code_challenge = ${grant.code_challenge}
        and code_hash is not null
    )
    insert into demo_grant (project_id, id, username, scopes, code_hash, code_challenge, redirect_uri, code_expires_at,
      created_at)
    values (${grant.project_id}, ${grant.id}, ${grant.username}, ${storableJson(grant.scopes)}, ${grant.codeHash},
      ${grant.code_challenge}, ${grant.redirect_uri}, ${grant.codeExpiresAt}, ${grant.at})`)
}

export async function hasProject(q: Queryable, projectId: string): Promise<boolean> {
  return (await q.rows(sql`select 1 from project where id = ${projectId}`)).length > 0
}

/** Locks it: a code or a refresh token is honoured once. */
export async function lockGrantBy(
  tx: Tx,
  projectId: string,
  by: 'code_hash' | 'refresh_hash' | 'spent_refresh_hash',
  hash: string,
): Promise<DemoGrant | null> {
  const [row] = await tx.rows<DemoGrant>(sql`
    select ${columns} from demo_grant where project_id = ${projectId} and ${sqlText(by)} = ${hash} for update`)
  return row ?? null
}

export async function findGrantByAccess(
  q: Queryable,
  projectId: string,
  hash: string,
): Promise<DemoGrant | null> {
  const [row] = await q.rows<DemoGrant>(
    sql`select ${columns} from demo_grant where project_id = ${projectId} and access_hash = ${hash}`,
  )
  return row ?? null
}

export async function issueTokens(
  tx: Tx,
  grant: Pick<DemoGrant, 'project_id' | 'id'>,
  tokens: { accessHash: string; accessExpiresAt: Date; refreshHash: string },
): Promise<void> {
  await tx.rows(sql`
    update demo_grant set code_hash = null, access_hash = ${tokens.accessHash},
      access_expires_at = ${tokens.accessExpiresAt}, spent_refresh_hash = refresh_hash,
      refresh_hash = ${tokens.refreshHash}
    where project_id = ${grant.project_id} and id = ${grant.id}`)
}

export async function revokeGrant(
  tx: Tx,
  grant: Pick<DemoGrant, 'project_id' | 'id'>,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update demo_grant set revoked_at = coalesce(revoked_at, ${at})
    where project_id = ${grant.project_id} and id = ${grant.id}`)
}

export async function deleteOldGrants(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`
    delete from demo_grant where created_at < ${before} and (revoked_at is not null or access_hash is null)`)
}
