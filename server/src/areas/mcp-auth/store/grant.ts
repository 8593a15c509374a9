import { allOf, likePattern, type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ClientQuery, McpClient } from '../schema/client.ts'

export type Grant = {
  projectId: string
  id: string
  externalUserId: string
  serverId: string | null
  clientId: string
  redirectUri: string
  scopes: string[]
  codeChallenge: string
  codeExpiresAt: string
  accessHash: string | null
  accessExpiresAt: string | null
  refreshExpiresAt: string | null
  refreshedAt: string | null
}

const columns =
  sqlText(`project_id as "projectId", id, external_user_id as "externalUserId", server_id as "serverId",
  client_id as "clientId", redirect_uri as "redirectUri", scopes, code_challenge as "codeChallenge",
  code_expires_at as "codeExpiresAt", access_hash as "accessHash", access_expires_at as "accessExpiresAt",
  refresh_expires_at as "refreshExpiresAt", refreshed_at as "refreshedAt"`)

export type NewGrant = Pick<
  Grant,
  'id' | 'serverId' | 'clientId' | 'redirectUri' | 'scopes' | 'codeChallenge'
> & {
  keyId: string | null
  clientName: string
  codeHash: string
  codeExpiresAt: Date
  at: Date
}

export async function insertGrant(
  tx: Tx,
  { projectId, externalUser }: Scope,
  grant: NewGrant,
): Promise<void> {
  await tx.rows(sql`
    insert into mcp_grant (project_id, id, external_user_id, server_id, api_key_id, client_id, client_name, redirect_uri,
      scopes, code_hash, code_challenge, code_expires_at, created_at)
    values (${projectId}, ${grant.id}, ${externalUser.id}, ${grant.serverId}, ${grant.keyId}, ${grant.clientId},
      ${grant.clientName}, ${grant.redirectUri}, ${grant.scopes}, ${grant.codeHash}, ${grant.codeChallenge},
      ${grant.codeExpiresAt}, ${grant.at})`)
}

const hashColumns = {
  code: 'code_hash',
  access: 'access_hash',
  refresh: 'refresh_hash',
  spentRefresh: 'spent_refresh_hash',
} as const

/** Without a scope: like a key, a code or a token is what makes one. */
export async function lockGrantBy(
  tx: Tx,
  kind: keyof typeof hashColumns,
  hash: string,
): Promise<Grant | null> {
  const [row] = await tx.rows<Grant>(sql`
    select ${columns} from mcp_grant where ${sqlText(hashColumns[kind])} = ${hash} for update`)
  return row ?? null
}

export async function findGrant(tx: Tx, { projectId }: Scope, id: string): Promise<Grant | null> {
  const [row] = await tx.rows<Grant>(sql`
    select ${columns} from mcp_grant where project_id = ${projectId} and id = ${id} for update`)
  return row ?? null
}

export type IssuedTokens = {
  accessHash: string
  accessExpiresAt: Date
  refreshHash: string
  refreshExpiresAt: Date
  at: Date
}

export async function storeTokens(tx: Tx, { projectId, id }: Grant, tokens: IssuedTokens): Promise<void> {
  await tx.rows(sql`
    update mcp_grant
    set access_hash = ${tokens.accessHash}, access_expires_at = ${tokens.accessExpiresAt},
      spent_refresh_hash = refresh_hash, refresh_hash = ${tokens.refreshHash},
      refresh_expires_at = ${tokens.refreshExpiresAt}, refreshed_at = ${tokens.at}
    where project_id = ${projectId} and id = ${id}`)
}

export async function deleteGrant(tx: Tx, { projectId, id }: Grant): Promise<void> {
  await tx.rows(sql`delete from mcp_grant where project_id = ${projectId} and id = ${id}`)
}

export type AuthenticatedGrant = Grant & {
  userName: string
  isUserActive: boolean
  keyId: string | null
  /** False once the key that approved it was revoked or has expired. */
  isKeyUsable: boolean
  lastUsedAt: string | null
}

