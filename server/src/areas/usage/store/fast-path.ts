import { type Statement, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Subject, WorkType } from '../schema/entry.ts'
import type { NewEntry } from './entry.ts'
import type { NewHold } from './hold.ts'

/**
 * What moves credits without asking first: each demands that nothing stands in its way, and comes to nothing where
 * something does. That is so in a project with caps, whose counters must be locked one by one, and where a balance does
 * not suffice or its owner must be told that it is low.
 *
 * Their last parts read alike. They are not woven from one, since a woven statement is put together anew in every call,
 * and these are on the way of each paid request.
 *
 * Holds are locked before the balance here and behind it elsewhere. Nobody waits in a circle: the lock of its work keeps
 * others away from a hold until it expires, and what expires soon is left to the long way.
 */
export const lockingWork = (
  { projectId }: Pick<Scope, 'projectId'>,
  workId: string,
  waitsForDisk: boolean,
): Statement => sql`
  select set_config('synchronous_commit', case when ${waitsForDisk} then current_setting('synchronous_commit') else 'off' end, true),
         pg_advisory_xact_lock_shared(hashtextextended(${`usage:${projectId}`}, 0)),
         pg_advisory_xact_lock(hashtextextended(${`usage:${projectId}:${workId}`}, 0))`

/** Reserves credits for work whose id nobody has used before. */
export const holdStatement = (scope: Scope, hold: Omit<NewHold, 'counters'>): Statement => sql`
  with funds as (
    update usage_balance set held_micro = held_micro + ${hold.microCredits}, updated_at = ${hold.at}
    where project_id = ${scope.projectId} and balance_micro - held_micro >= ${hold.microCredits}
      and (low_event_id is not null or balance_micro - held_micro - ${hold.microCredits} >= low_at_micro)
    returning 1
  ), inserted as (
    insert into usage_hold (project_id, work_id, id, type, held_micro, is_on_balance, cap_ids, cap_periods,
                            external_user_id, workflow_id, execution_id, thread_id, run_id, tool_slug, model_id,
                            api_key_id, created_at, expires_at)
    select ${scope.projectId}, ${hold.workId}, ${hold.id}, ${hold.type}, ${hold.microCredits},
           exists (select from funds), '{}', '{}', ${hold.externalUserId}, ${hold.subject.workflowId},
           ${hold.subject.executionId}, ${hold.subject.threadId}, ${hold.subject.runId}, ${hold.subject.toolSlug},
           ${hold.subject.modelId}, ${hold.subject.apiKeyId}, ${hold.at}, ${hold.expiresAt}
    where (exists (select from funds) or not exists (select from usage_balance where project_id = ${scope.projectId}))
      and not exists (select from usage_cap where project_id = ${scope.projectId})
    returning 1
  )
  select demand(exists (select from inserted))`

export type EndedEntry = Pick<
  NewEntry,
  'id' | 'status' | 'usedMicro' | 'usdCost' | 'quantity' | 'priceRef' | 'metadata' | 'at'
> & {
  workId: string
  expiresAfter: Date
  /** In place of the model that was asked for; null leaves that. */
  modelId: string | null
}

/** Ends a hold with the entry that says what was used of it. More than was held is never taken so. */
export const endStatement = (scope: Scope, entry: EndedEntry): Statement => sql`
  with ended as (
    delete from usage_hold
    where project_id = ${scope.projectId} and work_id = ${entry.workId} and cap_ids = '{}'
      and expires_at > ${entry.expiresAfter} and held_micro >= ${entry.usedMicro}
    returning *
  ), funds as (
    update usage_balance b
    set balance_micro = b.balance_micro - ${entry.usedMicro}, held_micro = b.held_micro - e.held_micro,
        updated_at = ${entry.at}
    from ended e where b.project_id = ${scope.projectId} and e.is_on_balance
    returning b.balance_micro
  ), written as (
    insert into usage_entry (project_id, id, work_id, type, entry_type, status, delta_micro, used_micro,
                             balance_after_micro, usd_cost, external_user_id, workflow_id, execution_id, thread_id,
                             run_id, tool_slug, model_id, api_key_id, quantity, price_ref, metadata, created_at)
    select project_id, ${entry.id}, work_id, type, 'debit', ${entry.status}, 0 - ${entry.usedMicro}::bigint,
           ${entry.usedMicro}, (select balance_micro from funds), ${entry.usdCost}::numeric, external_user_id,
           workflow_id, execution_id, thread_id, run_id, tool_slug, coalesce(${entry.modelId}, model_id), api_key_id,
           ${JSON.stringify(entry.quantity)}::jsonb, ${entry.priceRef}, ${JSON.stringify(entry.metadata)}::jsonb,
           ${entry.at}
    from ended
    where is_on_balance = exists (select from usage_balance where project_id = ${scope.projectId})
      and not exists (select from usage_cap where project_id = ${scope.projectId})
    returning project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at
  ), queued as (
    insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
    select project_id, id, external_user_id, type, coalesce(tool_slug, ''), coalesce(model_id, ''), used_micro,
           usd_cost, created_at
    from written
    returning 1
  )
  select demand(exists (select from queued))`

