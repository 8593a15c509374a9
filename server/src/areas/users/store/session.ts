import { type Queryable, sql } from '../../../kernel/db/db.ts'
import { NIL_UUID } from '../../../kernel/ids.ts'
import type { Role } from '../../../kernel/scope.ts'

export type SessionRow = {
  id: string
  account_id: string
  /** Whether the account is the first one, which operates the installation. */
  is_owner: boolean
  expires_at: string
  last_used_at: string
}
export type Membership = { project_id: string; name: string; slug: string; role: Role }

type NewSession = { id: string; accountId: string; tokenHash: string; at: Date; expiresAt: Date }

/** False when the account's password is no longer the one behind this hash. The row is locked against a change of it. */
export async function insertSession(
  q: Queryable,
  session: NewSession,
  passwordHash: string,
): Promise<boolean> {
  const rows = await q.rows(sql`
    with account_now as (
      select id from account where id = ${session.accountId} and password_hash = ${passwordHash} for share
    )
    insert into account_session (id, account_id, token_hash, created_at, last_used_at, expires_at)
    select ${session.id}, id, ${session.tokenHash}, ${session.at}, ${session.at}, ${session.expiresAt} from account_now
    returning id`)
  return rows.length === 1
}

/** The session with the membership that it acts under: the named project's, or the oldest. */
export async function findSession(
  q: Queryable,
  tokenHash: string,
  projectId: string | null,
  now: Date,
): Promise<(SessionRow & Membership) | null> {
  const [row] = await q.rows<SessionRow & Membership>(sql`
    select s.id, s.account_id, s.expires_at, s.last_used_at, m.project_id, p.name, p.slug, m.role,
           s.account_id = (select id from account order by created_at, id limit 1) as is_owner
    from account_session s
    join project_member m on m.account_id = s.account_id
    join project p on p.id = m.project_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and (${projectId}::uuid is null or m.project_id = ${projectId})
    order by m.created_at, m.project_id limit 1`)
  return row ?? null
}

/** Whether there is such a session, and whether its account is in any project. */
export async function findAnyMembership(
  q: Queryable,
  tokenHash: string,
  now: Date,
): Promise<{ isMember: boolean } | null> {
  const [row] = await q.rows<{ is_member: boolean }>(sql`
    select exists (select 1 from project_member m where m.account_id = s.account_id) as is_member
    from account_session s where s.token_hash = ${tokenHash} and s.expires_at > ${now}`)
  return row ? { isMember: row.is_member } : null
}

export async function findSessionExpiry(q: Queryable, id: string): Promise<string | null> {
  const [row] = await q.rows<{ expires_at: string }>(
    sql`select expires_at from account_session where id = ${id}`,
  )
  return row?.expires_at ?? null
}

export async function listMemberships(q: Queryable, accountId: string): Promise<Membership[]> {
  return q.rows<Membership>(sql`
    select m.project_id, p.name, p.slug, m.role from project_member m join project p on p.id = m.project_id
    where m.account_id = ${accountId} order by m.created_at, m.project_id`)
}

export async function touchSession(q: Queryable, id: string, at: Date): Promise<void> {
  await q.rows(sql`update account_session set last_used_at = ${at} where id = ${id}`)
}

export async function deleteSession(q: Queryable, id: string): Promise<void> {
  await q.rows(sql`delete from account_session where id = ${id}`)
}

/** Every session of the account. */
export const deleteSessions = (q: Queryable, accountId: string): Promise<string[]> =>
  deleteOtherSessions(q, accountId, NIL_UUID)

/** Every other session of the account: a changed password must not leave old doors open. */
export async function deleteOtherSessions(
  q: Queryable,
  accountId: string,
  retainedId: string,
): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(
    sql`delete from account_session where account_id = ${accountId} and id <> ${retainedId} returning id`,
  )
  return rows.map(({ id }) => id)
}

export async function deleteExpiredSessions(q: Queryable, now: Date): Promise<void> {
  await q.rows(sql`delete from account_session where expires_at <= ${now}`)
}
