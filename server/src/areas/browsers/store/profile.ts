import { type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page, PageRequest } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type StoredProfile = {
  projectId: string
  id: string
  userId: string
  name: string
  stateSealed: string | null
  cookieCount: number
  sessionId: string | null
  createdAt: string
  updatedAt: string
  lastUsedAt: string | null
}

const columns = sqlText(`p.project_id as "projectId", p.id, p.external_user_id as "userId", p.name,
  p.state_sealed as "stateSealed", p.cookie_count as "cookieCount", p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.last_used_at as "lastUsedAt",
  (select s.id from browser_session s where s.project_id = p.project_id and s.profile_id = p.id
    and s.status in ('pending', 'running', 'handoff')) as "sessionId"`)

const isOwn = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`p.project_id = ${projectId}`
    : sql`p.project_id = ${projectId} and p.external_user_id = ${externalUser.id}`

/** Null when the user has one of that name. */
export async function insertProfile(
  tx: Tx,
  scope: Scope,
  profile: { id: string; name: string; at: Date },
): Promise<StoredProfile | null> {
  const [row] = await tx.rows<StoredProfile>(sql`
    insert into browser_profile as p (project_id, id, external_user_id, name, created_at, updated_at)
    values (${scope.projectId}, ${profile.id}, ${scope.externalUser.id}, ${profile.name}, ${profile.at}, ${profile.at})
    on conflict (project_id, external_user_id, name) do nothing returning ${columns}`)
  return row ?? null
}

export async function countProfiles(tx: Tx, { projectId, externalUser }: Scope): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from browser_profile
    where project_id = ${projectId} and external_user_id = ${externalUser.id}`)
  return row!.count
}

export async function findProfile(q: Queryable, scope: Scope, id: string): Promise<StoredProfile | null> {
  const [row] = await q.rows<StoredProfile>(sql`
    select ${columns} from browser_profile p where ${isOwn(scope)} and p.id = ${id}`)
  return row ?? null
}

/** Of the acting user alone: a session signs in as its own user, also for an admin. */
export async function lockProfileOfUser(tx: Tx, scope: Scope, id: string): Promise<StoredProfile | null> {
  const [row] = await tx.rows<StoredProfile>(sql`
    select ${columns} from browser_profile p
    where p.project_id = ${scope.projectId} and p.external_user_id = ${scope.externalUser.id} and p.id = ${id}
    for update`)
  return row ?? null
}

export async function listProfiles(
  q: Queryable,
  scope: Scope,
  query: PageRequest,
): Promise<Page<StoredProfile>> {
  return selectPage<StoredProfile>(
    q,
    { columns, from: sql`browser_profile p where ${isOwn(scope)}`, order: sql`p.created_at desc, p.id desc` },
    query,
  )
}

export async function saveProfile(
  q: Queryable,
  { projectId, id }: { projectId: string; id: string },
  state: { sealed: string; cookieCount: number; at: Date },
): Promise<void> {
  await q.rows(sql`
    update browser_profile set state_sealed = ${state.sealed}, cookie_count = ${state.cookieCount},
      updated_at = ${state.at}, last_used_at = ${state.at}
    where project_id = ${projectId} and id = ${id}`)
}

/** False when there is none. */
export async function deleteProfile(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from browser_profile p where ${isOwn(scope)} and p.id = ${id} returning p.id`)
  return rows.length > 0
}
