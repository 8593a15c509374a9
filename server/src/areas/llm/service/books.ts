import type { Clock } from '../../../kernel/clock.ts'
import { type Db, type Tx, withoutDisk } from '../../../kernel/db/db.ts'
import type { SharedTrips } from '../../../kernel/db/shared-trips.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { oneByOne } from '../../../kernel/one-by-one.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Cost, Usage as Ledger, Work } from '../../usage/index.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { CallRequest } from '../schema/call-request.ts'
import type { CallEnding, NewCall } from '../schema/kept-call.ts'
import {
  type AbandonedCall,
  abandonCall,
  endCall,
  endingCall,
  insertCall,
  insertingCall,
  listAbandonedCalls,
  updateHeld,
} from '../store/call.ts'
import { noUsage } from './meter.ts'
import type { Plan } from './plan.ts'
import { costOf } from './price.ts'
import type { Prices } from './prices.ts'
import type { Quotes } from './quotes.ts'

export type BookDeps = {
  db: Pick<Db, 'rows' | 'tx' | 'atOnce'>
  trips: SharedTrips
  clock: Clock
  log: Log
  newId: NewId
  usage: Ledger
  quotes: Pick<Quotes, 'takeIn'>
  catalogue: Catalogue
  prices: Pick<Prices, 'ofAbandoned'>
  creditsPerUsd: number
  nodeId: string
}

export type BookedCall = {
  id: string
  scope: Scope
  heldMicro: number
  /** The most it may cost, where that was promised. */
  ceilingMicro: number | null
}

export type NewBooking = Pick<Plan, 'modelAsked' | 'worstMicro' | 'leastMicro' | 'storesPayloads'> &
  Pick<CallRequest, 'holdId' | 'metadata' | 'subject' | 'isStreamed'> & {
    kind: 'chat' | 'generate' | 'embedding'
    provider: string
    prompt: unknown
  }

// Longer than several signs of life.
export const aliveMs = 12_000
export const workIdOf = (id: string) => `llm:${id}`
const paidAs = (id: string) => ({ workId: workIdOf(id), type: 'ai_model' as const })

/**
 * The books of calls. A call is written down and its worst price is held before a model is asked; its end and what it
 * cost are written in one transaction. What a node that died has left is ended later, and paid as far as it had come.
 */
