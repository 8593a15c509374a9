import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type ShareRow = {
  isEnabled: boolean
  messagesPerVisitor: number
  creditsPerDayMicro: number
  updatedAt: string | null
}

export type AgentRow = {
  id: string
  isPublic: boolean
  isActive: boolean
  /** Whether it talks to users who are signed in alone. */
  needsIdentity: boolean
  share: ShareRow | null
}

const needsIdentity = sql`coalesce(v.definition->'agent'->'identity'->>'mode', '') = 'required'`
const ofActiveVersion = sql`left join workflow_version v
  on v.project_id = w.project_id and v.workflow_id = w.id and v.version = w.active_version`

/** An agent that the acting user owns; null for all others. */
export async function findOwnAgent(q: Queryable, scope: Scope, id: string): Promise<AgentRow | null> {
  const [row] = await q.rows<Omit<AgentRow, 'share'> & { has_share: boolean } & ShareRow>(sql`
    select w.id, w.is_public as "isPublic", w.active_version is not null as "isActive",
      ${needsIdentity} as "needsIdentity", s.workflow_id is not null as has_share, s.is_enabled as "isEnabled", s.messages_per_visitor as "messagesPerVisitor",
      s.credits_per_day_micro as "creditsPerDayMicro", s.updated_at as "updatedAt"
    from workflow w left join agent_share s on s.project_id = w.project_id and s.workflow_id = w.id ${ofActiveVersion}
    where w.project_id = ${scope.projectId} and w.id = ${id} and w.type = 'agent'
      and (${scope.acrossUsers} or w.external_user_id = ${scope.externalUser.id})`)
  if (!row) return null
  const { has_share: hasShare, isEnabled, messagesPerVisitor, creditsPerDayMicro, updatedAt, ...agent } = row
  const share = { isEnabled, messagesPerVisitor, creditsPerDayMicro, updatedAt }
  return { ...agent, share: hasShare ? share : null }
}

export async function upsertShare(
  tx: Tx,
  { projectId }: Scope,
  agentId: string,
  share: Omit<ShareRow, 'updatedAt'> & { at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into agent_share (project_id, workflow_id, is_enabled, messages_per_visitor, credits_per_day_micro, updated_at)
    values (${projectId}, ${agentId}, ${share.isEnabled}, ${share.messagesPerVisitor}, ${share.creditsPerDayMicro}, ${share.at})
    on conflict (project_id, workflow_id) do update
    set is_enabled = excluded.is_enabled, messages_per_visitor = excluded.messages_per_visitor,
      credits_per_day_micro = excluded.credits_per_day_micro, updated_at = excluded.updated_at`)
}

export type SharedAgent = {
  projectId: string
  agentId: string
  name: string
  messagesPerVisitor: number
  creditsPerDayMicro: number
}

/** A page is found without a scope: the agent must be public, active and shared. */
export async function findSharedAgent(q: Queryable, agentId: string): Promise<SharedAgent | null> {
  const [row, ...others] = await q.rows<SharedAgent>(sql`
    select s.project_id as "projectId", s.workflow_id as "agentId", w.name,
      s.messages_per_visitor as "messagesPerVisitor", s.credits_per_day_micro as "creditsPerDayMicro"
    from agent_share s join workflow w on w.project_id = s.project_id and w.id = s.workflow_id ${ofActiveVersion}
    where s.workflow_id = ${agentId} and s.is_enabled and w.is_public and w.active_version is not null
      and w.type = 'agent' and not ${needsIdentity}`)
  return row && others.length === 0 ? row : null
}

export type VisitorUse = { messages: number; creditsMicro: number }

/**
 * What one visitor has sent since then, and what all visitors of the agent have used. A run that has not ended counts with
 * what it has used and holds, and at least as much as runs have cost on average: its next call may hold that much.
 */
export async function findVisitorUse(
  q: Queryable,
  { projectId, externalUser }: Scope,
  agentId: string,
  since: Date,
): Promise<VisitorUse> {
  const [row] = await q.rows<VisitorUse>(sql`
    with visitor_run as (
      select e.id, e.credits_micro, e.ended_at from workflow_execution e
      join external_user u on u.project_id = e.project_id and u.id = e.external_user_id
      where e.project_id = ${projectId} and e.workflow_id = ${agentId} and e.created_at > ${since}
        and u.source = 'embed_visitor'),
    ended as (
      select coalesce(sum(credits_micro), 0) as used, coalesce(avg(credits_micro), 0) as average
      from visitor_run where ended_at is not null),
    in_flight as (
      select
        (select coalesce(sum(t.used_micro), 0) from usage_entry t
         where t.project_id = ${projectId} and t.execution_id = r.id) +
        (select coalesce(sum(h.held_micro), 0) from usage_hold h
         where h.project_id = ${projectId} and h.execution_id = r.id) as used
      from visitor_run r where r.ended_at is null)
    select
      (select count(*)::int from workflow_execution e
       where e.project_id = ${projectId} and e.external_user_id = ${externalUser.id} and e.created_at > ${since}
         and e.workflow_id = ${agentId}) as messages,
      (ended.used + coalesce((select sum(greatest(f.used, ended.average)) from in_flight f), 0))::bigint as "creditsMicro"
    from ended`)
  return row!
}
