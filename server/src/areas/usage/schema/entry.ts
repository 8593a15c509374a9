import { z } from 'zod'
import {
  anyCaseChoiceParam,
  choiceParam,
  integerParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  timestampParam,
  Uuid,
  uuidParam,
} from '../../../kernel/http/shapes.ts'

/** What can be charged for. */
export const workTypes = [
  'ai_model',
  'tool',
  'sandbox',
  'browser',
  'workflow',
  'media',
  'connected_account',
  'storage',
  'knowledge',
] as const
export type WorkType = (typeof workTypes)[number]

export const usageTypes = [...workTypes, 'grant', 'adjustment'] as const
export type UsageType = (typeof usageTypes)[number]

/** What the work was done for; whatever is known. */
export type Subject = {
  workflowId?: string | null
  executionId?: string | null
  threadId?: string | null
  runId?: string | null
  toolSlug?: string | null
  modelId?: string | null
  /** The key that pays; the key of the call when left out. */
  apiKeyId?: string | null
}

const subjectFields = {
  eUID: z.uuid().nullable().describe('The end user it was done for.'),
  workflowId: z.uuid().nullable(),
  executionId: z.uuid().nullable(),
  threadId: z.string().nullable(),
  runId: z.uuid().nullable(),
  toolSlug: z.string().nullable(),
  modelId: z.string().nullable().describe('The model that serves the call.'),
  apiKeyId: z.uuid().nullable(),
}

export const Quantity = z
  .object({
    tokens: z.number().optional(),
    seconds: z.number().optional(),
    calls: z.number().optional(),
    units: z.number().optional(),
  })
  .describe('The billed quantity.')
export type Quantity = z.output<typeof Quantity>

export const UsageEntry = z
  .object({
    id: z.uuid(),
    type: z.enum(usageTypes),
    entryType: z.enum(['debit', 'credit']),
    creditAmount: z.number().min(0).describe('The absolute amount.'),
    delta: z.number().describe('The signed change of the balance.'),
    balanceAfter: z
      .number()
      .nullable()
      .describe(
        'Null where the balance was not charged: the work was free, or began before the first grant.',
      ),
    usdCost: z.number(),
    status: z.enum(['held', 'settled', 'released']),
    ...subjectFields,
    requestedModelId: z
      .string()
      .nullable()
      .describe('The requested model; differs from `modelId` after a fallback.'),
    workId: z.string().nullable(),
    quantity: Quantity,
    priceRef: z.string().nullable(),
    metadata: openObject(),
    createdAt: Timestamp,
  })
  .meta({ id: 'UsageEntry' })
export type UsageEntry = z.output<typeof UsageEntry>

export const UsageGroup = z
  .object({
    group: z.string().nullable().describe('The day, type, end user, model or tool; null if there is none.'),
    credits: z.number().describe('Credits used minus credits refunded.'),
    usdCost: z.number(),
    entries: z.number(),
  })
  .meta({ id: 'UsageGroup' })
export type UsageGroup = z.output<typeof UsageGroup>

export const groupings = ['day', 'type', 'eUID', 'model', 'tool'] as const
export type Grouping = (typeof groupings)[number]

export const UsageQuery = z.strictObject({
  ...pageParams,
  cursor: textParam(200)
    .optional()
    .describe('`nextCursor` of the previous page; stable while entries are added. Overrides `page`.'),
  projectId: uuidParam().optional().describe('Must be the project of the API key; any other is not found.'),
  from: timestampParam().optional(),
  to: timestampParam().optional().describe('End time, exclusive.'),
  workflowId: uuidParam().optional(),
  executionId: uuidParam().optional(),
  eUID: uuidParam().optional(),
  threadId: textParam(255).optional(),
  type: choiceParam(usageTypes).optional(),
  toolSlug: textParam(200).optional(),
  model: textParam(200).optional(),
  apiKeyId: uuidParam().optional(),
  entryType: choiceParam(['debit', 'credit']).optional(),
  groupBy: choiceParam(groupings).optional().describe('Return sums instead of entries. Grants are excluded.'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  format: choiceParam(['json', 'csv'], 'json')
    .default('json')
    .describe('`csv` streams all matching entries, without pagination.'),
})
export type UsageQuery = z.output<typeof UsageQuery>

export const Hold = z
  .object({
    id: z.uuid(),
    workId: z.string(),
    type: z.enum(workTypes),
    credits: z.number(),
    ...subjectFields,
    ageSeconds: z.number(),
    isExpired: z.boolean().describe('It will be released because its work did not finish within the hour.'),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'UsageHold' })
export type Hold = z.output<typeof Hold>

// Farther back than anything stored, and still a time that the database can represent.
const aDecadeInSeconds = 315_360_000

export const HoldQuery = z.strictObject({
  ...pageParams,
  minAgeSeconds: integerParam({ min: 0, max: aDecadeInSeconds }).optional(),
})
export type HoldQuery = z.output<typeof HoldQuery>

const Share = z.object({
  type: z.enum(usageTypes),
  credits: z.number(),
  usdCost: z.number(),
  entries: z.number(),
})

const total = {
  credits: z.number().describe('Credits used minus credits refunded.'),
  usdCost: z.number(),
  entries: z.number(),
  breakdown: z.array(Share),
}

export const WorkUsage = z
  .object({ id: z.string(), ...total, held: z.number().describe('Credits reserved for unfinished work.') })
  .meta({ id: 'WorkUsage' })
export type WorkUsage = z.output<typeof WorkUsage>

export const Summary = z
  .object({
    from: Timestamp,
    to: Timestamp,
    ...total,
    blockingCaps: z
      .number()
      .describe('The number of caps that currently block paid work; see `GET /usage/caps?isBlocking=true`.'),
    series: z.array(
      z.object({
        from: Timestamp,
        credits: z.number(),
        usdCost: z.number(),
        entries: z.number(),
      }),
    ),
  })
  .meta({ id: 'UsageSummary' })
export type Summary = z.output<typeof Summary>

export const SummaryQuery = z.strictObject({
  from: timestampParam().optional().describe('Defaults to 30 days before `to`.'),
  to: timestampParam().optional().describe('Defaults to now.'),
  interval: choiceParam(['day', 'month'], 'day').default('day'),
  type: choiceParam(usageTypes).optional(),
  eUID: uuidParam().optional(),
})
export type SummaryQuery = z.output<typeof SummaryQuery>

export const ExecutionParams = z.object({ executionId: Uuid })
export const ThreadParams = z.object({ threadId: z.string().min(1).max(255) })
