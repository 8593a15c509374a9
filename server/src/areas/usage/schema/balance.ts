import { z } from 'zod'
import { CreditsInput, SignedCreditsInput } from '../../../kernel/credits.ts'
import { Timestamp, timestampParam, Uuid } from '../../../kernel/http/shapes.ts'

export const Balance = z
  .object({
    balance: z.number().nullable().describe('Null while it is unlimited: no grant was made yet.'),
    unlimited: z.boolean(),
    currency: z.literal('credits'),
    held: z.number().describe('Reserved for work that is not done yet.'),
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
        '`monthly` grants the same amount again on the first day of every month, in place of what was granted monthly before; `never` ends that. Left out, it stays as it is.',
      ),
    lowBalanceAt: CreditsInput.optional().describe(
      'Below this the balance counts as low; a tenth of the grant when left out.',
    ),
  })
  .refine(({ credits, renews }) => credits > 0 || renews === 'never', {
    message: 'must be more than 0',
    path: ['credits'],
  })
export type GrantBody = z.output<typeof GrantBody>

export const AdjustmentBody = z.strictObject({
  credits: SignedCreditsInput.describe('Added when positive, taken away when negative.'),
  reason: Reason,
  eUID: Uuid.nullish().describe('Whose use is corrected: it then counts as used, or as given back.'),
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
    credits: z.number().describe('For one unit.'),
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
  from: timestampParam().optional().describe('Since when work is matched; everything when left out.'),
})
export type ReconcileQuery = z.output<typeof ReconcileQuery>

const Difference = z.object({
  check: z.enum(['balance', 'held', 'cap_used', 'cap_held', 'day_sums', 'user_sums']),
  what: z.string(),
  expected: z.number().describe('As the rows say.'),
  found: z.number().describe('As it is kept.'),
})

const Orphan = z.object({
  kind: z
    .enum(['work_without_entry', 'work_with_several_entries', 'entry_without_work', 'overdue_hold'])
    .describe(
      'Work that nobody paid for, paid twice, a payment without work, a hold that outlived its hour.',
    ),
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
    isTruncated: z.boolean().describe('There is more than is listed.'),
  })
  .meta({ id: 'UsageReconciliation' })
export type Reconciliation = z.output<typeof Reconciliation>
export type Difference = z.output<typeof Difference>
export type Orphan = z.output<typeof Orphan>
