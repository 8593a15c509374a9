import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type PauseKind = 'human_wait' | 'uncertain' | 'approval' | 'connection' | 'event'

export type AnsweredPause = { executionId: string; threadId: string; type: 'static' | 'agent' }

export type NewPause = {
  id: string
  executionId: string
  externalUserId: string
  kind: PauseKind
  nodeId: string
  step: string
  request: Record<string, unknown>
  assignee: string | null
  expiresAt: string | null
  onTimeout: string | null
  at: Date
}

export async function insertPause(tx: Tx, { projectId }: Scope, pause: NewPause): Promise<void> {
  await tx.rows(sql`
    insert into workflow_pause (project_id, id, execution_id, external_user_id, kind, node_id, step, request, assignee,
                                expires_at, on_timeout, created_at)
    values (${projectId}, ${pause.id}, ${pause.executionId}, ${pause.externalUserId}, ${pause.kind}, ${pause.nodeId},
            ${pause.step}, ${storableJson(pause.request)}, ${pause.assignee}, ${pause.expiresAt}, ${pause.onTimeout},
            ${pause.at})`)
}

/** So that an event that is sent and a node that begins to wait for it see one another, in either order. */
export async function lockEvents(tx: Tx, { projectId }: Scope, executionId: string): Promise<void> {
  await tx.rows(sql`
    select id from workflow_execution where project_id = ${projectId} and id = ${executionId} for no key update`)
}

/** Takes an event that was sent before any node waited for it; false when there is none. */
export async function claimSentEvent(tx: Tx, { projectId }: Scope, pause: NewPause): Promise<boolean> {
  const rows = await tx.rows(sql`
    update workflow_pause set id = ${pause.id}, node_id = ${pause.nodeId}, step = ${pause.step}
    where (project_id, id) in (
      select project_id, id from workflow_pause
      where project_id = ${projectId} and execution_id = ${pause.executionId} and kind = 'event' and node_id = ''
        and request->>'event' = ${pause.request.event}
      order by created_at, id limit 1 for update
    ) returning id`)
  return rows.length === 1
}

export async function openEventPauses(
  tx: Tx,
  { projectId }: Scope,
  executionId: string,
  name: string,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from workflow_pause
    where project_id = ${projectId} and execution_id = ${executionId} and kind = 'event' and answered_at is null
      and request->>'event' = ${name}
    for update`)
  return rows.map(({ id }) => id)
}

/** How many events were sent to an execution that no node has waited for yet. */
export async function countSentEvents(tx: Tx, { projectId }: Scope, executionId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from workflow_pause
    where project_id = ${projectId} and execution_id = ${executionId} and kind = 'event' and node_id = ''`)
  return row!.count
}

/** Keeps an event for the first node that waits for it. False when the execution is over or unknown. */
export async function insertSentEvent(
  tx: Tx,
  { projectId }: Scope,
  event: { id: string; executionId: string; name: string; answer: unknown; at: Date },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into workflow_pause (project_id, id, execution_id, external_user_id, kind, node_id, step, request, answer,
                                answered_at, created_at)
    select project_id, ${event.id}, id, external_user_id, 'event', '', '', ${storableJson({ event: event.name })},
           ${storableJson(event.answer)}, ${event.at}, ${event.at}
    from workflow_execution where project_id = ${projectId} and id = ${event.executionId} and status is null
    returning id`)
  return rows.length === 1
}

/** Null when it is unknown or was answered already. */
export async function answerPause(
  tx: Tx,
  { projectId }: Scope,
  { id, answer, answeredBy, at }: { id: string; answer: unknown; answeredBy: unknown; at: Date },
): Promise<AnsweredPause | null> {
  const [row] = await tx.rows<AnsweredPause>(sql`
    update workflow_pause p set answer = ${storableJson(answer)}, answered_by = ${storableJson(answeredBy)}, answered_at = ${at}
    from workflow_execution e
    where p.project_id = ${projectId} and p.id = ${id} and p.answered_at is null
      and e.project_id = p.project_id and e.id = p.execution_id and e.status is null
    returning p.execution_id as "executionId", e.thread_id as "threadId", e.type`)
  return row ?? null
}

/** Closes one whose execution has ended: an end may be faster than the branch that is dropped. */
export async function withdrawPause(
  tx: Tx,
  { projectId }: Scope,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    update workflow_pause set answer = ${storableJson({ withdrawn: true })}, answered_at = ${at}
    where project_id = ${projectId} and id = ${id} and answered_at is null`)
}

export const findAnsweredPauses = (q: Queryable, { projectId }: Scope, ids: readonly string[]) =>
  q.rows<{ id: string; answer: unknown; answeredBy: unknown }>(sql`
    select id, answer, answered_by as "answeredBy" from workflow_pause
    where project_id = ${projectId} and id = any(${ids}::uuid[]) and answered_at is not null`)
