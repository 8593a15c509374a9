import { assertMicroCredits, creditsOf, maxMicroCredits } from '../../../kernel/credits.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { keyIdOf, type Scope } from '../../../kernel/scope.ts'
import type { Subject, WorkType } from '../schema/entry.ts'
import { periodStarts } from '../store/cap.ts'
import { lockCounters } from '../store/counter.ts'
import { insertHold, insertUnlimitedHold, listExpired, raiseHold } from '../store/hold.ts'
import { lockRulesShared, lockWork } from '../store/lock.ts'
import { type Outcome, type Payer, readWork } from '../store/work.ts'
import { keyOf } from './cap-guard.ts'
import { type Cost, countersOf, createPosting, type Entry, type LedgerDeps, type Settled } from './posting.ts'
import { aboveHold, alreadyPaid, insufficient, neverHeld, tooExpensive, tooLarge } from './refusals.ts'

export type Work = {
  /** Names the work forever: a second settle under it changes nothing. */
  workId: string
  type: WorkType
  microCredits: number
  subject?: Subject
}

export type HeldCredits = { id: string; heldMicroCredits: number }

export type Ledger = ReturnType<typeof createLedger>

// Longer than any single piece of work may take; longer work holds again under its own id.
export const holdMs = 60 * 60 * 1000
// Released in one go before someone is refused. The sweep leaves far fewer behind.
const maxExpired = 10_000

/** The one place where credits move: reserved before work starts, settled or released in the transaction that ends it. */
export function createLedger(deps: LedgerDeps) {
  const { clock, newId, guard } = deps
  const { post, giveBack, notifyLowBalance } = createPosting(deps)

  async function holdIn(tx: Tx, scope: Scope, work: Work): Promise<HeldCredits> {
    assertMicroCredits(work.microCredits)
    const at = clock.now()
    const payer = payerOf(scope, work.subject)
    await lockWork(tx, scope, work.workId)
    const state = await readWork(tx, scope, work.workId, payer, at)
    if (state.outcome?.status === 'settled') throw alreadyPaid(work.workId)
    const expired = state.hasExpiredHolds ? await listExpired(tx, scope, at, maxExpired) : []
    const open = expired.some(({ id }) => id === state.hold?.id) ? null : state.hold
    const byMicro = work.microCredits - (open?.heldMicro ?? 0)
    if (open && byMicro <= 0) return { id: open.id, heldMicroCredits: open.heldMicro }

    const own = open ? countersOf(open) : state.caps.map((cap) => keyOf(cap, periodStarts(at)))
    let counters = await lockCounters(tx, scope, [...own, ...expired.flatMap(({ counters: all }) => all)])
    if ((await giveBack(tx, scope, expired, at)) > 0) counters = await lockCounters(tx, scope, own)
    guard.refuseOver(scope, state.caps, counters, byMicro, at)

    const expiresAt = new Date(at.getTime() + holdMs)
    const id = open?.id ?? newId()
    const externalUserId = scope.externalUser.id
    const fresh = { ...work, ...payer, externalUserId, id, counters: own, at, expiresAt }
    if (!open && !state.isLimited && own.length === 0) {
      insertUnlimitedHold(tx, scope, fresh, newId())
      return { id, heldMicroCredits: work.microCredits }
    }
    const reserved = open
      ? await raiseHold(
          tx,
          scope,
          { workId: work.workId, id, byMicro, counters: own, at, expiresAt },
          newId(),
        )
      : await insertHold(tx, scope, fresh, newId())
    if (!reserved) throw await insufficient(tx, scope, byMicro)
    await notifyLowBalance(tx, scope, reserved.isNewlyLow)
    const changes = own.map((key) => ({ ...key, usedMicro: 0, heldMicro: byMicro }))
    await guard.warn(tx, scope, state.caps, counters, changes, at)
    return { id, heldMicroCredits: work.microCredits }
  }

  async function settle(tx: Tx, scope: Scope, workId: string, cost: Cost): Promise<Settled> {
    assertMicroCredits(cost.microCredits)
    await lockWork(tx, scope, workId)
    const at = clock.now()
    // Twice at most: a hold that vanishes in between has expired, and then its release is found.
    for (let tries = 0; tries < 2; tries++) {
      const { hold, outcome, caps, isLimited } = await readWork(tx, scope, workId, nobody, at)
      if (outcome?.status === 'settled' || (!hold && outcome && !outcome.isExpired)) return repeated(outcome)
      const known = hold ?? outcome
      if (!known) throw neverHeld(workId)
      if (hold && cost.microCredits > hold.heldMicro + Math.floor(hold.heldMicro / 10))
        throw aboveHold(workId, cost.microCredits, hold.heldMicro)
      const entry = (availableMicro: number | null) =>
        settling(known.type, workId, cost, availableMicro, !hold)
      const settled = await post(tx, scope, known, { entry, hold, caps, isLimited, at })
      if (settled) return settled
    }
    throw new Error(`the hold of ${workId} ended twice`)
  }

  return {
    /**
     * Reserves credits before work starts: 402 when the balance or a cap has not enough. Under an id that is held
     * already it raises the hold to the amount and never lowers it, so that a repeated step holds once, and work that
     * becomes more expensive holds more.
     */
    hold: (q: Db | Tx, scope: Scope, work: Work): Promise<HeldCredits> =>
      'tx' in q ? q.tx((tx) => holdIn(tx, scope, work)) : holdIn(q, scope, work),

    /**
     * Charges what the work cost, in the transaction that records it: at most a tenth above the hold, `hold_exceeded`
     * beyond that. The balance never goes below zero: what it lacks, for the tenth or because the hold had expired, is
     * not charged, and the entry says how much that is.
     */
    settle,

    /** Gives the hold back; null when the work was never held. */
    async release(tx: Tx, scope: Scope, workId: string, reason: string): Promise<Settled | null> {
      await lockWork(tx, scope, workId)
      const at = clock.now()
      const { hold, outcome } = await readWork(tx, scope, workId, nobody, at)
      if (!hold) return outcome && repeated(outcome)
      const entry = () => ({
        workId,
        type: hold.type,
        status: 'released' as const,
        deltaMicro: 0,
        isUse: true,
        microCredits: 0,
        metadata: { reason },
      })
      const isLimited = hold.isOnBalance
      const released = await post(tx, scope, hold, { entry, hold, caps: [], isLimited, at })
      if (released) return released
      const again = await readWork(tx, scope, workId, nobody, at)
      return again.outcome && repeated(again.outcome)
    },

    /**
     * Reserves and settles in one step, for work whose price is known when it is done; settles a hold if there is one.
     * What `isUnheld` was begun when nothing limited it: if something does by now, it is paid as far as the balance
     * goes.
     */
    async charge(tx: Tx, scope: Scope, work: Work & Cost & { isUnheld?: boolean }): Promise<Settled> {
      assertMicroCredits(work.microCredits)
      const at = clock.now()
      const payer = payerOf(scope, work.subject)
      await lockWork(tx, scope, work.workId)
      const state = await readWork(tx, scope, work.workId, payer, at)
      if (state.hold) return settle(tx, scope, work.workId, work)
      if (state.outcome?.status === 'settled') return repeated(state.outcome)
      const needed = work.microCredits
      const isRefusable = needed > 0 && work.isUnheld !== true
      // What is free moves nothing, so it waits for no one either.
      const caps = needed === 0 ? [] : state.caps
      if (isRefusable) {
        const expired = state.hasExpiredHolds ? await listExpired(tx, scope, at, maxExpired) : []
        const own = caps.map((cap) => keyOf(cap, periodStarts(at)))
        let counters = await lockCounters(tx, scope, [...own, ...expired.flatMap(({ counters: all }) => all)])
        if ((await giveBack(tx, scope, expired, at)) > 0) counters = await lockCounters(tx, scope, own)
        guard.refuseOver(scope, caps, counters, needed, at)
      }
      const entry = (availableMicro: number | null) => {
        if (isRefusable && availableMicro !== null && availableMicro < needed)
          throw tooExpensive(needed, availableMicro)
        return settling(work.type, work.workId, work, availableMicro, false)
      }
      const isLimited = state.isLimited && needed > 0
      return (await post(tx, scope, payer, { entry, hold: null, caps, isLimited, at }))!
    },

    /** Corrects the balance by hand. It never takes what is held, and no cap refuses it. */
    async adjust(
      tx: Tx,
      scope: Scope,
      payer: Payer,
      deltaMicro: number,
      metadata: Record<string, unknown>,
    ): Promise<Settled> {
      await lockRulesShared(tx, scope)
      const at = clock.now()
      const { caps, isLimited } = await readWork(tx, scope, null, payer, at)
      const isUse = payer.externalUserId !== null || Object.values(payer.subject).some((id) => id !== null)
      const entry = (availableMicro: number | null, balanceMicro: number | null): Entry => {
        if (availableMicro !== null && availableMicro + deltaMicro < 0)
          throw tooExpensive(-deltaMicro, availableMicro)
        if (balanceMicro !== null && balanceMicro + deltaMicro > maxMicroCredits) throw tooLarge()
        return {
          workId: null,
          type: 'adjustment',
          status: 'settled',
          deltaMicro,
          isUse,
          metadata,
          microCredits: Math.abs(deltaMicro),
        }
      }
      return (await post(tx, scope, payer, {
        entry,
        hold: null,
        isLimited,
        at,
        caps: isUse ? caps : [],
      }))!
    },

    /** Releases what has expired in one project. */
    async expire(tx: Tx, scope: Scope): Promise<number> {
      await lockRulesShared(tx, scope)
      const at = clock.now()
      const expired = await listExpired(tx, scope, at, 1_000)
      await lockCounters(
        tx,
        scope,
        expired.flatMap(({ counters }) => counters),
      )
      return giveBack(tx, scope, expired, at)
    },
  }
}

