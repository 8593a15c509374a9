import { allOf, likePattern, type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import { selectorsOfEvent } from '../../../kernel/events/event-types.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { WebhookQuery } from '../schema.ts'

export type WebhookRow = {
  id: string
  url: string
  description: string | null
  event_types: string[]
  is_active: boolean
  disabled_reason: string | null
  secret: string
  old_secret: string | null
  old_secret_until: string | null
  last_delivery_at: string | null
  last_status: 'delivered' | 'failed' | null
  last_status_code: number | null
  consecutive_failures: number
  failing_since: string | null
  version: number
  created_at: string
  updated_at: string
}

const columns = sql`id, url, description, event_types, is_active, disabled_reason, secret, old_secret, old_secret_until,
  last_delivery_at, last_status, last_status_code, consecutive_failures, failing_since, version, created_at, updated_at`

/** Takes the project's row, so that requests at the same moment cannot pass the limit together. */
export async function countWebhooks(tx: Tx, scope: Scope): Promise<number> {
  await tx.rows(sql`select 1 from project where id = ${scope.projectId} for no key update`)
  return countRows(tx, sql`webhook where project_id = ${scope.projectId}`)
}

export type NewWebhookRow = Pick<
  WebhookRow,
  'id' | 'url' | 'description' | 'event_types' | 'is_active' | 'secret'
>

export async function insertWebhook(
  tx: Tx,
  scope: Scope,
  webhook: NewWebhookRow,
  at: Date,
): Promise<WebhookRow> {
  const [row] = await tx.rows<WebhookRow>(sql`
    insert into webhook (project_id, id, url, description, event_types, is_active, secret, created_at, updated_at)
    values (${scope.projectId}, ${webhook.id}, ${webhook.url}, ${webhook.description}, ${webhook.event_types},
            ${webhook.is_active}, ${webhook.secret}, ${at}, ${at})
    returning ${columns}`)
  return row!
}

export async function findWebhook(q: Queryable, scope: Scope, id: string): Promise<WebhookRow | null> {
  const [row] = await q.rows<WebhookRow>(sql`
    select ${columns} from webhook where project_id = ${scope.projectId} and id = ${id}`)
  return row ?? null
}

/** Takes the row until the transaction ends. What refers to it can still be added. */
export async function lockWebhook(tx: Tx, scope: Scope, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.rows<WebhookRow>(sql`
    select ${columns} from webhook where project_id = ${scope.projectId} and id = ${id} for no key update`)
  return row ?? null
}

export async function listWebhooks(
  q: Queryable,
  scope: Scope,
  query: WebhookQuery,
): Promise<Page<WebhookRow>> {
  const conditions = [sql`project_id = ${scope.projectId}`]
  if (query.q !== undefined) {
    const pattern = likePattern(query.q)
    conditions.push(sql`(url ilike ${pattern} or description ilike ${pattern})`)
  }
  if (query.isActive !== undefined) conditions.push(sql`is_active = ${query.isActive}`)
  const where = allOf(conditions)
  const order = sqlText(`created_at ${query.sortOrder}, id ${query.sortOrder}`)
  return selectPage<WebhookRow>(q, { columns, from: sql`webhook where ${where}`, order }, query)
}

/** Whether any webhook is subscribed to the event `e`. */
export const selectedByWebhooks = sql`(
  select true from webhook w
  where w.project_id = e.project_id and w.is_active
    and (w.event_types = '{}' or w.event_types && ${selectorsOfEvent}) limit 1) is true`

/** The subscribed ones, locked until the transaction ends so that none is deleted under its deliveries. */
export async function listSubscribed(
  tx: Tx,
  scope: Scope,
): Promise<Pick<WebhookRow, 'id' | 'event_types'>[]> {
  return tx.pipelineAndAwait(sql`
    select id, event_types from webhook where project_id = ${scope.projectId} and is_active for key share`)
}

export type WebhookChange = Pick<
  WebhookRow,
  | 'url'
  | 'description'
  | 'event_types'
  | 'is_active'
  | 'disabled_reason'
  | 'consecutive_failures'
  | 'failing_since'
>

export async function updateWebhook(
  tx: Tx,
  scope: Scope,
  id: string,
  change: WebhookChange,
  at: Date,
): Promise<WebhookRow> {
  const [row] = await tx.rows<WebhookRow>(sql`
    update webhook
    set url = ${change.url}, description = ${change.description}, event_types = ${change.event_types},
        is_active = ${change.is_active}, disabled_reason = ${change.disabled_reason},
        consecutive_failures = ${change.consecutive_failures}, failing_since = ${change.failing_since},
        version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}
    returning ${columns}`)
  return row!
}

export async function replaceSecret(
  tx: Tx,
  scope: Scope,
  id: string,
  secret: string,
  oldUntil: Date,
  at: Date,
): Promise<WebhookRow> {
  const [row] = await tx.rows<WebhookRow>(sql`
    update webhook
    set old_secret = secret, old_secret_until = ${oldUntil}, secret = ${secret}, version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}
    returning ${columns}`)
  return row!
}

export async function deleteWebhook(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from webhook where project_id = ${scope.projectId} and id = ${id}`)
}

/** Counts what came of a try. The version stays: no one changed anything. */
export async function noteOutcome(
  tx: Tx,
  scope: Scope,
  id: string,
  outcome: { isDelivered: boolean; statusCode: number | null; at: Date },
): Promise<Pick<WebhookRow, 'is_active' | 'failing_since'> | null> {
  const { isDelivered, statusCode, at } = outcome
  const [row] = await tx.rows<Pick<WebhookRow, 'is_active' | 'failing_since'>>(sql`
    update webhook
    set last_delivery_at = ${at}, last_status = ${isDelivered ? 'delivered' : 'failed'}, last_status_code = ${statusCode},
        consecutive_failures = case when ${isDelivered} then 0 else consecutive_failures + 1 end,
        failing_since = case when ${isDelivered} then null else coalesce(failing_since, ${at}) end
    where project_id = ${scope.projectId} and id = ${id}
    returning is_active, failing_since`)
  return row ?? null
}

export async function disableWebhook(
  tx: Tx,
  scope: Scope,
  id: string,
  reason: string,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update webhook set is_active = false, disabled_reason = ${reason}, version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}`)
}