export function createBooks(deps: BookDeps) {
  const { db, trips, clock, log, newId, usage, quotes, catalogue, prices, creditsPerUsd, nodeId } = deps
  const newCallOf = (
    scope: Scope,
    call: NewBooking,
    { id, heldMicro, at }: { id: string; heldMicro: number; at: Date },
  ): NewCall => ({
    ...{ id, heldMicro, at, nodeId },
    kind: call.kind,
    modelAsked: call.modelAsked,
    provider: call.provider,
    apiKeyId: scope.actor.kind === 'key' ? scope.actor.keyId : null,
    isStreamed: call.isStreamed,
    metadata: call.metadata,
    prompt: call.storesPayloads ? call.prompt : null,
    keepsPayloads: call.storesPayloads,
    aliveUntil: new Date(at.getTime() + aliveMs),
  })

  /** 402 when it cannot be paid: then nothing is left behind. */
  async function begin(scope: Scope, call: NewBooking): Promise<BookedCall> {
    const booked = { id: newId(), scope, heldMicro: call.worstMicro, ceilingMicro: null }
    if (call.holdId !== null) return db.tx((tx) => beginQuoted(tx, scope, call, call.holdId!))
    const row = newCallOf(scope, call, { ...booked, at: clock.now() })
    const beginning = trips(`begin:${scope.projectId}`, booked.id)
    // What is free needs no hold: its entry is written when it ends.
    if (booked.heldMicro === 0) {
      const isBegun = await beginning.atOnce([withoutDisk, insertingCall(scope, row)])
      if (!isBegun) await db.tx((tx) => insertCall(tx, scope, row))
      return booked
    }
    const subject = { ...call.subject, modelId: call.modelAsked }
    const work: Work = { ...paidAs(booked.id), microCredits: booked.heldMicro, subject }
    if (await usage.holdAtOnce(beginning, scope, insertingCall(scope, row), work)) return booked
    await db.tx((tx) =>
      // Both travel together, and are undone together.
      Promise.all([insertCall(tx, scope, row), usage.hold(tx, scope, work)]),
    )
    return booked
  }

  /** Under a price that was promised, whose credits are held already. */
  async function beginQuoted(tx: Tx, scope: Scope, call: NewBooking, holdId: string): Promise<BookedCall> {
    const { id, ceilingMicro } = await quotes.takeIn(tx, scope, holdId, call)
    const booked = { id, scope, heldMicro: ceilingMicro, ceilingMicro }
    if (await insertCall(tx, scope, newCallOf(scope, call, { ...booked, at: clock.now() }))) return booked
    throw new AppError('invalid_state', 'The quote was used already', { facts: { state: 'used' } })
  }

  /** Pays for what was produced; what produced nothing is not paid. */
  async function pay(tx: Tx, { id, scope, heldMicro }: BookedCall, ending: CallEnding): Promise<number> {
    if (!hasProduced(ending) && heldMicro > 0) {
      await usage.release(tx, scope, workIdOf(id), nothingProduced)
      return 0
    }
    const cost = costFor(ending)
    const settled =
      heldMicro > 0
        ? await usage.settle(tx, scope, workIdOf(id), cost)
        : await usage.charge(tx, scope, { ...freeWork(id, ending), ...cost })
    return settled.chargedMicroCredits
  }

  /** The short way; null when it has to be gone step by step. */
  async function finishAtOnce(call: BookedCall, ending: CallEnding): Promise<number | null> {
    const { id, scope, heldMicro } = call
    const row = endingCall(scope.projectId, id, ending, true)
    const way = trips(`end:${scope.projectId}`, id)
    const cost = costFor(ending)
    if (heldMicro === 0) {
      if (ending.usedMicro > 0) return null
      return (await usage.endFreeAtOnce(way, scope, row, { ...freeWork(id, ending), ...cost })) && 0
    }
    const isPaid = hasProduced(ending)
    const how = isPaid ? { cost } : { releasedBecause: nothingProduced }
    const ended = await usage.endAtOnce(way, scope, row, workIdOf(id), how)
    return ended && (isPaid ? cost.microCredits : 0)
  }

  async function giveUp(call: AbandonedCall): Promise<void> {
    const scope = { ...systemScope(call.projectId), externalUser: { id: call.userId, name: '' } }
    const price = prices.ofAbandoned(call.model, catalogue.find(call.model))
    const { promptTokens, completionTokens } = call
    const isBegun = completionTokens > 0
    const cost = costOf(
      price,
      isBegun ? { ...noUsage, promptTokens, completionTokens } : noUsage,
      creditsPerUsd,
    )
    const usedMicro = Math.min(cost.microCredits, call.heldMicro)
    const ended = { ...call, usedMicro, usd: cost.usd, isUnpriced: !price.isKnown }
    await db.tx(async (tx) => {
      if (!(await abandonCall(tx, ended, clock.now(), serverGone))) return
      const workId = workIdOf(call.id)
      if (usedMicro === 0 && call.heldMicro > 0) await usage.release(tx, scope, workId, serverGone)
      else
        await usage.charge(tx, scope, {
          ...{ workId, type: 'ai_model', microCredits: usedMicro, metadata: { estimated: true } },
          quantity: { tokens: promptTokens + completionTokens, calls: 1 },
        })
    })
  }

  return {
    begin,

    /** Holds more for an answer that grows longer than was foreseen. False when there is no more to be had. */
    async raise(call: BookedCall, toMicro: number): Promise<boolean> {
      try {
        await db.tx(async (tx) => {
          await usage.hold(tx, call.scope, {
            workId: workIdOf(call.id),
            type: 'ai_model',
            microCredits: toMicro,
          })
          await updateHeld(tx, call.scope, call.id, toMicro)
        })
        call.heldMicro = toMicro
        return true
      } catch (error) {
        if (error instanceof AppError && error.status === 402) return false
        throw error
      }
    },

    /** Ends the call and pays for it; says what was charged. A call that was given up meanwhile is not paid twice. */
    async finish(call: BookedCall, ending: CallEnding): Promise<number> {
      const charged = await finishAtOnce(call, ending)
      if (charged !== null) return charged
      let isOurs = true
      try {
        return await db.tx(async (tx) => {
          // Both travel together.
          const [ended, paid] = await Promise.allSettled([
            endCall(tx, call.scope.projectId, call.id, ending),
            pay(tx, call, ending),
          ])
          if (ended.status === 'rejected') throw ended.reason
          isOurs = ended.value
          if (!isOurs) throw new Error('the call was given up')
          if (paid.status === 'rejected') throw paid.reason
          return paid.value
        })
      } catch (error) {
        // Undone with everything that paying would have moved.
        if (!isOurs) return 0
        throw error
      }
    },

    /** Ends what nodes that died have left behind. */
    giveUpAbandoned: async (): Promise<void> =>
      oneByOne(await listAbandonedCalls(db, clock.now(), 1000), giveUp, {
        ...{ log, failed: 'some abandoned calls were not given up' },
      }),
  }
}

export type Books = ReturnType<typeof createBooks>

const nothingProduced = 'nothing was produced'

const hasProduced = ({ usedMicro, status }: CallEnding): boolean => usedMicro > 0 || status === 'succeeded'

const freeWork = (id: string, { modelServed }: CallEnding) => ({
  ...paidAs(id),
  subject: { modelId: modelServed },
})

function costFor({ usedMicro, usage, modelServed, isEstimated, isUnpriced }: CallEnding): Cost {
  return {
    microCredits: usedMicro,
    quantity: { tokens: usage.promptTokens + usage.completionTokens, calls: 1 },
    ...(modelServed === null ? {} : { priceRef: `model:${modelServed}` }),
    metadata: { ...(isEstimated ? { estimated: true } : {}), ...(isUnpriced ? { unpriced: true } : {}) },
  }
}

const serverGone = 'The server stopped while the model answered.'
