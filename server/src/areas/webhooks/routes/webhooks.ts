import { z } from 'zod'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import {
  CreateWebhookBody,
  EventTypeInfo,
  IdParams,
  NewWebhook,
  UpdateWebhookBody,
  Webhook,
  WebhookQuery,
} from '../schema.ts'
import type { createWebhookService } from '../service/webhooks.ts'

export const exampleWebhook = {
  id: '0199f1a0-0000-7000-8000-000000000031',
  url: 'https://example.com/hooks/stoa',
  description: 'CRM',
  eventTypes: ['external_user.*'],
  isActive: true,
  disabledReason: null,
  oldSecretAcceptedUntil: null,
  lastDeliveryAt: '2026-01-03T03:04:05.678Z',
  lastStatus: 'delivered',
  lastStatusCode: 200,
  consecutiveFailures: 0,
  version: 1,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}
const exampleNewWebhook = { ...exampleWebhook, secret: 'whsec_(shown once)' }
const params = { id: exampleWebhook.id }

const inArea = { area: 'Events', access: 'project', adminOnly: true } as const
const etagOf = (webhook: { version: number }) => webhook.version

export const webhookRoutes = (webhooks: ReturnType<typeof createWebhookService>, eventTypes: EventTypes) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/webhooks/event-types',
    area: 'Events',
    summary: 'List event types',
    access: 'project',
    permission: 'webhooks:read',
    response: data(z.array(EventTypeInfo)),
    message: 'Event types',
    example: { response: [{ type: 'run.completed', description: 'An agent replied in a thread.' }] },
    handle: eventTypes.describe,
  }),
  endpoint({
    ...inArea,
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'List webhooks',
    description: 'Newest first by default. Secrets are never returned again.',
    permission: 'webhooks:read',
    query: WebhookQuery,
    response: page(Webhook),
    message: 'Webhooks',
    example: { response: [exampleWebhook] },
    handle: ({ scope, query }) => webhooks.list(scope, query),
  }),
  endpoint({
    ...inArea,
    method: 'POST',
    path: '/api/v1/webhooks',
    summary: 'Create a webhook',
    description:
      'Events are sent as Standard Webhooks: POST with `webhook-id`, `webhook-timestamp` and `webhook-signature`, signed with the `secret` that is returned only once. Without `eventTypes` all events are sent; `run.*` matches every type with that prefix. Any response other than 2xx is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h: ten attempts in total. Redirects are not followed, and 410 disables the webhook. Delivery is at least once, with the same `webhook-id`, and unordered.',
    permission: 'webhooks:write',
    body: CreateWebhookBody,
    response: data(NewWebhook),
    etagOf,
    message: 'Webhook created: store the secret, it is not shown again',
    errors: ['address_not_allowed', 'webhook_limit_reached'],
    callsExternalService: true,
    example: {
      body: { url: exampleWebhook.url, description: 'CRM', eventTypes: ['external_user.*'] },
      response: exampleNewWebhook,
    },
    handle: ({ scope, body }) => webhooks.create(scope, body),
  }),
  endpoint({
    ...inArea,
    method: 'GET',
    path: '/api/v1/webhooks/{id}',
    summary: 'Get a webhook',
    permission: 'webhooks:read',
    params: IdParams,
    response: data(Webhook),
    etagOf,
    message: 'Webhook',
    errors: ['webhook_not_found'],
    example: { params, response: exampleWebhook },
    handle: ({ scope, params: { id } }) => webhooks.get(scope, id),
  }),
  endpoint({
    ...inArea,
    method: 'PATCH',
    path: '/api/v1/webhooks/{id}',
    summary: 'Update a webhook',
    description:
      'Pending attempts use the new URL. Enabling a webhook resets its failures; disabling it fails pending deliveries.',
    permission: 'webhooks:write',
    params: IdParams,
    body: UpdateWebhookBody,
    response: data(Webhook),
    etagOf,
    message: 'Webhook updated',
    errors: ['webhook_not_found', 'address_not_allowed', 'precondition_failed'],
    callsExternalService: true,
    example: {
      params,
      body: { eventTypes: ['run.*'] },
      response: { ...exampleWebhook, eventTypes: ['run.*'] },
    },
    handle: ({ scope, params: { id }, body, ifMatch }) => webhooks.update(scope, id, body, ifMatch),
  }),
  endpoint({
    ...inArea,
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    summary: 'Delete a webhook and its deliveries',
    permission: 'webhooks:write',
    params: IdParams,
    response: none(),
    message: 'Webhook deleted',
    errors: ['webhook_not_found', 'precondition_failed'],
    example: { params },
    handle: ({ scope, params: { id }, ifMatch }) => webhooks.remove(scope, id, ifMatch),
  }),
  endpoint({
    ...inArea,
    method: 'POST',
    path: '/api/v1/webhooks/{id}/rotate-secret',
    summary: 'Rotate the secret of a webhook',
    description:
      'For 24 hours events are signed with both the new and the previous secret, so that the receiver can switch without downtime. Rotating again drops the older one.',
    permission: 'webhooks:write',
    params: IdParams,
    response: data(NewWebhook),
    message: 'Secret rotated: store it, it is not shown again',
    errors: ['webhook_not_found'],
    example: { params, response: exampleNewWebhook },
    handle: ({ scope, params: { id } }) => webhooks.rotateSecret(scope, id),
  }),
]
