import { creditsOf } from '../../../kernel/credits.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findBalance } from '../store/balance.ts'

export async function insufficient(tx: Tx, scope: Scope, neededMicro: number): Promise<AppError> {
  const balance = await findBalance(tx, scope)
  return tooDear(neededMicro, balance ? balance.balance_micro - balance.held_micro : 0)
}

export function tooDear(neededMicro: number, availableMicro: number): AppError {
  const [needed, available] = [creditsOf(neededMicro), creditsOf(availableMicro)]
  return new AppError(
    'insufficient_credits',
    `This needs ${needed} credits and the project has ${available} available`,
    {
      facts: { needed, available },
      hint: 'Have an admin grant credits.',
    },
  )
}

export const tooLarge = () =>
  new AppError('invalid_parameter', 'The balance would be larger than a balance can be', {
    details: [{ in: 'body', path: '/credits', rule: 'maximum', message: 'is too much for this balance' }],
  })

export const nothingToEnd = () =>
  new AppError('invalid_state', 'The balance is unlimited: there is no monthly grant to end', {
    facts: { unlimited: true },
  })

export const alreadyPaid = (workId: string) =>
  new AppError('invalid_state', `The work ${workId} has been paid for already`, {
    facts: { state: 'settled' },
  })

export const neverHeld = (workId: string) =>
  new AppError('invalid_state', `Nothing was held for the work ${workId}`, { facts: { state: 'unknown' } })

export const aboveHold = (workId: string, microCredits: number, heldMicro: number) =>
  new AppError('hold_exceeded', `The work ${workId} cost more than a tenth above what was held for it`, {
    facts: { needed: creditsOf(microCredits), held: creditsOf(heldMicro) },
    hint: 'Hold the larger amount under the same id, then settle.',
  })
