import type { Clock } from '../../../../kernel/clock.ts'
import {
  type Mergeable,
  mergeable,
  type RequestCoalescer,
} from '../../../../kernel/db/batching/request-coalescer.ts'
import { allOf, type Db, type Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { LostWork } from '../../../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../../../kernel/leases/node-lease.ts'
import type { Log } from '../../../../kernel/log.ts'
import { keyIdOf, type Scope, userScope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Cost, Usage as Ledger, Subject } from '../../../usage/index.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CallRequest } from '../../schema/call-request.ts'
import type { PendingEnd } from '../../schema/pending-end.ts'
import type { CallResult, NewCall } from '../../schema/stored-call.ts'
import {
  type AbandonedCall,
  abandonCall,
  callTable,
  disownCall,
  endCall,
  endCallStatement,
  insertCall,
  insertingCall,
  isSettingsVersion,
  listAbandonedCalls,
  updateHeld,
} from '../../store/call.ts'
import { noUsage } from '../calls/meter.ts'
import type { Plan } from '../calls/plan.ts'
import type { ThrottledDb } from '../limits/throttled-db.ts'
import { createDeferredEnds } from './deferred-ends.ts'
import { createMergedCalls } from './merged-calls.ts'
import { createPreparedBegins } from './prepared-begins.ts'
import { costOf } from './price.ts'
import type { Prices } from './prices.ts'
import type { Quotes } from './quotes.ts'

export type BillingDeps = {
  db: Pick<Db, 'rows' | 'tx'>
  /** The same under a fair semaphore, project by project. */
  dbOf(projectId: string): ThrottledDb
  coalesce: RequestCoalescer
  clock: Clock
  newId: NewId
  usage: Ledger
  externalUsers: Pick<ExternalUsers, 'hold'>
  quotes: Pick<Quotes, 'takeIn'>
  catalogue: Catalogue
  prices: Pick<Prices, 'ofAbandoned'>
  creditsPerUsd: number
  lease: Pick<NodeLease, 'nodeId' | 'hold'>
  lostWork: Pick<LostWork, 'register'>
  log: Log
}

export type MeteredCall = {
  id: string
  scope: Scope
  heldMicro: number
  /** The most it may cost, where that was promised. */
  ceilingMicro: number | null
  /** Whether its credits are set aside: not where it is free, or where nothing limits the project. */
  isHeld: boolean
  /** Whether its output is stored, unless it was forgotten meanwhile. */
  storesPayloads: boolean
  subject: Subject
}

export type NewMeteredCall = Pick<Plan, 'requestedModel' | 'worstMicro' | 'leastMicro' | 'storesPayloads'> &
  Pick<CallRequest, 'holdId' | 'metadata' | 'subject' | 'isStreamed'> & {
    kind: 'chat' | 'generate' | 'embedding'
    provider: string
    prompt: unknown
  }

const { workIdOf } = callTable
const paidAs = (id: string) => ({ workId: workIdOf(id), type: 'ai_model' as const })

/**
 * The billing of calls. A call is recorded and its worst-case price is held before a model is called; its end and what
 * it cost are written in one transaction. What a node that died has left is ended later, and paid as far as it had
 * come.
 */
export function createBilling(deps: BillingDeps) {
  const { db, dbOf, coalesce, clock, newId, usage, externalUsers, quotes, catalogue, prices } = deps
  const { creditsPerUsd, lease, lostWork, log } = deps
  const { nodeId } = lease
  const coalescedDb = (name: 'begin' | 'end', { projectId }: Scope, id: string, merged?: Mergeable) =>
    coalesce(`${name}:${projectId}`, id, dbOf(projectId), merged)
  const { beginnings, ends } = createMergedCalls(usage)

  const newCallOf = (
    scope: Scope,
    call: NewMeteredCall,
    { id, heldMicro, subject }: MeteredCall,
    { settingsVersion = null, beginId = null }: Partial<Pick<NewCall, 'settingsVersion' | 'beginId'>> = {},
  ): NewCall => {
    const at = clock.now()
    return {
      id,
      heldMicro,
      at,
      nodeId,
      subject,
      beginId,
      settingsVersion,
      kind: call.kind,
      requestedModel: call.requestedModel,
      provider: call.provider,
      apiKeyId: keyIdOf(scope.actor),
      isStreamed: call.isStreamed,
      metadata: call.metadata,
      prompt: call.storesPayloads ? call.prompt : null,
      storesPayloads: call.storesPayloads,
    }
  }

  const newMeteredCallOf = (scope: Scope, call: NewMeteredCall): MeteredCall => ({
    id: newId(),
    scope,
    heldMicro: call.worstMicro,
    ceilingMicro: null,
    isHeld: call.worstMicro > 0,
    storesPayloads: call.storesPayloads,
    subject: {
      ...call.subject,
      modelId: call.requestedModel,
      apiKeyId: keyIdOf(scope.actor),
    },
  })

  const unheldCallOf = (scope: Scope, call: NewMeteredCall, version: string | null) => {
    const metered = { ...newMeteredCallOf(scope, call), isHeld: false }
    const newCall = newCallOf(scope, call, metered, { settingsVersion: version })
    const merged = newCall.prompt === null ? mergeable(beginnings, { scope, call: newCall }) : undefined
    return { metered, newCall, roundTrip: coalescedDb('begin', scope, metered.id, merged) }
  }

  const beginningOf = (
    { id, scope: { projectId } }: Pick<MeteredCall, 'id' | 'scope'>,
    beginId: string | null = null,
  ) => ({
    // The end of another call under the same id is stored later beside it.
    workId: beginId === null ? workIdOf(id) : `${workIdOf(id)} ${beginId}`,
    disown: () => disownCall(db, { projectId, id, beginId }),
  })

  /** Where nothing limits the project, there is nothing to set aside; null where something does. */
  async function beginUnheld(scope: Scope, call: NewMeteredCall): Promise<MeteredCall | null> {
    const { metered, newCall, roundTrip } = unheldCallOf(scope, call, null)
    const started = await usage.orDisown(beginningOf(metered), () =>
      usage.tryBeginUnheld(roundTrip, scope, insertingCall(scope, newCall)),
    )
    return started && started.length > 0 ? metered : null
  }

  /**
   * The same for a call that was planned with what was known: null also where the caller or the settings of its project are
   * others by now.
   */
  async function beginIfStill(
    scope: Scope,
    call: NewMeteredCall,
    version: string,
  ): Promise<MeteredCall | null> {
    await lease.hold()
    const { metered, newCall, roundTrip } = unheldCallOf(scope, call, version)
    const isPlanned = [isSettingsVersion(scope, version), ...(scope.assumed ? [scope.assumed.isStill] : [])]
    const started = await usage.orDisown(beginningOf(metered), () =>
      usage.tryBeginIf(roundTrip, scope, (isUnlimited) =>
        insertingCall(scope, newCall, allOf([isUnlimited, ...isPlanned])),
      ),
    )
    if (!started || started.length === 0) return null
    scope.assumed?.setConfirmed()
    return metered
  }

  const beginWithRows = createPreparedBegins(usage)

  /** The same for a call that begins with a commit of its caller; null where it has to begin by itself. */
  async function prepare(scope: Scope, call: NewMeteredCall, settingsVersion: string) {
    const isLimited = usage.isLimited(scope)
    const unheld = newMeteredCallOf(scope, call)
    const metered = { ...unheld, isHeld: unheld.isHeld && isLimited }
    if (metered.isHeld && !usage.isFastPathLikely(scope)) return null
    await lease.hold()
    const { workId, disown } = beginningOf(metered)
    const begin = {
      scope,
      call: newCallOf(scope, call, metered, { settingsVersion }),
      work: metered.isHeld ? { ...unheldWork(metered), microCredits: metered.heldMicro } : null,
      isFree: metered.heldMicro === 0,
      disown,
    }
    return { metered, ...beginWithRows(begin, workId) }
  }

  /** 402 when it cannot be paid: then nothing is left behind. */
  async function begin(scope: Scope, call: NewMeteredCall): Promise<MeteredCall> {
    await lease.hold()
    const { holdId } = call
    if (holdId !== null) {
      const beginId = newId()
      return usage.orDisown(beginningOf({ id: holdId, scope }, beginId), () =>
        dbOf(scope.projectId).tx((tx) => beginQuoted(tx, scope, call, { holdId, beginId })),
      )
    }
    const unheld = await beginUnheld(scope, call)
    if (unheld) return unheld
    const metered = newMeteredCallOf(scope, call)
    const row = newCallOf(scope, call, metered)
    await usage.begin(
      { roundTrip: coalescedDb('begin', scope, metered.id), db: dbOf(scope.projectId) },
      scope,
      {
        ...beginningOf(metered),
        work: metered.isHeld ? { ...unheldWork(metered), microCredits: metered.heldMicro } : null,
        row: insertingCall(scope, row),
        insert: (tx) => insertCall(tx, scope, row),
      },
    )
    return metered
  }

  /** Under a price that was promised, whose credits are held already. */
  async function beginQuoted(
    tx: Tx,
    scope: Scope,
    call: NewMeteredCall,
    { holdId, beginId }: { holdId: string; beginId: string },
  ): Promise<MeteredCall> {
    const { id, ceilingMicro } = await quotes.takeIn(tx, scope, holdId, call)
    const isHeld = ceilingMicro > 0
    const metered = { ...newMeteredCallOf(scope, call), id, heldMicro: ceilingMicro, ceilingMicro, isHeld }
    const [, isInserted] = await Promise.all([
      externalUsers.hold(tx, scope),
      insertCall(tx, scope, newCallOf(scope, call, metered, { beginId })),
    ])
    if (isInserted) return metered
    throw new AppError('invalid_state', 'The quote was already used', { facts: { state: 'used' } })
  }

  async function giveUp(call: AbandonedCall): Promise<void> {
    const scope = userScope(call)
    const price = prices.ofAbandoned(call.model, catalogue.find(call.model))
    const { promptTokens, completionTokens } = call
    const isStarted = completionTokens > 0
    const cost = costOf(
      price,
      isStarted ? { ...noUsage, promptTokens, completionTokens } : noUsage,
      creditsPerUsd,
    )
    const usedMicro = Math.min(cost.microCredits, call.heldMicro)
    const ended = { ...call, usedMicro, usd: cost.usd, isUnpriced: !price.isKnown }
    await db.tx(async (tx) => {
      if (!(await abandonCall(tx, ended, clock.now(), serverStopped))) return
      const { subject } = call
      if (usedMicro === 0 && (await usage.release(tx, scope, workIdOf(call.id), serverStopped))) return
      await usage.charge(tx, scope, {
        ...paidAs(call.id),
        subject,
        microCredits: usedMicro,
        isUnheld: true,
        quantity: { tokens: promptTokens + completionTokens, calls: 1 },
        metadata: { estimated: true },
      })
    })
  }

  const deferredEnds = createDeferredEnds({ usage, log })

  /** Ends the call and pays for it; says what was charged. A call that was given up meanwhile is not paid twice. */
  async function finish(call: MeteredCall, heard: CallResult): Promise<number> {
    const { id, scope, isHeld } = call
    // What is not stored is not sent either.
    const result = call.storesPayloads ? heard : { ...heard, answer: null }
    const end = endOf(call, result)
    const merged = isHeld || call.storesPayloads ? undefined : mergeable(ends, { id, end, isHeld, result })
    const workDb = { roundTrip: coalescedDb('end', scope, id, merged), db: dbOf(scope.projectId) }
    const { work, result: paid } = end
    const { chargedMicro } = await usage.finish(workDb, scope, {
      workId: workIdOf(id),
      result: paid,
      ...(isHeld ? {} : { unheld: work }),
      row: (locks) => endCallStatement(scope.projectId, id, result, locks),
      end: async (tx) => (await endCall(tx, scope.projectId, id, result)) || null,
    })
    return chargedMicro
  }

  lostWork.register({ name: 'model calls', list: () => listAbandonedCalls(db, 1_000), giveUp })

  return {
    begin,
    prepare,

    /** Whether it is worth trying `beginIfStill`. */
    canAssume: (scope: Scope, { holdId }: Pick<NewMeteredCall, 'holdId'>): boolean =>
      holdId === null && !usage.isLimited(scope),
    beginIfStill,

    /** Raises the hold for a response that grows longer than planned. False when the balance does not suffice. */
    async raise(call: MeteredCall, toMicro: number): Promise<boolean> {
      const work = { ...unheldWork(call), microCredits: toMicro }
      const isRaised = await usage.raise(dbOf(call.scope.projectId), call.scope, work, (tx) =>
        updateHeld(tx, call.scope, call.id, toMicro),
      )
      if (isRaised) Object.assign(call, { heldMicro: toMicro, isHeld: true })
      return isRaised
    },

    finish,

    /**
     * The same in the commit of the caller, without a round trip: null where it has to be ended by itself, because the fast
     * path of the ledger is closed.
     */
    finishDeferred(call: MeteredCall, result: CallResult): PendingEnd | null {
      if (!usage.isFastPathLikely(call.scope)) return null
      return deferredEnds.defer({
        id: call.id,
        end: endOf(call, result),
        isHeld: call.isHeld,
        result,
        finish: () => finish(call, result),
      })
    },
    stop: deferredEnds.finishAll,
  }
}

export type Billing = ReturnType<typeof createBilling>

const nothingProduced = 'nothing was produced'

const hasProduced = ({ usedMicro, status }: CallResult): boolean => usedMicro > 0 || status === 'succeeded'

/** The end of a call with what it cost; what produced nothing is not paid. */
const endOf = (call: MeteredCall, result: CallResult) => ({
  scope: call.scope,
  work: unheldWork(call),
  result: hasProduced(result) ? { cost: costFor(call, result) } : { releasedBecause: nothingProduced },
})

const unheldWork = ({ id, subject }: MeteredCall) => ({ ...paidAs(id), subject })

/** Recorded for the model that served, whose price it is; the requested one is recorded beside it. */
function costFor({ subject }: MeteredCall, result: CallResult): Cost {
  const { usedMicro, usage, servedModel, isEstimated, isUnpriced } = result
  const isFallback = servedModel !== null && servedModel !== subject.modelId
  return {
    microCredits: usedMicro,
    quantity: { tokens: usage.promptTokens + usage.completionTokens, calls: 1 },
    ...(servedModel === null ? {} : { priceRef: `model:${servedModel}`, modelId: servedModel }),
    metadata: {
      ...(isEstimated ? { estimated: true } : {}),
      ...(isUnpriced ? { unpriced: true } : {}),
      ...(isFallback ? { requestedModelId: subject.modelId } : {}),
    },
  }
}

const serverStopped = 'The server stopped, or lost the database, before the model had responded.'
