import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** A slow endpoint holds this many requests open and no more; the others wait without costing a worker. */
export const maxConcurrentPerWebhook = 4

/**
 * Takes a slot, or a place in the queue for one; a repeated call keeps what it has. The caller holds the webhook's row.
 * True when the slot is free, and also when there is nothing left to wait for.
 */
export async function requestSlot(
  tx: Tx,
  scope: Scope,
  delivery: { id: string; webhookId: string; round: number; key: string; at: Date },
): Promise<boolean> {
  const [row] = await tx.rows<{ turn: 'waiting' | 'held' }>(sql`
    update webhook_delivery d
    set turn = case when d.turn = 'held' or (
          select count(*) from webhook_delivery h
          where h.project_id = ${scope.projectId} and h.webhook_id = ${delivery.webhookId} and h.turn = 'held'
        ) < ${maxConcurrentPerWebhook} then 'held' else 'waiting' end,
        turn_asked_at = coalesce(d.turn_asked_at, ${delivery.at}), turn_key = ${delivery.key}
    where d.project_id = ${scope.projectId} and d.id = ${delivery.id} and d.round = ${delivery.round}
      and d.status = 'pending'
    returning turn`)
  return row?.turn !== 'waiting'
}

/** Gives free slots to those that have waited longest; returns the keys they wait for. */
export async function grantSlots(tx: Tx, scope: Scope, webhookId: string): Promise<string[]> {
  const rows = await tx.rows<{ turn_key: string }>(sql`
    update webhook_delivery d set turn = 'held'
    from (
      select id from webhook_delivery
      where project_id = ${scope.projectId} and webhook_id = ${webhookId} and turn = 'waiting'
      order by turn_asked_at, id
      limit greatest(0, ${maxConcurrentPerWebhook} - (
        select count(*) from webhook_delivery h
        where h.project_id = ${scope.projectId} and h.webhook_id = ${webhookId} and h.turn = 'held'))
    ) next
    where d.project_id = ${scope.projectId} and d.id = next.id
    returning d.turn_key`)
  return rows.map(({ turn_key }) => turn_key)
}
