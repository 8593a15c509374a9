import { type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AccountStatus, Identity, LastError } from '../schema/account.ts'
import type { Masks } from '../schema/auth-config.ts'

export type StoredStatus = Exclude<AccountStatus, 'INACTIVE'>

export type AccountRow = {
  project_id: string
  id: string
  external_user_id: string
  auth_config_id: string
  toolkit_slug: string
  auth_scheme: string
  display_name: string | null
  labels: string[]
  /** As it is stored. Callers see `shown_status`. */
  status: StoredStatus
  shown_status: AccountStatus
  status_reason: string | null
  is_disabled: boolean
  consent_until: string | null
  scopes_granted: string[]
  identity: Identity | null
  credentials: string | null
  credential_facts: Masks
  credentials_version: number
  is_renewable: boolean
  expires_at: string | null
  refresh_after: string | null
  last_refreshed_at: string | null
  last_used_at: string | null
  last_error: LastError | null
  permanent_failures: number
  refresh_held_until: string | null
  connected_at: string | null
  version: number
  created_at: string
  updated_at: string
  config_is_managed: boolean
  config_is_disabled: boolean
  config_restricts: string[]
}

/**
 * What is read depends on the time: a link that no one followed, or a token that nothing can renew, has expired without
 * anyone writing it.
 */
export const visibleStatus = (now: Date): Statement => sql`
  case when a.status in ('INITIALIZING', 'INITIATED') and a.consent_until < ${now} then 'EXPIRED'
    when a.status = 'ACTIVE' and not a.is_renewable and a.expires_at < ${now} then 'EXPIRED'
    when a.status = 'ACTIVE' and (a.is_disabled or c.is_disabled) then 'INACTIVE' else a.status end`

const plainColumns =
  sqlText(`a.project_id, a.id, a.external_user_id, a.auth_config_id, a.toolkit_slug, a.auth_scheme,
  a.display_name, a.labels, a.status, a.status_reason, a.is_disabled, a.consent_until, a.scopes_granted, a.identity,
  a.credentials, a.credential_facts, a.credentials_version, a.is_renewable, a.expires_at, a.refresh_after,
  a.last_refreshed_at, a.last_used_at, a.last_error, a.permanent_failures, a.refresh_held_until, a.connected_at,
  a.version, a.created_at, a.updated_at, c.is_provider_managed as config_is_managed,
  c.is_disabled as config_is_disabled, c.restrict_to_tools as config_restricts`)

export const accountColumns = (now: Date): Statement =>
  sql`${plainColumns}, ${visibleStatus(now)} as shown_status`

export const accountSource = sqlText(
  'connected_account a join auth_config c on c.project_id = a.project_id and c.id = a.auth_config_id',
)

/** Accounts that the caller may see: those of the acting user, or of all when an admin requested that. */
export const isOwn = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`a.project_id = ${projectId}`
    : sql`a.project_id = ${projectId} and a.external_user_id = ${externalUser.id}`

export type NewAccount = Pick<
  AccountRow,
  'id' | 'auth_config_id' | 'toolkit_slug' | 'auth_scheme' | 'display_name' | 'labels' | 'status'
> & { consentUntil: Date | null; at: Date }

/** Takes the end user until the transaction ends: accounts of one user are added one after the other. */
export async function lockOwner(tx: Tx, scope: Scope): Promise<void> {
  await tx.rows(sql`
    select 1 from external_user where project_id = ${scope.projectId} and id = ${scope.externalUser.id}
    for no key update`)
}

/** False when the end user was deleted. */
export async function insertAccount(tx: Tx, scope: Scope, account: NewAccount): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into connected_account (project_id, id, external_user_id, auth_config_id, toolkit_slug, auth_scheme,
      display_name, labels, status, consent_until, created_at, updated_at)
    select u.project_id, ${account.id}, u.id, ${account.auth_config_id}, ${account.toolkit_slug},
      ${account.auth_scheme}, ${account.display_name}, ${storableJson(account.labels)}, ${account.status},
      ${account.consentUntil}, ${account.at}, ${account.at}
    from external_user u where u.project_id = ${scope.projectId} and u.id = ${scope.externalUser.id}
    for key share of u
    returning id`)
  return rows.length > 0
}

export async function findAccount(
  q: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<AccountRow | null> {
  const [row] = await q.rows<AccountRow>(
    sql`select ${accountColumns(now)} from ${accountSource} where ${isOwn(scope)} and a.id = ${id}`,
  )
  return row ?? null
}

export async function lockAccount(tx: Tx, scope: Scope, id: string, now: Date): Promise<AccountRow | null> {
  await tx.rows(
    sql`select 1 from connected_account a where ${isOwn(scope)} and a.id = ${id} for no key update`,
  )
  return findAccount(tx, scope, id, now)
}

export async function updateAccount(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Pick<AccountRow, 'display_name' | 'labels' | 'is_disabled'>,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update connected_account set display_name = ${change.display_name}, labels = ${storableJson(change.labels)},
      is_disabled = ${change.is_disabled}, version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}`)
}

export async function setStatus(
  tx: Tx,
  scope: Scope,
  id: string,
  status: StoredStatus,
  reason: string | null,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update connected_account set status = ${status}, status_reason = ${reason}, version = version + 1,
      updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}`)
}

/** How long someone may still consent. An account that works stays usable meanwhile. */
export async function setConsentUntil(tx: Tx, scope: Scope, id: string, until: Date): Promise<void> {
  await tx.rows(sql`
    update connected_account set consent_until = ${until} where project_id = ${scope.projectId} and id = ${id}`)
}

export async function setIdentity(q: Queryable, scope: Scope, id: string, identity: Identity): Promise<void> {
  await q.rows(sql`
    update connected_account set identity = ${storableJson(identity)}
    where project_id = ${scope.projectId} and id = ${id}`)
}

export async function touchAccount(q: Queryable, scope: Scope, id: string, at: Date): Promise<void> {
  await q.rows(sql`
    update connected_account set last_used_at = ${at} where project_id = ${scope.projectId} and id = ${id}`)
}

/** The account as it is when it is deleted, whichever user owns it; null when it was deleted meanwhile. */
export async function lockForRemoval(
  tx: Tx,
  scope: Scope,
  id: string,
  now: Date,
): Promise<AccountRow | null> {
  return lockAccount(tx, { ...scope, acrossUsers: true }, id, now)
}

export async function deleteAccount(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from connected_account where project_id = ${scope.projectId} and id = ${id}`)
}

export async function moveAccounts(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update connected_account set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
}
