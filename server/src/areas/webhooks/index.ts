import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { EventTypes } from '../../kernel/events/event-types.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Audit } from '../audit/index.ts'
import type { UserData } from '../external-users/index.ts'
import { createDeliverKind } from './jobs/deliver.ts'
import { webhooksManifest } from './manifest.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { eventRoutes } from './routes/events.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { createDeliveryService } from './service/deliveries.ts'
import { createFanOut } from './service/fan-out.ts'
import { createSecretBox } from './service/secret.ts'
import { createSender } from './service/send.ts'
import { createSettling } from './service/settle.ts'
import { createSweep } from './service/sweep.ts'
import { createWebhookService } from './service/webhooks.ts'
import { blankDeliveriesOf, moveDeliveriesOf } from './store/delivery.ts'

export type WebhooksDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  audit: Audit
  events: Events
  eventTypes: EventTypes
  outbound: Outbound
  sealer: Sealer
  /** Runs of deliveries only: they spend their time waiting for others and must not keep other work from its workers. */
  runs: Runs
}

/**
 * What happens in a project: sent to webhooks, and as a stream to subscribers. Every
 * event is delivered to every subscribed webhook at least once, under one id; the order is not guaranteed. A URL is
 * checked before every request, and nothing of a response but its status is trusted.
 */
export function createWebhooks(deps: WebhooksDeps) {
  const { db, clock, newId, log, audit, events, eventTypes, outbound, runs } = deps
  const secrets = createSecretBox(deps.sealer)
  const send = createSender({ outbound, secrets, clock, log })
  const settling = createSettling({ clock, runs, audit })
  const webhooks = createWebhookService({ db, clock, newId, audit, outbound, secrets, eventTypes })
  const deliveries = createDeliveryService({ db, clock, newId, audit, runs, send })

  runs.register(createDeliverKind({ db, clock, runs, send, settling }))
  events.subscribe(createFanOut({ clock, newId, runs, eventTypes }))
  const userData: UserData = {
    countedAs: null,
    permission: 'events:read',
    async erase(tx, scope, userId) {
      await events.eraseUser(tx, scope, userId)
      await blankDeliveriesOf(tx, scope, userId)
    },
    async move(tx, scope, fromId, intoId) {
      await events.moveUser(tx, scope, fromId, intoId)
      await moveDeliveriesOf(tx, scope, fromId, intoId)
    },
    async *export(q, scope, userId) {
      for await (const event of events.exportUser(q, scope, userId)) yield { type: 'event', event }
    },
  }
  return {
    userData: [userData],
    sweep: createSweep({ db, clock, log, settling }),
    routes: [
      ...webhookRoutes(webhooks, eventTypes),
      ...deliveryRoutes(deliveries, eventTypes),
      ...eventRoutes({ events, eventTypes, clock }),
    ],
  }
}

export const webhooksArea = { manifest: webhooksManifest, key: 'webhooks', create: createWebhooks } as const
