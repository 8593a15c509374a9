import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Which counter: one per cap and period. */
export type CounterKey = { capId: string; periodStart: string }

export type Counter = CounterKey & {
  usedMicro: number
  heldMicro: number
  extraMicro: number
  isNotified: boolean
}

export type CounterChange = CounterKey & { usedMicro: number; heldMicro: number }

type Row = {
  cap_id: string
  period_start: string
  used_micro: number
  held_micro: number
  extra_micro: number
  is_told: boolean
}

export const sameCounter = (a: CounterKey, b: CounterKey): boolean =>
  a.capId === b.capId && a.periodStart === b.periodStart

/**
 * Locks the counters in the order of their ids and makes those that are missing: a period begins with the first
 * movement in it. Counters of caps that were removed meanwhile do not come back.
 */
export async function lockCounters(
  tx: Tx,
  scope: Scope,
  keys: readonly CounterKey[],
): Promise<readonly Counter[]> {
  if (keys.length === 0) return []
  const rows = await tx.rows<Row>(sql`
    insert into usage_cap_counter as k (project_id, cap_id, period_start)
    select distinct ${scope.projectId}::uuid, w.cap_id, w.period_start
    from unnest(${keys.map(({ capId }) => capId)}::uuid[], ${keys.map(({ periodStart }) => periodStart)}::timestamptz[])
      as w (cap_id, period_start)
    where exists (select from usage_cap c where c.project_id = ${scope.projectId} and c.id = w.cap_id)
    order by w.cap_id, w.period_start
    on conflict (project_id, cap_id, period_start) do update set used_micro = k.used_micro
    returning cap_id, period_start, used_micro, held_micro, extra_micro, told_at is not null as is_told`)
  return rows.map((row) => ({
    capId: row.cap_id,
    periodStart: row.period_start,
    usedMicro: row.used_micro,
    heldMicro: row.held_micro,
    extraMicro: row.extra_micro,
    isNotified: row.is_told,
  }))
}

/** True for the first caller, which publishes it. */
export async function markNotified(tx: Tx, scope: Scope, key: CounterKey, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    update usage_cap_counter set told_at = ${at}
    where project_id = ${scope.projectId} and cap_id = ${key.capId} and period_start = ${key.periodStart}
      and told_at is null
    returning 1`)
  return rows.length > 0
}

/** With more capacity it is published again. */
export async function addExtra(tx: Tx, scope: Scope, key: CounterKey, extraMicro: number): Promise<void> {
  await tx.rows(sql`
    update usage_cap_counter set extra_micro = extra_micro + ${extraMicro}, told_at = null
    where project_id = ${scope.projectId} and cap_id = ${key.capId} and period_start = ${key.periodStart}`)
}
