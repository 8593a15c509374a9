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
