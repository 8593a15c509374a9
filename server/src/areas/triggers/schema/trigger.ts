import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  textsParam,
  Uuid,
  uuidParam,
} from '../../../kernel/http/shapes.ts'
import type { StoredScope } from '../../../kernel/runs/run-scope.ts'

export const triggerKinds = ['schedule', 'webhook', 'poll', 'event'] as const
export const triggerSources = ['built_in', 'toolkit'] as const
export const triggerStatuses = ['active', 'disabled', 'errored'] as const
export type TriggerStatus = (typeof triggerStatuses)[number]

export const SlugParams = z.object({ slug: z.string().min(1).max(100) })
/** Any text, as the specification has it: one that is no UUID names no trigger. */
export const TriggerParams = z.object({ triggerId: z.string().min(1).max(200) })

const Name = z.string().trim().max(100)
const Version = z
  .string()
  .max(20)
  .nullable()
  .describe('The version of the workflow that is executed, such as `1.0.3`; null for the active one.')

export const UpsertBody = z.strictObject({
  name: Name.default('').describe('Distinguishes triggers of the same type for one workflow.'),
  workflowId: Uuid.optional().describe(
    'The workflow or agent that is executed. Without it the trigger only publishes `trigger.fired`.',
  ),
  connectedAccountId: Uuid.optional(),
  triggerConfig: openObject().default({}),
  version: Version.optional(),
})
export type UpsertBody = z.output<typeof UpsertBody>

export const UpdateBody = z.strictObject({
  name: Name.optional(),
  triggerConfig: openObject()
    .optional()
    .describe('Its fields that are given replace the stored ones; null removes one.'),
  version: Version.optional(),
})
export type UpdateBody = z.output<typeof UpdateBody>

const sorts = ['createdAt', 'updatedAt', 'slug', 'name'] as const
const ids = () => textsParam({ maxLength: 100 })

export const TriggerQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the slug or name.'),
  triggerIds: ids().optional(),
  triggerNames: ids().optional().describe('Slugs or names.'),
  connectedAccountIds: ids().optional(),
  authConfigIds: ids().optional().describe('Of the connected accounts.'),
  workflowId: uuidParam().optional(),
  kind: choiceParam(triggerKinds).optional(),
  source: choiceParam(triggerSources).optional().describe('Of our own types, or events of toolkits.'),
  showDisabled: booleanParam().optional().describe('Also those that are disabled or errored.'),
  status: choiceParam(triggerStatuses).optional().describe('Overrides `showDisabled`.'),
  sortBy: choiceParam(sorts, 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type TriggerQuery = z.output<typeof TriggerQuery>

/** What a toolkit has registered at its service. */
export type Registration = { arguments: Record<string, unknown> }

export type TriggerRow = {
  projectId: string
  id: string
  userId: string
  scope: StoredScope
  slug: string
  name: string
  workflowId: string | null
  workflowVersion: number | null
  connectedAccountId: string | null
  config: Record<string, unknown>
  generation: number
  status: TriggerStatus
  statusReason: string | null
  lastSuccessAt: string | null
  consecutiveFailures: number
  /** Of a webhook, sealed: the last part of its URL. */
  token: string | null
  /** Sealed. */
  secret: string | null
  oldSecret: string | null
  oldSecretUntil: string | null
  /** Of a trigger whose toolkit has its service call our URL; null while nothing is registered. */
  registration: Registration | null
  revision: number
  /** How often all were paused: what starts an execution demands that it is as it was read. */
  pauseCount: number
  /** When a registration was repeated whose result was not known; null where none was. */
  registrationUncertainAt: string | null
  createdAt: string
  updatedAt: string
}

/** With what other rows say of it. */
export type ListedTrigger = TriggerRow & {
  nextRunAt: string | null
  lastRunAt: string | null
  /** Up to where polls have read. */
  cursor: string | null
}

export const Trigger = z
  .object({
    triggerId: z.uuid(),
    slug: z.string(),
    name: z.string(),
    kind: z.enum(triggerKinds),
    workflowId: z.uuid().nullable(),
    connectedAccountId: z.uuid().nullable(),
    triggerConfig: openObject(),
    status: z.enum(triggerStatuses).describe('`errored`: disabled after ten failures in a row.'),
    statusReason: z.string().nullable(),
    isDisabled: z.boolean(),
    nextRunAt: Timestamp.nullable(),
    lastRunAt: Timestamp.nullable(),
    lastSuccessAt: Timestamp.nullable().describe('When an execution of it last completed.'),
    consecutiveFailures: z.int().describe('How often in a row nothing could be started.'),
    cursor: z.string().nullable().describe('Of a polled trigger: up to where polls have read.'),
    webhookUrl: z.string().nullable().describe('Where a service sends its events.'),
    version: z.string().nullable(),
    ownerId: z
      .uuid()
      .describe('The end user as whom it executes; equal to the project for those of the project.'),
    revision: z.int().describe('What the ETag is made of.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Trigger' })
export type Trigger = z.output<typeof Trigger>

export const TriggerDetail = Trigger.extend({
  nextRuns: z.array(Timestamp).describe('Of a schedule: the next five times.'),
  webhookSecret: z
    .string()
    .optional()
    .describe('The generated secret, only in the response to the request that generated it.'),
  oldSecretAcceptedUntil: Timestamp.nullable(),
  warnings: z.array(z.string()),
}).meta({ id: 'TriggerDetail' })
export type TriggerDetail = z.output<typeof TriggerDetail>

export const RotateBody = z.strictObject({
  secret: z
    .string()
    .min(16)
    .max(500)
    .optional()
    .describe('The new secret of the service; generated without it.'),
  overlapHours: z
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('For how long the old secret is accepted as well.'),
})
export type RotateBody = z.output<typeof RotateBody>

export const DeletedTrigger = z.object({ triggerId: z.uuid() }).meta({ id: 'DeletedTrigger' })
