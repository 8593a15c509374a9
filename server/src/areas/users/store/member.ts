import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Role, Scope } from '../../../kernel/scope.ts'
import type { Member, PageQuery } from '../schema.ts'

type Row = {
  id: string
  name: string
  email: string | null
  avatar_url: string | null
  role: Role
  is_owner: boolean
  joined_at: string
  last_seen_at: string | null
}

const toMember = ({ avatar_url, is_owner, joined_at, last_seen_at, ...row }: Row): Member => ({
  ...row,
  avatarUrl: avatar_url,
  isOwner: is_owner,
  joinedAt: joined_at,
  lastSeenAt: last_seen_at,
})

const columns = sqlText(`a.id, a.name, a.email, a.avatar_url, m.role, m.created_at as joined_at,
  a.id = (select id from account order by created_at, id limit 1) as is_owner,
  (select max(s.last_used_at) from account_session s where s.account_id = a.id) as last_seen_at`)

const members = (scope: Scope) => sql`
  project_member m join account a on a.id = m.account_id where m.project_id = ${scope.projectId}`

export async function listMembers(q: Queryable, scope: Scope, query: PageQuery): Promise<Page<Member>> {
  const order = sqlText('m.created_at, a.id')
  return mapPage(await selectPage<Row>(q, { columns, from: members(scope), order }, query), toMember)
}

export async function findMember(q: Queryable, scope: Scope, id: string): Promise<Member | null> {
  const [row] = await q.rows<Row>(sql`select ${columns} from ${members(scope)} and a.id = ${id}`)
  return row ? toMember(row) : null
}

/** Takes the project's row, so that two admins cannot each remove the other. */
export async function lockAdmins(tx: Tx, scope: Scope): Promise<string[]> {
  await tx.rows(sql`select 1 from project where id = ${scope.projectId} for no key update`)
  const rows = await tx.rows<{ account_id: string }>(sql`
    select account_id from project_member where project_id = ${scope.projectId} and role = 'admin'`)
  return rows.map((row) => row.account_id)
}

export async function setMemberRole(tx: Tx, scope: Scope, id: string, role: Role): Promise<void> {
  await tx.rows(sql`
    update project_member set role = ${role} where project_id = ${scope.projectId} and account_id = ${id}`)
}

export async function deleteMember(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from project_member where project_id = ${scope.projectId} and account_id = ${id}`)
}

/** Takes a deleted project from everyone; returns whose it was. */
export async function deleteAllMembers(tx: Tx, projectId: string): Promise<string[]> {
  await tx.rows(sql`delete from project_invitation where project_id = ${projectId}`)
  const rows = await tx.rows<{ account_id: string }>(
    sql`delete from project_member where project_id = ${projectId} returning account_id`,
  )
  return rows.map((row) => row.account_id)
}

export async function isMemberByEmail(q: Queryable, scope: Scope, email: string): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from project_member m join account a on a.id = m.account_id
    where m.project_id = ${scope.projectId} and a.email = ${email}`)
  return rows.length > 0
}

export async function sessionIdsOf(q: Queryable, accountId: string): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(
    sql`select id from account_session where account_id = ${accountId}`,
  )
  return rows.map(({ id }) => id)
}
