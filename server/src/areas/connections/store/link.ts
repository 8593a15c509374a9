import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type LinkRow = {
  project_id: string
  id: string
  connected_account_id: string
  callback_url: string | null
  connection_data: string | null
  /** Requested in place of those of the auth config; null for those. */
  scopes: string[] | null
  expires_at: string
  used_at: string | null
  state_expires_at: string | null
  browser_hash: string | null
  attempt: string | null
}

const columns =
  sqlText(`project_id, id, connected_account_id, callback_url, connection_data, scopes, expires_at, used_at,
  state_expires_at, browser_hash, attempt`)

/** A new link makes those before it worthless, unless they were given out with it: there is one way to consent at a time. */
export async function insertLink(
  tx: Tx,
  scope: Scope,
  link: {
    id: string
    tokenHash: string
    accountId: string
    callbackUrl: string | null
    connectionData: string | null
    scopes: readonly string[] | null
    expiresAt: Date
    at: Date
    isOneOfMany: boolean
  },
): Promise<void> {
  if (!link.isOneOfMany)
    await tx.rows(sql`
    update connection_link set expires_at = least(expires_at, ${link.at}), state_hash = null
    where project_id = ${scope.projectId} and connected_account_id = ${link.accountId} and used_at is null`)
  await tx.rows(sql`
    insert into connection_link (project_id, id, token_hash, connected_account_id, callback_url, connection_data,
      scopes, expires_at, created_at)
    values (${scope.projectId}, ${link.id}, ${link.tokenHash}, ${link.accountId}, ${link.callbackUrl},
      ${link.connectionData}, ${link.scopes && storableJson(link.scopes)}, ${link.expiresAt}, ${link.at})`)
}

/** The holder of the token is the user it was created for: only the hash identifies the project. */
export async function findLink(q: Queryable, tokenHash: string): Promise<LinkRow | null> {
  const [row] = await q.rows<LinkRow>(
    sql`select ${columns} from connection_link where token_hash = ${tokenHash}`,
  )
  return row ?? null
}

/** Opens one way to the service; the one that was open before is closed. False when the link was used meanwhile. */
export async function beginAttempt(
  tx: Tx,
  link: Pick<LinkRow, 'project_id' | 'id'>,
  attempt: { stateHash: string; browserHash: string; sealed: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update connection_link set state_hash = ${attempt.stateHash}, browser_hash = ${attempt.browserHash},
      attempt = ${attempt.sealed}, state_expires_at = ${attempt.expiresAt}
    where project_id = ${link.project_id} and id = ${link.id} and used_at is null returning id`)
  return rows.length > 0
}

/** Takes the state, so that no one can take it again, also at the same moment. */
export async function takeState(tx: Tx, stateHash: string, at: Date): Promise<LinkRow | null> {
  const [row] = await tx.rows<LinkRow>(sql`
    update connection_link set used_at = ${at} where state_hash = ${stateHash} and used_at is null
    returning ${columns}`)
  return row ?? null
}

export async function findState(q: Queryable, stateHash: string): Promise<LinkRow | null> {
  const [row] = await q.rows<LinkRow>(
    sql`select ${columns} from connection_link where state_hash = ${stateHash}`,
  )
  return row ?? null
}

export async function useLink(tx: Tx, link: Pick<LinkRow, 'project_id' | 'id'>, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    update connection_link set used_at = ${at}
    where project_id = ${link.project_id} and id = ${link.id} and used_at is null returning id`)
  return rows.length > 0
}

/** What was sealed for the way is of no use behind it. */
export async function clearAttempt(tx: Tx, link: Pick<LinkRow, 'project_id' | 'id'>): Promise<void> {
  await tx.rows(sql`
    update connection_link set attempt = null, connection_data = null
    where project_id = ${link.project_id} and id = ${link.id}`)
}

export async function deleteOldLinks(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`delete from connection_link where expires_at < ${before}`)
}
