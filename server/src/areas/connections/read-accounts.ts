import { allOf, likePattern, prepared, type Queryable, type Statement, sql } from '../../kernel/db/db.ts'
import { countRows } from '../../kernel/db/rows/select-page.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { AccountQuery } from './schema/account.ts'
import { type AccountRow, accountColumns, accountSource, isOwn, visibleStatus } from './store/account.ts'
import { pageClauses, timedPage } from './store/timed-page.ts'

/** The lists of a query, already taken apart. */
export type AccountFilter = {
  toolkitSlugs: readonly string[]
  statuses: readonly string[]
  userIds: readonly string[] | null
  authConfigIds: readonly string[]
  accountIds: readonly string[]
  labels: readonly string[]
  q: string | undefined
}

function whereOf(scope: Scope, filter: AccountFilter, now: Date): Statement {
  const own = filter.userIds === null ? isOwn(scope) : sql`a.project_id = ${scope.projectId}`
  const conditions = [own]
  if (filter.userIds !== null) conditions.push(sql`a.external_user_id = any(${filter.userIds}::uuid[])`)
  if (filter.toolkitSlugs.length > 0) conditions.push(sql`a.toolkit_slug = any(${filter.toolkitSlugs})`)
  if (filter.statuses.length > 0) conditions.push(sql`${visibleStatus(now)} = any(${filter.statuses})`)
  if (filter.authConfigIds.length > 0)
    conditions.push(sql`a.auth_config_id = any(${filter.authConfigIds}::uuid[])`)
  if (filter.accountIds.length > 0) conditions.push(sql`a.id = any(${filter.accountIds}::uuid[])`)
  if (filter.labels.length > 0)
    conditions.push(sql`(a.labels ?| ${filter.labels} or a.display_name = any(${filter.labels}))`)
  if (filter.q) {
    const pattern = likePattern(filter.q)
    conditions.push(sql`(a.display_name ilike ${pattern} or a.toolkit_slug ilike ${pattern}
      or a.identity->>'email' ilike ${pattern} or a.identity->>'username' ilike ${pattern})`)
  }
  return allOf(conditions)
}

const orders = {
  createdAt: { by: 'a.created_at', timeOf: 'created_at' },
  updatedAt: { by: 'a.updated_at', timeOf: 'updated_at' },
} as const

export async function listAccounts(
  q: Queryable,
  scope: Scope,
  query: AccountQuery,
  filter: AccountFilter,
  now: Date,
): Promise<Page<AccountRow>> {
  const where = whereOf(scope, filter, now)
  const order = { ...orders[query.orderBy], id: 'a.id', direction: query.orderDirection }
  const { behind, rest } = pageClauses(order, query)
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from ${accountSource} where ${where}`,
  )
  const rows = await q.rows<AccountRow>(
    sql`select ${accountColumns(now)} from ${accountSource} where ${where} and ${behind} ${rest}`,
  )
  return timedPage(rows, count!.total, order, query)
}

/** Accounts of one user in the order of their toolkits. */
export async function listByToolkit(
  q: Queryable,
  scope: Scope,
  filter: AccountFilter,
  limit: number,
  now: Date,
): Promise<{ rows: AccountRow[]; total: number }> {
  const where = whereOf(scope, filter, now)
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from ${accountSource} where ${where}`,
  )
  const rows = await q.rows<AccountRow>(sql`
    select ${accountColumns(now)} from ${accountSource} where ${where}
    order by a.toolkit_slug, a.created_at desc, a.id desc limit ${limit}`)
  return { rows, total: count!.total }
}

/** End users by id or by name. */
export async function findUsers(
  q: Queryable,
  scope: Scope,
  refs: readonly string[],
): Promise<{ id: string; name: string; is_active: boolean }[]> {
  return q.rows<{ id: string; name: string; is_active: boolean }>(sql`
    select id, name, is_active from external_user
    where project_id = ${scope.projectId} and (id::text = any(${refs}) or name = any(${refs}))`)
}

/** The newest first. Only those that can be used, when the acting user names none. */
export async function listUsableAccounts(
  q: Queryable,
  scope: Scope,
  toolkitSlug: string,
  now: Date,
): Promise<AccountRow[]> {
  return q.rows<AccountRow>(sql`
    select ${accountColumns(now)} from ${accountSource}
    where a.project_id = ${scope.projectId} and a.external_user_id = ${scope.externalUser.id}
      and a.toolkit_slug = ${toolkitSlug} and a.status = 'ACTIVE' and not a.is_disabled and not c.is_disabled
    order by a.created_at desc, a.id desc`)
}

