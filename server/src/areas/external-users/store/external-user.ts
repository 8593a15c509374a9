import { type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Source } from '../schema.ts'

/** What acting as someone needs to know, and nothing more: it is read on every such request. */
export type ActingRow = { id: string; name: string; is_active: boolean; last_seen_at: string | null }

/** Finds the user by name, or by the name of a user that was merged into it. */
export async function findActing(q: Queryable, projectId: string, name: string): Promise<ActingRow | null> {
  const [row] = await q.rows<ActingRow>(sql`
    select id, name, is_active, last_seen_at from external_user where project_id = ${projectId} and name = ${name}
    union all
    select u.id, u.name, u.is_active, u.last_seen_at
    from external_user_alias a
    join external_user u on u.project_id = a.project_id and u.id = a.external_user_id
    where a.project_id = ${projectId} and a.name = ${name}
    limit 1`)
  return row ?? null
}

export type NewUser = {
  id: string
  name: string
  source: Source
  metadata: Record<string, unknown>
  profileSummary: string | null
  avatarUrl: string | null
  identitySources: string[]
  addedByWorkflowIds?: string[]
  lastSeenAt: Date | null
  at: Date
}

/** False when the name is taken, by a user or an alias, also by a request that came at the same moment. */
export async function insertUser(tx: Tx, projectId: string, user: NewUser): Promise<boolean> {
  const inserted = await tx.rows(sql`
    with added as (
      insert into external_user (project_id, id, name, source, metadata, profile_summary, avatar_url, avatar_source_url,
                                 identity_sources, added_by_workflow_ids, last_seen_at, created_at, updated_at)
      select ${projectId}::uuid, ${user.id}::uuid, ${user.name}, ${user.source}, ${JSON.stringify(user.metadata)}::jsonb,
             ${user.profileSummary}, ${user.avatarUrl}, ${user.avatarUrl}, ${user.identitySources}::text[],
             ${user.addedByWorkflowIds ?? []}::uuid[], ${user.lastSeenAt}::timestamptz, ${user.at}::timestamptz, ${user.at}::timestamptz
      where not exists (select 1 from external_user_alias where project_id = ${projectId} and name = ${user.name})
      on conflict (project_id, name) do nothing returning project_id, id
    )
    insert into external_user_stats (project_id, external_user_id) select project_id, id from added
    returning external_user_id`)
  return inserted.length === 1
}

export type UserRow = {
  id: string
  name: string
  source: Source
  is_active: boolean
  metadata: Record<string, unknown>
  profile_summary: string | null
  avatar_url: string | null
  avatar_source_url: string | null
  verified_email: string | null
  verified_phone: string | null
  version: number
}

/** The user, who stays until the transaction ends. Travels with the next statement. */
export async function holdUser(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<Pick<UserRow, 'name' | 'is_active'> | null> {
  const [row] = await tx.pipelineAndAwait<Pick<UserRow, 'name' | 'is_active'>>(sql`
    select name, is_active from external_user where project_id = ${scope.projectId} and id = ${id} for key share`)
  return row ?? null
}

export async function isUserActive(q: Queryable, scope: Scope, id: string): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from external_user where project_id = ${scope.projectId} and id = ${id} and is_active`)
  return rows.length > 0
}

/** Holds if the user exists, who then stays until the transaction ends. */
export const isUserHeld = (scope: Scope, id: string): Statement => sql`
  exists (select from external_user where project_id = ${scope.projectId} and id = ${id} for key share)`

/** Demands that the user exists and is active, and holds the user until the transaction ends. */
export const demandingActiveUser = (scope: Scope, id: string): Statement => sql`
  with held as (
    select is_active from external_user where project_id = ${scope.projectId} and id = ${id} for key share
  )
  select demand(exists (select from held where is_active))`

/** Takes the row until the transaction ends. */
export async function lockUser(tx: Tx, scope: Scope, id: string): Promise<UserRow | null> {
  const [row] = await tx.rows<UserRow>(sql`
    select id, name, source, is_active, metadata, profile_summary, avatar_url, avatar_source_url, verified_email,
           verified_phone, version
    from external_user where project_id = ${scope.projectId} and id = ${id} for update`)
  return row ?? null
}

/** False when another user, or an alias, has the name. */
export async function isNameFree(tx: Tx, scope: Scope, name: string, exceptId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from external_user where project_id = ${scope.projectId} and name = ${name} and id <> ${exceptId}
    union all
    select 1 from external_user_alias where project_id = ${scope.projectId} and name = ${name} and external_user_id <> ${exceptId}`)
  return rows.length === 0
}

export async function updateUser(tx: Tx, scope: Scope, user: UserRow, at: Date): Promise<void> {
  await tx.rows(sql`
    update external_user
    set name = ${user.name}, is_active = ${user.is_active}, metadata = ${JSON.stringify(user.metadata)},
        profile_summary = ${user.profile_summary}, avatar_url = ${user.avatar_url},
        avatar_source_url = ${user.avatar_source_url}, verified_email = ${user.verified_email},
        verified_phone = ${user.verified_phone}, version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${user.id}`)
}

export async function touchUser(q: Queryable, projectId: string, id: string, at: Date): Promise<void> {
  await q.rows(
    sql`update external_user set last_seen_at = ${at} where project_id = ${projectId} and id = ${id}`,
  )
}

const visitorBatch = 200

/** Anonymous visitors of all projects who have not come since: `days` by project, and for all others. */
export const listOldVisitors = (
  q: Queryable,
  now: Date,
  days: { byProject: ReadonlyMap<string, number>; others: number },
): Promise<{ projectId: string; id: string }[]> =>
  q.rows(sql`
    select u.project_id as "projectId", u.id from external_user u
    left join unnest(${[...days.byProject.keys()]}::uuid[], ${[...days.byProject.values()]}::int[]) as chosen (project_id, days)
      on chosen.project_id = u.project_id
    where u.source = 'embed_visitor'
      and coalesce(u.last_seen_at, u.created_at)
        < ${now}::timestamptz - make_interval(days => least(chosen.days, ${days.others}))
    order by u.last_seen_at limit ${visitorBatch}`)

export async function deleteUser(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from external_user where project_id = ${scope.projectId} and id = ${id}`)
}

/** Names that look alike, most alike first. */
export async function listSimilarNames(q: Queryable, projectId: string, name: string): Promise<string[]> {
  const rows = await q.rows<{ name: string }>(sql`
    select name from external_user where project_id = ${projectId} and name % ${name}
    order by similarity(name, ${name}) desc, name limit 20`)
  return rows.map((row) => row.name)
}

/** The merged user's names, its own included, still resolve to the one it was merged into. */
export async function moveNames(
  tx: Tx,
  scope: Scope,
  from: UserRow,
  intoId: string,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update external_user_alias set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${from.id}`)
  await tx.rows(sql`
    insert into external_user_alias (project_id, name, external_user_id, created_at)
    values (${scope.projectId}, ${from.name}, ${intoId}, ${at})
    on conflict (project_id, name) do update set external_user_id = excluded.external_user_id`)
}
