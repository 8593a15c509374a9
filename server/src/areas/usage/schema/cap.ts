import { z } from 'zod'
import { CreditsInput } from '../../../kernel/credits.ts'
import { booleanParam, choiceParam, pageParams, Timestamp, textParam } from '../../../kernel/http/shapes.ts'

export const capScopes = ['project', 'key', 'external_user', 'workflow', 'thread'] as const
export type CapScope = (typeof capScopes)[number]

export const capPeriods = ['day', 'month', 'total'] as const
export type CapPeriod = (typeof capPeriods)[number]

export const capActions = ['block', 'warn', 'approve'] as const
export type CapAction = (typeof capActions)[number]

export const Cap = z
  .object({
    id: z.uuid(),
    scope: z.enum(capScopes),
    scopeId: z.string().nullable(),
    period: z.enum(capPeriods),
    credits: z.number(),
    action: z.enum(capActions),
    origin: z
      .enum(['cap', 'key', 'project'])
      .describe('`key` and `project`: the monthlyCreditCap that is set there.'),
    setBy: z
      .enum(['operator', 'project'])
      .describe('A cap of the operator stands beside those of the project, and only an operator changes it.'),
    used: z.number().describe('In the period that is running.'),
    held: z.number(),
    extraCredits: z.number().describe('Approved on top for this period.'),
    available: z.number(),
    isBlocking: z
      .boolean()
      .describe('Nothing is left of a cap that refuses work: paid work in its scope is refused with 402.'),
    periodStart: Timestamp.nullable().describe('Null for `total`.'),
    resetsAt: Timestamp.nullable().describe('When the next period begins; null for `total`.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'UsageCap' })
export type Cap = z.output<typeof Cap>

export const CreateCapBody = z.strictObject({
  scope: z.enum(capScopes),
  scopeId: z
    .string()
    .min(1)
    .max(255)
    .nullish()
    .describe('The id of the key, end user, workflow or thread; none for the project.'),
  period: z.enum(capPeriods),
  credits: CreditsInput,
  action: z
    .enum(capActions)
    .default('block')
    .describe('`block` refuses, `warn` tells once per period, `approve` refuses until an admin grants more.'),
})
export type CreateCapBody = z.output<typeof CreateCapBody>

export const UpdateCapBody = z.strictObject({ credits: CreditsInput })
export type UpdateCapBody = z.output<typeof UpdateCapBody>

export const CapQuery = z.strictObject({
  ...pageParams,
  scope: choiceParam(capScopes).optional(),
  scopeId: textParam(255).optional(),
  isBlocking: booleanParam().optional().describe('`true` lists the caps that refuse work at this moment.'),
})
export type CapQuery = z.output<typeof CapQuery>

export const requestStates = ['pending', 'approved', 'refused'] as const

export const CapRequest = z
  .object({
    id: z.uuid(),
    capId: z.uuid(),
    status: z.enum(requestStates),
    eUID: z.uuid().nullable().describe('For whom the first refused work was to be done.'),
    needed: z.number(),
    available: z.number(),
    granted: z.number().nullable(),
    reason: z.string().nullable(),
    periodStart: Timestamp.nullable(),
    createdAt: Timestamp,
    decidedAt: Timestamp.nullable(),
  })
  .meta({ id: 'UsageCapRequest' })
export type CapRequest = z.output<typeof CapRequest>

export const RequestQuery = z.strictObject({
  ...pageParams,
  status: choiceParam(requestStates).optional(),
})
export type RequestQuery = z.output<typeof RequestQuery>

const Reason = z.string().trim().min(1).max(500)

export const ApproveBody = z.strictObject({
  credits: CreditsInput.describe('How much more may be used in this period.'),
  reason: Reason.nullish(),
})
export type ApproveBody = z.output<typeof ApproveBody>

export const RefuseBody = z.strictObject({ reason: Reason.nullish() })
export type RefuseBody = z.output<typeof RefuseBody>