export async function listConnectedSlugs(q: Queryable, scope: Scope, now: Date): Promise<string[]> {
  const rows = await q.rows<{ toolkit_slug: string }>(
    prepared(sql`
      select distinct a.toolkit_slug from ${accountSource}
      where a.project_id = ${scope.projectId} and a.external_user_id = ${scope.externalUser.id}
        and ${visibleStatus(now)} = 'ACTIVE'`),
  )
  return rows.map(({ toolkit_slug }) => toolkit_slug)
}

export async function listOfConfig(
  q: Queryable,
  scope: Scope,
  configId: string,
  now: Date,
): Promise<AccountRow[]> {
  return q.rows<AccountRow>(sql`
    select ${accountColumns(now)} from ${accountSource}
    where a.project_id = ${scope.projectId} and a.auth_config_id = ${configId} order by a.id`)
}

export async function listOfUser(
  q: Queryable,
  scope: Scope,
  userId: string,
  now: Date,
): Promise<AccountRow[]> {
  return q.rows<AccountRow>(sql`
    select ${accountColumns(now)} from ${accountSource}
    where a.project_id = ${scope.projectId} and a.external_user_id = ${userId} order by a.id`)
}

export async function countOfUser(q: Queryable, scope: Scope, userId: string): Promise<number> {
  return countRows(
    q,
    sql`connected_account
      where project_id = ${scope.projectId} and external_user_id = ${userId} and connected_at is not null`,
  )
}

/** Of every project: accounts that were used lately and whose tokens should be renewed about now. */
export async function listDue(
  q: Queryable,
  now: Date,
  usedSince: Date,
  limit: number,
): Promise<AccountRow[]> {
  return q.rows<AccountRow>(sql`
    select ${accountColumns(now)} from ${accountSource}
    where a.status = 'ACTIVE' and a.is_renewable and a.refresh_after is not null and a.refresh_after < ${now}
      and coalesce(a.last_used_at, a.connected_at) > ${usedSince} and not a.is_disabled and not c.is_disabled
    order by a.refresh_after limit ${limit}`)
}

/** Of every project: accounts that never came to work, and whose last link was over before then. */
export async function listAbandoned(q: Queryable, before: Date, limit: number): Promise<AccountRow[]> {
  return q.rows<AccountRow>(sql`
    select ${accountColumns(before)} from ${accountSource}
    where a.connected_at is null and a.consent_until < ${before} limit ${limit}`)
}

/** Of every project: what has expired by the clock and is not recorded as such. */
export async function listLapsed(q: Queryable, now: Date, limit: number): Promise<AccountRow[]> {
  return q.rows<AccountRow>(sql`
    select ${accountColumns(now)} from ${accountSource}
    where (a.connected_at is null and a.status in ('INITIALIZING', 'INITIATED') and a.consent_until < ${now})
      or (a.status = 'ACTIVE' and not a.is_renewable and a.expires_at < ${now})
    limit ${limit}`)
}

/** Up to one more than the limit, so that counting never costs more than it decides. */
export async function countAccounts(
  q: Queryable,
  scope: Scope,
  limits: { ofUser: number; ofProject: number },
): Promise<{ ofUser: number; ofProject: number }> {
  const [row] = await q.rows<{ of_user: number; of_project: number }>(sql`
    select (select count(*)::int from (
        select from connected_account
        where project_id = ${scope.projectId} and external_user_id = ${scope.externalUser.id}
        limit ${limits.ofUser}) mine) as of_user,
      (select count(*)::int from (
        select from connected_account where project_id = ${scope.projectId}
        limit ${limits.ofProject}) every) as of_project`)
  return { ofUser: row!.of_user, ofProject: row!.of_project }
}

/** The parties of the request, for the consent page. */
export async function findRequester(
  q: Queryable,
  scope: Scope,
  userId: string,
): Promise<{ projectName: string; username: string }> {
  const [row] = await q.rows<{ project_name: string; username: string }>(sql`
    select p.name as project_name, u.name as username
    from external_user u join project p on p.id = u.project_id
    where u.project_id = ${scope.projectId} and u.id = ${userId}`)
  return { projectName: row?.project_name ?? '', username: row?.username ?? '' }
}

/** An invitation of this user for this config that no one has followed yet. */
export async function findUnused(
  q: Queryable,
  scope: Scope,
  configId: string,
  now: Date,
): Promise<AccountRow | null> {
  const [row] = await q.rows<AccountRow>(sql`
    select ${accountColumns(now)} from ${accountSource}
    where a.project_id = ${scope.projectId} and a.external_user_id = ${scope.externalUser.id}
      and a.auth_config_id = ${configId} and a.connected_at is null
    order by a.created_at desc, a.id desc limit 1`)
  return row ?? null
}