const noSubject: Required<Subject> = {
  workflowId: null,
  executionId: null,
  threadId: null,
  runId: null,
  toolSlug: null,
  modelId: null,
  apiKeyId: null,
}
const nobody: Payer = { externalUserId: null, subject: noSubject }

export function payerOf({ externalUser, actor }: Scope, subject: Subject = {}): Payer {
  const apiKeyId = keyIdOf(actor)
  return { externalUserId: externalUser.id, subject: { ...noSubject, apiKeyId, ...subject } }
}

function settling(
  type: WorkType,
  workId: string,
  cost: Cost,
  availableMicro: number | null,
  isLate: boolean,
): Entry {
  const charged = availableMicro === null ? cost.microCredits : Math.min(cost.microCredits, availableMicro)
  const shortfall = cost.microCredits - charged
  return {
    ...cost,
    workId,
    type,
    status: 'settled',
    deltaMicro: 0 - charged,
    isUse: true,
    metadata: {
      ...cost.metadata,
      ...(isLate ? { expired: true } : {}),
      ...(shortfall > 0 ? { shortfallCredits: creditsOf(shortfall) } : {}),
    },
  }
}

const repeated = ({ entryId, status, chargedMicro, shortfallMicro }: Outcome): Settled => ({
  entryId,
  status,
  chargedMicroCredits: chargedMicro,
  shortfallMicroCredits: shortfallMicro,
  isRepeat: true,
})
