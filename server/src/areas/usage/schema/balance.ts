import { z } from 'zod'
import { CreditsInput, SignedCreditsInput } from '../../../kernel/credits.ts'
import { Timestamp, timestampParam, Uuid } from '../../../kernel/http/shapes.ts'

export const Balance = z
  .object({
    balance: z.number().nullable().describe('Null while unlimited, before the first grant.'),
    unlimited: z.boolean(),
    currency: z.literal('credits'),
    held: z.number().describe('Credits reserved for unfinished work.'),
    available: z.number().nullable(),
    lowBalance: z.boolean(),
    lowBalanceAt: z.number().nullable(),
    monthlyGrant: z.number().nullable(),
    renewsAt: Timestamp.nullable(),
  })
  .meta({ id: 'UsageBalance' })
export type Balance = z.output<typeof Balance>

const Reason = z.string().trim().min(1).max(500)

export const GrantBody = z
  .strictObject({
    credits: CreditsInput,
    reason: Reason,
    renews: z
      .enum(['monthly', 'never'])
      .optional()
      .describe(
        '`monthly` repeats the grant on the first day of every month and replaces an earlier monthly grant; `never` ends it. Unchanged by default.',
      ),
    lowBalanceAt: CreditsInput.optional().describe(
      'Low-balance threshold; defaults to a tenth of the grant.',
    ),
  })
  .refine(({ credits, renews }) => credits > 0 || renews === 'never', {
    message: 'must be more than 0',
    path: ['credits'],
  })
export type GrantBody = z.output<typeof GrantBody>

export const AdjustmentBody = z.strictObject({
  credits: SignedCreditsInput.describe('Positive to credit, negative to debit.'),
  reason: Reason,
  eUID: Uuid.nullish().describe('The end user whose usage is corrected.'),
  workflowId: Uuid.nullish(),
  executionId: Uuid.nullish(),
  threadId: z.string().min(1).max(255).nullish(),
})
export type AdjustmentBody = z.output<typeof AdjustmentBody>

export const Price = z
  .object({
    ref: z.string(),
    type: z.string(),
    unit: z.string(),
    credits: z.number().describe('Price per unit.'),
    usd: z.number(),
    description: z.string(),
  })
  .meta({ id: 'UsagePrice' })
export type Price = z.output<typeof Price>

export const PriceList = z.object({
  currency: z.literal('credits'),
  creditsPerUsd: z.number(),
  prices: z.array(Price),
})
export type PriceList = z.output<typeof PriceList>

export const ReconcileQuery = z.strictObject({
  from: timestampParam().optional().describe('Match work since this time; defaults to all work.'),
})
export type ReconcileQuery = z.output<typeof ReconcileQuery>

const Difference = z.object({
  check: z.enum(['balance', 'held', 'cap_used', 'cap_held', 'day_sums', 'user_sums']),
  what: z.string(),
  expected: z.number().describe('The value computed from the entries.'),
  found: z.number().describe('The stored value.'),
})

const Orphan = z.object({
  kind: z
    .enum(['work_without_entry', 'work_with_several_entries', 'entry_without_work', 'overdue_hold'])
    .describe('Unpaid work, work paid twice, a payment without work, or an expired hold.'),
  source: z.string(),
  workId: z.string(),
})

export const Reconciliation = z
  .object({
    isClean: z.boolean(),
    checkedAt: Timestamp,
    entries: z.number(),
    works: z.number(),
    differences: z.array(Difference),
    orphans: z.array(Orphan),
    isTruncated: z.boolean().describe('The list is incomplete.'),
  })
  .meta({ id: 'UsageReconciliation' })
export type Reconciliation = z.output<typeof Reconciliation>
export type Difference = z.output<typeof Difference>
export type Orphan = z.output<typeof Orphan>
