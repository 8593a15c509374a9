import { prepared, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import { column, jsonColumn, rowTable } from '../../../kernel/db/rows/row-table.ts'
import type { SpentEntry, UnheldEntry } from './fast-path.ts'
import {
  hasAvailable,
  hasNoBalance,
  hasNoCap,
  insertingEntry,
  isFunded,
  queueingWritten,
  returningEntry,
  staysQuietWith,
  workLockKey,
} from './rules.ts'

type InProject = { projectId: string }

/**
 * In front of many charges. Their works are new, and no other transaction knows of them, so only the rules of their
 * projects are locked: a lock for each work could fill the lock table of the database.
 */
export const takingRules = (works: readonly InProject[]): Statement => sql`
  (select count(pg_advisory_xact_lock_shared(hashtextextended(rules.key, 0)))
   from unnest(${sortedSet(works.map(({ projectId }) => `usage:${projectId}`))}::text[]) as rules (key))`

/** In front of works that others may begin or end as well: the rules, and then each of them in the order of the ids. */
export const takingWorks = (works: readonly (InProject & { workId: string })[]): Statement => sql`
  ${takingRules(works)},
  (select count(pg_advisory_xact_lock(hashtextextended(work.key, 0)))
   from unnest(${sortedSet(works.map((work) => workLockKey(work, work.workId)))}::text[]) as work (key))`

/** Locks that no other statement takes. */
export const taking = (locks: Statement): Statement => sql`select ${locks}`

const sortedSet = (keys: readonly string[]): string[] => [...new Set(keys)].sort()

/** `unheldStatement` for many works of one project: all of them or none. */
export const unheldManyStatement = (scope: InProject, entries: readonly UnheldEntry[]): Statement =>
  prepared(sql`
    with written as (
      ${insertingEntry}
      select ${scope.projectId}::uuid, ${entryColumns(sqlText('null'))}
      from ${entryTable(rowsOf(entries))}
      where (entry.used_micro = 0 or ${hasNoBalance(scope)} and ${hasNoCap(scope)}) and ${isNoneHeld(scope, entries)}
      ${returningEntry}
    ), queued as (${queueingWritten})
    select demand((select count(*) from queued) = ${entries.length})`)

/**
 * `spendStatement` for many works of one project: the same outcome as one after the other in this order, and all of
 * them or none.
 */
export function spendManyStatement(scope: InProject, entries: readonly SpentEntry[]): Statement {
  const { needed, used, balances } = sumsOf(entries)
  return prepared(sql`
    with funds as (
      update usage_balance b set balance_micro = b.balance_micro - ${used}, updated_at = ${entries[0]!.at}
      where b.project_id = ${scope.projectId} and ${hasAvailable(needed)} and ${staysQuietWith(needed)}
      returning b.balance_micro
    ), written as (
      ${insertingEntry}
      select ${scope.projectId}::uuid, ${entryColumns(sqlText('(select balance_micro from funds) + entry.above_end_micro'))}
      from ${entryTable(rowsOf(entries, balances))}
      where ${isFunded(scope)} and ${hasNoCap(scope)} and ${isNoneHeld(scope, entries)}
      ${returningEntry}
    ), queued as (${queueingWritten})
    select demand((select count(*) from queued) = ${entries.length})`)
}

/**
 * What must be available so that each could be held in its turn, what all of them use, and by how much the balance
 * after each is above the one at the end.
 */
function sumsOf(entries: readonly SpentEntry[]): { needed: number; used: number; balances: number[] } {
  let [needed, used] = [0, 0]
  const spent = entries.map(({ neededMicro, usedMicro }) => {
    needed = Math.max(needed, used + neededMicro)
    used += usedMicro
    return used
  })
  return { needed, used, balances: spent.map((soFar) => used - soFar) }
}

/** All columns of an entry behind the project, of the table below. */
const entryColumns = (balanceAfter: Statement): Statement => sql`
  entry.id, entry.work_id, entry.type, 'debit', entry.status, 0 - entry.used_micro, entry.used_micro, ${balanceAfter},
  entry.usd_cost, entry.external_user_id, entry.workflow_id, entry.execution_id, entry.thread_id, entry.run_id,
  entry.tool_slug, entry.model_id, entry.api_key_id, entry.quantity, entry.price_ref, entry.metadata,
  entry.created_at`

const isNoneHeld = ({ projectId }: InProject, entries: readonly UnheldEntry[]): Statement => sql`
  not exists (select from usage_hold where project_id = ${projectId}
              and work_id = any(${entries.map(({ workId }) => workId)}::text[]))`

type EntryRow = { entry: UnheldEntry; aboveEndMicro: number }

const rowsOf = (entries: readonly UnheldEntry[], balances?: readonly number[]): EntryRow[] =>
  entries.map((entry, i) => ({ entry, aboveEndMicro: balances?.[i] ?? 0 }))

const entryTable = rowTable<EntryRow>('entry', {
  id: column('uuid', ({ entry }) => entry.id),
  work_id: column('text', ({ entry }) => entry.workId),
  type: column('text', ({ entry }) => entry.type),
  status: column('text', ({ entry }) => entry.status),
  used_micro: column('bigint', ({ entry }) => entry.usedMicro),
  above_end_micro: column('bigint', ({ aboveEndMicro }) => aboveEndMicro),
  usd_cost: column('numeric', ({ entry }) => entry.usdCost),
  external_user_id: column('uuid', ({ entry }) => entry.externalUserId),
  workflow_id: column('uuid', ({ entry }) => entry.subject.workflowId),
  execution_id: column('uuid', ({ entry }) => entry.subject.executionId),
  thread_id: column('text', ({ entry }) => entry.subject.threadId),
  run_id: column('uuid', ({ entry }) => entry.subject.runId),
  tool_slug: column('text', ({ entry }) => entry.subject.toolSlug),
  model_id: column('text', ({ entry }) => entry.subject.modelId),
  api_key_id: column('uuid', ({ entry }) => entry.subject.apiKeyId),
  price_ref: column('text', ({ entry }) => entry.priceRef),
  created_at: column('timestamptz', ({ entry }) => entry.at),
  quantity: jsonColumn(({ entry }) => JSON.stringify(entry.quantity)),
  metadata: jsonColumn(({ entry }) => JSON.stringify(entry.metadata)),
})
