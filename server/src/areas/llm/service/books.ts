import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { oneByOne } from '../../../kernel/one-by-one.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Usage as Ledger } from '../../usage/index.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { CallRequest } from '../schema/call-request.ts'
import type { CallEnding, NewCall } from '../schema/kept-call.ts'
import {
  type AbandonedCall,
  abandonCall,
  endCall,
  insertCall,
  listAbandonedCalls,
  updateHeld,
} from '../store/call.ts'
import { noUsage } from './meter.ts'
import type { Plan } from './plan.ts'
import { costOf } from './price.ts'
import type { Prices } from './prices.ts'
import type { Quotes } from './quotes.ts'

export type BookDeps = {
  db: Pick<Db, 'rows' | 'tx'>
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
  const { db, clock, log, newId, usage, quotes, catalogue, prices, creditsPerUsd, nodeId } = deps
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

  /** Pays for what was produced; what produced nothing is not paid. */
  async function pay(tx: Tx, { id, scope, heldMicro }: BookedCall, ending: CallEnding): Promise<number> {
    const hasProduced = ending.usedMicro > 0 || ending.status === 'succeeded'
    if (!hasProduced && heldMicro > 0) {
      await usage.release(tx, scope, workIdOf(id), 'nothing was produced')
      return 0
    }
    const { modelServed } = ending
    const cost = {
      microCredits: ending.usedMicro,
      quantity: { tokens: ending.usage.promptTokens + ending.usage.completionTokens, calls: 1 },
      ...(modelServed === null ? {} : { priceRef: `model:${modelServed}` }),
      metadata: {
        ...(ending.isEstimated ? { estimated: true } : {}),
        ...(ending.isUnpriced ? { unpriced: true } : {}),
      },
    }
    const settled =
      heldMicro > 0
        ? await usage.settle(tx, scope, workIdOf(id), cost)
        : await usage.charge(tx, scope, { ...paidAs(id), subject: { modelId: modelServed }, ...cost })
    return settled.chargedMicroCredits
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
    /** 402 when it cannot be paid: then nothing is left behind. */
    begin: (scope: Scope, call: NewBooking): Promise<BookedCall> =>
      db.tx(async (tx) => {
        const at = clock.now()
        const quote = call.holdId === null ? null : await quotes.takeIn(tx, scope, call.holdId, call)
        const id = quote?.id ?? newId()
        const heldMicro = quote?.ceilingMicro ?? call.worstMicro
        const subject = { ...call.subject, modelId: call.modelAsked }
        // What is free needs no hold: its entry is written when it ends. Both travel together, and are undone together.
        const [isNew] = await Promise.all([
          insertCall(tx, scope, newCallOf(scope, call, { id, heldMicro, at })),
          heldMicro > 0 && !quote
            ? usage.hold(tx, scope, { ...paidAs(id), microCredits: heldMicro, subject })
            : null,
        ])
        if (!isNew)
          throw new AppError('invalid_state', 'The quote was used already', { facts: { state: 'used' } })
        return { id, scope, heldMicro, ceilingMicro: quote?.ceilingMicro ?? null }
      }),

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

const serverGone = 'The server stopped while the model answered.'
