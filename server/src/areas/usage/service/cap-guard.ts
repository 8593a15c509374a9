import type { RunInBackground } from '../../../kernel/async/run-in-background.ts'
import { creditsOf } from '../../../kernel/credits.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type PeriodStarts, periodStarts } from '../store/cap.ts'
import { insertRequest } from '../store/cap-request.ts'
import {
  type Counter,
  type CounterChange,
  type CounterKey,
  lockCounters,
  markNotified,
  sameCounter,
} from '../store/counter.ts'
import { lockRulesShared } from '../store/lock.ts'
import type { MatchingCap } from '../store/work.ts'

export type CapGuardDeps = { db: Db; newId: NewId; events: Events; runInBackground: RunInBackground }
export type CapGuard = ReturnType<typeof createCapGuard>

/** The counter of a cap in the period that is running at that moment. */
export const keyOf = (cap: MatchingCap, starts: PeriodStarts): CounterKey => ({
  capId: cap.id,
  periodStart: starts[cap.period],
})

/** Holds work to the caps it falls under. The counters it is given are locked, so what it finds stays true. */
export function createCapGuard({ db, newId, events, runInBackground }: CapGuardDeps) {
  const publish = (tx: Tx, scope: Scope, cap: MatchingCap, counter: Counter) =>
    events.publish(tx, scope, {
      type: 'usage.cap_reached',
      data: {
        capId: cap.id,
        action: cap.action,
        period: cap.period,
        credits: creditsOf(cap.limitMicro + counter.extraMicro),
        used: creditsOf(counter.usedMicro),
        held: creditsOf(counter.heldMicro),
      },
    })

  /** Stays although the refused work is rolled back; one request and one event for each period. */
  function notifyRefusal(scope: Scope, cap: MatchingCap, counter: Counter, neededMicro: number, at: Date) {
    runInBackground('usage: publishing a refusal', () =>
      db.tx(async (tx) => {
        await lockRulesShared(tx, scope)
        // Recreated if the refused work was the first in its period: that was rolled back with it.
        await lockCounters(tx, scope, [counter])
        if (await markNotified(tx, scope, counter, at)) await publish(tx, scope, cap, counter)
        if (cap.action !== 'approve') return
        await insertRequest(tx, scope, {
          id: newId(),
          capId: cap.id,
          periodStart: counter.periodStart,
          externalUserId: scope.externalUser.id,
          neededMicro,
          availableMicro: availableIn(cap, counter),
          at,
        })
      }),
    )
  }

  return {
    /**
     * Refuses work that a cap has no capacity for, before it starts. What is free needs none, not even of a cap that
     * was passed.
     */
    refuseOver(
      scope: Scope,
      caps: readonly MatchingCap[],
      counters: readonly Counter[],
      neededMicro: number,
      at: Date,
    ): void {
      if (neededMicro === 0) return
      const starts = periodStarts(at)
      for (const cap of caps) {
        if (cap.action === 'warn') continue
        const counter = counters.find((each) => sameCounter(each, keyOf(cap, starts)))
        if (!counter || availableIn(cap, counter) >= neededMicro) continue
        notifyRefusal(scope, cap, counter, neededMicro, at)
        const needed = creditsOf(neededMicro)
        const available = creditsOf(Math.max(0, availableIn(cap, counter)))
        throw new AppError(
          'budget_exceeded',
          `This requires ${needed} credits; its cap has ${available} left`,
          {
            facts: { needed, available, capId: cap.id, period: cap.period, action: cap.action },
            hint:
              cap.action === 'approve'
                ? 'Ask an admin to approve more for this period: GET /api/v1/usage/caps/requests.'
                : 'Wait for the next period of the cap, or ask an admin to raise it.',
          },
        )
      }
    },
    /** Publishes once per period when what is used and held reaches a cap that only warns. */
    async warn(
      tx: Tx,
      scope: Scope,
      caps: readonly MatchingCap[],
      counters: readonly Counter[],
      changes: readonly CounterChange[],
      at: Date,
    ): Promise<void> {
      const starts = periodStarts(at)
      for (const cap of caps.filter(({ action }) => action === 'warn')) {
        const counter = counters.find((each) => sameCounter(each, keyOf(cap, starts)))
        const change = changes.find((each) => sameCounter(each, keyOf(cap, starts)))
        if (!counter || counter.isNotified || !change) continue
        const after = {
          ...counter,
          usedMicro: counter.usedMicro + change.usedMicro,
          heldMicro: counter.heldMicro + change.heldMicro,
        }
        if (availableIn(cap, after) > 0) continue
        await markNotified(tx, scope, counter, at)
        await publish(tx, scope, cap, after)
      }
    },
  }
}

const availableIn = (cap: MatchingCap, { usedMicro, heldMicro, extraMicro }: Counter): number =>
  cap.limitMicro + extraMicro - usedMicro - heldMicro
