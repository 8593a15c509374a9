import { type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Quantity, Subject, UsageType } from '../schema/entry.ts'

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

/**
 * The rules of the ledger, as parts of the statements that move credits. The fast and the slow path are made of the same
 * parts: the slow one has read and locked before what it decides upon, the fast one demands it in the statement. In all of
 * them `b` is the row of the balance.
 */
type InProject = Pick<Scope, 'projectId'>

/** In front of every movement: the rules of the project, shared with other movements, and then the work alone. */
export const takingWorkLocks = ({ projectId }: InProject, workId: string): Statement => sql`
  pg_advisory_xact_lock_shared(hashtextextended(${`usage:${projectId}`}, 0)),
  pg_advisory_xact_lock(hashtextextended(${workLockKey({ projectId }, workId)}, 0))`

export const workLockKey = ({ projectId }: InProject, workId: string): string =>
  `usage:${projectId}:${workId}`

export const hasNoBalance = ({ projectId }: InProject): Statement =>
  sql`not exists (select from usage_balance where project_id = ${projectId})`

export const hasNoCap = ({ projectId }: InProject): Statement =>
  sql`not exists (select from usage_cap where project_id = ${projectId})`

/** Whether so much is neither spent nor held. */
export const hasAvailable = (micro: number): Statement => sql`b.balance_micro - b.held_micro >= ${micro}`

/** Whether the owner knows already that the balance is low, or it is not even with so much less. */
export const staysQuietWith = (micro: number): Statement => sql`
  (b.low_event_id is not null or b.balance_micro - b.held_micro - ${micro} >= b.low_at_micro)`

/** A balance that becomes low returns the event to publish; a balance that grows can become low again later. */
export const settingLowEvent = (change: Statement, lowEventId: string, isCredit = false): Statement => sql`
  low_event_id = case when b.balance_micro - b.held_micro + ${change} < b.low_at_micro
                        then coalesce(b.low_event_id, ${lowEventId})
                      when ${isCredit}::boolean then null
                      else b.low_event_id end`

/** Of the balance after the update: whether it has become low by it. */
export const isNewlyLow = (lowEventId: string): Statement =>
  sql`b.low_event_id = ${lowEventId} as is_newly_low`

/** Of `funds`, which has moved the balance where there is one. */
export const isFunded = (scope: InProject): Statement =>
  sql`(exists (select from funds) or ${hasNoBalance(scope)})`

export const insertingEntry = sqlText(`
  insert into usage_entry (project_id, id, work_id, type, entry_type, status, delta_micro, used_micro,
                           balance_after_micro, usd_cost, external_user_id, workflow_id, execution_id, thread_id,
                           run_id, tool_slug, model_id, api_key_id, quantity, price_ref, metadata, created_at)`)

/** The values of an entry in that order. */
export const entryValues = (
  { projectId }: InProject,
  entry: NewEntry,
  balanceAfter: Statement,
): Statement => sql`
  ${projectId}, ${entry.id}, ${entry.workId}, ${entry.type}, ${entry.deltaMicro > 0 ? 'credit' : 'debit'},
  ${entry.status}, ${entry.deltaMicro}, ${entry.usedMicro}, ${balanceAfter}, ${entry.usdCost}::numeric,
  ${entry.externalUserId}, ${entry.subject.workflowId}, ${entry.subject.executionId}, ${entry.subject.threadId},
  ${entry.subject.runId}, ${entry.subject.toolSlug}, ${entry.subject.modelId}, ${entry.subject.apiKeyId},
  ${JSON.stringify(entry.quantity)}::jsonb, ${entry.priceRef}, ${JSON.stringify(entry.metadata)}::jsonb, ${entry.at}`

export const balanceOfFunds = sqlText('(select balance_micro from funds)')

/** What the queue of the sums needs of `written`. */
export const returningEntry = sqlText(`
  returning project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at,
            balance_after_micro`)

/** Every entry goes to the queue from which sums are rolled up. */
export const queueingWritten = sqlText(`
  insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
  select project_id, id, external_user_id, type, coalesce(tool_slug, ''), coalesce(model_id, ''), used_micro,
         usd_cost, created_at
  from written
  returning 1`)

/** For the fast path: everything took place, and there is nothing to publish. */
export const demandingQuietly = (took: string): Statement =>
  sqlText(`select demand(exists (select from ${took}) and (select is_newly_low from funds) is not true)`)
