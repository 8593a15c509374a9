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
      .describe('`key` and `project`: the `monthlyCreditCap` of the key or project.'),
    setBy: z
      .enum(['operator', 'project'])
      .describe('Operator caps apply in addition to project caps and can only be changed by an operator.'),
    used: z.number().describe('In the current period.'),
    held: z.number(),
    extraCredits: z.number().describe('Extra credits approved for this period.'),
    available: z.number(),
    isBlocking: z.boolean().describe('The cap is exhausted: paid work in its scope is rejected with 402.'),
    periodStart: Timestamp.nullable().describe('Null for `total`.'),
    resetsAt: Timestamp.nullable().describe('Start of the next period; null for `total`.'),
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
    .describe('The id of the key, end user, workflow or thread; omit for the project.'),
  period: z.enum(capPeriods),
  credits: CreditsInput,
  action: z
    .enum(capActions)
    .default('block')
    .describe(
      '`block` rejects work, `warn` notifies once per period, `approve` rejects work until an admin approves more.',
    ),
})
export type CreateCapBody = z.output<typeof CreateCapBody>

export const UpdateCapBody = z.strictObject({ credits: CreditsInput })
export type UpdateCapBody = z.output<typeof UpdateCapBody>

export const CapQuery = z.strictObject({
  ...pageParams,
  scope: choiceParam(capScopes).optional(),
  scopeId: textParam(255).optional(),
  isBlocking: booleanParam().optional().describe('`true` lists the caps that currently block work.'),
})
export type CapQuery = z.output<typeof CapQuery>

export const requestStates = ['pending', 'approved', 'refused'] as const

export const CapRequest = z
  .object({
    id: z.uuid(),
    capId: z.uuid(),
    status: z.enum(requestStates),
    eUID: z.uuid().nullable().describe('The end user of the first blocked work.'),
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
  credits: CreditsInput.describe('Extra credits for this period.'),
  reason: Reason.nullish(),
})
export type ApproveBody = z.output<typeof ApproveBody>

export const RefuseBody = z.strictObject({ reason: Reason.nullish() })
export type RefuseBody = z.output<typeof RefuseBody>
