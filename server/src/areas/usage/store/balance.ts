import { maxMicroCredits } from '../../../kernel/credits.ts'
import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type BalanceRow = {
  balance_micro: number
  held_micro: number
  low_at_micro: number
  monthly_grant_micro: number | null
  renews_at: string | null
}

/** Null while the balance is unlimited. */
export async function findBalance(q: Queryable, scope: Scope): Promise<BalanceRow | null> {
  const [row] = await q.rows<BalanceRow>(sql`
    select balance_micro, held_micro, low_at_micro, monthly_grant_micro, renews_at
    from usage_balance where project_id = ${scope.projectId}`)
  return row ?? null
}

export async function lockBalance(
  tx: Tx,
  scope: Scope,
): Promise<{ balanceMicro: number; heldMicro: number } | null> {
  const [row] = await tx.rows<{ balance_micro: number; held_micro: number }>(sql`
    select balance_micro, held_micro from usage_balance where project_id = ${scope.projectId} for update`)
  return row ? { balanceMicro: row.balance_micro, heldMicro: row.held_micro } : null
}

export type GrantTerms = {
  microCredits: number
  lowAtMicro: number
  /** Undefined leaves the monthly grant as it is, null ends it. */
  monthly: { microCredits: number; renewsAt: Date } | null | undefined
  at: Date
}

/** The balance afterwards; null when it would be larger than a balance can be. */
export async function addGrant(tx: Tx, scope: Scope, terms: GrantTerms): Promise<number | null> {
  const { microCredits, lowAtMicro, monthly, at } = terms
  const keepsMonthly = monthly === undefined
  const [row] = await tx.rows<{ balance_micro: number }>(sql`
    insert into usage_balance as b (project_id, balance_micro, low_at_micro, monthly_grant_micro, renews_at, updated_at)
    values (${scope.projectId}, ${microCredits}, ${lowAtMicro}, ${monthly?.microCredits ?? null}, ${monthly?.renewsAt ?? null}, ${at})
    on conflict (project_id) do update
    set balance_micro = b.balance_micro + ${microCredits}, low_at_micro = ${lowAtMicro}, updated_at = ${at},
        low_event_id = case when b.balance_micro - b.held_micro + ${microCredits} < ${lowAtMicro}
                       then b.low_event_id end,
        monthly_grant_micro = case when ${keepsMonthly} then b.monthly_grant_micro else excluded.monthly_grant_micro end,
        renews_at = case when ${keepsMonthly} then b.renews_at else excluded.renews_at end
    where b.balance_micro + ${microCredits} <= ${maxMicroCredits}
    returning balance_micro`)
  return row?.balance_micro ?? null
}

export async function listDueRenewals(q: Queryable, now: Date): Promise<string[]> {
  const rows = await q.rows<{ project_id: string }>(sql`
    select project_id from usage_balance where renews_at <= ${now} order by renews_at limit 1000`)
  return rows.map((row) => row.project_id)
}

/** Grants one month that is due; null when another node was first, or none is due any more. */
export async function renewGrant(
  tx: Tx,
  scope: Scope,
  now: Date,
): Promise<{ granted: number; balance: number; month: string } | null> {
  const [row] = await tx.rows<{ granted: number; balance_micro: number; month: string }>(sql`
    with due as (
      select least(monthly_grant_micro, ${maxMicroCredits} - balance_micro) as granted,
             to_char(renews_at at time zone 'UTC', 'YYYY-MM') as month
      from usage_balance where project_id = ${scope.projectId} and renews_at <= ${now} for update
    )
    update usage_balance b
    set balance_micro = b.balance_micro + due.granted, updated_at = ${now},
        renews_at = (b.renews_at at time zone 'UTC' + interval '1 month') at time zone 'UTC',
        low_event_id = case when b.balance_micro - b.held_micro + due.granted < b.low_at_micro then b.low_event_id end
    from due where b.project_id = ${scope.projectId}
    returning due.granted, b.balance_micro, due.month`)
  return row ? { granted: row.granted, balance: row.balance_micro, month: row.month } : null
}
