import { allOf, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { type AbandonedWork, abandonedRows } from '../../../kernel/leases/abandoned.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { workTable } from '../../../kernel/work-table.ts'
import type {
  BrowserPage,
  DriverName,
  EndedReason,
  SessionQuery,
  SessionStatus,
  Viewport,
} from '../schema/session.ts'

export type SessionOptions = {
  viewport: Viewport
  locale: string
  timezone: string
  allowedHosts: string[] | null
  record: boolean
  /** Without its credentials; missing in rows of earlier versions. */
  proxy?: { url: string } | null
}

export type StoredSession = {
  projectId: string
  id: string
  userId: string
  status: SessionStatus
  driver: DriverName
  control: 'agent' | 'human'
  options: SessionOptions
  threadId: string | null
  profileId: string | null
  persistProfile: boolean
  keepAlive: boolean
  timeoutSec: number
  idleTimeoutSec: number
  url: string | null
  title: string | null
  pages: BrowserPage[]
  heldMicro: number
  usedMicro: number
  nodeId: string
  createdAt: string
  startedAt: string | null
  lastActivityAt: string
  expiresAt: string | null
  endedAt: string | null
  endedReason: EndedReason | null
  error: string | null
  queuePosition: number | null
  handoffId: string | null
}

export type NewSession = Pick<
  StoredSession,
  | 'id'
  | 'driver'
  | 'options'
  | 'threadId'
  | 'profileId'
  | 'persistProfile'
  | 'keepAlive'
  | 'timeoutSec'
  | 'idleTimeoutSec'
  | 'heldMicro'
  | 'nodeId'
> & { at: Date }

const isOpen = "status in ('pending', 'running', 'handoff')"
const isShown = sqlText("s.status <> 'forgotten'")

const columns =
  sqlText(`s.project_id as "projectId", s.id, s.external_user_id as "userId", s.status, s.driver,
  s.control, s.options, s.thread_id as "threadId", s.profile_id as "profileId",
  s.persist_profile as "persistProfile", s.keep_alive as "keepAlive", s.timeout_sec as "timeoutSec",
  s.idle_timeout_sec as "idleTimeoutSec", s.url, s.title, s.pages, s.held_micro as "heldMicro",
  s.used_micro as "usedMicro", s.node_id as "nodeId", s.created_at as "createdAt", s.started_at as "startedAt",
  s.last_activity_at as "lastActivityAt", s.expires_at as "expiresAt", s.ended_at as "endedAt",
  s.ended_reason as "endedReason", s.error,
  case when s.status = 'handoff' then (select h.id from browser_handoff h
    where h.project_id = s.project_id and h.session_id = s.id and h.status = 'requested' limit 1) end as "handoffId",
  case when s.status = 'pending' then (select count(*)::int from browser_session w
    where w.project_id = s.project_id and w.external_user_id = s.external_user_id and w.status = 'pending'
      and (w.created_at, w.id) <= (s.created_at, s.id)) end as "queuePosition"`)

/** Sessions that the caller may see: those of the acting user, or of all when an admin requested that. */
const isOwn = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`s.project_id = ${projectId} and ${isShown}`
    : sql`s.project_id = ${projectId} and s.external_user_id = ${externalUser.id} and ${isShown}`

/** A caller that opens sessions of the user does so one after the other, until the end of the transaction. */
export async function lockUserSlots(tx: Tx, projectId: string, userId: string): Promise<void> {
  const name = `browser:${projectId}:${userId}`
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 11))`)
}

export async function countOpen(
  tx: Tx,
  projectId: string,
  userId: string,
): Promise<{ running: number; pending: number }> {
  const [row] = await tx.rows<{ running: number; pending: number }>(sql`
    select count(*) filter (where status <> 'pending')::int as running,
      count(*) filter (where status = 'pending')::int as pending
    from browser_session
    where project_id = ${projectId} and external_user_id = ${userId} and ${sqlText(isOpen)}`)
  return row!
}

/** Null when its profile is open in another session. */
export async function insertSession(
  tx: Tx,
  scope: Scope,
  session: NewSession,
): Promise<StoredSession | null> {
  const [row] = await tx.rows<StoredSession>(sql`
    insert into browser_session as s (project_id, id, external_user_id, status, driver, options, thread_id, profile_id,
      persist_profile, keep_alive, timeout_sec, idle_timeout_sec, held_micro, node_id, alive_until, created_at,
      last_activity_at)
    values (${scope.projectId}, ${session.id}, ${scope.externalUser.id}, 'pending', ${session.driver},
      ${storableJson(session.options)}, ${session.threadId}, ${session.profileId}, ${session.persistProfile},
      ${session.keepAlive}, ${session.timeoutSec}, ${session.idleTimeoutSec}, ${session.heldMicro},
      ${session.nodeId}, now() + interval '1 day', ${session.at}, ${session.at})
    on conflict (project_id, profile_id)
      where status in ('pending', 'running', 'handoff') and profile_id is not null do nothing
    returning ${columns}`)
  return row ?? null
}

export async function findSession(q: Queryable, scope: Scope, id: string): Promise<StoredSession | null> {
  const [row] = await q.rows<StoredSession>(sql`
    select ${columns} from browser_session s where ${isOwn(scope)} and s.id = ${id}`)
  return row ?? null
}

/** For those who have a token of the session, and no other credentials. */
export async function findAnySession(
  q: Queryable,
  projectId: string,
  id: string,
): Promise<StoredSession | null> {
  const [row] = await q.rows<StoredSession>(sql`
    select ${columns} from browser_session s where s.project_id = ${projectId} and s.id = ${id} and ${isShown}`)
  return row ?? null
}

export async function lockSession(tx: Tx, scope: Scope, id: string): Promise<StoredSession | null> {
  const [row] = await tx.rows<StoredSession>(sql`
    select ${columns} from browser_session s where ${isOwn(scope)} and s.id = ${id} for update`)
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
    ...(query.driver === undefined ? [] : [sql`s.driver = ${query.driver}`]),
    ...(query.threadId === undefined ? [] : [sql`s.thread_id = ${query.threadId}`]),
  ])
  return selectPage<StoredSession>(
    q,
    { columns, from: sql`browser_session s where ${matches}`, order: sql`s.created_at desc, s.id desc` },
    query,
  )
}

type Ref = { projectId: string; id: string }

/** Null when it is not pending any more. */
export async function markRunning(
  tx: Tx,
  { projectId, id }: Ref,
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<StoredSession | null> {
  const [row] = await tx.rows<StoredSession>(sql`
    update browser_session as s set status = 'running', started_at = ${at}, last_activity_at = ${at},
      expires_at = ${expiresAt}
    where s.project_id = ${projectId} and s.id = ${id} and s.status = 'pending' returning ${columns}`)
  return row ?? null
}

export type SessionEnd = {
  status: 'completed' | 'timed_out' | 'error'
  reason: EndedReason
  error: string | null
  usedMicro: number
  at: Date
}

export async function markEnded(tx: Tx, { projectId, id }: Ref, end: SessionEnd): Promise<StoredSession> {
  const [row] = await tx.rows<StoredSession>(sql`
    update browser_session as s set status = ${end.status}, ended_reason = ${end.reason}, error = ${end.error},
      ended_at = ${end.at}, used_micro = ${end.usedMicro}, expires_at = null, control = 'agent'
    where s.project_id = ${projectId} and s.id = ${id} returning ${columns}`)
  await tx.rows(sql`
    update browser_handoff set status = 'expired', ended_at = ${end.at}
    where project_id = ${projectId} and session_id = ${id} and status = 'requested'`)
  return row!
}

export async function noteHeld(tx: Tx, { projectId, id }: Ref, heldMicro: number): Promise<void> {
  await tx.rows(sql`
    update browser_session set held_micro = ${heldMicro} where project_id = ${projectId} and id = ${id}`)
}

export async function setControl(
  tx: Tx,
  { projectId, id }: Ref,
  control: 'agent' | 'human',
  at: Date,
): Promise<StoredSession> {
  const [row] = await tx.rows<StoredSession>(sql`
    update browser_session as s set control = ${control}, status = ${control === 'human' ? 'handoff' : 'running'},
      last_activity_at = ${at}
    where s.project_id = ${projectId} and s.id = ${id} returning ${columns}`)
  return row!
}

/** Where the session is; it was used at that time, unless the page went there by itself. */
export type Place = { url: string; title: string; pages: BrowserPage[] | null; usedAt: Date | null }

export function placeChanges({ url, title, pages, usedAt }: Place): Statement {
  const listed = pages === null ? null : storableJson(pages)
  return sql`url = ${url.replaceAll('\0', '')}, title = ${title.replaceAll('\0', '')},
    pages = coalesce(${listed}::jsonb, pages), last_activity_at = greatest(last_activity_at, ${usedAt}::timestamptz)`
}

export async function notePlace(q: Queryable, { projectId, id }: Ref, place: Place): Promise<void> {
  await q.rows(sql`
    update browser_session set ${placeChanges(place)} where project_id = ${projectId} and id = ${id}`)
}

/** Whether it has ended; null when no one may see it any more. */
export type Standing = Pick<StoredSession, 'endedAt' | 'endedReason'> | null

export async function noteUse(q: Queryable, { projectId, id }: Ref, at: Date): Promise<Standing> {
  const [row] = await q.rows<NonNullable<Standing>>(sql`
    update browser_session s set last_activity_at = greatest(last_activity_at, ${at})
    where project_id = ${projectId} and id = ${id} and ${isShown}
    returning ended_at as "endedAt", ended_reason as "endedReason"`)
  return row ?? null
}

export const abandonedSessions = abandonedRows({ table: 'browser_session', isOpen: `w.${isOpen}` })

/** False when it has ended by itself. */
export const abandonSession = (tx: Tx, work: AbandonedWork, at: Date, error: string): Promise<boolean> =>
  abandonedSessions.end(
    tx,
    work,
    sql`status = 'error', ended_reason = 'host_restart', ended_at = ${at}, control = 'agent', expires_at = null,
      error = ${error}`,
  )

const forget = `status = 'forgotten', url = null, title = null, pages = '[]', thread_id = null, options = '{}',
  error = null, ended_at = coalesce(ended_at, now())`

export const sessionTable = workTable({
  name: 'browser',
  table: 'browser_session',
  isOpen,
  isStored: "status <> 'forgotten'",
  forget,
  forgetOpen: forget,
})
