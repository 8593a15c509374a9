import { allOf, likePattern, type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
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

type Range = { from?: Date | undefined; to?: Date | undefined }

/** A user with the version that `If-Match` is compared with. */
export type VersionedUser = ExternalUser & { version: number }

const onlineForMs = 120_000

const sortColumns: Record<SortField, string> = {
  name: 'u.name',
  createdAt: 'u.created_at',
  source: 'u.source',
  creditsUsed: 'micro_credits',
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

const columns =
  sqlText(`u.id, u.name, u.source, u.is_active, u.channel, u.profile_summary, u.avatar_url, u.metadata,
  u.verified_email, u.verified_phone, u.identity_sources, u.added_by_workflow_ids, u.last_seen_at, u.created_at, u.version,
  s.agent_count, s.workflow_count, s.knowledge_storage_kb, s.database_storage_kb, s.storage_used_kb, s.connection_count`)

const usersWithStats = sqlText(`external_user u
  join external_user_stats s on s.project_id = u.project_id and s.external_user_id = u.id`)

/** The join is on the key, but a page in an order of external_user alone is found before it. */
const statsSorted = new Set<SortField>([
  'agentCount',
  'workflowCount',
  'knowledgeStorageKb',
  'databaseStorageKb',
  'storageUsedKb',
  'connectionCount',
])

function creditsIn(range: Range, alias: string): Statement {
  const conditions = [sqlText(`${alias}.created_at is not null`)]
  if (range.from) conditions.push(sql`${sqlText(alias)}.created_at >= ${range.from}`)
  if (range.to) conditions.push(sql`${sqlText(alias)}.created_at < ${range.to}`)
  return allOf(conditions)
}

function filtersOf(scope: Scope, query: ListQuery): Statement[] {
  const filters = [sql`u.project_id = ${scope.projectId}`]
  if (query.q !== undefined) filters.push(sql`u.name ilike ${likePattern(query.q)}`)
  if (query.channel !== undefined) filters.push(sql`u.channel = ${query.channel}`)
  if (query.source !== undefined && query.source.length > 0)
    filters.push(sql`u.source = any(${query.source})`)
  if (query.isActive !== undefined) filters.push(sql`u.is_active = ${query.isActive}`)
  return filters
}

function orderOf(query: ListQuery): Statement {
  const nulls = nullable.has(query.sortBy) ? ' nulls last' : ''
  const ties = query.sortBy === 'id' ? '' : `, u.id ${query.sortOrder}`
  return sqlText(`order by ${sortColumns[query.sortBy]} ${query.sortOrder}${nulls}${ties}`)
}

/**
 * Lists the users of the project. The page is found first and only its rows are joined to their sums, so that the
 * cost follows the page and not the project, except when the order itself asks for everybody's sum.
 */
export async function listUsers(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  now: Date,
): Promise<Page<VersionedUser>> {
  const filters = filtersOf(scope, query)
  const pinned = query.activeEuid === undefined ? null : await findPinned(q, scope, query, filters, now)
  // The pinned user takes the first place of the first page; the others move down by one.
  const others = pinned ? [...filters, sql`u.id <> ${pinned.id}`] : filters
  const offset = offsetOf(query)
  const skip = pinned ? Math.max(0, offset - 1) : offset
  const showsPinned = pinned !== null && offset === 0
  const [total, rows] = await Promise.all([
    countUsers(q, filters),
    selectPage(q, scope, query, others, query.limit - (showsPinned ? 1 : 0), skip),
  ])
  const items = rows.map((row) => toUser(row, scope.projectId, now))
  return pageOf(showsPinned ? [pinned, ...items] : items, total, query)
}

async function countUsers(q: Queryable, filters: Statement[]): Promise<number> {
  const [row] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from external_user u where ${allOf(filters)}`,
  )
  return row!.total
}

async function selectPage(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  filters: Statement[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  if (limit === 0) return []
  const where = allOf(filters)
  if (query.sortBy === 'creditsUsed') {
    return q.rows<Row>(sql`
      select ${columns}, coalesce(c.micro_credits, 0)::text as micro_credits
      from ${usersWithStats}
      left join (
        select e.external_user_id, sum(e.micro_credits) as micro_credits from usage_entry e
        where e.project_id = ${scope.projectId} and ${creditsIn(query, 'e')} group by e.external_user_id
      ) c on c.external_user_id = u.id
      where ${where}
      order by coalesce(c.micro_credits, 0) ${sqlText(query.sortOrder)}, u.id ${sqlText(query.sortOrder)}
      limit ${limit} offset ${offset}`)
  }
  const from = statsSorted.has(query.sortBy) ? usersWithStats : sqlText('external_user u')
  return q.rows<Row>(sql`
    with page as materialized (
      select u.id from ${from} where ${where}
      ${orderOf(query)} limit ${limit} offset ${offset}
    )
    select ${columns}, ${creditsOfRow(query)} as micro_credits
    from page
    join ${usersWithStats} on u.project_id = ${scope.projectId} and u.id = page.id
    ${orderOf(query)}`)
}

const creditsOfRow = (range: Range): Statement => sql`coalesce((
  select sum(e.micro_credits) from usage_entry e
  where e.project_id = u.project_id and e.external_user_id = u.id and ${creditsIn(range, 'e')}), 0)::text`

async function findPinned(
  q: Queryable,
  scope: Scope,
  query: ListQuery,
  filters: Statement[],
  now: Date,
): Promise<VersionedUser | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns}, ${creditsOfRow(query)} as micro_credits
    from ${usersWithStats} where ${allOf(filters)} and u.id = ${query.activeEuid}`)
  return row ? toUser(row, scope.projectId, now) : null
}

export async function findUser(
  q: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<VersionedUser | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns}, ${creditsOfRow({})} as micro_credits
    from ${usersWithStats} where u.project_id = ${scope.projectId} and u.id = ${id}`)
  return row ? toUser(row, scope.projectId, now) : null
}

const toUser = (row: Row, projectId: string, now: Date): VersionedUser => ({
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
  isOnline: row.last_seen_at !== null && now.getTime() - new Date(row.last_seen_at).getTime() < onlineForMs,
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
