import type { Clock } from '../../../kernel/clock.ts'
import { toPayload } from '../../../kernel/events/event.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import type { EventSubscriber } from '../../../kernel/events/relay.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { insertDeliveries, type NewDelivery } from '../store/delivery.ts'
import { listSubscribed, selectedByWebhooks } from '../store/webhook.ts'

/** The work of one delivery, as its run is given it. */
export const deliverKind = 'webhooks.deliver'
export type DeliverInput = { deliveryId: string; webhookId: string; round: number }

// Bounds one statement and its memory.
const perStatement = 1_000

export type FanOutDeps = {
  clock: Clock
  newId: NewId
  runs: Pick<Runs, 'enqueueMany'>
  eventTypes: EventTypes
}

/** Turns events into deliveries with a run each, in the transaction that numbers the events. */
export const createFanOut = ({ clock, newId, runs, eventTypes }: FanOutDeps): EventSubscriber => ({
  selects: selectedByWebhooks,
  async receive(tx, scope, events) {
    const webhooks = (await listSubscribed(tx, scope)).map(({ id, event_types }) => ({
      id,
      types: new Set<string>(eventTypes.select(event_types)),
    }))
    if (webhooks.length === 0) return
    const deliveries = events.flatMap((event): NewDelivery[] => {
      const subscribed = webhooks.filter(({ types }) => types.has(event.type))
      const body = subscribed.length === 0 ? '' : JSON.stringify(toPayload(event))
      return subscribed.map((webhook) => ({
        id: newId(),
        webhookId: webhook.id,
        runId: newId(),
        eventId: event.id,
        eventType: event.type,
        externalUserId: event.externalUserId,
        body,
      }))
    })
    for (let from = 0; from < deliveries.length; from += perStatement) {
      const some = deliveries.slice(from, from + perStatement)
      const added = await insertDeliveries(tx, scope, some, clock.now())
      await runs.enqueueMany(
        tx,
        scope,
        some
          .filter(({ id }) => added.has(id))
          .map(({ id, webhookId, runId }) => {
            const input: DeliverInput = { deliveryId: id, webhookId, round: 1 }
            return { id: runId, kind: deliverKind, input }
          }),
      )
    }
  },
})
