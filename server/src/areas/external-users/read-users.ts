import {
  allOf,
  likePattern,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
} from '../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import { splitRange, type TimeRange } from '../../kernel/time-range.ts'
import type { ExternalUser, ListQuery, SortField } from './schema.ts'

type Row = {
  id: string
  name: string
  source: ExternalUser['source']
  is_active: boolean
  channel: string | null
  profile_summary: string | null
  avatar_url: string | null
  metadata: Record<string, unknown>
  verified_email: string | null
  verified_phone: string | null
  identity_sources: string[]
  added_by_workflow_ids: string[]
  last_seen_at: string | null
  created_at: string
  version: number
  agent_count: number
  workflow_count: number
  knowledge_storage_kb: string
  database_storage_kb: string
  storage_used_kb: string
  connection_count: number
  micro_credits: string
}

/** A user with the version that `If-Match` is compared with. */
export type VersionedUser = ExternalUser & { version: number }

const onlineForMs = 120_000

/** A caller that was seen later is online. Times are texts of one form, which can be compared as they are. */
const onlineSince = (now: Date): string => new Date(now.getTime() - onlineForMs).toISOString()

const sortColumns: Record<SortField, string> = {
  name: 'u.name',
  createdAt: 'u.created_at',
  source: 'u.source',
  creditsUsed: 'coalesce(c.micro_credits, 0)',
  isActive: 'u.is_active',
  id: 'u.id',
  channel: 'u.channel',
  profileSummary: 'u.profile_summary',
  lastSeenAt: 'u.last_seen_at',
  agentCount: 's.agent_count',
  workflowCount: 's.workflow_count',
  knowledgeStorageKb: 's.knowledge_storage_kb',
  databaseStorageKb: 's.database_storage_kb',
  storageUsedKb: 's.storage_used_kb',
  connectionCount: 's.connection_count',
}
// Only these can be null; for all others "nulls last" would keep an index from being read backwards.
const nullable = new Set<SortField>(['channel', 'profileSummary', 'lastSeenAt'])

// An index brings the users in these orders; passing over this many whole rows of it takes a millisecond.
const indexed = new Set<SortField>(['name', 'createdAt', 'id'])
const shallow = 1_000

const isOfStats = (field: SortField) => sortColumns[field].startsWith('s.')

const columns =
  sqlText(`u.id, u.name, u.source, u.is_active, u.channel, u.profile_summary, u.avatar_url, u.metadata,
  u.verified_email, u.verified_phone, u.identity_sources, u.added_by_workflow_ids, u.last_seen_at, u.created_at, u.version,
  s.agent_count, s.workflow_count, s.knowledge_storage_kb, s.database_storage_kb, s.storage_used_kb, s.connection_count,
  coalesce(c.micro_credits, 0)::text as micro_credits`)

const sameUser = sqlText('s.project_id = u.project_id and s.external_user_id = u.id')

/**
 * The parts that make up what was used: sums of months and days, the queue of what these lack yet, and the single
 * entries at the edges of a range. They must stay in one statement, which sees one state of all of them.
 */
function creditParts(scope: Scope, range: TimeRange, isOfUser: Statement): Statement {
  const part = (table: string, where: Statement): Statement => sql`
    select external_user_id, used_micro from ${sqlText(table)}
    where project_id = ${scope.projectId} and ${isOfUser} and ${where}`
  if (!range.from && !range.to) {
    const all = sqlText('true')
    return sql`${part('usage_user_total', all)} union all ${part('usage_unrolled', all)}`
  }
  const { edges, days, months, whole } = splitRange(range)
  const parts = [
    ...edges.map(({ from, to }) =>
      part('usage_entry', sql`created_at >= ${from} and created_at < ${to} and used_micro <> 0`),
    ),
    ...days.map(({ from, to }) => part('usage_user_day', sql`day >= ${from}::date and day < ${to}::date`)),
  ]
  if (months)
    parts.push(part('usage_user_month', sql`month >= ${months.from}::date and month < ${months.to}::date`))
  if (whole)
    parts.push(
      part(
        'usage_unrolled',
        sql`created_at >= ${whole.from}::timestamptz and created_at < ${whole.to}::timestamptz`,
      ),
    )
  if (parts.length === 0) return part('usage_unrolled', sqlText('false'))
  return parts.reduce((left, right) => sql`${left} union all ${right}`)
}

