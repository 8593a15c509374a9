import type { Clock } from '../../../kernel/clock.ts'
import { creditsOf } from '../../../kernel/credits.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { AdjustmentBody, Balance, GrantBody } from '../schema/balance.ts'
import { addGrant, findBalance, listDueRenewals, renewGrant } from '../store/balance.ts'
import { insertGrantEntry } from '../store/entry.ts'
import { lockRules } from '../store/lock.ts'
import type { Ledger } from './ledger.ts'
import { nothingToEnd, tooLarge } from './refusals.ts'

export type GrantDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit; ledger: Ledger; onPosted(): void }
export type Grants = ReturnType<typeof createGrants>

/** Credits that come in, once or every month, and corrections by hand. */
export function createGrants({ db, clock, newId, audit, ledger, onPosted }: GrantDeps) {
  const balance = async (scope: Scope): Promise<Balance> => {
    const row = await findBalance(db, scope)
    if (!row) return unlimited
    const available = row.balance_micro - row.held_micro
    return {
      balance: creditsOf(row.balance_micro),
      unlimited: false,
      currency: 'credits',
      held: creditsOf(row.held_micro),
      available: creditsOf(available),
      lowBalance: available < row.low_at_micro,
      lowBalanceAt: creditsOf(row.low_at_micro),
      monthlyGrant: row.monthly_grant_micro === null ? null : creditsOf(row.monthly_grant_micro),
      renewsAt: row.renews_at,
    }
  }

  return {
    balance,
    async available(q: Queryable, scope: Scope): Promise<number | null> {
      const row = await findBalance(q, scope)
      return row && creditsOf(row.balance_micro - row.held_micro)
    },
    async grant(scope: Scope, body: GrantBody): Promise<Balance> {
      const at = clock.now()
      const { credits: microCredits, reason, renews } = body
      await db.tx(async (tx) => {
        const id = newId()
        let known = await findBalance(tx, scope)
        if (!known) {
          // Whether there is a limit stays true for movements in progress: they have read it and rely on it.
          await lockRules(tx, scope)
          known = await findBalance(tx, scope)
        }
        // It would be the first grant, and nothing could be used from then on.
        if (!known && microCredits === 0) throw nothingToEnd()
        const after = await addGrant(tx, scope, {
          microCredits,
          // An empty grant ends a monthly one and says nothing about what is low.
          lowAtMicro:
            body.lowBalanceAt ??
            (microCredits === 0 ? (known?.low_at_micro ?? 0) : Math.floor(microCredits / 10)),
          monthly: { monthly: { microCredits, renewsAt: nextMonth(at) }, never: null, leave: undefined }[
            renews ?? 'leave'
          ],
          at,
        })
        if (after === null) throw tooLarge()
        await insertGrantEntry(tx, scope, {
          id,
          microCredits,
          balanceAfterMicro: after,
          at,
          metadata: { reason },
        })
        await audit.record(tx, scope, {
          action: 'usage.granted',
          targetType: 'usage_entry',
          targetId: id,
          details: { credits: creditsOf(microCredits), reason, ...(renews ? { renews } : {}) },
        })
      })
      onPosted()
      return balance(scope)
    },
    async adjust(scope: Scope, body: AdjustmentBody): Promise<Balance> {
      await db.tx(async (tx) => {
        const { entryId } = await ledger.adjust(
          tx,
          scope,
          {
            externalUserId: body.eUID ?? null,
            subject: {
              workflowId: body.workflowId ?? null,
              executionId: body.executionId ?? null,
              threadId: body.threadId ?? null,
              runId: null,
              toolSlug: null,
              modelId: null,
              apiKeyId: null,
            },
          },
          body.credits,
          { reason: body.reason },
        )
        await audit.record(tx, scope, {
          action: 'usage.adjusted',
          targetType: 'usage_entry',
          targetId: entryId,
          details: { credits: creditsOf(body.credits), reason: body.reason },
        })
      })
      return balance(scope)
    },
    /** Grants every month that has begun, each exactly once on whichever node is first. */
    async renew(): Promise<void> {
      for (const projectId of await listDueRenewals(db, clock.now())) {
        const scope = systemScope(projectId)
        while (await renewOnce(scope)) onPosted()
      }
    },
  }

  function renewOnce(scope: Scope): Promise<boolean> {
    return db.tx(async (tx) => {
      const at = clock.now()
      const renewed = await renewGrant(tx, scope, at)
      if (!renewed) return false
      const id = newId()
      await insertGrantEntry(tx, scope, {
        id,
        microCredits: renewed.granted,
        balanceAfterMicro: renewed.balance,
        at,
        metadata: { reason: 'monthly grant', month: renewed.month },
      })
      await audit.record(tx, scope, {
        action: 'usage.granted',
        targetType: 'usage_entry',
        targetId: id,
        details: { credits: creditsOf(renewed.granted), month: renewed.month },
      })
      return true
    })
  }
}

const unlimited: Balance = {
  balance: null,
  unlimited: true,
  currency: 'credits',
  held: 0,
  available: null,
  lowBalance: false,
  lowBalanceAt: null,
  monthlyGrant: null,
  renewsAt: null,
}

/** The first of the next month, so that a grant and the caps of a month go by the same calendar. */
const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
