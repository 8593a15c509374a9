import {
  allOf,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { EndedReason, SessionQuery } from '../schema/session.ts'
import { isRunning } from './execution.ts'

/** A session as it is stored. */
export type StoredSession = {
  projectId: string
  id: string
  userId: string
  threadId: string
  workflowId: string | null
  templateId: string
  status: 'running' | 'paused' | 'ended'
  onTimeout: 'pause' | 'kill'
  idleTimeoutSec: number
  maxDurationSec: number
  allowedHosts: string[]
  envNames: string[]
  envSealed: string | null
  metadata: Record<string, unknown>
  /** Whether text from outside of the conversation of an agent may be in it. */
  hasOutsideData: boolean
  executionCount: number
  usedMicro: number
  createdAt: string
  lastActivityAt: string
  expiresAt: string | null
  pausedAt: string | null
  endedAt: string | null
  endedReason: EndedReason | null
  watchRunId: string | null
}

type NewSession = Pick<
  StoredSession,
  | 'id'
  | 'threadId'
  | 'workflowId'
  | 'templateId'
  | 'onTimeout'
  | 'idleTimeoutSec'
  | 'maxDurationSec'
  | 'allowedHosts'
  | 'envNames'
  | 'envSealed'
  | 'metadata'
> & { at: Date; expiresAt: Date; watchRunId: string }

export const sessionColumns = sqlText(`s.project_id as "projectId", s.id, s.external_user_id as "userId",
  s.thread_id as "threadId", s.workflow_id as "workflowId", s.template_id as "templateId", s.status,
  s.on_timeout as "onTimeout", s.idle_timeout_sec as "idleTimeoutSec", s.max_duration_sec as "maxDurationSec",
  s.allowed_hosts as "allowedHosts", s.env_names as "envNames", s.env_sealed as "envSealed", s.metadata,
  s.has_outside_data as "hasOutsideData",
  s.execution_count as "executionCount", s.used_micro as "usedMicro", s.created_at as "createdAt",
  s.last_activity_at as "lastActivityAt", s.expires_at as "expiresAt", s.paused_at as "pausedAt",
  s.ended_at as "endedAt", s.ended_reason as "endedReason", s.watch_run_id as "watchRunId"`)

/** Sessions that the caller may see: those of the acting user, or of all when an admin requested that. */
const isOwn = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`s.project_id = ${projectId}`
    : sql`s.project_id = ${projectId} and s.external_user_id = ${externalUser.id}`

/** Null when the acting user was deleted, or the thread has a session already. */
export async function insertSession(
  tx: Tx,
  scope: Scope,
  session: NewSession,
): Promise<StoredSession | null> {
  const [row] = await tx.rows<StoredSession>(sql`
    insert into sandbox_session as s (project_id, id, external_user_id, thread_id, workflow_id, template_id, status,
      on_timeout, idle_timeout_sec, max_duration_sec, allowed_hosts, env_names, env_sealed, metadata, created_at,
      last_activity_at, expires_at, watch_run_id)
    select u.project_id, ${session.id}, u.id, ${session.threadId}, ${session.workflowId}, ${session.templateId},
      'running', ${session.onTimeout}, ${session.idleTimeoutSec}, ${session.maxDurationSec},
      ${JSON.stringify(session.allowedHosts)}, ${JSON.stringify(session.envNames)}, ${session.envSealed},
      ${JSON.stringify(session.metadata)}, ${session.at}, ${session.at}, ${session.expiresAt}, ${session.watchRunId}
    from external_user u where u.project_id = ${scope.projectId} and u.id = ${scope.externalUser.id}
    for key share of u
    on conflict (project_id, external_user_id, thread_id) where status <> 'ended' do nothing
    returning ${sessionColumns}`)
  return row ?? null
}

export async function findSession(q: Queryable, scope: Scope, id: string): Promise<StoredSession | null> {
  const [row] = await q.rows<StoredSession>(sql`
    select ${sessionColumns} from sandbox_session s where ${isOwn(scope)} and s.id = ${id}`)
  return row ?? null
}

export async function lockSession(tx: Tx, scope: Scope, id: string): Promise<StoredSession | null> {
  const [row] = await tx.rows<StoredSession>(sql`
    select ${sessionColumns} from sandbox_session s where ${isOwn(scope)} and s.id = ${id} for update`)
  return row ?? null
}

/** The same with how many scripts of it run or wait, on all nodes; those of a node that died do not count. */
export async function lockSessionAtWork(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<(StoredSession & { running: number }) | null> {
  // The lock goes ahead: what is counted must be what is there once it is had.
  tx.pipeline(prepared(sql`select from sandbox_session s where ${isOwn(scope)} and s.id = ${id} for update`))
  const [row] = await tx.rows<StoredSession & { running: number }>(
    prepared(sql`
    select ${sessionColumns}, (select count(*)::int from sandbox_execution e
      where e.project_id = s.project_id and e.session_id = s.id and ${isRunning}) as running
    from sandbox_session s where ${isOwn(scope)} and s.id = ${id}`),
  )
  return row ?? null
}

/** All that a user has had for a thread. */
export const lockSessionsOfThread = (
  tx: Tx,
  projectId: string,
  { threadId, userId }: { threadId: string; userId: string },
): Promise<StoredSession[]> =>
  tx.rows<StoredSession>(sql`
    select ${sessionColumns} from sandbox_session s
    where s.project_id = ${projectId} and s.external_user_id = ${userId} and s.thread_id = ${threadId} for update`)

/** The newest session of a thread of the acting user; one that has not ended comes before those that have. */
export async function findOfThread(
  q: Queryable,
  { projectId, externalUser }: Scope,
  threadId: string,
): Promise<StoredSession | null> {
  const [row] = await q.rows<StoredSession>(sql`
    select ${sessionColumns} from sandbox_session s
    where s.project_id = ${projectId} and s.external_user_id = ${externalUser.id} and s.thread_id = ${threadId}
    order by (s.status = 'ended'), s.created_at desc, s.id desc limit 1`)
  return row ?? null
}

export async function listSessions(
  q: Queryable,
  scope: Scope,
  query: SessionQuery,
): Promise<Page<StoredSession>> {
  const matches = allOf([
    isOwn(scope),
    ...(query.status === undefined ? [] : [sql`s.status = ${query.status}`]),
    ...(query.threadId === undefined ? [] : [sql`s.thread_id = ${query.threadId}`]),
  ])
  return selectPage<StoredSession>(
    q,
    {
      columns: sessionColumns,
      from: sql`sandbox_session s where ${matches}`,
      order: sql`s.created_at desc, s.id desc`,
    },
    query,
  )
}

/** A caller that opens sessions of the user does so one after the other, until the end of the transaction. */
export async function claimSlot(tx: Tx, { projectId, externalUser }: OwnerOf): Promise<void> {
  const name = `sandbox:${projectId}:${externalUser.id}`
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7))`)
}

type OwnerOf = { projectId: string; externalUser: { id: string } }

/** How many sessions of the user are running, and how many have not ended. Takes a turn, so that two do not both fit. */
export async function countOpen(
  tx: Tx,
  projectId: string,
  userId: string,
): Promise<{ running: number; open: number }> {
  await claimSlot(tx, { projectId, externalUser: { id: userId } })
  const [row] = await tx.rows<{ running: number; open: number }>(sql`
    select count(*) filter (where status = 'running')::int as running, count(*)::int as open
    from sandbox_session where project_id = ${projectId} and external_user_id = ${userId} and status <> 'ended'`)
  return row!
}

export async function markRunning(
  tx: Tx,
  { projectId, id }: StoredSession,
  { at, expiresAt, watchRunId }: { at: Date; expiresAt: Date; watchRunId: string },
): Promise<StoredSession> {
  const [row] = await tx.rows<StoredSession>(sql`
    update sandbox_session as s set status = 'running', paused_at = null, last_activity_at = ${at},
      expires_at = ${expiresAt}, watch_run_id = ${watchRunId}
    where s.project_id = ${projectId} and s.id = ${id} returning ${sessionColumns}`)
  return row!
}

export async function markPaused(tx: Tx, { projectId, id }: StoredSession, at: Date): Promise<StoredSession> {
  const [row] = await tx.rows<StoredSession>(sql`
    update sandbox_session as s set status = 'paused', paused_at = ${at}, expires_at = null, watch_run_id = null
    where s.project_id = ${projectId} and s.id = ${id} returning ${sessionColumns}`)
  return row!
}

export const markingOutside = (projectId: string, id: string): Statement => sql`
  update sandbox_session set has_outside_data = true
  where project_id = ${projectId} and id = ${id} and not has_outside_data`

export async function markEnded(
  tx: Tx,
  { projectId, id }: StoredSession,
  at: Date,
  reason: EndedReason,
): Promise<{ session: StoredSession; blobIds: string[] }> {
  const [before] = await tx.rows<{ blobIds: string[] }>(sql`
    select array_remove(array[state_blob_id, incoming_blob_id], null) || change_blob_ids as "blobIds"
    from sandbox_session where project_id = ${projectId} and id = ${id} for update`)
  const [row] = await tx.rows<StoredSession>(sql`
    update sandbox_session as s set status = 'ended', ended_at = ${at}, ended_reason = ${reason}, paused_at = null,
      expires_at = null, watch_run_id = null, env_sealed = null, state_blob_id = null, incoming_blob_id = null,
      change_blob_ids = '{}', holder = null, held_until = null
    where s.project_id = ${projectId} and s.id = ${id} returning ${sessionColumns}`)
  return { session: row!, blobIds: before!.blobIds }
}

/** Never makes a session shorter. */
export async function extendSession(
  tx: Tx,
  { projectId, id }: StoredSession,
  at: Date,
  expiresAt: Date,
): Promise<StoredSession> {
  const [row] = await tx.rows<StoredSession>(sql`
    update sandbox_session as s set expires_at = greatest(s.expires_at, ${expiresAt}), last_activity_at = ${at}
    where s.project_id = ${projectId} and s.id = ${id} returning ${sessionColumns}`)
  return row!
}

export async function setWatch(tx: Tx, { projectId, id }: StoredSession, runId: string): Promise<void> {
  await tx.rows(sql`
    update sandbox_session set watch_run_id = ${runId} where project_id = ${projectId} and id = ${id}`)
}

/** Of all projects: sessions that were paused and no one came back to. */
export async function listForgotten(
  q: Queryable,
  before: Date,
  limit: number,
): Promise<{ projectId: string; id: string }[]> {
  return q.rows(sql`
    select project_id as "projectId", id from sandbox_session
    where status = 'paused' and paused_at < ${before} order by paused_at limit ${limit}`)
}

export async function deleteLongEnded(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`
    delete from sandbox_session where (project_id, id) in (
      select project_id, id from sandbox_session where status = 'ended' and ended_at < ${before} limit 5000)`)
}
