import { type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Quantity, Subject, UsageType } from '../schema/entry.ts'
import type { CounterChange } from './counter.ts'

export type NewEntry = {
  id: string
  workId: string | null
  type: UsageType
  status: 'settled' | 'released'
  deltaMicro: number
  usedMicro: number
  usdCost: string
  externalUserId: string | null
  subject: Required<Subject>
  quantity: Quantity
  priceRef: string | null
  metadata: Record<string, unknown>
  at: Date
}

export type Movement = {
  entry: NewEntry
  /** The hold that ends with it; nothing is written when that has ended already. */
  endsHoldId: string | null
  /** What the balance loses from its held part; null when the balance is not touched. */
  unheldMicro: number | null
  counters: readonly CounterChange[]
  /** The id of the event that would tell of a low balance. */
  lowEventId: string
}

export type Moved = { balanceAfterMicro: number | null; isNewlyLow: boolean }

/**
 * Everything that one movement changes, in one statement: the hold ends, the balance and the counters move, the entry
 * is written and queued for the sums. Null when the hold was gone. The counters and the balance must be locked.
 */
export async function postEntry(tx: Tx, scope: Scope, movement: Movement): Promise<Moved | null> {
  const [row] = await tx.rows<{ balance_after_micro: number | null; is_newly_low: boolean | null }>(
    moving(scope, movement, false),
  )
  if (!row) return null
  return { balanceAfterMicro: row.balance_after_micro, isNewlyLow: row.is_newly_low === true }
}

/**
 * The same for a movement that touches neither balance nor counters and whose hold nobody else can end: nobody waits for
 * its answer. Should the hold be gone nevertheless, the statement fails, and the transaction with it.
 */
export function postUnlimitedEntry(tx: Tx, scope: Scope, movement: Movement): void {
  tx.pipeline(moving(scope, movement, true))
}

function moving(scope: Scope, movement: Movement, failsWithoutHold: boolean): Statement {
  const { entry, endsHoldId, unheldMicro, counters, lowEventId } = movement
  const { subject } = entry
  // A statement can only fail by itself where it computes something that cannot be: one divided by no entries.
  return sql`
    with ended as (
      delete from usage_hold
      where project_id = ${scope.projectId} and work_id = ${entry.workId} and id = ${endsHoldId}
      returning id
    ), allowed as (
      select 1 where ${endsHoldId}::uuid is null or exists (select from ended)
    ), funds as (
      update usage_balance b
      set balance_micro = b.balance_micro + ${entry.deltaMicro}, held_micro = b.held_micro - ${unheldMicro ?? 0},
          updated_at = ${entry.at},
          low_event_id = case
            when b.balance_micro - b.held_micro + ${entry.deltaMicro} + ${unheldMicro ?? 0} < b.low_at_micro
              then coalesce(b.low_event_id, ${lowEventId})
            when ${entry.deltaMicro}::bigint > 0 then null
            else b.low_event_id end
      from allowed
      where b.project_id = ${scope.projectId} and ${unheldMicro !== null}
      returning b.balance_micro, b.low_event_id = ${lowEventId} as is_newly_low
    ), counted as (
      update usage_cap_counter k set used_micro = k.used_micro + w.used, held_micro = k.held_micro + w.held
      from allowed, unnest(${counters.map(({ capId }) => capId)}::uuid[],
                           ${counters.map(({ periodStart }) => periodStart)}::timestamptz[],
                           ${counters.map(({ usedMicro }) => usedMicro)}::bigint[],
                           ${counters.map(({ heldMicro }) => heldMicro)}::bigint[]) as w (cap_id, period_start, used, held)
      where k.project_id = ${scope.projectId} and k.cap_id = w.cap_id and k.period_start = w.period_start
    ), written as (
      insert into usage_entry (project_id, id, work_id, type, entry_type, status, delta_micro, used_micro,
                               balance_after_micro, usd_cost, external_user_id, workflow_id, execution_id, thread_id,
                               run_id, tool_slug, model_id, api_key_id, quantity, price_ref, metadata, created_at)
      select ${scope.projectId}, ${entry.id}, ${entry.workId}, ${entry.type}, ${entry.deltaMicro > 0 ? 'credit' : 'debit'},
             ${entry.status}, ${entry.deltaMicro}, ${entry.usedMicro}, (select balance_micro from funds),
             ${entry.usdCost}::numeric, ${entry.externalUserId}, ${subject.workflowId}, ${subject.executionId},
             ${subject.threadId}, ${subject.runId}, ${subject.toolSlug}, ${subject.modelId}, ${subject.apiKeyId},
             ${JSON.stringify(entry.quantity)}::jsonb, ${entry.priceRef}, ${JSON.stringify(entry.metadata)}::jsonb, ${entry.at}
      from allowed
      returning project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at,
                balance_after_micro
    ), queued as (
      insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
      select project_id, id, external_user_id, type, coalesce(tool_slug, ''), coalesce(model_id, ''), used_micro,
             usd_cost, created_at
      from written
    )
    select written.balance_after_micro, (select is_newly_low from funds) as is_newly_low from written
    union all
    select 1 / (select count(*) from written), null
    where ${failsWithoutHold} and not exists (select from written)`
}

/** The entry of a grant, whose statement has moved the balance already. */
export async function insertGrantEntry(
  tx: Tx,
  scope: Scope,
  grant: {
    id: string
    microCredits: number
    balanceAfterMicro: number
    metadata: Record<string, unknown>
    at: Date
  },
): Promise<void> {
  await tx.rows(sql`
    with written as (
      insert into usage_entry (project_id, id, type, entry_type, status, delta_micro, used_micro, balance_after_micro,
                               metadata, created_at)
      values (${scope.projectId}, ${grant.id}, 'grant', 'credit', 'settled', ${grant.microCredits}, 0,
              ${grant.balanceAfterMicro}, ${JSON.stringify(grant.metadata)}, ${grant.at})
      returning project_id, id, type, usd_cost, created_at
    )
    insert into usage_unrolled (project_id, id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
    select project_id, id, type, '', '', 0, usd_cost, created_at from written`)
}
