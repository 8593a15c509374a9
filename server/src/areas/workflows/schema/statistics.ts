import { z } from 'zod'
import { openObject, Timestamp, timestampParam } from '../../../kernel/http/shapes.ts'
import { endFields, executionModes, executionStatuses } from './execution.ts'

export const StatisticsQuery = z
  .strictObject({
    from: timestampParam().optional().describe('Defaults to 30 days before `to`.'),
    to: timestampParam().optional().describe('Defaults to now.'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'must not be later than to',
  })
export type StatisticsQuery = z.output<typeof StatisticsQuery>

const Health = z.object({
  total: z.number(),
  completed: z.number().describe('Without those that were stopped.'),
  stopped: z.number().describe('Completed, while a limit had ended their agent or an agent inside of them.'),
  failed: z.number(),
  timeout: z.number(),
  cancelled: z.number(),
  paused: z.number(),
  running: z.number().describe('Started and neither ended nor paused; queued ones included.'),
  successRate: z
    .number()
    .nullable()
    .describe('Completed of those that completed, were stopped, failed or timed out.'),
  durationMinMs: z.number().nullable(),
  durationAvgMs: z.number().nullable(),
  durationMaxMs: z.number().nullable(),
  byMode: z.object({ test: z.number(), production: z.number() }),
})
export type Health = z.output<typeof Health>

const Credits = z.object({
  totalCredits: z.number(),
  totalUsd: z.number().nullable(),
  byType: z.object({
    ai_model: z.number(),
    tool: z.number(),
    sandbox: z.number(),
    browser: z.number(),
    workflow: z.number(),
    media: z.number(),
    connected_account: z.number(),
  }),
  minCreditsPerRun: z.number().nullable(),
  maxCreditsPerRun: z.number().nullable(),
  avgCreditsPerRun: z.number().nullable(),
  attributedRunCount: z.number(),
  unattributedCreditRows: z.number(),
})
export type CreditStatistics = z.output<typeof Credits>

const ToolRow = z.object({
  toolSlug: z.string(),
  calls: z.number(),
  successful: z.number(),
  failed: z.number(),
  credits: z.number(),
  usdCost: z.number().nullable(),
})
export type ToolStatistics = z.output<typeof ToolRow>

const ModelRow = z.object({
  modelId: z.string(),
  calls: z.number(),
  credits: z.number(),
  totalTokens: z.number(),
})
export type ModelStatistics = z.output<typeof ModelRow>

const TriggerRow = z.object({
  id: z.string(),
  toolSlug: z.string(),
  status: z.string(),
  isDisabled: z.boolean(),
  statusReason: z.string().nullable(),
  updatedAt: Timestamp,
  invocationCount: z.number(),
  invocationErrors: z.number(),
})

export type TriggerStatistics = z.output<typeof TriggerRow>

const RecentExecution = z.object({
  id: z.uuid(),
  status: z.enum(executionStatuses),
  ...endFields,
  executionMode: z.enum(executionModes),
  startedAt: Timestamp,
  completedAt: Timestamp.nullable(),
  executionDurationMs: z.number().nullable(),
  credits: z.number(),
})
export type RecentExecution = z.output<typeof RecentExecution>

const RecentCreditLog = z.object({
  id: z.uuid(),
  type: z.string(),
  creditAmount: z.number(),
  delta: z.number(),
  entryType: z.enum(['debit', 'credit']),
  usdCost: z.number().nullable(),
  executionId: z.uuid().nullable(),
  metadata: openObject().nullable(),
  createdAt: Timestamp,
})
export type RecentCreditLog = z.output<typeof RecentCreditLog>

const RecentToolLog = z.object({
  id: z.uuid(),
  toolSlug: z.string(),
  successful: z.boolean(),
  error: z.string().nullable(),
  executionDurationMs: z.number().nullable(),
  executedAt: Timestamp,
})
export type RecentToolLog = z.output<typeof RecentToolLog>

export const Statistics = z
  .object({
    workflow: z.object({
      id: z.uuid(),
      name: z.string(),
      workflowType: z.enum(['static', 'agent']),
      isActive: z.boolean(),
      lastExecutedAt: Timestamp.nullable(),
      lastProductionError: z.object({ timestamp: Timestamp, errors: z.array(openObject()) }).nullable(),
    }),
    health: Health,
    credits: Credits,
    tools: z.array(ToolRow),
    models: z.array(ModelRow),
    triggers: z.array(TriggerRow),
    recentExecutions: z.array(RecentExecution),
    recentCreditLogs: z.array(RecentCreditLog),
    recentToolLogs: z.array(RecentToolLog),
    from: Timestamp,
    to: Timestamp,
  })
  .meta({ id: 'WorkflowStatistics' })
export type Statistics = z.output<typeof Statistics>
