import { z } from 'zod'

/**
 * Inside, money is a safe integer of millionths of a credit; outside, a decimal with at most six places. Up to four
 * billion credits the two can be turned into each other without loss: above, a double has no sixth decimal any more.
 */
export const maxMicroCredits = 4_000_000_000_000_000

const perCredit = 1_000_000

const decimalForm = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/

/**
 * Reads the shortest decimal text of the number, which is what the caller wrote, so that no product of doubles is ever
 * rounded. Null when it is no amount: not finite, too large, or with more than six decimals.
 */
export function microCreditsOf(credits: number): number | null {
  const match = decimalForm.exec(String(credits))
  if (!match) return null
  const [, sign, whole = '', decimals = ''] = match
  const micro = Number(whole) * perCredit + Number(decimals.padEnd(6, '0'))
  if (micro > maxMicroCredits) return null
  return sign === '-' && micro !== 0 ? -micro : micro
}

/** Takes the text of a sum as well, which may be too large to be read as a bigint. */
export const creditsOf = (microCredits: number | string): number => Number(microCredits) / perCredit

/** Refuses what no ledger can hold; the callers are areas above, so a fault here is a bug of ours. */
export function assertMicroCredits(microCredits: number): void {
  if (!Number.isSafeInteger(microCredits) || microCredits < 0 || microCredits > maxMicroCredits)
    throw new RangeError(`${microCredits} is not an amount of millionths of a credit`)
}

const maxCredits = maxMicroCredits / perCredit

const amountRule = (max: number) => `must be an amount of credits with at most 6 decimals, up to ${max}`

/**
 * An amount in a body that stays decimal. What has more decimals than the ledger, such as the 0.30000000000000004 that
 * 0.1 + 0.2 gives, is refused and never rounded: the amount that counts is the one that was written.
 */
export const DecimalCredits = (max = maxCredits) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((credits) => microCreditsOf(credits) !== null, amountRule(max))

const readCredits = (credits: number, context: z.RefinementCtx): number => {
  const micro = microCreditsOf(credits)
  if (micro !== null) return micro
  context.addIssue({ code: 'custom', message: amountRule(maxCredits) })
  return z.NEVER
}

/** An amount in a body: decimal credits outside, millionths inside. */
export const CreditsInput = z.number().min(0).max(maxCredits).transform(readCredits)

/** An amount that may be taken away. */
export const SignedCreditsInput = z
  .number()
  .min(-maxCredits)
  .max(maxCredits)
  .refine((credits) => credits !== 0, 'must not be 0')
  .transform(readCredits)
