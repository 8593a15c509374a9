import { creditsOf } from '../../../kernel/credits.ts'
import { allOf, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Hold, HoldQuery, Subject, WorkType } from '../schema/entry.ts'
import type { CounterKey } from './counter.ts'
import {
  hasAvailable,
  isFunded,
  isNewlyLow,
  queueingWritten,
  returningEntry,
  settingLowEvent,
} from './rules.ts'

export type NewHold = {
  id: string
  workId: string
  type: WorkType
  microCredits: number
  externalUserId: string
  subject: Required<Subject>
  counters: readonly CounterKey[]
  at: Date
  expiresAt: Date
}

export type Reserved = { isNewlyLow: boolean }

/**
 * Reserves the amount in one conditional statement: it takes place exactly if the balance has it, or has no limit.
 * Null when it has not; then nothing was written. The counters must be locked and found wide enough.
 */
export async function insertHold(
  tx: Tx,
  scope: Scope,
  hold: NewHold,
  lowEventId: string,
): Promise<Reserved | null> {
  const [row] = await tx.rows<{ is_newly_low: boolean | null }>(holding(scope, hold, lowEventId))
  return row ? { isNewlyLow: row.is_newly_low === true } : null
}

/**
 * For a project that was found to have no balance, under the lock of its rules: there it always takes place, so no one
 * needs to wait for its result.
 */
export function insertUnlimitedHold(tx: Tx, scope: Scope, hold: NewHold, lowEventId: string): void {
  tx.pipeline(holding(scope, hold, lowEventId))
}

const holding = (scope: Scope, hold: NewHold, lowEventId: string): Statement => sql`
  ${reservingHold(scope, hold, lowEventId)}
  select (select is_newly_low from funds) as is_newly_low from inserted`

/** The hold as `inserted`, and what it takes of the balance as `funds`; neither where the balance or the condition refuses. */
export function reservingHold(
  scope: Scope,
  hold: NewHold,
  lowEventId: string,
  condition: Statement = sqlText('true'),
): Statement {
  const { subject, microCredits } = hold
  const capIds = hold.counters.map(({ capId }) => capId)
  const capPeriods = hold.counters.map(({ periodStart }) => periodStart)
  const counted = sql`, counted as (
      update usage_cap_counter k set held_micro = k.held_micro + ${microCredits}
      from allowed, unnest(${capIds}::uuid[], ${capPeriods}::timestamptz[]) as w (cap_id, period_start)
      where k.project_id = ${scope.projectId} and k.cap_id = w.cap_id and k.period_start = w.period_start
    )`
  return sql`
    with funds as (
      update usage_balance b
      set held_micro = b.held_micro + ${microCredits}, updated_at = ${hold.at},
          ${settingLowEvent(sql`0 - ${microCredits}::bigint`, lowEventId)}
      where b.project_id = ${scope.projectId} and ${hasAvailable(microCredits)}
      returning ${isNewlyLow(lowEventId)}
    ), allowed as (
      select exists (select from funds) as is_on_balance where ${isFunded(scope)} and ${condition}
    )${capIds.length === 0 ? sqlText('') : counted}, inserted as (
      insert into usage_hold (project_id, work_id, id, type, held_micro, is_on_balance, cap_ids, cap_periods,
                              external_user_id, workflow_id, execution_id, thread_id, run_id, tool_slug, model_id,
                              api_key_id, created_at, expires_at)
      select ${scope.projectId}, ${hold.workId}, ${hold.id}, ${hold.type}, ${microCredits}, is_on_balance,
             ${capIds}, ${capPeriods}, ${hold.externalUserId}, ${subject.workflowId}, ${subject.executionId},
             ${subject.threadId}, ${subject.runId}, ${subject.toolSlug}, ${subject.modelId}, ${subject.apiKeyId},
             ${hold.at}, ${hold.expiresAt}
      from allowed
      returning id
    )`
}

/** Makes an open hold larger, under the same condition; its hour starts again. */
export async function raiseHold(
  tx: Tx,
  scope: Scope,
  hold: {
    workId: string
    id: string
    byMicro: number
    counters: readonly CounterKey[]
    at: Date
    expiresAt: Date
  },
  lowEventId: string,
): Promise<Reserved | null> {
  const [row] = await tx.rows<{ is_newly_low: boolean | null }>(sql`
    with target as (
      select is_on_balance from usage_hold
      where project_id = ${scope.projectId} and work_id = ${hold.workId} and id = ${hold.id}
    ), funds as (
      update usage_balance b
      set held_micro = b.held_micro + ${hold.byMicro}, updated_at = ${hold.at},
          ${settingLowEvent(sql`0 - ${hold.byMicro}::bigint`, lowEventId)}
      from target
      where b.project_id = ${scope.projectId} and target.is_on_balance and ${hasAvailable(hold.byMicro)}
      returning ${isNewlyLow(lowEventId)}
    ), raised as (
      update usage_hold h set held_micro = h.held_micro + ${hold.byMicro}, expires_at = ${hold.expiresAt}
      from target
      where h.project_id = ${scope.projectId} and h.work_id = ${hold.workId} and h.id = ${hold.id}
        and (not target.is_on_balance or exists (select from funds))
      returning h.id
    ), counted as (
      update usage_cap_counter k set held_micro = k.held_micro + ${hold.byMicro}
      from raised, unnest(${hold.counters.map(({ capId }) => capId)}::uuid[],
                          ${hold.counters.map(({ periodStart }) => periodStart)}::timestamptz[]) as w (cap_id, period_start)
      where k.project_id = ${scope.projectId} and k.cap_id = w.cap_id and k.period_start = w.period_start
    )
    select (select is_newly_low from funds) as is_newly_low from raised`)
  return row ? { isNewlyLow: row.is_newly_low === true } : null
}

