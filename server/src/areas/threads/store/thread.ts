import {
  allOf,
  likePattern,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { countRows } from '../../../kernel/db/rows/select-page.ts'
import { boundAgentOf, type Scope } from '../../../kernel/scope.ts'
import type {
  AgentFilter,
  ListedThread,
  ReplyMode,
  ThreadRef,
  ThreadRow,
  ThreadSearch,
} from '../schema/thread.ts'
import { previewOf } from './preview.ts'

export const threadColumns =
  sqlText(`t.project_id as "projectId", t.id, t.external_user_id as "userId", t.workflow_id as "workflowId",
  t.metadata, t.status, t.reply_mode as "replyMode", t.root_id as "rootId", t.head_branch as "headBranch",
  t.head_place as "headPlace", greatest(t.message_count, 0) as "messageCount", t.last_message_at as "lastMessageAt",
  t.credits_micro as "creditsMicro", t.current_execution_id as "currentExecutionId", t.ttl_minutes as "ttlMinutes", t.created_at as "createdAt",
  t.updated_at as "updatedAt"`)

/** A thread belongs to the end user who started it; a chat token sees those with its agent. */
export function isVisibleThread({ projectId, acrossUsers, externalUser, actor }: Scope): Statement {
  if (acrossUsers) return sql`t.project_id = ${projectId}`
  const isOwn = sql`t.project_id = ${projectId} and t.external_user_id = ${externalUser.id}`
  const agent = boundAgentOf(actor)
  return agent === null ? isOwn : sql`${isOwn} and t.workflow_id = ${agent.id}`
}

export type NewThread = {
  projectId: string
  id: string
  userId: string
  workflowId: string | null
  metadata: Record<string, unknown>
  rootId: string
  ttlMinutes: number | null
  at: Date
}

/** Fails with a unique violation where the id is in use. */
export const insertingThread = (thread: NewThread): Statement => sql`
  insert into thread as t (project_id, id, external_user_id, workflow_id, metadata, root_id, head_ms, ttl_minutes, created_at,
    updated_at)
  values (${thread.projectId}, ${thread.id}, ${thread.userId}, ${thread.workflowId}, ${storableJson(thread.metadata)},
    ${thread.rootId}, ${thread.at.getTime()}, ${thread.ttlMinutes}, ${thread.at}, ${thread.at})`

/** Null when the id is in use, by whichever user of the project. */
export async function insertThread(q: Queryable, thread: NewThread): Promise<ThreadRow | null> {
  const [row] = await q.rows<ThreadRow>(
    prepared(sql`${insertingThread(thread)} on conflict do nothing returning ${threadColumns}`),
  )
  return row ?? null
}

export async function findThread(q: Queryable, scope: Scope, id: string): Promise<ThreadRow | null> {
  const [row] = await q.rows<ThreadRow>(
    prepared(sql`select ${threadColumns} from thread t where ${isVisibleThread(scope)} and t.id = ${id}`),
  )
  return row ?? null
}

/** By whichever user of the project. */
export async function isThreadIdTaken(q: Queryable, { projectId, id }: ThreadRef): Promise<boolean> {
  const rows = await q.rows(sql`select 1 from thread where project_id = ${projectId} and id = ${id}`)
  return rows.length > 0
}

export async function lockThread(tx: Tx, scope: Scope, id: string): Promise<ThreadRow | null> {
  const [row] = await tx.rows<ThreadRow>(sql`
    select ${threadColumns} from thread t where ${isVisibleThread(scope)} and t.id = ${id} for update`)
  return row ?? null
}

function isOfAgent({ stored, workflowId }: AgentFilter): Statement {
  const isStored = sql`t.metadata @> ${storableJson(stored)}::jsonb`
  if (workflowId === null) return isStored
  return workflowId === 'any'
    ? sql`(t.workflow_id is not null or ${isStored})`
    : sql`(t.workflow_id = ${workflowId} or ${isStored})`
}

function matching(scope: Scope, search: Partial<ThreadSearch>): Statement {
  const { ids, metadata, agents = [], status, replyMode, workflowId, q } = search
  return allOf([
    isVisibleThread(scope),
    ...(ids ? [sql`t.id = any(${ids}::uuid[])`] : []),
    ...(metadata ? [sql`t.metadata @> ${storableJson(metadata)}::jsonb`] : []),
    ...agents.map(isOfAgent),
    ...(status ? [sql`t.status = ${status}`] : []),
    ...(replyMode ? [sql`t.reply_mode = ${replyMode}`] : []),
    ...(workflowId ? [sql`t.workflow_id = ${workflowId}`] : []),
    ...(q ? [sql`t.metadata->>'title' ilike ${likePattern(q)}`] : []),
  ])
}

const sortColumns = {
  threadId: 't.id',
  status: 't.status',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
} as const

/** The texts are read for those of the page alone, in the same statement. */
export function searchThreads(q: Queryable, scope: Scope, search: ThreadSearch): Promise<ListedThread[]> {
  const order = sqlText(`${sortColumns[search.sortBy]} ${search.sortOrder}, t.id ${search.sortOrder}`)
  return q.rows<ListedThread>(sql`
    with page as materialized (
      select t.id from thread t where ${matching(scope, search)}
      order by ${order} limit ${search.limit} offset ${search.offset}
    )
    select ${threadColumns}, ${previewOf} as "firstText"
    from page join thread t on t.project_id = ${scope.projectId} and t.id = page.id order by ${order}`)
}

export async function countThreads(
  q: Queryable,
  scope: Scope,
  search: Partial<ThreadSearch>,
): Promise<number> {
  return countRows(q, sql`thread t where ${matching(scope, search)}`)
}

export type ThreadChange = {
  /** Added to what it has; null removes a key. */
  metadata?: Record<string, unknown>
  workflowId?: string
  replyMode?: ReplyMode
  ttlMinutes?: number
}

export async function updateThread(
  tx: Tx,
  { projectId, id }: ThreadRef,
  { metadata = {}, workflowId, replyMode, ttlMinutes }: ThreadChange,
  at: Date,
): Promise<ThreadRow | null> {
  const removed = Object.keys(metadata).filter((key) => metadata[key] === null)
  const [row] = await tx.rows<ThreadRow>(sql`
    update thread t
    set metadata = (metadata || ${storableJson(metadata)}::jsonb) - ${removed}::text[],
      workflow_id = coalesce(${workflowId ?? null}, workflow_id), reply_mode = coalesce(${replyMode ?? null}, reply_mode),
      ttl_minutes = coalesce(${ttlMinutes ?? null}, ttl_minutes), updated_at = ${at}
    where t.project_id = ${projectId} and t.id = ${id} returning ${threadColumns}`)
  return row ?? null
}

/** Where entries are about messages in a way that their kinds do not say. */
export async function changeMessageCount(tx: Tx, { projectId, id }: ThreadRef, by: number): Promise<void> {
  await tx.rows(sql`
    update thread set message_count = message_count + ${by}::int
    where project_id = ${projectId} and id = ${id}`)
}

export async function deleteThread(tx: Tx, { projectId, id }: ThreadRef): Promise<void> {
  await tx.rows(sql`delete from thread where project_id = ${projectId} and id = ${id}`)
}

const batch = 500

/** Those whose time to live is over; what runs or waits in a thread keeps it. */
export const listExpiredThreads = (q: Queryable, now: Date): Promise<ThreadRef[]> =>
  q.rows<ThreadRef>(sql`
    select project_id as "projectId", id from thread
    where ttl_minutes is not null and current_execution_id is null
      and updated_at < ${now}::timestamptz - make_interval(mins => ttl_minutes) limit ${batch}`)

export type DeletedThread = ThreadRef & { userId: string }

/** A batch of those without a change since then; what runs or waits in a thread keeps it. */
export const deleteOldThreads = (tx: Tx, projectId: string, before: Date): Promise<DeletedThread[]> =>
  tx.rows<DeletedThread>(sql`
    delete from thread where (project_id, id) in (
      select project_id, id from thread
      where project_id = ${projectId} and updated_at < ${before} and current_execution_id is null
      limit ${batch})
    returning project_id as "projectId", id, external_user_id as "userId"`)
