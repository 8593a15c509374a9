import type { AuditAction } from '../../kernel/area.ts'
import {
  allOf,
  likePattern,
  listReads,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../kernel/db/db.ts'
import { selectPage } from '../../kernel/db/rows/select-page.ts'
import { isUuid } from '../../kernel/ids.ts'
import { mapPage, type Page } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { AuditEntry, AuditQuery } from './schema.ts'

export type NewEntry = {
  action: AuditAction
  targetType: string
  targetId: string
  details?: Record<string, unknown>
  /** The end user whose data it is about, if that is not the acting one. */
  externalUserId?: string
}

type Row = {
  id: string
  actor_kind: AuditEntry['actor']['kind']
  actor_id: string | null
  account_id: string | null
  action: string
  target_type: string
  target_id: string
  details: Record<string, unknown>
  ip: string
  request_id: string
  created_at: string
}

/** Travels with the next statement of the transaction. */
export async function insertEntry(
  tx: Tx,
  scope: Scope,
  id: string,
  at: Date,
  entry: NewEntry,
): Promise<void> {
  const { actor } = scope
  tx.pipeline(sql`
    insert into audit_entry (project_id, id, actor_kind, actor_id, account_id, action, target_type, target_id,
                             details, ip, request_id, created_at, external_user_id)
    values (${scope.projectId}, ${id}, ${actor.kind}, ${actorId(actor)}, ${actor.accountId}, ${entry.action},
            ${entry.targetType}, ${entry.targetId}, ${JSON.stringify(entry.details ?? {})}, ${scope.ip},
            ${scope.requestId}, ${at}, ${userOf(scope, entry)})`)
}

/** The default user is the project. */
function userOf({ externalUser, projectId }: Scope, entry: NewEntry): string | null {
  const { externalUserId = externalUser.id } = entry
  return externalUserId === projectId ? null : externalUserId
}

/**
 * Removes what was decided about calls for the user, and names of what the user made, also from entries of others who
 * changed it: arguments, comments and names can say who the user is.
 */
export async function eraseNames(tx: Tx, { projectId }: Scope, userId: string): Promise<void> {
  await tx.rows(sql`
    update audit_entry set details = details - 'name' - 'decisions' - 'comment'
    where project_id = ${projectId} and details ?| array['name', 'decisions', 'comment'] and target_id in (
      select made.target_id from audit_entry made
      where made.project_id = ${projectId} and made.external_user_id = ${userId})`)
}

export async function moveEntries(
  tx: Tx,
  { projectId }: Scope,
  fromId: string,
  intoId: string,
): Promise<void> {
  await tx.rows(sql`
    update audit_entry set external_user_id = ${intoId}
    where project_id = ${projectId} and external_user_id = ${fromId}`)
}

function actorId(actor: Scope['actor']): string | null {
  switch (actor.kind) {
    case 'key':
      return actor.keyId
    case 'session':
      return actor.sessionId
    case 'end-user-token':
      return actor.tokenId
    case 'system':
      return null
  }
}

const columns = sqlText(
  'id, actor_kind, actor_id, account_id, action, target_type, target_id, details, ip, request_id, created_at',
)

function matching(scope: Scope, query: AuditQuery): Statement {
  const conditions = [sql`project_id = ${scope.projectId}`]
  // An actor is named by the id of the key, session or account, or by its kind.
  if (query.actor !== undefined) {
    conditions.push(
      isUuid(query.actor)
        ? sql`(actor_id = ${query.actor} or account_id = ${query.actor})`
        : sql`actor_kind = ${query.actor}`,
    )
  }
  if (query.q !== undefined) {
    const pattern = likePattern(query.q)
    conditions.push(sql`(action ilike ${pattern} or target_id ilike ${pattern})`)
  }
  if (query.action !== undefined) conditions.push(sql`action = ${query.action}`)
  if (query.from) conditions.push(sql`created_at >= ${query.from}`)
  if (query.to) conditions.push(sql`created_at < ${query.to}`)
  return allOf(conditions)
}

export async function listEntries(q: Queryable, scope: Scope, query: AuditQuery): Promise<Page<AuditEntry>> {
  const column = query.sortBy === 'action' ? 'action' : 'created_at'
  const order = sqlText(`${column} ${query.sortOrder}, id ${query.sortOrder}`)
  return mapPage(
    await selectPage<Row>(
      q,
      { columns, from: sql`audit_entry where ${matching(scope, query)}`, order },
      query,
    ),
    toEntry,
  )
}

/** The entries behind one of them, by time: only that order has an index, and each batch would sort all of them again. */
export async function listEntriesBehind(
  q: Queryable,
  scope: Scope,
  query: AuditQuery,
  last: AuditEntry | null,
  limit: number,
): Promise<AuditEntry[]> {
  const isBehind = sqlText(query.sortOrder === 'DESC' ? '<' : '>')
  const behind = last
    ? sql`and (created_at, id) ${isBehind} (${last.createdAt}::timestamptz, ${last.id}::uuid)`
    : sqlText('')
  const rows = await listReads(q).rows<Row>(sql`
    select ${columns} from audit_entry where ${matching(scope, query)} ${behind}
    order by ${sqlText(`created_at ${query.sortOrder}, id ${query.sortOrder}`)} limit ${limit}`)
  return rows.map(toEntry)
}

const toEntry = (row: Row): AuditEntry => ({
  id: row.id,
  actor: { kind: row.actor_kind, id: row.actor_id, accountId: row.account_id },
  action: row.action,
  target: { type: row.target_type, id: row.target_id },
  details: row.details,
  ip: row.ip,
  requestId: row.request_id,
  createdAt: row.created_at,
})