/** What each user of a page has used: a look into an index or two for each. */
const creditsOfEach = (scope: Scope, range: TimeRange): Statement => sql`left join lateral (
  select sum(used_micro) as micro_credits from (${creditParts(scope, range, sqlText('external_user_id = u.id'))}) used
) c on true`

/**
 * The usage of all users, for an order that needs it: one query is faster than one per user. Totals have one row
 * for each already, so only the queue is summed; sums of everyone would not fit into the memory of a sort.
 */
const creditsOfAll = (scope: Scope, range: TimeRange): Statement =>
  range.from || range.to ? sumsOfAll(scope, range) : totalsOfAll(scope)

const totalsOfAll = (scope: Scope): Statement => sql`
  left join usage_user_total t on t.project_id = ${scope.projectId} and t.external_user_id = u.id
  left join (
    select external_user_id, sum(used_micro)::bigint as used_micro from usage_unrolled
    where project_id = ${scope.projectId} group by external_user_id
  ) w on w.external_user_id = u.id
  cross join lateral (select coalesce(t.used_micro, 0) + coalesce(w.used_micro, 0) as micro_credits) c`

const sumsOfAll = (scope: Scope, range: TimeRange): Statement => sql`left join (
  select external_user_id, sum(used_micro)::bigint as micro_credits from (${creditParts(scope, range, sqlText('true'))}) used
  group by external_user_id
) c on c.external_user_id = u.id`

function filtersOf(query: ListQuery): Statement[] {
  const filters: Statement[] = []
  if (query.q !== undefined) filters.push(sql`u.name ilike ${likePattern(query.q)}`)
  if (query.channel !== undefined) filters.push(sql`u.channel = ${query.channel}`)
  if (query.source !== undefined && query.source.length > 0)
    filters.push(sql`u.source = any(${query.source})`)
  if (query.ids !== undefined && query.ids.length > 0) filters.push(sql`u.id = any(${query.ids})`)
  if (query.isActive !== undefined) filters.push(sql`u.is_active = ${query.isActive}`)
  return filters
}

function orderOf({ sortBy, sortOrder }: ListQuery): Statement {
  const nulls = nullable.has(sortBy) ? ' nulls last' : ''
  // The id from the same table as the column, so that the order can be found before the tables are joined.
  const id = isOfStats(sortBy) ? 's.external_user_id' : 'u.id'
  const ties = sortBy === 'id' ? '' : `, ${id} ${sortOrder}`
  return sqlText(`order by ${sortColumns[sortBy]} ${sortOrder}${nulls}${ties}`)
}

/** Lists the users of the project, with the pinned one in the first place of the first page. */
export async function listUsers(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  now: Date,
): Promise<Page<VersionedUser>> {
  const filters = filtersOf(query)
  const found = filters.length === 0 ? null : await findMatches(q, scope, query, filters)
  if (found?.total === 0) return pageOf([], 0, query)
  const matching = found?.ids ? [sql`u.id = any(${found.ids})`] : filters
  const pinned = query.activeEuid === undefined ? null : await findPinned(q, scope, query, matching, now)
  const others = pinned ? [...matching, sql`u.id <> ${pinned.id}`] : matching
  const offset = offsetOf(query)
  const showsPinned = pinned !== null && offset === 0
  const rows = await selectPage(q, scope, query, others, {
    total: found ? sql`${found.total}::int` : userCount(scope),
    limit: query.limit - (showsPinned ? 1 : 0),
    // The others move down by the place of the pinned one.
    offset: pinned ? Math.max(0, offset - 1) : offset,
  })
  const since = onlineSince(now)
  const items = rows.map((row) => toUser(row, scope.projectId, since))
  const total = rows[0]?.total ?? found?.total ?? (await countUsers(q, scope))
  return pageOf(showsPinned ? [pinned, ...items] : items, total, query)
}

// Few enough to look up each, and more than that are so common that a walk along an index soon has a page of them.
const fewMatches = 1_000

/**
 * Counts the users that pass the filters, and names them when they are few: the page is then taken from those, while
 * in the order of an index the server might walk past everyone else to find them.
 */
async function findMatches(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  filters: Statement[],
): Promise<{ total: number; ids: string[] | null }> {
  // Selecting them by name makes the server read names from their index, which has nothing else.
  const order = filters.length === 1 && query.q !== undefined ? sqlText('order by u.name') : sqlText('')
  const [row] = await q.rows<{ total: number; ids: string[] | null }>(sql`
    select count(*)::int as total, case when count(*) <= ${fewMatches} then array_agg(u.id ${order}) end as ids
    from external_user u where u.project_id = ${scope.projectId} and ${allOf(filters)}`)
  return row!
}

