import type { Clock } from '../../../kernel/clock.ts'
import { cursorOf, positionOf } from '../../../kernel/cursor.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { toPayload } from '../../../kernel/events/event.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { maintenanceScope, type Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import { findDelivery, listAttempts, listDeliveries } from '../read-deliveries.ts'
import type { Delivery, DeliveryDetail, DeliveryQuery, TestOutcome } from '../schema.ts'
import {
  insertAttempt,
  insertTrial,
  lockDelivery,
  restartDelivery,
  settleDelivery,
} from '../store/delivery.ts'
import { lockWebhook } from '../store/webhook.ts'
import { type DeliverInput, deliverKind } from './fan-out.ts'
import { headersOf, type Send } from './send.ts'
import { getWebhook } from './webhooks.ts'

const trialType = 'webhook.test'

export type DeliveryDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  runs: Pick<Runs, 'enqueue'>
  send: Send
}

const notFound = () => new AppError('webhook_delivery_not_found', 'Delivery not found')

export function createDeliveryService({ db, clock, newId, audit, runs, send }: DeliveryDeps) {
  return {
    async list(scope: Scope, webhookId: string, query: DeliveryQuery): Promise<Page<Delivery>> {
      if (query.from && query.to && query.from > query.to)
        throw new AppError('invalid_parameter', 'from must not be after to')
      const cursor = query.cursor === undefined ? null : positionOf(query.cursor)
      await getWebhook(db, scope, webhookId)
      const found = await listDeliveries(db, scope, webhookId, query, cursor)
      const last = found.items.length < query.limit ? undefined : found.items.at(-1)
      return { ...found, nextCursor: last ? cursorOf(last) : null }
    },
    async get(scope: Scope, webhookId: string, id: string): Promise<DeliveryDetail> {
      const delivery = await findDelivery(db, scope, webhookId, id)
      if (!delivery) throw notFound()
      const attempts = await listAttempts(db, scope, id)
      return {
        ...delivery,
        body: JSON.parse(delivery.body) as Record<string, unknown>,
        attempts: attempts.map((attempt) => ({
          ...attempt,
          requestHeaders: headersOf(delivery.eventId, new Date(attempt.startedAt)),
        })),
      }
    },
    /** New tries under the same ids, from the beginning of the schedule. */
    async redeliver(scope: Scope, webhookId: string, id: string): Promise<Delivery> {
      await db.tx(async (tx) => {
        const webhook = await lockWebhook(tx, scope, webhookId)
        const delivery = webhook && (await lockDelivery(tx, scope, webhookId, id))
        if (!delivery) throw notFound()
        if (!webhook.is_active) {
          throw new AppError('invalid_state', 'The webhook is disabled', {
            facts: { isActive: false },
            hint: 'Enable it with PATCH and isActive: true.',
          })
        }
        if (delivery.turn === 'held') {
          throw new AppError('invalid_state', 'A delivery attempt is in progress', {
            facts: { state: 'pending' },
            hint: 'Wait for this attempt to finish.',
          })
        }
        const round = delivery.round + 1
        const input: DeliverInput = { deliveryId: id, webhookId, round }
        const runId = await runs.enqueue(tx, maintenanceScope(scope), { kind: deliverKind, input })
        await restartDelivery(tx, scope, id, { round, runId, at: clock.now() })
        await audit.record(tx, scope, {
          action: 'webhook.redelivered',
          targetType: 'webhook',
          targetId: webhookId,
          details: { deliveryId: id },
        })
      })
      const delivery = await findDelivery(db, scope, webhookId, id)
      if (!delivery) throw notFound()
      return delivery
    },
    /** Sends immediately, also to a disabled webhook, and does not change its health. */
    async test(scope: Scope, webhookId: string): Promise<TestOutcome> {
      const webhook = await getWebhook(db, scope, webhookId)
      const [deliveryId, eventId, at] = [newId(), newId(), clock.now()]
      const body = JSON.stringify(
        toPayload({
          id: eventId,
          type: trialType,
          projectId: scope.projectId,
          externalUserId: scope.projectId,
          data: { webhookId },
          createdAt: at.toISOString(),
        }),
      )
      const attempt = await send(scope.projectId, {
        webhookId,
        url: webhook.url,
        isActive: true,
        secret: webhook.secret,
        oldSecret: webhook.old_secret,
        oldSecretUntil: webhook.old_secret_until,
        eventId,
        body,
      })
      const { isDelivered, statusCode, errorCode, error, responseExcerpt, durationMs } = attempt
      await db.tx(async (tx) => {
        // It may have been deleted while the other side took its time.
        await getWebhook(tx, scope, webhookId)
        const trial = { id: deliveryId, webhookId, eventId, eventType: trialType, body, at }
        await insertTrial(tx, scope, { ...trial, externalUserId: scope.projectId })
        const status = isDelivered ? ('delivered' as const) : ('failed' as const)
        const settlement = { status, statusCode, error, nextAttemptAt: null, at: clock.now() }
        await settleDelivery(tx, scope, deliveryId, settlement, true)
        await insertAttempt(tx, scope, deliveryId, { ...attempt, number: 1 })
        await audit.record(tx, scope, {
          action: 'webhook.tested',
          targetType: 'webhook',
          targetId: webhookId,
          details: { deliveryId, isDelivered },
        })
      })
      return { deliveryId, isDelivered, statusCode, durationMs, errorCode, error, responseExcerpt }
    },
  }
}
