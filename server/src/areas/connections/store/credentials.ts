import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Identity, LastError } from '../schema/account.ts'
import type { Masks } from '../schema/auth-config.ts'

/** New credentials as they are stored. */
export type SealedCredentials = {
  credentials: string
  facts: Masks
  scopesGranted: readonly string[]
  isRenewable: boolean
  expiresAt: Date | null
  refreshAfter: Date | null
}

/** The account works from now on, whatever it was before. */
export async function connectAccount(
  tx: Tx,
  scope: Scope,
  id: string,
  sealed: SealedCredentials,
  identity: Identity | null,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update connected_account set status = 'ACTIVE', status_reason = null, consent_until = null,
      credentials = ${sealed.credentials}, credential_facts = ${storableJson(sealed.facts)},
      scopes_granted = ${storableJson(sealed.scopesGranted)}, is_renewable = ${sealed.isRenewable},
      expires_at = ${sealed.expiresAt}, refresh_after = ${sealed.refreshAfter},
      identity = coalesce(${identity === null ? null : storableJson(identity)}::jsonb, identity),
      credentials_version = credentials_version + 1, permanent_failures = 0, last_error = null,
      refresh_holder = null, refresh_held_until = null, connected_at = coalesce(connected_at, ${at}),
      version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}`)
}

/**
 * One at a time, on all nodes: true for callers that may renew these credentials until then. It is a lease and not a
 * lock, so that no transaction waits for someone else's server, and a node that dies holds no one up for long.
 */
export async function holdRefresh(
  q: Queryable,
  scope: Scope,
  id: string,
  seen: { version: number; holder: string; until: Date; now: Date },
): Promise<boolean> {
  const rows = await q.rows(sql`
    update connected_account set refresh_holder = ${seen.holder}, refresh_held_until = ${seen.until}
    where project_id = ${scope.projectId} and id = ${id} and credentials_version = ${seen.version}
      and (refresh_held_until is null or refresh_held_until < ${seen.now})
    returning id`)
  return rows.length > 0
}

/**
 * False when the credentials were replaced meanwhile, by a user who reconnected. A holder that came too late uses
 * what it was given all the same: with rotating tokens they are the only ones that still work.
 */
export async function storeRefreshed(
  tx: Tx,
  scope: Scope,
  id: string,
  seenVersion: number,
  sealed: SealedCredentials,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update connected_account set credentials = ${sealed.credentials},
      credential_facts = ${storableJson(sealed.facts)}, scopes_granted = ${storableJson(sealed.scopesGranted)},
      is_renewable = ${sealed.isRenewable}, expires_at = ${sealed.expiresAt}, refresh_after = ${sealed.refreshAfter},
      status = 'ACTIVE', status_reason = null, credentials_version = credentials_version + 1, permanent_failures = 0,
      last_error = null, last_refreshed_at = ${at}, refresh_holder = null, refresh_held_until = null,
      version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id} and credentials_version = ${seenVersion}
    returning id`)
  return rows.length > 0
}

/**
 * Gives the lease back with what went wrong; the number of failures in a row that no retry can fix, or null if
 * replaced.
 */
export async function noteRefreshFailure(
  tx: Tx,
  scope: Scope,
  id: string,
  seenVersion: number,
  failure: { error: LastError; isPermanent: boolean; retryAt: Date },
): Promise<number | null> {
  const [row] = await tx.rows<{ permanent_failures: number }>(sql`
    update connected_account set last_error = ${storableJson(failure.error)},
      permanent_failures = permanent_failures + ${failure.isPermanent ? 1 : 0},
      refresh_after = greatest(refresh_after, ${failure.retryAt}),
      refresh_holder = null, refresh_held_until = null
    where project_id = ${scope.projectId} and id = ${id} and credentials_version = ${seenVersion}
    returning permanent_failures`)
  return row?.permanent_failures ?? null
}
