import { allOf, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CapAction, CapPeriod, CapQuery, CapScope } from '../schema/cap.ts'

export type CapRow = {
  id: string
  scope: CapScope
  scope_id: string
  period: CapPeriod
  limit_micro: number
  action: CapAction
  origin: 'cap' | 'key' | 'project'
  is_operators: boolean
  version: number
  created_at: string
  updated_at: string
}

export type CapWithCount = CapRow & {
  used_micro: number | null
  held_micro: number | null
  extra_micro: number | null
}

const columns = sqlText(
  'c.id, c.scope, c.scope_id, c.period, c.limit_micro, c.action, c.origin, c.is_operators, c.version, c.created_at, c.updated_at',
)

/** When each kind of period began that is running now. */
export type PeriodStarts = Record<CapPeriod, string>

/** `total` has no beginning; this one is before anything. */
export const beginning = '1970-01-01T00:00:00.000Z'

export const periodStarts = (at: Date): PeriodStarts => {
  const day = at.toISOString().slice(0, 10)
  return {
    day: `${day}T00:00:00.000Z`,
    month: `${day.slice(0, 7)}-01T00:00:00.000Z`,
    total: beginning,
  }
}

/** When the period that began then is followed by the next; null for `total`, which never does. */
export function periodEnd(period: CapPeriod, start: string): string | null {
  const started = new Date(start)
  const [year, month, day] = [started.getUTCFullYear(), started.getUTCMonth(), started.getUTCDate()]
  if (period === 'day') return new Date(Date.UTC(year, month, day + 1)).toISOString()
  return period === 'month' ? new Date(Date.UTC(year, month + 1, 1)).toISOString() : null
}

const withCounter = (scope: Scope, starts: PeriodStarts): Statement => sql`
  usage_cap c left join usage_cap_counter k
    on k.project_id = ${scope.projectId} and k.cap_id = c.id
    and k.period_start = case c.period when 'day' then ${starts.day}::timestamptz
                                       when 'month' then ${starts.month}::timestamptz
                                       else ${starts.total}::timestamptz end`

/** Nothing is left of it, and it refuses: the same rule as the guard's, for the smallest amount there is. */
const blocks = sqlText(`c.action <> 'warn' and
  c.limit_micro + coalesce(k.extra_micro, 0) <= coalesce(k.used_micro, 0) + coalesce(k.held_micro, 0)`)

export async function countBlockingCaps(q: Queryable, scope: Scope, starts: PeriodStarts): Promise<number> {
  return countRows(
    q,
    sql`${withCounter(scope, starts)} where c.project_id = ${scope.projectId} and ${blocks}`,
  )
}

export async function listCaps(
  q: Queryable,
  scope: Scope,
  query: CapQuery,
  starts: PeriodStarts,
): Promise<Page<CapWithCount>> {
  const conditions = [sql`c.project_id = ${scope.projectId}`]
  if (query.scope) conditions.push(sql`c.scope = ${query.scope}`)
  if (query.scopeId !== undefined) conditions.push(sql`c.scope_id = ${query.scopeId}`)
  if (query.isBlocking !== undefined) conditions.push(sql`(${blocks}) = ${query.isBlocking}`)
  const where = allOf(conditions)
  return selectPage<CapWithCount>(
    q,
    {
      columns: sql`${columns}, k.used_micro, k.held_micro, k.extra_micro`,
      from: sql`${withCounter(scope, starts)} where ${where}`,
      order: sql`c.created_at desc, c.id desc`,
    },
    query,
  )
}

export async function findCap(
  q: Queryable,
  scope: Scope,
  id: string,
  starts: PeriodStarts,
): Promise<CapWithCount | null> {
  const [row] = await q.rows<CapWithCount>(sql`
    select ${columns}, k.used_micro, k.held_micro, k.extra_micro from ${withCounter(scope, starts)}
    where c.project_id = ${scope.projectId} and c.id = ${id}`)
  return row ?? null
}

export type NewCap = Pick<
  CapRow,
  'id' | 'scope' | 'scope_id' | 'period' | 'limit_micro' | 'action' | 'origin'
>

/** Null when there is one of the kind already. The rules must be locked: entries of others would be overlooked. */
export async function insertCap(
  tx: Tx,
  scope: Scope,
  cap: NewCap,
  starts: PeriodStarts,
  at: Date,
): Promise<CapRow | null> {
  const [row] = await tx.rows<CapRow>(sql`
    insert into usage_cap as c (project_id, id, scope, scope_id, period, limit_micro, action, origin, is_operators,
                                created_at, updated_at)
    values (${scope.projectId}, ${cap.id}, ${cap.scope}, ${cap.scope_id}, ${cap.period}, ${cap.limit_micro},
            ${cap.action}, ${cap.origin}, ${scope.isOperator}, ${at}, ${at})
    on conflict (project_id, scope, scope_id, period, action, origin, is_operators) do nothing
    returning ${columns}`)
  if (!row) return null
  const start = starts[cap.period]
  // Open holds stay out of a new cap: it decides about work that begins after it.
  await tx.rows(sql`
    insert into usage_cap_counter (project_id, cap_id, period_start, used_micro)
    select ${scope.projectId}, ${cap.id}, ${start}, coalesce(sum(e.used_micro), 0)
    from usage_entry e
    where e.project_id = ${scope.projectId} and e.created_at >= ${start} and ${inScopeOf(cap)}`)
  return row
}

/** The entries that a cap counts. */
export function inScopeOf({ scope, scope_id }: Pick<CapRow, 'scope' | 'scope_id'>): Statement {
  switch (scope) {
    case 'project':
      return sqlText('true')
    case 'key':
      return sql`e.api_key_id = ${scope_id}`
    case 'external_user':
      return sql`e.external_user_id = ${scope_id}`
    case 'workflow':
      return sql`e.workflow_id = ${scope_id}`
    case 'thread':
      return sql`e.thread_id = ${scope_id}`
  }
}

/** A raised cap is published again when it is reached again. */
export async function updateCap(
  tx: Tx,
  scope: Scope,
  id: string,
  limitMicro: number,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update usage_cap_counter k set told_at = null from usage_cap c
    where k.project_id = ${scope.projectId} and k.cap_id = ${id} and c.project_id = k.project_id and c.id = k.cap_id
      and c.limit_micro < ${limitMicro}`)
  await tx.rows(sql`
    update usage_cap set limit_micro = ${limitMicro}, version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}`)
}

export async function deleteCap(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from usage_cap where project_id = ${scope.projectId} and id = ${id}`)
}

export type OriginCap = Pick<CapRow, 'id' | 'limit_micro' | 'is_operators'>

/** The cap behind a monthlyCreditCap; null when none is set. */
export async function findCapOfOrigin(
  tx: Tx,
  scope: Scope,
  origin: 'key' | 'project',
  scopeId: string,
): Promise<OriginCap | null> {
  const [row] = await tx.rows<OriginCap>(sql`
    select id, limit_micro, is_operators from usage_cap
    where project_id = ${scope.projectId} and scope = ${origin} and scope_id = ${scopeId} and origin = ${origin}`)
  return row ?? null
}

/** From now on the cap belongs to whom the scope acts for. */
export async function setCapOwner(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`
    update usage_cap set is_operators = ${scope.isOperator} where project_id = ${scope.projectId} and id = ${id}`)
}

/** Whether a cap that refuses work is set on the key. */
export async function isKeyCapped(tx: Tx, scope: Scope, keyId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from usage_cap
    where project_id = ${scope.projectId} and scope = 'key' and scope_id = ${keyId} and action <> 'warn' limit 1`)
  return rows.length > 0
}
