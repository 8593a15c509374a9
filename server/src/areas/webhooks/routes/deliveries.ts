import type { EventTypes } from '../../../kernel/events/event-types.ts'
import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { Delivery, DeliveryDetail, DeliveryParams, deliveryQuery, IdParams, TestOutcome } from '../schema.ts'
import type { createDeliveryService } from '../service/deliveries.ts'
import { exampleWebhook } from './webhooks.ts'

const exampleDelivery = {
  id: '0199f1a0-0000-7000-8000-000000000032',
  webhookId: exampleWebhook.id,
  eventId: '0199f1a0-0000-7000-8000-000000000033',
  eventType: 'external_user.created',
  isTest: false,
  status: 'delivered',
  attemptCount: 1,
  lastStatusCode: 200,
  lastError: null,
  nextAttemptAt: null,
  createdAt: '2026-01-03T03:04:05.100Z',
  endedAt: '2026-01-03T03:04:05.678Z',
}
const exampleDetail = {
  ...exampleDelivery,
  body: {
    id: exampleDelivery.eventId,
    type: exampleDelivery.eventType,
    timestamp: '2026-01-03T03:04:05.000Z',
    projectId: '0199f1a0-0000-7000-8000-000000000001',
    externalUserId: '0199f1a0-0000-7000-8000-00000000000a',
    data: { id: '0199f1a0-0000-7000-8000-00000000000a', name: 'alice', source: 'username' },
  },
  attempts: [
    {
      number: 1,
      url: exampleWebhook.url,
      requestHeaders: {
        'content-type': 'application/json',
        'webhook-id': exampleDelivery.eventId,
        'webhook-timestamp': '1767409445',
      },
      startedAt: '2026-01-03T03:04:05.200Z',
      durationMs: 120,
      statusCode: 200,
      errorCode: null,
      error: null,
      responseExcerpt: 'ok',
    },
  ],
}
const exampleOutcome = {
  deliveryId: exampleDelivery.id,
  isDelivered: true,
  statusCode: 200,
  durationMs: 120,
  errorCode: null,
  error: null,
  responseExcerpt: 'ok',
}
const params = { id: exampleWebhook.id }
const deliveryParams = { id: exampleWebhook.id, deliveryId: exampleDelivery.id }

const inArea = { area: 'Events', access: 'project', adminOnly: true } as const

export const deliveryRoutes = (
  deliveries: ReturnType<typeof createDeliveryService>,
  eventTypes: EventTypes,
) => [
  endpoint({
    ...inArea,
    method: 'POST',
    path: '/api/v1/webhooks/{id}/test',
    summary: 'Test a webhook with an event',
    description:
      'Sends `webhook.test` once and immediately, even to a disabled webhook, and returns the result. The status is 200 whatever the endpoint responded.',
    permission: 'webhooks:write',
    params: IdParams,
    response: data(TestOutcome),
    message: 'Test event sent',
    errors: ['webhook_not_found'],
    callsExternalService: true,
    example: { params, response: exampleOutcome },
    handle: ({ scope, params: { id } }) => deliveries.test(scope, id),
  }),
  endpoint({
    ...inArea,
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first by default. Retained for 30 days, or for the `retentionDays` of the project.',
    permission: 'webhooks:read',
    params: IdParams,
    query: deliveryQuery(eventTypes),
    response: page(Delivery),
    message: 'Deliveries',
    errors: ['webhook_not_found'],
    example: { params, query: { status: 'failed' }, response: [exampleDelivery] },
    handle: ({ scope, params: { id }, query }) => deliveries.list(scope, id, query),
  }),
  endpoint({
    ...inArea,
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}',
    summary: 'Get a delivery with its attempts',
    description: 'The last 200 attempts with an excerpt of each response. Signatures are not stored.',
    permission: 'webhooks:read',
    params: DeliveryParams,
    response: data(DeliveryDetail),
    message: 'Delivery',
    errors: ['webhook_delivery_not_found'],
    example: { params: deliveryParams, response: exampleDetail },
    handle: ({ scope, params: { id, deliveryId } }) => deliveries.get(scope, id, deliveryId),
  }),
  endpoint({
    ...inArea,
    method: 'POST',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    summary: 'Redeliver an event',
    description:
      'Immediately and with the full retry schedule, under the same `webhook-id`; pending attempts are replaced.',
    permission: 'webhooks:write',
    params: DeliveryParams,
    response: data(Delivery),
    message: 'Redelivery started',
    errors: ['webhook_delivery_not_found', 'invalid_state'],
    example: {
      params: deliveryParams,
      response: { ...exampleDelivery, status: 'pending', endedAt: null },
    },
    handle: ({ scope, params: { id, deliveryId } }) => deliveries.redeliver(scope, id, deliveryId),
  }),
]
