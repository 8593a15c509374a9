import type { Position } from '../../kernel/cursor.ts'
import { allOf, type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Delivery, DeliveryAttempt, DeliveryQuery } from './schema.ts'

const columns = sqlText(`id, webhook_id as "webhookId", event_id as "eventId", event_type as "eventType",
  is_test as "isTest", status, attempt_count as "attemptCount", last_status_code as "lastStatusCode",
  last_error as "lastError", next_attempt_at as "nextAttemptAt", created_at as "createdAt", ended_at as "endedAt"`)

// A caller may redeliver without end; the last ones are enough.
const maxAttempts = 200

export async function listDeliveries(
  q: Queryable,
  scope: Scope,
  webhookId: string,
  query: DeliveryQuery,
  cursor: Position | null,
): Promise<Page<Delivery>> {
  const conditions = [sql`project_id = ${scope.projectId} and webhook_id = ${webhookId}`]
  if (query.status !== undefined) conditions.push(sql`status = ${query.status}`)
  if (query.eventType !== undefined) conditions.push(sql`event_type = ${query.eventType}`)
  if (query.from) conditions.push(sql`created_at >= ${query.from}`)
  if (query.to) conditions.push(sql`created_at < ${query.to}`)
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from webhook_delivery where ${allOf(conditions)}`,
  )
  if (cursor !== null) conditions.push(behind(cursor, query.sortOrder))
  const order = sqlText(`created_at ${query.sortOrder}, id ${query.sortOrder}`)
  const rows = await q.rows<Delivery>(sql`
    select ${columns} from webhook_delivery where ${allOf(conditions)}
    order by ${order} limit ${query.limit} offset ${cursor === null ? offsetOf(query) : 0}`)
  return pageOf(rows, count!.total, query)
}

const behind = ({ createdAt, id }: Position, order: DeliveryQuery['sortOrder']): Statement =>
  order === 'ASC'
    ? sql`(created_at, id) > (${createdAt}::timestamptz, ${id}::uuid)`
    : sql`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`

export async function findDelivery(
  q: Queryable,
  scope: Scope,
  webhookId: string,
  id: string,
): Promise<(Delivery & { body: string }) | null> {
  const [row] = await q.rows<Delivery & { body: string }>(sql`
    select ${columns}, body from webhook_delivery
    where project_id = ${scope.projectId} and webhook_id = ${webhookId} and id = ${id}`)
  return row ?? null
}

export async function listAttempts(
  q: Queryable,
  scope: Scope,
  deliveryId: string,
): Promise<Omit<DeliveryAttempt, 'requestHeaders'>[]> {
  const rows = await q.rows<Omit<DeliveryAttempt, 'requestHeaders'>>(sql`
    select number, url, started_at as "startedAt", duration_ms as "durationMs", status_code as "statusCode",
           error_code as "errorCode", error, response_excerpt as "responseExcerpt"
    from webhook_attempt where project_id = ${scope.projectId} and delivery_id = ${deliveryId}
    order by number desc limit ${maxAttempts}`)
  return rows.reverse()
}