/** In front of work that nothing limits, which therefore needs no hold; it waits for no disk. */
export const assertNoLimit = ({ projectId }: Pick<Scope, 'projectId'>): Statement => sql`
  select set_config('synchronous_commit', 'off', true),
         demand(not exists (select from usage_balance where project_id = ${projectId})
                and not exists (select from usage_cap where project_id = ${projectId}))`

export type UnheldEntry = Omit<EndedEntry, 'expiresAfter'> & {
  type: WorkType
  externalUserId: string
  subject: Required<Subject>
}

/** The entry of work that was never held: free, or done where nothing limits it. It moves no balance and no counter. */
export const unheldStatement = (scope: Scope, entry: UnheldEntry): Statement => sql`
  with written as (
    insert into usage_entry (project_id, id, work_id, type, entry_type, status, delta_micro, used_micro, usd_cost,
                             external_user_id, workflow_id, execution_id, thread_id, run_id, tool_slug, model_id,
                             api_key_id, quantity, price_ref, metadata, created_at)
    select ${scope.projectId}, ${entry.id}, ${entry.workId}, ${entry.type}, 'debit', ${entry.status},
           0 - ${entry.usedMicro}::bigint, ${entry.usedMicro}, ${entry.usdCost}::numeric, ${entry.externalUserId},
           ${entry.subject.workflowId}, ${entry.subject.executionId}, ${entry.subject.threadId}, ${entry.subject.runId},
           ${entry.subject.toolSlug}, ${entry.modelId ?? entry.subject.modelId}, ${entry.subject.apiKeyId},
           ${JSON.stringify(entry.quantity)}::jsonb, ${entry.priceRef}, ${JSON.stringify(entry.metadata)}::jsonb, ${entry.at}
    where not exists (select from usage_hold where project_id = ${scope.projectId} and work_id = ${entry.workId})
      and (${entry.usedMicro} = 0
           or not exists (select from usage_balance where project_id = ${scope.projectId})
              and not exists (select from usage_cap where project_id = ${scope.projectId}))
    returning project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at
  ), queued as (
    insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
    select project_id, id, external_user_id, type, coalesce(tool_slug, ''), coalesce(model_id, ''), used_micro,
           usd_cost, created_at
    from written
    returning 1
  )
  select demand(exists (select from queued))`

export type SpentEntry = Omit<UnheldEntry, 'status'> & { neededMicro: number }

/**
 * Charges work that is over and was never held. What it needed at most must be there, as if it had been held: who may
 * begin does not hang on how soon it ends.
 */
export const spendStatement = (scope: Scope, entry: SpentEntry): Statement => sql`
  with funds as (
    update usage_balance set balance_micro = balance_micro - ${entry.usedMicro}, updated_at = ${entry.at}
    where project_id = ${scope.projectId} and balance_micro - held_micro >= ${entry.neededMicro}
      and (low_event_id is not null or balance_micro - held_micro - ${entry.neededMicro} >= low_at_micro)
    returning balance_micro
  ), written as (
    insert into usage_entry (project_id, id, work_id, type, entry_type, status, delta_micro, used_micro,
                             balance_after_micro, usd_cost, external_user_id, workflow_id, execution_id, thread_id,
                             run_id, tool_slug, model_id, api_key_id, quantity, price_ref, metadata, created_at)
    select ${scope.projectId}, ${entry.id}, ${entry.workId}, ${entry.type}, 'debit', 'settled',
           0 - ${entry.usedMicro}::bigint, ${entry.usedMicro}, (select balance_micro from funds),
           ${entry.usdCost}::numeric, ${entry.externalUserId}, ${entry.subject.workflowId},
           ${entry.subject.executionId}, ${entry.subject.threadId}, ${entry.subject.runId}, ${entry.subject.toolSlug},
           ${entry.modelId ?? entry.subject.modelId}, ${entry.subject.apiKeyId}, ${JSON.stringify(entry.quantity)}::jsonb,
           ${entry.priceRef}, ${JSON.stringify(entry.metadata)}::jsonb, ${entry.at}
    where (exists (select from funds) or not exists (select from usage_balance where project_id = ${scope.projectId}))
      and not exists (select from usage_cap where project_id = ${scope.projectId})
      and not exists (select from usage_hold where project_id = ${scope.projectId} and work_id = ${entry.workId})
    returning project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at
  ), queued as (
    insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
    select project_id, id, external_user_id, type, coalesce(tool_slug, ''), coalesce(model_id, ''), used_micro,
           usd_cost, created_at
    from written
    returning 1
  )
  select demand(exists (select from queued))`