export async function findGrantByAccess(
  q: Queryable,
  hash: string,
  now: Date,
): Promise<AuthenticatedGrant | null> {
  const [row] = await q.rows<AuthenticatedGrant>(sql`
    select g.project_id as "projectId", g.id, g.external_user_id as "externalUserId", g.server_id as "serverId",
      g.client_id as "clientId", g.redirect_uri as "redirectUri", g.scopes, g.code_challenge as "codeChallenge",
      g.code_expires_at as "codeExpiresAt", g.access_hash as "accessHash", g.access_expires_at as "accessExpiresAt",
      g.refresh_expires_at as "refreshExpiresAt", g.refreshed_at as "refreshedAt", g.last_used_at as "lastUsedAt",
      u.name as "userName", u.is_active as "isUserActive", g.api_key_id as "keyId",
      g.api_key_id is null
        or (k.id is not null and k.revoked_at is null and coalesce(k.expires_at > ${now}, true)) as "isKeyUsable"
    from mcp_grant g
    join external_user u on u.project_id = g.project_id and u.id = g.external_user_id
    left join api_key k on k.project_id = g.project_id and k.id = g.api_key_id
    where g.access_hash = ${hash}`)
  return row ?? null
}

export async function noteUse(q: Queryable, { projectId, id }: Grant, at: Date): Promise<void> {
  await q.rows(sql`update mcp_grant set last_used_at = ${at} where project_id = ${projectId} and id = ${id}`)
}

type ClientRow = Omit<McpClient, 'externalUser' | 'url' | 'serverName'> & {
  userId: string
  userName: string
  clientId: string
  serverName: string | null
}

const clientColumns =
  sqlText(`g.id, g.client_name as name, g.client_id as "clientId", g.redirect_uri as "redirectUri",
  g.server_id as "serverId", s.name as "serverName", u.id as "userId", u.name as "userName", g.scopes,
  g.created_at as "createdAt", g.last_used_at as "lastUsedAt", g.refresh_expires_at as "expiresAt"`)

const grants = sqlText(`mcp_grant g
  join external_user u on u.project_id = g.project_id and u.id = g.external_user_id
  left join mcp_server s on s.project_id = g.project_id and s.id = g.server_id`)

const toClient = ({ userId, userName, clientId, serverName, ...row }: ClientRow): McpClient => ({
  ...row,
  url: clientId.startsWith('https://') ? clientId : null,
  serverName: serverName ?? 'stoa',
  externalUser: { id: userId, name: userName },
})

/** Those that have exchanged their code. */
export async function listClients(
  q: Queryable,
  { projectId }: Scope,
  query: ClientQuery,
): Promise<Page<McpClient>> {
  const pattern = query.q?.trim() ? likePattern(query.q.trim()) : null
  const where = allOf([
    sql`g.project_id = ${projectId} and g.access_hash is not null`,
    ...(pattern ? [sql`(g.client_name ilike ${pattern} or u.name ilike ${pattern})`] : []),
    ...(query.serverId ? [sql`g.server_id = ${query.serverId}`] : []),
  ])
  return mapPage(
    await selectPage<ClientRow>(
      q,
      {
        columns: clientColumns,
        from: sql`${grants} where ${where}`,
        order: sql`g.created_at desc, g.id desc`,
      },
      query,
    ),
    toClient,
  )
}

export const listClientsOf = async (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<McpClient[]> =>
  (
    await q.rows<ClientRow>(sql`
      select ${clientColumns} from ${grants}
      where g.project_id = ${projectId} and g.external_user_id = ${userId} and g.id > ${after}
        and g.access_hash is not null
      order by g.id limit ${limit}`)
  ).map(toClient)

/** What can no longer be used: codes that were not exchanged, and tokens that were not refreshed. */
export async function deleteExpiredGrants(q: Queryable, now: Date): Promise<void> {
  await q.rows(sql`
    delete from mcp_grant where coalesce(refresh_expires_at, code_expires_at) <= ${now}`)
}
