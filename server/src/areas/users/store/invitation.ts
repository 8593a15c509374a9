import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Role, Scope } from '../../../kernel/scope.ts'
import type { Invitation, PageQuery } from '../schema.ts'

type Row = {
  id: string
  email: string
  role: Role
  inviter_id: string | null
  inviter_name: string | null
  created_at: string
  sent_at: string
  expires_at: string
}

const toInvitation = (row: Row, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.inviter_id === null ? null : { id: row.inviter_id, name: row.inviter_name ?? '' },
  isExpired: new Date(row.expires_at) <= now,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  expiresAt: row.expires_at,
})

const columns = sql`i.id, i.email, i.role, a.id as inviter_id, a.name as inviter_name, i.created_at, i.sent_at, i.expires_at`

type Link = { tokenHash: string; at: Date; expiresAt: Date }
type NewInvitation = Link & { id: string; email: string; role: Role; invitedBy: string | null }

/** False when the email address has been invited already. */
export async function insertInvitation(tx: Tx, scope: Scope, invitation: NewInvitation): Promise<boolean> {
  const { id, email, role, tokenHash, invitedBy, at, expiresAt } = invitation
  const rows = await tx.rows(sql`
    insert into project_invitation (project_id, id, email, role, token_hash, invited_by, created_at, sent_at, expires_at)
    values (${scope.projectId}, ${id}, ${email}, ${role}, ${tokenHash}, ${invitedBy}, ${at}, ${at}, ${expiresAt})
    on conflict (project_id, email) do nothing returning id`)
  return rows.length === 1
}

/** While the row of the project is taken, so that requests at the same moment do not exceed the limit together. */
export const countInvitations = (tx: Tx, scope: Scope): Promise<number> =>
  countRows(tx, sql`project_invitation where project_id = ${scope.projectId}`)

export async function listInvitations(
  q: Queryable,
  scope: Scope,
  query: PageQuery,
  now: Date,
): Promise<Page<Invitation>> {
  return mapPage(
    await selectPage<Row>(
      q,
      {
        columns,
        from: sql`project_invitation i left join account a on a.id = i.invited_by
          where i.project_id = ${scope.projectId}`,
        countFrom: sql`project_invitation where project_id = ${scope.projectId}`,
        order: sql`i.created_at desc, i.id desc`,
      },
      query,
    ),
    (row) => toInvitation(row, now),
  )
}

export async function findInvitation(
  q: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<Invitation | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns} from project_invitation i left join account a on a.id = i.invited_by
    where i.project_id = ${scope.projectId} and i.id = ${id}`)
  return row ? toInvitation(row, now) : null
}

/**
 * The link that was sent before stops working. The invitation is from who made the new one. False when there is no such
 * invitation.
 */
export async function replaceLink(tx: Tx, scope: Scope, id: string, link: Link): Promise<boolean> {
  const rows = await tx.rows(sql`
    update project_invitation set token_hash = ${link.tokenHash}, sent_at = ${link.at}, expires_at = ${link.expiresAt},
      invited_by = ${scope.actor.accountId}
    where project_id = ${scope.projectId} and id = ${id} returning id`)
  return rows.length === 1
}

/** The email address that was invited; null when there is no such invitation. */
export async function deleteInvitation(tx: Tx, scope: Scope, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ email: string }>(sql`
    delete from project_invitation where project_id = ${scope.projectId} and id = ${id} returning email`)
  return row?.email ?? null
}

/** Those of one inviter. */
export const deleteInvitationsBy = (
  tx: Tx,
  scope: Scope,
  accountId: string,
): Promise<{ id: string; email: string }[]> =>
  tx.rows(sql`
    delete from project_invitation where project_id = ${scope.projectId} and invited_by = ${accountId}
    returning id, email`)

export type OpenInvitation = {
  project_id: string
  id: string
  email: string
  role: Role
  project_name: string
  inviter_name: string | null
  expires_at: string
}

/** The only query that finds an invitation without a scope: who holds its token is not in the project yet. */
export async function findOpenInvitation(
  q: Queryable,
  tokenHash: string,
  now: Date,
): Promise<OpenInvitation | null> {
  const [row] = await q.rows<OpenInvitation>(sql`
    select i.project_id, i.id, i.email, i.role, p.name as project_name, a.name as inviter_name, i.expires_at
    from project_invitation i join project p on p.id = i.project_id left join account a on a.id = i.invited_by
    where i.token_hash = ${tokenHash} and i.expires_at > ${now}`)
  return row ?? null
}

/** Takes the invitation away, so that each link works once. */
export async function claimInvitation(
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<Pick<OpenInvitation, 'project_id' | 'id' | 'email' | 'role'> | null> {
  const [row] = await tx.rows<OpenInvitation>(sql`
    delete from project_invitation where token_hash = ${tokenHash} and expires_at > ${now}
    returning project_id, id, email, role`)
  return row ?? null
}

/** Expired ones are listed for a while, so that they can be sent again. */
export async function deleteOldInvitations(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`delete from project_invitation where expires_at <= ${before}`)
}
