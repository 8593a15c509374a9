import { type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CounterChange } from './counter.ts'
import {
  balanceOfFunds,
  entryValues,
  insertingEntry,
  isNewlyLow,
  type NewEntry,
  queueingWritten,
  returningEntry,
  settingLowEvent,
} from './rules.ts'

export type Movement = {
  entry: NewEntry
  /** The hold that ends with it; nothing is written when that has ended already. */
  endsHoldId: string | null
  /** What the balance loses from its held part; null when the balance is not touched. */
  unheldMicro: number | null
  counters: readonly CounterChange[]
  /** The id of the event for a low balance. */
  lowEventId: string
}

export type Moved = { balanceAfterMicro: number | null; isNewlyLow: boolean }

/**
 * Everything that one movement changes, in one statement: the hold ends, the balance and the counters move, the entry
 * is written and queued for the sums. Null when the hold did not exist. The counters and the balance must be locked.
 */
export async function postEntry(tx: Tx, scope: Scope, movement: Movement): Promise<Moved | null> {
  const [row] = await tx.rows<{ balance_after_micro: number | null; is_newly_low: boolean | null }>(
    moving(scope, movement, false),
  )
  if (!row) return null
  return { balanceAfterMicro: row.balance_after_micro, isNewlyLow: row.is_newly_low === true }
}

/**
 * The same for a movement that touches neither balance nor counters and whose hold no one else can end: no one waits
 * for its result. Should the hold be missing nevertheless, the statement fails, and the transaction with it.
 */
export function postUnlimitedEntry(tx: Tx, scope: Scope, movement: Movement): void {
  tx.pipeline(moving(scope, movement, true))
}

function moving(scope: Scope, movement: Movement, failsWithoutHold: boolean): Statement {
  const { entry, endsHoldId, unheldMicro, counters, lowEventId } = movement
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
          ${settingLowEvent(sql`${entry.deltaMicro + (unheldMicro ?? 0)}::bigint`, lowEventId, entry.deltaMicro > 0)}
      from allowed
      where b.project_id = ${scope.projectId} and ${unheldMicro !== null}
      returning b.balance_micro, ${isNewlyLow(lowEventId)}
    ), counted as (
      update usage_cap_counter k set used_micro = k.used_micro + w.used, held_micro = k.held_micro + w.held
      from allowed, unnest(${counters.map(({ capId }) => capId)}::uuid[],
                           ${counters.map(({ periodStart }) => periodStart)}::timestamptz[],
                           ${counters.map(({ usedMicro }) => usedMicro)}::bigint[],
                           ${counters.map(({ heldMicro }) => heldMicro)}::bigint[]) as w (cap_id, period_start, used, held)
      where k.project_id = ${scope.projectId} and k.cap_id = w.cap_id and k.period_start = w.period_start
    ), written as (
      ${insertingEntry}
      select ${entryValues(scope, entry, balanceOfFunds)} from allowed
      ${returningEntry}
    ), queued as (${queueingWritten})
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
      ${returningEntry}
    )
    ${queueingWritten}`)
}
