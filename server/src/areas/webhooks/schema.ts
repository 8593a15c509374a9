import { z } from 'zod'
import type { EventTypes as DeclaredTypes } from '../../kernel/events/event-types.ts'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  IdParams,
  integerParam,
  listParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  timestampParam,
  Uuid,
} from '../../kernel/http/shapes.ts'

export { IdParams }

const WebhookUrl = z.string().trim().min(1).max(2000)
const Description = z.string().trim().max(500).nullable()
const EventTypes = z.array(z.string().min(1).max(100)).max(100)

export const CreateWebhookBody = z.strictObject({
  url: WebhookUrl,
  description: Description.default(null),
  eventTypes: EventTypes.default([]),
  isActive: z.boolean().default(true),
})
export type CreateWebhookBody = z.output<typeof CreateWebhookBody>

export const UpdateWebhookBody = z.strictObject({
  url: WebhookUrl.optional(),
  description: Description.optional(),
  eventTypes: EventTypes.optional(),
  isActive: z.boolean().optional(),
})
export type UpdateWebhookBody = z.output<typeof UpdateWebhookBody>

export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string().nullable(),
    eventTypes: z.array(z.string()),
    isActive: z.boolean(),
    disabledReason: z.string().nullable(),
    oldSecretAcceptedUntil: Timestamp.nullable(),
    lastDeliveryAt: Timestamp.nullable(),
    lastStatus: z.enum(['delivered', 'failed']).nullable(),
    lastStatusCode: z.int().nullable(),
    consecutiveFailures: z.int(),
    version: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

export const NewWebhook = Webhook.extend({ secret: z.string() }).meta({ id: 'NewWebhook' })
export type NewWebhook = z.output<typeof NewWebhook>

export const WebhookQuery = z.strictObject({
  q: textParam(100).optional().describe('Substring of the URL or description, case-insensitive.'),
  isActive: booleanParam().optional(),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type WebhookQuery = z.output<typeof WebhookQuery>

export const EventTypeInfo = z.object({ type: z.string(), description: z.string() }).meta({ id: 'EventType' })

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export const Delivery = z
  .object({
    id: z.uuid(),
    webhookId: z.uuid(),
    eventId: z.uuid(),
    eventType: z.string(),
    isTest: z.boolean(),
    status: z.enum(deliveryStatuses),
    attemptCount: z.int(),
    lastStatusCode: z.int().nullable(),
    lastError: z.string().nullable(),
    nextAttemptAt: Timestamp.nullable(),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.output<typeof Delivery>

export const DeliveryAttempt = z
  .object({
    number: z.int(),
    url: z.string(),
    requestHeaders: z.record(z.string(), z.string()),
    startedAt: Timestamp,
    durationMs: z.int(),
    statusCode: z.int().nullable(),
    errorCode: z.string().nullable(),
    error: z.string().nullable(),
    responseExcerpt: z.string().nullable(),
  })
  .meta({ id: 'WebhookAttempt' })
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>

export const DeliveryDetail = Delivery.extend({
  body: openObject(),
  attempts: z.array(DeliveryAttempt),
}).meta({ id: 'WebhookDeliveryDetail' })
export type DeliveryDetail = z.output<typeof DeliveryDetail>

export const DeliveryParams = z.object({ id: Uuid, deliveryId: Uuid })

export const deliveryQuery = ({ types }: Pick<DeclaredTypes, 'types'>) =>
  z.strictObject({
    status: choiceParam(deliveryStatuses).optional(),
    eventType: choiceParam(['webhook.test', ...types]).optional(),
    from: timestampParam().optional(),
    to: timestampParam().optional(),
    sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
    cursor: textParam(200)
      .optional()
      .describe('`nextCursor` of the previous page; stable while items are added.'),
    ...pageParams,
  })
export type DeliveryQuery = z.output<ReturnType<typeof deliveryQuery>>

export const TestOutcome = z
  .object({
    deliveryId: z.uuid(),
    isDelivered: z.boolean(),
    statusCode: z.int().nullable(),
    durationMs: z.int(),
    errorCode: z.string().nullable(),
    error: z.string().nullable(),
    responseExcerpt: z.string().nullable(),
  })
  .meta({ id: 'WebhookTestOutcome' })
export type TestOutcome = z.output<typeof TestOutcome>

export const eventsQuery = ({ types, patterns }: Pick<DeclaredTypes, 'types' | 'patterns'>) =>
  z.strictObject({
    after: integerParam({ min: 0 })
      .optional()
      .describe('The sequence number to start after; 0 starts with the oldest retained event.'),
    types: listParam([...types, ...patterns] as unknown as [string, ...string[]])
      .optional()
      .describe('Only these types; `run.*` matches every type with that prefix.'),
  })

/** The same body as a webhook is sent. The two of the stream itself carry no ids. */
export const StreamedEvent = z
  .object({
    id: z.uuid().optional(),
    type: z.string(),
    timestamp: Timestamp,
    projectId: z.uuid().optional(),
    externalUserId: z.uuid().optional(),
    data: openObject(),
  })
  .meta({ id: 'StreamedEvent' })

/** An event with the fields of its server-sent frame. */
export const EventMessage = z
  .object({
    id: z.string().describe('The number to give as `after` when connecting again.'),
    event: z.string(),
    data: StreamedEvent,
  })
  .meta({ id: 'EventMessage' })
export type EventMessage = z.input<typeof EventMessage>
