import { creditsOf } from '../../kernel/credits.ts'
import type { Position } from '../../kernel/cursor.ts'
import { allOf, type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import { countRows } from '../../kernel/db/rows/select-page.ts'
import { offsetOf, type Page, pageOf } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import { daySums, isCoveredBySums } from './read-sums.ts'
import type { Grouping, UsageEntry, UsageGroup, UsageQuery } from './schema/entry.ts'

type Row = {
  id: string
  work_id: string | null
  type: UsageEntry['type']
  entry_type: UsageEntry['entryType']
  status: 'settled' | 'released'
  delta_micro: number
  balance_after_micro: number | null
  usd_cost: string
  external_user_id: string | null
  workflow_id: string | null
  execution_id: string | null
  thread_id: string | null
  run_id: string | null
  tool_slug: string | null
  model_id: string | null
  api_key_id: string | null
  quantity: UsageEntry['quantity']
  price_ref: string | null
  metadata: Record<string, unknown>
  created_at: string
}

const columns =
  sqlText(`e.id, e.work_id, e.type, e.entry_type, e.status, e.delta_micro, e.balance_after_micro, e.usd_cost,
  e.external_user_id, e.workflow_id, e.execution_id, e.thread_id, e.run_id, e.tool_slug, e.model_id, e.api_key_id,
  e.quantity, e.price_ref, e.metadata, e.created_at`)

export function matching(scope: Scope, query: Partial<UsageQuery>): Statement {
  const conditions = [sql`e.project_id = ${scope.projectId}`]
  if (query.from) conditions.push(sql`e.created_at >= ${query.from}`)
  if (query.to) conditions.push(sql`e.created_at < ${query.to}`)
  if (query.workflowId) conditions.push(sql`e.workflow_id = ${query.workflowId}`)
  if (query.executionId) conditions.push(sql`e.execution_id = ${query.executionId}`)
  if (query.eUID) conditions.push(sql`e.external_user_id = ${query.eUID}`)
  if (query.threadId) conditions.push(sql`e.thread_id = ${query.threadId}`)
  if (query.type) conditions.push(sql`e.type = ${query.type}`)
  if (query.toolSlug) conditions.push(sql`e.tool_slug = ${query.toolSlug}`)
  if (query.model) conditions.push(sql`e.model_id = ${query.model}`)
  if (query.apiKeyId) conditions.push(sql`e.api_key_id = ${query.apiKeyId}`)
  if (query.entryType) conditions.push(sql`e.entry_type = ${query.entryType}`)
  return allOf(conditions)
}

/** The entries behind a position, in order. */
export async function listEntriesFrom(
  q: Queryable,
  scope: Scope,
  query: UsageQuery,
  position: Position | null,
  limit: number,
  offset = 0,
): Promise<UsageEntry[]> {
  const isBehind = query.sortOrder === 'DESC' ? sqlText('<') : sqlText('>')
  const where = position
    ? sql`${matching(scope, query)} and (e.created_at, e.id) ${isBehind} (${position.createdAt}::timestamptz, ${position.id}::uuid)`
    : matching(scope, query)
  const order = sqlText(`e.created_at ${query.sortOrder}, e.id ${query.sortOrder}`)
  const rows = await q.rows<Row>(sql`
    select ${columns} from usage_entry e where ${where} order by ${order} limit ${limit} offset ${offset}`)
  return rows.map(toEntry)
}

/** The sums know how many there are, so that only filters they do not know make anyone count. */
export async function countEntries(q: Queryable, scope: Scope, query: UsageQuery): Promise<number> {
  const statement = isCoveredBySums(query)
    ? sql`select coalesce(sum(entries), 0)::bigint as total from ${daySums(scope, query)} s`
    : sql`select count(*) as total from usage_entry e where ${matching(scope, query)}`
  const [row] = await q.rows<{ total: number }>(statement)
  return row!.total
}

const groupColumns: Record<Grouping, { ofSums: string | null; ofEntries: string }> = {
  day: { ofSums: 's.day::text', ofEntries: "(e.created_at at time zone 'UTC')::date::text" },
  type: { ofSums: 's.type', ofEntries: 'e.type' },
  eUID: { ofSums: null, ofEntries: 'e.external_user_id::text' },
  model: { ofSums: "nullif(s.model_id, '')", ofEntries: 'e.model_id' },
  tool: { ofSums: "nullif(s.tool_slug, '')", ofEntries: 'e.tool_slug' },
}

type GroupRow = { name: string | null; used: string; usd: string; entries: number; total: number }

/** The largest first; days in their order. */
export async function listGroups(
  q: Queryable,
  scope: Scope,
  query: UsageQuery,
  grouping: Grouping,
): Promise<Page<UsageGroup>> {
  const { ofSums, ofEntries } = groupColumns[grouping]
  const grouped =
    ofSums !== null && isCoveredBySums(query)
      ? sql`
        select ${sqlText(ofSums)} as name, sum(s.used_micro) as used, sum(s.usd_cost) as usd, sum(s.entries)::bigint as entries
        from ${daySums(scope, query)} s where s.type <> 'grant' group by 1`
      : sql`
        select ${sqlText(ofEntries)} as name, sum(e.used_micro) as used, sum(e.usd_cost) as usd, count(*) as entries
        from usage_entry e where ${matching(scope, query)} and e.type <> 'grant' group by 1`
  // By the sums themselves: the texts of the same name in the response would sort 394 before 66.
  const order = sqlText(
    grouping === 'day' ? `g.name ${query.sortOrder}` : `g.used ${query.sortOrder}, g.name nulls last`,
  )
  const rows = await q.rows<GroupRow>(sql`
    select name, used::text, usd::text, entries, count(*) over ()::int as total from (${grouped}) g
    order by ${order} limit ${query.limit} offset ${offsetOf(query)}`)
  const items = rows.map(({ name, used, usd, entries }) => ({
    group: name,
    credits: creditsOf(used),
    usdCost: Number(usd),
    entries,
  }))
  return pageOf(items, rows[0]?.total ?? (await countGroups(q, grouped, query)), query)
}

/** Behind the last page no row brings the total along. */
async function countGroups(q: Queryable, grouped: Statement, query: UsageQuery): Promise<number> {
  if (offsetOf(query) === 0) return 0
  return countRows(q, sql`(${grouped}) g`)
}

/** Noted only where another model served. */
const requestedIn = ({ requestedModelId }: Record<string, unknown>): string | null =>
  typeof requestedModelId === 'string' ? requestedModelId : null

const toEntry = (row: Row): UsageEntry => ({
  id: row.id,
  type: row.type,
  entryType: row.entry_type,
  creditAmount: creditsOf(Math.abs(row.delta_micro)),
  delta: creditsOf(row.delta_micro),
  balanceAfter: row.balance_after_micro === null ? null : creditsOf(row.balance_after_micro),
  usdCost: Number(row.usd_cost),
  status: row.status,
  eUID: row.external_user_id,
  workflowId: row.workflow_id,
  executionId: row.execution_id,
  threadId: row.thread_id,
  runId: row.run_id,
  toolSlug: row.tool_slug,
  modelId: row.model_id,
  requestedModelId: requestedIn(row.metadata) ?? row.model_id,
  apiKeyId: row.api_key_id,
  workId: row.work_id,
  quantity: row.quantity,
  priceRef: row.price_ref,
  metadata: row.metadata,
  createdAt: row.created_at,
})
