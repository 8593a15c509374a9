import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { RetainSince } from '../../../kernel/events/store.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Delivery } from '../schema.ts'

export type NewDelivery = {
  id: string
  webhookId: string
  runId: string
  eventId: string
  eventType: string
  externalUserId: string
  body: string
}

/**
 * Many in one statement. Returns the ids of those that were added: an event that is already being delivered is skipped.
 */
export async function insertDeliveries(
  tx: Tx,
  scope: Scope,
  deliveries: readonly NewDelivery[],
  at: Date,
): Promise<Set<string>> {
  const each = <K extends keyof NewDelivery>(key: K) => deliveries.map((delivery) => delivery[key])
  const rows = await tx.rows<{ id: string }>(sql`
    insert into webhook_delivery (project_id, id, webhook_id, run_id, event_id, event_type, external_user_id, body,
                                  status, next_attempt_at, created_at)
    select ${scope.projectId}::uuid, batch.id, batch.webhook_id, batch.run_id, batch.event_id, batch.event_type,
           batch.external_user_id, batch.body, 'pending', ${at}::timestamptz, ${at}::timestamptz
    from unnest(${each('id')}::uuid[], ${each('webhookId')}::uuid[], ${each('runId')}::uuid[], ${each('eventId')}::uuid[],
                ${each('eventType')}::text[], ${each('externalUserId')}::uuid[], ${each('body')}::text[])
      as batch (id, webhook_id, run_id, event_id, event_type, external_user_id, body)
    on conflict (project_id, webhook_id, event_id) do nothing
    returning id`)
  return new Set(rows.map(({ id }) => id))
}

/** A test delivery ended before it was recorded: no one sends it again by itself. */
export async function insertTrial(
  tx: Tx,
  scope: Scope,
  delivery: Omit<NewDelivery, 'runId'> & { at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into webhook_delivery (project_id, id, webhook_id, event_id, event_type, external_user_id, is_test, body,
                                  status, created_at)
    values (${scope.projectId}, ${delivery.id}, ${delivery.webhookId}, ${delivery.eventId}, ${delivery.eventType},
            ${delivery.externalUserId}, true, ${delivery.body}, 'pending', ${delivery.at})`)
}

/** What a try needs to know; null when the delivery is deleted, over, or in a later round. */
export type DeliveryTarget = {
  webhookId: string
  url: string
  isActive: boolean
  secret: string
  oldSecret: string | null
  oldSecretUntil: string | null
  eventId: string
  body: string
}

export async function findTarget(
  q: Queryable,
  scope: Scope,
  id: string,
  round: number,
): Promise<DeliveryTarget | null> {
  const [row] = await q.rows<DeliveryTarget>(sql`
    select w.id as "webhookId", w.url, w.is_active as "isActive", w.secret, w.old_secret as "oldSecret",
           w.old_secret_until as "oldSecretUntil", d.event_id as "eventId", d.body
    from webhook_delivery d join webhook w on w.project_id = d.project_id and w.id = d.webhook_id
    where d.project_id = ${scope.projectId} and d.id = ${id} and d.round = ${round} and d.status = 'pending'`)
  return row ?? null
}

export type Settlement = {
  status: Delivery['status']
  statusCode: number | null
  error: string | null
  nextAttemptAt: string | null
  at: Date
}

/**
 * Records the outcome of an attempt and releases the slot. Without an attempt the previous error stays. Returns the
 * number of attempts, including this one.
 */
export async function settleDelivery(
  tx: Tx,
  scope: Scope,
  id: string,
  settlement: Settlement,
  hasTried: boolean,
): Promise<number | null> {
  const { status, statusCode, error, nextAttemptAt, at } = settlement
  const [row] = await tx.rows<{ attempt_count: number }>(sql`
    update webhook_delivery
    set status = ${status}, attempt_count = attempt_count + ${hasTried ? 1 : 0},
        last_status_code = case when ${hasTried} then ${statusCode}::int else last_status_code end,
        last_error = case when ${hasTried} then ${error}::text else coalesce(last_error, ${error}) end,
        next_attempt_at = ${nextAttemptAt}, turn = null, turn_asked_at = null, turn_key = null,
        ended_at = ${status === 'pending' ? null : at}
    where project_id = ${scope.projectId} and id = ${id}
    returning attempt_count`)
  return row?.attempt_count ?? null
}

/** Takes the row until the transaction ends. */
export async function lockDelivery(
  tx: Tx,
  scope: Scope,
  webhookId: string,
  id: string,
): Promise<{ round: number; turn: 'waiting' | 'held' | null } | null> {
  const [row] = await tx.rows<{ round: number; turn: 'waiting' | 'held' | null }>(sql`
    select round, turn from webhook_delivery
    where project_id = ${scope.projectId} and webhook_id = ${webhookId} and id = ${id} for update`)
  return row ?? null
}

/** Begins a new round of tries. A run of the round before finds that it has nothing more to do. */
export async function restartDelivery(
  tx: Tx,
  scope: Scope,
  id: string,
  next: { round: number; runId: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    update webhook_delivery
    set status = 'pending', round = ${next.round}, run_id = ${next.runId}, next_attempt_at = ${next.at}, ended_at = null,
        turn = null, turn_asked_at = null, turn_key = null
    where project_id = ${scope.projectId} and id = ${id}`)
}

