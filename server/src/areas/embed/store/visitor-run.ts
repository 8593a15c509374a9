import { type Queryable, type Statement, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { SharedAgent } from './share.ts'

export type VisitorUse = {
  /** Of the acting visitor. */
  messages: number
  /** Of all visitors. A run that has not ended counts with what it may use, or with what it uses and holds if that is more. */
  creditsMicro: number
  /** The most that one run has cost; null while none has ended. */
  mostMicro: number | null
}

const visitorUse = ({ projectId, externalUser }: Scope, agentId: string, since: Date): Statement => sql`
  with visitor_run as (
    select r.execution_id, r.reserved_micro, e.credits_micro, e.ended_at
    from agent_share_run r left join workflow_execution e on e.project_id = r.project_id and e.id = r.execution_id
    where r.project_id = ${projectId} and r.workflow_id = ${agentId} and r.created_at > ${since}),
  counted as (
    select case when r.ended_at is not null then r.credits_micro else greatest(r.reserved_micro,
        (select coalesce(sum(t.used_micro), 0) from usage_entry t
         where t.project_id = ${projectId} and t.execution_id = r.execution_id) +
        (select coalesce(sum(h.held_micro), 0) from usage_hold h
         where h.project_id = ${projectId} and h.execution_id = r.execution_id)) end as micro,
      r.ended_at is not null as is_ended
    from visitor_run r)
  select
    (select count(*)::int from workflow_execution e
     where e.project_id = ${projectId} and e.external_user_id = ${externalUser.id} and e.created_at > ${since}
       and e.workflow_id = ${agentId}) as messages,
    coalesce(sum(micro), 0)::bigint as "creditsMicro", (max(micro) filter (where is_ended))::bigint as "mostMicro"
  from counted`

/** What the acting visitor has sent since then, and what all visitors of the agent have used. */
export async function findVisitorUse(
  q: Queryable,
  scope: Scope,
  agentId: string,
  since: Date,
): Promise<VisitorUse> {
  const [row] = await q.rows<VisitorUse>(visitorUse(scope, agentId, since))
  return row!
}

export type NewVisitorRun = { executionId: string; reservedMicro: number; since: Date; at: Date }

/**
 * Adds a run of the acting visitor, together with its start. Runs of an agent are added one after the other, and each
 * demands that what it may use is left.
 */
export const addingVisitorRun = (
  scope: Scope,
  { agentId, messagesPerVisitor, creditsPerDayMicro }: SharedAgent,
  { executionId, reservedMicro, since, at }: NewVisitorRun,
): Statement[] => [
  sql`
    with locked as (
      select 1 from agent_share
      where project_id = ${scope.projectId} and workflow_id = ${agentId} and is_enabled
        and messages_per_visitor = ${messagesPerVisitor} and credits_per_day_micro = ${creditsPerDayMicro} for update)
    select demand(exists (select from locked))`,
  // A separate statement: it sees what was committed before the lock was taken.
  sql`
    with known as (${visitorUse(scope, agentId, since)}), added as (
      insert into agent_share_run (project_id, workflow_id, execution_id, reserved_micro, created_at)
      values (${scope.projectId}, ${agentId}, ${executionId}, ${reservedMicro}, ${at}))
    select demand((select messages < ${messagesPerVisitor}
      and "creditsMicro" + ${reservedMicro} <= ${creditsPerDayMicro} from known))`,
]

export async function deleteOldVisitorRuns(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`delete from agent_share_run where created_at < ${before}`)
}
