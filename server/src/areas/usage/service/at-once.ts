import { type Db, isUnmet, type Statement, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { assertMicroCredits } from '../schema/credits.ts'
import { endingAtOnce, freeAtOnce, holdingAtOnce, lockingWork, spendingAtOnce } from '../store/at-once.ts'
import { holdMs, type Ledger, payerOf, type Work } from './ledger.ts'
import { type Cost, type LedgerDeps, soonMs, usdText } from './posting.ts'

type OneTrip = Pick<Db, 'atOnce'>

/** How held work ended: paid, or given back for a reason. */
export type HeldEnding = { cost: Cost } | { releasedBecause: string }

export type AtOnceDeps = Pick<LedgerDeps, 'clock' | 'newId' | 'creditsPerUsd' | 'onPosted'> & {
  ledger: Pick<Ledger, 'hold'>
}

/** Reserves credits in the transaction that it was handed out with. */
export type Hold = (scope: Scope, work: Work) => Promise<void>

// How long a project that had to go the long way goes it without trying the short one first.
const longWayMs = 30_000
const mostRemembered = 10_000

/**
 * The short way of the ledger: the rows of an area and the credits that go with them in one transaction that makes a
 * single trip. It serves work whose id is new, in projects where nothing can refuse it but the balance. Whenever it
 * declines, nothing was written, and the caller goes the long way, which knows every rule and every reason.
 */
export function createAtOnce({ ledger, clock, newId, creditsPerUsd, onPosted }: AtOnceDeps) {
  const longWayUntil = new Map<string, number>()

  function isLongWay({ projectId }: Scope): boolean {
    const until = longWayUntil.get(projectId)
    if (until === undefined) return false
    if (until > clock.now().getTime()) return true
    longWayUntil.delete(projectId)
    return false
  }

  async function tried(
    db: OneTrip,
    scope: Scope,
    statements: () => readonly Statement[],
  ): Promise<unknown[][] | null> {
    if (isLongWay(scope)) return null
    const answers = await db.atOnce(statements())
    if (answers === null) remember(scope)
    return answers
  }

  function remember({ projectId }: Scope): void {
    if (longWayUntil.size >= mostRemembered) longWayUntil.clear()
    longWayUntil.set(projectId, clock.now().getTime() + longWayMs)
  }

  function holding(scope: Scope, work: Work): Statement {
    assertMicroCredits(work.microCredits)
    const at = clock.now()
    const expiresAt = new Date(at.getTime() + holdMs)
    const payer = { ...payerOf(scope, work.subject), externalUserId: scope.externalUser.id }
    return holdingAtOnce(scope, { ...work, ...payer, id: newId(), at, expiresAt })
  }

  return {
    /** Whether the short way is worth trying: where it declined a moment ago it would decline again. */
    isAtOnceLikely: (scope: Scope): boolean => !isLongWay(scope),

    /** Holds credits for new work, with the row that notes it. It waits for no disk: what is lost was never charged. */
    async holdAtOnce(db: OneTrip, scope: Scope, row: Statement, work: Work): Promise<boolean> {
      const answers = await tried(db, scope, () => [
        lockingWork(scope, work.workId, false),
        row,
        holding(scope, work),
      ])
      return answers !== null
    },

    /**
     * The same for work that must read something first: the hold travels with the commit. Where it does not go that way,
     * everything is done anew with a hold that knows every rule. Not for use inside `enclose`, which commits later.
     */
    async withHold<T>(
      db: Pick<Db, 'tx'>,
      scope: Scope,
      begin: (tx: Tx, hold: Hold) => Promise<T>,
    ): Promise<T> {
      if (!isLongWay(scope))
        try {
          return await db.tx((tx) =>
            begin(tx, async (payer, work) => {
              tx.ahead(lockingWork(payer, work.workId, false))
              tx.ahead(holding(payer, work))
            }),
          )
        } catch (error) {
          if (!isUnmet(error)) throw error
          remember(scope)
        }
      return db.tx((tx) =>
        begin(tx, async (payer, work) => {
          await ledger.hold(tx, payer, work)
        }),
      )
    },

    /** Ends held work, with the row that notes its end, whose answer it gives. */
    async endAtOnce<Row>(
      db: OneTrip,
      scope: Scope,
      row: Statement,
      workId: string,
      ending: HeldEnding,
    ): Promise<Row[] | null> {
      const isPaid = 'cost' in ending
      const cost: Cost = isPaid
        ? ending.cost
        : { microCredits: 0, metadata: { reason: ending.releasedBecause } }
      assertMicroCredits(cost.microCredits)
      const answers = await tried(db, scope, () => {
        const at = clock.now()
        return [
          row,
          lockingWork(scope, workId, true),
          endingAtOnce(scope, {
            ...entryOf(cost, at),
            workId,
            status: isPaid ? 'settled' : 'released',
            usedMicro: cost.microCredits,
            expiresAfter: new Date(at.getTime() + soonMs),
          }),
        ]
      })
      if (answers !== null) onPosted()
      return answers && (answers[0] as Row[])
    },

    /**
     * The whole of new work that is over before its beginning was noted, with the row of both. It is refused for every
     * reason for which holding `work` would have been, and pays `cost`, which must be no more than that.
     */
    async spendAtOnce<Row>(
      db: OneTrip,
      scope: Scope,
      row: Statement,
      work: Work,
      cost: Cost,
    ): Promise<Row[] | null> {
      assertMicroCredits(work.microCredits)
      assertMicroCredits(work.microCredits - cost.microCredits)
      const answers = await tried(db, scope, () => [
        lockingWork(scope, work.workId, true),
        row,
        spendingAtOnce(scope, {
          ...entryOf(cost, clock.now()),
          ...whoseOf(scope, work),
          neededMicro: work.microCredits,
          usedMicro: cost.microCredits,
        }),
      ])
      if (answers !== null) onPosted()
      return answers && (answers[1] as Row[])
    },

    /** Ends work that was free and never held. */
    async endFreeAtOnce<Row>(
      db: OneTrip,
      scope: Scope,
      row: Statement,
      work: Omit<Work, 'microCredits'> & Omit<Cost, 'microCredits'>,
    ): Promise<Row[] | null> {
      const answers = await tried(db, scope, () => [
        row,
        lockingWork(scope, work.workId, true),
        freeAtOnce(scope, {
          ...entryOf({ ...work, microCredits: 0 }, clock.now()),
          ...whoseOf(scope, work),
        }),
      ])
      if (answers !== null) onPosted()
      return answers && (answers[0] as Row[])
    },
  }

  function whoseOf(scope: Scope, { workId, type, subject }: Omit<Work, 'microCredits'>) {
    return { ...payerOf(scope, subject), externalUserId: scope.externalUser.id, workId, type }
  }

  function entryOf(cost: Cost, at: Date) {
    return {
      id: newId(),
      usdCost: usdText(cost, cost.microCredits, creditsPerUsd),
      quantity: cost.quantity ?? {},
      priceRef: cost.priceRef ?? null,
      metadata: cost.metadata ?? {},
      at,
    }
  }
}

export type AtOnce = ReturnType<typeof createAtOnce>
