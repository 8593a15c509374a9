import { allOf, prepared, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type NewHold, reservingHold } from './hold.ts'
import {
  balanceOfFunds,
  demandingQuietly,
  entryValues,
  hasAvailable,
  hasNoBalance,
  hasNoCap,
  insertingEntry,
  isFunded,
  isNewlyLow,
  type NewEntry,
  queueingWritten,
  returningEntry,
  settingLowEvent,
  staysQuietWith,
  takingWorkLocks,
} from './rules.ts'

/**
 * Moves credits without a prior read: each statement requires that nothing prevents it, and does nothing where
 * something does. That is so in a project with caps, whose counters must be locked one by one, and where a balance does
 * not suffice or a low balance must be published.
 *
 * Holds are locked before the balance here and behind it elsewhere. No one waits in a circle: the lock of its work
 * protects a hold from others until it expires, and what expires soon is left to the slow path.
 */
export const lockingWork = (
  scope: Pick<Scope, 'projectId'>,
  workId: string,
  waitsForDisk: boolean,
): Statement =>
  prepared(sql`
    select set_config('synchronous_commit', case when ${waitsForDisk} then current_setting('synchronous_commit') else 'off' end, true),
           ${takingWorkLocks(scope, workId)}`)

/** Reserves credits for work whose id no one has used before. */
export const holdStatement = (scope: Scope, hold: Omit<NewHold, 'counters'>, lowEventId: string): Statement =>
  prepared(sql`
    ${reservingHold(scope, { ...hold, counters: [] }, lowEventId, hasNoCap(scope))}
    ${demandingQuietly('inserted')}`)

export type EndedEntry = Pick<
  NewEntry,
  'id' | 'status' | 'usedMicro' | 'usdCost' | 'quantity' | 'priceRef' | 'metadata' | 'at'
> & {
  workId: string
  expiresAfter: Date
  /** In place of the requested model; null leaves that. */
  modelId: string | null
}

/** Ends a hold with the entry that says what was used of it. More than was held is never taken so. */
export const endStatement = (scope: Scope, entry: EndedEntry, lowEventId: string): Statement =>
  prepared(sql`
  with ended as (
    delete from usage_hold
    where project_id = ${scope.projectId} and work_id = ${entry.workId} and cap_ids = '{}'
      and expires_at > ${entry.expiresAfter} and held_micro >= ${entry.usedMicro}
    returning *
  ), funds as (
    update usage_balance b
    set balance_micro = b.balance_micro - ${entry.usedMicro}, held_micro = b.held_micro - e.held_micro,
        updated_at = ${entry.at}, ${settingLowEvent(sql`e.held_micro - ${entry.usedMicro}::bigint`, lowEventId)}
    from ended e where b.project_id = ${scope.projectId} and e.is_on_balance
    returning b.balance_micro, ${isNewlyLow(lowEventId)}
  ), written as (
    ${insertingEntry}
    select project_id, ${entry.id}, work_id, type, 'debit', ${entry.status}, 0 - ${entry.usedMicro}::bigint,
           ${entry.usedMicro}, ${balanceOfFunds}, ${entry.usdCost}::numeric, external_user_id, workflow_id, execution_id,
           thread_id, run_id, tool_slug, coalesce(${entry.modelId}, model_id), api_key_id,
           ${JSON.stringify(entry.quantity)}::jsonb, ${entry.priceRef}, ${JSON.stringify(entry.metadata)}::jsonb,
           ${entry.at}
    from ended
    where is_on_balance <> ${hasNoBalance(scope)} and ${hasNoCap(scope)}
    ${returningEntry}
  ), queued as (${queueingWritten})
  ${demandingQuietly('queued')}`)

/** In front of work that nothing limits, which therefore needs no hold; it waits for no disk. */
export const assertNoLimit = (scope: Pick<Scope, 'projectId'>): Statement =>
  prepared(sql`
    select set_config('synchronous_commit', 'off', true), demand(${hasNoBalance(scope)} and ${hasNoCap(scope)})`)

/**
 * The same as a condition of the row, for which it is one statement less. Where the row is not inserted there is nothing
 * that would have to wait for a disk.
 */
export const isUnlimited = (scope: Pick<Scope, 'projectId'>): Statement => sql`
  set_config('synchronous_commit', 'off', true) is not null and ${hasNoLimit(scope)}`

/** For work that begins in the commit of others. */
export const hasNoLimit = (scope: Pick<Scope, 'projectId'>): Statement =>
  allOf([hasNoBalance(scope), hasNoCap(scope)])

export type UnheldEntry = Omit<NewEntry, 'deltaMicro'>

/** The entry of work that was never held: free, or done where nothing limits it. It moves no balance and no counter. */
export const unheldStatement = (scope: Scope, entry: UnheldEntry): Statement =>
  prepared(sql`
  with written as (
    ${insertingEntry}
    select ${entryValues(scope, debitOf(entry), sqlText('null'))}
    where ${isNotHeld(scope, entry)}
      and (${entry.usedMicro}::bigint = 0 or ${hasNoBalance(scope)} and ${hasNoCap(scope)})
    ${returningEntry}
  ), queued as (${queueingWritten})
  select demand(exists (select from queued))`)

export type SpentEntry = UnheldEntry & { neededMicro: number }

/**
 * Charges work that is over and was never held. What it needed at most must be there, as if it had been held: who may
 * begin does not hang on how soon it ends.
 */
export const spendStatement = (scope: Scope, entry: SpentEntry): Statement =>
  prepared(sql`
  with funds as (
    update usage_balance b set balance_micro = b.balance_micro - ${entry.usedMicro}, updated_at = ${entry.at}
    where b.project_id = ${scope.projectId} and ${hasAvailable(entry.neededMicro)} and ${staysQuietWith(entry.neededMicro)}
    returning b.balance_micro
  ), written as (
    ${insertingEntry}
    select ${entryValues(scope, debitOf(entry), balanceOfFunds)}
    where ${isFunded(scope)} and ${hasNoCap(scope)} and ${isNotHeld(scope, entry)}
    ${returningEntry}
  ), queued as (${queueingWritten})
  select demand(exists (select from queued))`)

const debitOf = (entry: UnheldEntry): NewEntry => ({ ...entry, deltaMicro: 0 - entry.usedMicro })

const isNotHeld = ({ projectId }: Scope, { workId }: UnheldEntry): Statement =>
  sql`not exists (select from usage_hold where project_id = ${projectId} and work_id = ${workId})`