export type NewAttempt = {
  number: number
  url: string
  startedAt: Date
  durationMs: number
  statusCode: number | null
  errorCode: string | null
  error: string | null
  responseExcerpt: string | null
}

export async function insertAttempt(
  tx: Tx,
  scope: Scope,
  deliveryId: string,
  attempt: NewAttempt,
): Promise<void> {
  await tx.rows(sql`
    insert into webhook_attempt (project_id, delivery_id, number, url, started_at, duration_ms, status_code, error_code,
                                 error, response_excerpt)
    values (${scope.projectId}, ${deliveryId}, ${attempt.number}, ${attempt.url}, ${attempt.startedAt},
            ${attempt.durationMs}, ${attempt.statusCode}, ${attempt.errorCode}, ${attempt.error},
            ${attempt.responseExcerpt})`)
}

/** Deliveries that no one works on any more because their run was given up. */
export async function listStranded(
  q: Queryable,
  most: number,
): Promise<{ projectId: string; webhookId: string; id: string; runId: string }[]> {
  return q.rows(sql`
    select d.project_id as "projectId", d.webhook_id as "webhookId", d.id, d.run_id as "runId"
    from webhook_delivery d
    where d.status = 'pending' and not exists (
      select 1 from run r where r.project_id = d.project_id and r.id = d.run_id and r.ended_at is null)
    limit ${most}`)
}

/** False when it has got a new round since. */
export async function failStranded(
  tx: Tx,
  scope: Scope,
  id: string,
  runId: string,
  error: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update webhook_delivery
    set status = 'failed', last_error = ${error}, next_attempt_at = null, ended_at = ${at}, turn = null,
        turn_asked_at = null, turn_key = null
    where project_id = ${scope.projectId} and id = ${id} and run_id = ${runId} and status = 'pending' returning id`)
  return rows.length === 1
}

/** Removes deliveries that ended before the retention of their project, in a bounded batch; returns how many. */
export async function deleteOldDeliveries(
  q: Queryable,
  limits: readonly RetainSince[],
  most: number,
): Promise<number> {
  const rows = await q.rows(sql`
    with old as (
      select d.project_id, d.id
      from unnest(${limits.map(({ projectId }) => projectId)}::uuid[], ${limits.map(({ since }) => since)}::timestamptz[])
        as kept (project_id, since)
      cross join lateral (
        select project_id, id from webhook_delivery
        where project_id = kept.project_id and status <> 'pending' and ended_at < kept.since limit ${most}
      ) d
      limit ${most}
    )
    delete from webhook_delivery d using old where d.project_id = old.project_id and d.id = old.id returning d.id`)
  return rows.length
}

/** Pending payloads say that the user was deleted, and nothing else about them; responses are deleted too. */
export async function blankDeliveriesOf(tx: Tx, scope: Scope, userId: string): Promise<void> {
  await tx.rows(sql`
    update webhook_attempt a set response_excerpt = null
    from webhook_delivery d
    where d.project_id = ${scope.projectId} and d.external_user_id = ${userId}
      and a.project_id = d.project_id and a.delivery_id = d.id`)
  await tx.rows(sql`
    update webhook_delivery set body = jsonb_set(body::jsonb, '{data}', '{"erased": true}')::text
    where project_id = ${scope.projectId} and external_user_id = ${userId}`)
}

export async function moveDeliveriesOf(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update webhook_delivery set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
}
