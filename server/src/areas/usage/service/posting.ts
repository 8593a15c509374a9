import type { Clock } from '../../../kernel/clock.ts'
import { creditsOf } from '../../../kernel/credits.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Quantity, UsageType } from '../schema/entry.ts'
import { findBalance, lockBalance } from '../store/balance.ts'
import { periodStarts } from '../store/cap.ts'
import { type CounterChange, type CounterKey, lockCounters, sameCounter } from '../store/counter.ts'
import { type Movement, postEntry, postUnlimitedEntry } from '../store/entry.ts'
import { type ExpiredHold, releaseExpired } from '../store/hold.ts'
import type { MatchingCap, OpenHold, Payer } from '../store/work.ts'
import { type CapGuard, keyOf } from './cap-guard.ts'

export type Cost = {
  microCredits: number
  quantity?: Quantity
  priceRef?: string
  /** The model that served, where it may differ from the requested one. */
  modelId?: string
  /** What it really cost; else it follows from the price of a credit. */
  usdCost?: number
  /** No personal data and no payloads: entries are never changed or removed. */
  metadata?: Record<string, unknown>
}

export type Settled = {
  entryId: string
  status: 'settled' | 'released'
  chargedMicroCredits: number
  /** What the balance did not have any more; only when the cost was above the hold, or the hold had expired. */
  shortfallMicroCredits: number
  /** Someone settled or released the work before; this is what came of it then. */
  isRepeat: boolean
}

export type LedgerDeps = {
  db: Db
  clock: Clock
  newId: NewId
  events: Events
  guard: CapGuard
  creditsPerUsd: number
  /** Called for every entry, so that sums are rolled up before the queue is long. */
  onPosted(): void
}
export type Entry = Cost & {
  workId: string | null
  type: UsageType
  status: 'settled' | 'released'
  /** Positive when the balance grows. */
  deltaMicro: number
  /** Whether it counts as used, by caps and by sums. */
  isUse: boolean
}

type Posting = {
  /** What is written, once it is known what may be spent. */
  entry(availableMicro: number | null, balanceMicro: number | null): Entry
  hold: OpenHold | null
  caps: readonly MatchingCap[]
  isLimited: boolean
  at: Date
}

const rowOf = (
  made: Entry,
  payer: Payer,
  more: Pick<Movement['entry'], 'id' | 'usedMicro' | 'usdCost' | 'at'>,
): Movement['entry'] => ({
  ...more,
  workId: made.workId,
  type: made.type,
  status: made.status,
  deltaMicro: made.deltaMicro,
  externalUserId: payer.externalUserId,
  subject: made.modelId === undefined ? payer.subject : { ...payer.subject, modelId: made.modelId },
  quantity: made.quantity ?? {},
  priceRef: made.priceRef ?? null,
  metadata: made.metadata ?? {},
})

/** How one entry gets into the ledger, with everything that moves along with it. */
export function createPosting({ newId, events, guard, creditsPerUsd, onPosted }: LedgerDeps) {
  const notifyLowBalance = (tx: Tx, scope: Scope, isNewlyLow: boolean) =>
    isNewlyLow ? publishLow(tx, scope, events) : undefined

  /**
   * Writes the entry and moves the credits; null when the hold it ends does not exist. Locks counters, then the
   * balance.
   */
  async function post(
    tx: Tx,
    scope: Scope,
    payer: Payer,
    { entry, hold, caps, isLimited, at }: Posting,
  ): Promise<Settled | null> {
    const keys = caps.map((cap) => keyOf(cap, periodStarts(at)))
    const heldKeys = hold ? countersOf(hold) : []
    const counters = await lockCounters(tx, scope, [...keys, ...heldKeys])
    const balance = isLimited ? await lockBalance(tx, scope) : null
    const unheldMicro = hold?.isOnBalance ? hold.heldMicro : 0
    const made = entry(
      balance && balance.balanceMicro - balance.heldMicro + unheldMicro,
      balance?.balanceMicro ?? null,
    )
    const usedMicro = made.isUse ? -made.deltaMicro : 0
    const changes = merged([
      ...keys.map((key) => ({ ...key, usedMicro, heldMicro: 0 })),
      ...heldKeys.map((key) => ({ ...key, usedMicro: 0, heldMicro: -(hold?.heldMicro ?? 0) })),
    ])
    const id = newId()
    const movement: Movement = {
      entry: rowOf(made, payer, { id, usedMicro, usdCost: usdText(made, usedMicro, creditsPerUsd), at }),
      endsHoldId: hold?.id ?? null,
      unheldMicro: balance ? unheldMicro : null,
      counters: changes,
      lowEventId: newId(),
    }
    if (!balance && changes.length === 0 && !(hold && mayBeTaken(hold, at)))
      postUnlimitedEntry(tx, scope, movement)
    else {
      const moved = await postEntry(tx, scope, movement)
      if (!moved) return null
      await notifyLowBalance(tx, scope, moved.isNewlyLow)
      await guard.warn(tx, scope, caps, counters, changes, at)
    }
    onPosted()
    return {
      entryId: id,
      status: made.status,
      chargedMicroCredits: Math.max(0, -made.deltaMicro),
      shortfallMicroCredits: made.status === 'settled' ? Math.max(0, made.microCredits + made.deltaMicro) : 0,
      isRepeat: false,
    }
  }

  /** No one is refused for what a dead worker holds: first that is given back. */
  async function giveBack(tx: Tx, scope: Scope, expired: readonly ExpiredHold[], at: Date): Promise<number> {
    if (expired.length === 0) return 0
    if (expired.some(({ isOnBalance }) => isOnBalance)) await lockBalance(tx, scope)
    return releaseExpired(
      tx,
      scope,
      expired.map(({ id }) => id),
      expired.map(() => newId()),
      at,
    )
  }

  return { post, giveBack, notifyLowBalance }
}

// Nodes do not agree on the time to the second.
export const soonMs = 60_000

/** Others end a hold, without the lock of its work, only when its time is over. */
const mayBeTaken = ({ expiresAt }: OpenHold, at: Date): boolean => expiresAt.getTime() - at.getTime() < soonMs

export const countersOf = ({ capIds, capPeriods }: OpenHold): CounterKey[] =>
  capIds.map((capId, i) => ({ capId, periodStart: capPeriods[i]! }))

/** A row can be updated once in a statement, so what one counter gains and loses becomes one change. */
function merged(changes: readonly CounterChange[]): CounterChange[] {
  const all: CounterChange[] = []
  for (const change of changes) {
    const same = all.find((each) => sameCounter(each, change))
    if (!same) all.push({ ...change })
    else {
      same.usedMicro += change.usedMicro
      same.heldMicro += change.heldMicro
    }
  }
  return all
}

/** Decimal text, because a database reads `1e-7` as a number but callers read what it writes. */
export const usdText = ({ usdCost }: Cost, usedMicro: number, creditsPerUsd: number): string =>
  (usdCost ?? usedMicro / 1_000_000 / creditsPerUsd).toFixed(12)

async function publishLow(tx: Tx, scope: Scope, events: Events): Promise<void> {
  const balance = await findBalance(tx, scope)
  if (!balance) return
  const { balance_micro, held_micro, low_at_micro } = balance
  await events.publish(tx, scope, {
    type: 'usage.low_balance',
    data: {
      balance: creditsOf(balance_micro),
      available: creditsOf(balance_micro - held_micro),
      lowBalanceAt: creditsOf(low_at_micro),
    },
  })
}
