import { creditsOf } from '../../../kernel/credits.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findBalance } from '../store/balance.ts'

export async function insufficient(tx: Tx, scope: Scope, neededMicro: number): Promise<AppError> {
  const balance = await findBalance(tx, scope)
  return tooExpensive(neededMicro, balance ? balance.balance_micro - balance.held_micro : 0)
}

export function tooExpensive(neededMicro: number, availableMicro: number): AppError {
  const [needed, available] = [creditsOf(neededMicro), creditsOf(availableMicro)]
  return new AppError(
    'insufficient_credits',
    `This requires ${needed} credits; the project has ${available} available`,
    {
      facts: { needed, available },
      hint: 'Ask an admin to grant credits.',
    },
  )
}

export const tooLarge = () =>
  new AppError('invalid_parameter', 'The balance would exceed its maximum', {
    details: [{ in: 'body', path: '/credits', rule: 'maximum', message: 'exceeds the maximum balance' }],
  })

export const nothingToEnd = () =>
  new AppError('invalid_state', 'The balance is unlimited: there is no monthly grant to end', {
    facts: { unlimited: true },
  })

export const alreadyPaid = (workId: string) =>
  new AppError('invalid_state', `The work ${workId} was already charged`, {
    facts: { state: 'settled' },
  })

export const neverHeld = (workId: string) =>
  new AppError('invalid_state', `Nothing was held for the work ${workId}`, { facts: { state: 'unknown' } })

export const aboveHold = (workId: string, microCredits: number, heldMicro: number) =>
  new AppError('hold_exceeded', `The work ${workId} exceeded its hold by more than 10%`, {
    facts: { needed: creditsOf(microCredits), held: creditsOf(heldMicro) },
    hint: 'Hold the larger amount under the same id, then settle.',
  })