const userCount = (scope: Scope): Statement =>
  sql`(select count(*)::int from external_user where project_id = ${scope.projectId})`

async function countUsers(q: Queryable, scope: Scope): Promise<number> {
  const [row] = await q.rows<{ total: number }>(sql`select ${userCount(scope)} as total`)
  return row!.total
}

type Window = { total: Statement; limit: number; offset: number }

/**
 * The page is found first and only its rows are joined to the rest, so that the cost follows the page and not the
 * project, except when the order itself needs all sums. The total comes along to save a query.
 */
async function selectPage(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  filters: Statement[],
  { total, limit, offset }: Window,
): Promise<(Row & { total: number })[]> {
  if (limit === 0) return []
  const order = orderOf(query)
  const where = allOf([sql`u.project_id = ${scope.projectId}`, ...filters])
  const cut = sql`${order} limit ${limit} offset ${offset}`
  const statement = sql`
    select ${columns}, ${total} as total
    from ${isOfStats(query.sortBy) ? pageByStats(scope, filters, where, cut) : pageByUser(scope, query, where, cut, offset)}
    ${creditsOfEach(scope, query)}
    ${order}`
  return q.rows(filters.length === 0 ? prepared(statement) : statement)
}

/** Along an index the rows come in order and can be read directly; for sorting or skipping, ids are lighter. */
function pageByUser(
  scope: Scope,
  query: ListQuery,
  where: Statement,
  cut: Statement,
  offset: number,
): Statement {
  if (indexed.has(query.sortBy) && offset <= shallow)
    return sql`(select u.* from external_user u where ${where} ${cut}) u join external_user_stats s on ${sameUser}`
  const credits = query.sortBy === 'creditsUsed' ? creditsOfAll(scope, query) : sqlText('')
  return sql`(select u.id from external_user u ${credits} where ${where} ${cut}) page
    join external_user u on u.project_id = ${scope.projectId} and u.id = page.id
    join external_user_stats s on ${sameUser}`
}

/** Every user has a row of counts, so the users need to be looked at only when a filter is about them. */
function pageByStats(scope: Scope, filters: Statement[], where: Statement, cut: Statement): Statement {
  const source =
    filters.length === 0
      ? sql`external_user_stats s where s.project_id = ${scope.projectId}`
      : sql`external_user_stats s join external_user u on ${sameUser} where ${where}`
  return sql`(select s.* from ${source} ${cut}) s join external_user u on ${sameUser}`
}

async function findPinned(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  filters: Statement[],
  now: Date,
): Promise<VersionedUser | null> {
  const isPinned = sql`u.project_id = ${scope.projectId} and u.id = ${query.activeEuid}`
  const [row] = await q.rows<Row>(sql`
    select ${columns} from external_user u join external_user_stats s on ${sameUser} ${creditsOfEach(scope, query)}
    where ${allOf([isPinned, ...filters])}`)
  return row ? toUser(row, scope.projectId, onlineSince(now)) : null
}

export async function findUser(
  q: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<VersionedUser | null> {
  const [row] = await q.rows<Row>(
    prepared(sql`
    select ${columns} from external_user u join external_user_stats s on ${sameUser} ${creditsOfEach(scope, {})}
    where u.project_id = ${scope.projectId} and u.id = ${id}`),
  )
  return row ? toUser(row, scope.projectId, onlineSince(now)) : null
}

const toUser = (row: Row, projectId: string, since: string): VersionedUser => ({
  id: row.id,
  name: row.name,
  projectId,
  source: row.source,
  isActive: row.is_active,
  channel: row.channel,
  profileSummary: row.profile_summary,
  avatarUrl: row.avatar_url,
  creditsUsed: Number(row.micro_credits) / 1_000_000,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  isOnline: row.last_seen_at !== null && row.last_seen_at > since,
  resourceStats: {
    agentCount: row.agent_count,
    workflowCount: row.workflow_count,
    knowledgeStorageKb: Number(row.knowledge_storage_kb),
    databaseStorageKb: Number(row.database_storage_kb),
    storageUsedKb: Number(row.storage_used_kb),
    connectionCount: row.connection_count,
  },
  addedByWorkflowIds: row.added_by_workflow_ids,
  addedByWorkflowId: row.added_by_workflow_ids[0] ?? null,
  metadata: row.metadata,
  verifiedEmail: row.verified_email,
  verifiedPhone: row.verified_phone,
  identitySources: row.identity_sources,
  version: row.version,
})