export type ExpiredHold = { id: string; counters: CounterKey[]; isOnBalance: boolean }

export async function listExpired(
  q: Queryable,
  scope: Scope,
  now: Date,
  limit: number,
): Promise<ExpiredHold[]> {
  const rows = await q.rows<{
    id: string
    is_on_balance: boolean
    cap_ids: string[]
    periods: string[]
  }>(sql`
    select id, is_on_balance, cap_ids::text[] as cap_ids,
           array(select to_char(p at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from unnest(cap_periods) p) as periods
    from usage_hold where project_id = ${scope.projectId} and expires_at <= ${now}
    order by expires_at limit ${limit}`)
  return rows.map((row) => ({
    id: row.id,
    isOnBalance: row.is_on_balance,
    counters: row.cap_ids.map((capId, i) => ({ capId, periodStart: row.periods[i]! })),
  }))
}

export async function listProjectsWithExpired(q: Queryable, now: Date): Promise<string[]> {
  const rows = await q.rows<{ project_id: string }>(sql`
    select distinct project_id from usage_hold where expires_at <= ${now} limit 1000`)
  return rows.map((row) => row.project_id)
}

/** Releases holds whose hour is over, those that are still there; the counters and the balance must be locked. */
export async function releaseExpired(
  tx: Tx,
  scope: Scope,
  holdIds: readonly string[],
  entryIds: readonly string[],
  at: Date,
): Promise<number> {
  const [row] = await tx.rows<{ released: number }>(sql`
    with ended as (
      delete from usage_hold h using unnest(${holdIds}::uuid[], ${entryIds}::uuid[]) as w (hold_id, entry_id)
      where h.project_id = ${scope.projectId} and h.id = w.hold_id and h.expires_at <= ${at}
      returning h.*, w.entry_id
    ), funds as (
      update usage_balance b
      set held_micro = b.held_micro - (select coalesce(sum(held_micro), 0) from ended where is_on_balance), updated_at = ${at}
      where b.project_id = ${scope.projectId} and exists (select from ended where is_on_balance)
      returning b.balance_micro
    ), counted as (
      update usage_cap_counter k set held_micro = k.held_micro - w.held_micro
      from (select u.cap_id, u.period_start, sum(held_micro) as held_micro
            from ended, unnest(cap_ids, cap_periods) as u (cap_id, period_start) group by 1, 2) w
      where k.project_id = ${scope.projectId} and k.cap_id = w.cap_id and k.period_start = w.period_start
    ), written as (
      insert into usage_entry (project_id, id, work_id, type, entry_type, status, delta_micro, used_micro,
                               balance_after_micro, external_user_id, workflow_id, execution_id, thread_id, run_id,
                               tool_slug, model_id, api_key_id, metadata, created_at)
      select project_id, entry_id, work_id, type, 'debit', 'released', 0, 0,
             case when is_on_balance then (select balance_micro from funds) end, external_user_id, workflow_id,
             execution_id, thread_id, run_id, tool_slug, model_id, api_key_id, '{"expired":true}', ${at}
      from ended
      ${returningEntry}
    ), queued as (${queueingWritten})
    select count(*)::int as released from written`)
  return row!.released
}

type HoldRow = {
  id: string
  work_id: string
  type: WorkType
  held_micro: number
  external_user_id: string
  workflow_id: string | null
  execution_id: string | null
  thread_id: string | null
  run_id: string | null
  tool_slug: string | null
  model_id: string | null
  api_key_id: string | null
  created_at: string
  expires_at: string
}

export async function listHolds(
  q: Queryable,
  scope: Scope,
  query: HoldQuery,
  now: Date,
): Promise<Page<Hold>> {
  const conditions = [sql`project_id = ${scope.projectId}`]
  if (query.minAgeSeconds !== undefined)
    conditions.push(sql`created_at <= ${new Date(now.getTime() - query.minAgeSeconds * 1000)}`)
  const where = allOf(conditions)
  return mapPage(
    await selectPage<HoldRow>(
      q,
      {
        columns: sql`id, work_id, type, held_micro, external_user_id, workflow_id, execution_id, thread_id,
          run_id, tool_slug, model_id, api_key_id, created_at, expires_at`,
        from: sql`usage_hold where ${where}`,
        order: sql`created_at, work_id`,
      },
      query,
    ),
    (row) => toHold(row, now),
  )
}

const toHold = (row: HoldRow, now: Date): Hold => ({
  id: row.id,
  workId: row.work_id,
  type: row.type,
  credits: creditsOf(row.held_micro),
  eUID: row.external_user_id,
  workflowId: row.workflow_id,
  executionId: row.execution_id,
  threadId: row.thread_id,
  runId: row.run_id,
  toolSlug: row.tool_slug,
  modelId: row.model_id,
  apiKeyId: row.api_key_id,
  ageSeconds: Math.max(0, Math.floor((now.getTime() - Date.parse(row.created_at)) / 1000)),
  isExpired: Date.parse(row.expires_at) <= now.getTime(),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
