import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { embeddingModels, preferredEmbeddings } from '../catalogue/embedding-models.ts'
import { nearMatches } from '../catalogue/near-matches.ts'
import { type Embeddings, type Provider, ProviderFailure } from '../providers/port.ts'
import type { ProviderSettings } from '../providers/registry.ts'
import type { Tokenizer } from '../providers/tokens.ts'
import { readCallSettings } from '../read-settings.ts'
import type { EmbeddingBody, EmbeddingReply } from '../schema/embedding.ts'
import type { Attempt } from '../schema/kept-call.ts'
import type { Books } from './books.ts'
import { type CallTimeouts, startDeadlines } from './deadlines.ts'
import { toCallError } from './failures.ts'
import type { ProviderHealth } from './health.ts'
import { noUsage } from './meter.ts'
import { costOf, noPrice, tokenPriceOf } from './price.ts'
import type { ProviderSettingsOf } from './provider-settings.ts'
import type { Slots } from './slots.ts'
import type { UnderWay } from './under-way.ts'

export type EmbeddingDeps = {
  db: Db
  clock: Clock
  books: Books
  settingsOf: ProviderSettingsOf
  open(settings: ProviderSettings, key: string): Promise<Provider>
  health: ProviderHealth
  tokenizer: Tokenizer
  timeouts: CallTimeouts
  slots: Slots
  underWay: UnderWay
  creditsPerUsd: number
}

const perCredit = 1_000_000
const bytesPerToken = 3
const nothingYet = { promptTokens: 0, completionTokens: 0 }

/** Vectors of texts, booked like any other call. */
export function createEmbeddings(deps: EmbeddingDeps) {
  const { db, clock, books, settingsOf, health, tokenizer, slots, underWay, creditsPerUsd } = deps

  async function resolve(scope: Scope, wanted: string | undefined) {
    const { providers, storePayloads } = await readCallSettings(db, scope)
    const usable = (id: string) =>
      settingsOf.find(scope, providers, id.slice(0, Math.max(0, id.indexOf('/'))))
    const modelId = wanted ?? preferredEmbeddings.find(usable)!
    const settings = usable(modelId)
    const listed = embeddingModels[modelId]
    if (!settings || (settings.kind === 'local' && !listed)) throw notAvailable(modelId, listed !== undefined)
    const price = listed ? tokenPriceOf({ pricing: { ...listed, completion: '0' } }) : noPrice
    return { modelId, settings, price, storePayloads }
  }

  /** Every key once, as long as the fault is the key's. */
  async function embed(
    settings: ProviderSettings,
    request: Parameters<Provider['embed']>[0],
    onAttempt: (key: number, failure: ProviderFailure | null) => void,
  ): Promise<Embeddings> {
    const tried = new Set<number>()
    for (let last: unknown = null; ; ) {
      const use = health.pick(settings, tried)
      if (!use) throw last ?? new ProviderFailure('refused', `${settings.name} is not asked for a while`)
      tried.add(use.index)
      try {
        const found = await (await deps.open(settings, use.key)).embed(request)
        health.answered(use.mark)
        onAttempt(use.index, null)
        return found
      } catch (error) {
        const failure: unknown = request.signal.aborted ? request.signal.reason : error
        if (!(failure instanceof ProviderFailure)) {
          health.letGo(use.mark)
          throw failure
        }
        health.failed(use.mark, failure)
        onAttempt(use.index, failure)
        if (failure.kind !== 'busy' && failure.kind !== 'refused') throw failure
        last = failure
      }
    }
  }

  async function perform(scope: Scope, body: EmbeddingBody, caller: AbortSignal): Promise<EmbeddingReply> {
    const startedAt = performance.now()
    const since = () => Math.round(performance.now() - startedAt)
    const { modelId, settings, price, storePayloads } = await resolve(scope, body.model)
    const texts = [body.input].flat()
    const rough =
      Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / bytesPerToken) + texts.length
    const booked = await books.begin(scope, {
      ...{ kind: 'embedding', modelAsked: modelId, provider: settings.name, isStreamed: false, holdId: null },
      worstMicro: costOf(price, { ...noUsage, promptTokens: rough }, creditsPerUsd).microCredits,
      storesPayloads: storePayloads,
      metadata: body.metadata ?? {},
      prompt: { texts },
    })
    const deadlines = startDeadlines(AbortSignal.any([caller, underWay.signal]), deps.timeouts, {
      elapsedMs: since(),
      isStreamed: false,
    })
    const attempts: Attempt[] = []
    let startMs = since()
    const onAttempt = (key: number, failure: ProviderFailure | null) => {
      attempts.push({
        ...{ model: modelId, provider: settings.name, key, startMs, firstTokenMs: null, endMs: since() },
        ...{
          outcome: failure ? 'failed' : 'answered',
          error: failure?.message ?? null,
          status: failure?.status ?? null,
        },
      })
      startMs = since()
    }
    const request = {
      vendorId: modelId.slice(modelId.indexOf('/') + 1),
      texts,
      dimensions: body.dimensions ?? null,
    }
    const asking = embed(settings, { ...request, signal: deadlines.signal }, onAttempt)
    const outcome = await underWay
      .add({ projectId: scope.projectId, id: booked.id, tokens: () => nothingYet }, asking)
      .then((found) => ({ found, error: null }))
      .catch((error) => ({ found: null, error: toCallError(error, modelId) }))
      .finally(deadlines.end)
    const { found, error } = outcome
    const isCancelled = error !== null && caller.aborted
    const promptTokens = found ? (found.tokens ?? (await tokenizer.count(texts.join('\n')))) : 0
    const usage = { ...noUsage, promptTokens }
    const cost = costOf(price, usage, creditsPerUsd)
    if (cost.microCredits > booked.heldMicro && !(await books.raise(booked, cost.microCredits)))
      cost.microCredits = booked.heldMicro
    const isEstimated = found !== null && found.tokens === null
    const chargedMicro = await books.finish(booked, {
      status: isCancelled ? 'cancelled' : error ? 'failed' : 'succeeded',
      ...{
        modelServed: found ? modelId : null,
        provider: settings.name,
        finishReason: found ? 'stop' : 'error',
      },
      ...{ usage, isEstimated, isUnpriced: !price.isKnown, usedMicro: cost.microCredits, usd: cost.usd },
      ...{ firstTokenMs: null, totalMs: since(), attempts, answer: null, at: clock.now() },
      ...{ errorCode: error?.code ?? null, errorMessage: error?.message ?? null },
    })
    if (error) throw error
    return {
      ...{ id: booked.id, model: modelId, provider: settings.name, latencyMs: since() },
      dimensions: found!.vectors[0]!.length,
      embeddings: found!.vectors,
      usage: {
        ...usage,
        ...{
          credits: chargedMicro / perCredit,
          usd: cost.usd,
          estimated: isEstimated,
          unpriced: !price.isKnown,
        },
      },
    }
  }

  return async function embeddings(
    scope: Scope,
    body: EmbeddingBody,
    signal: AbortSignal,
  ): Promise<EmbeddingReply> {
    underWay.refuseWhenStopping()
    const giveBack = slots.take(scope.projectId)
    try {
      return await underWay.watch(perform(scope, body, signal))
    } finally {
      giveBack()
    }
  }
}

export type EmbeddingService = ReturnType<typeof createEmbeddings>

function notAvailable(modelId: string, isKnown: boolean): AppError {
  const matches = nearMatches(modelId, Object.keys(embeddingModels))
  return isKnown
    ? new AppError('provider_not_configured', `${modelId} cannot be called: its provider is not set up`, {
        facts: { modelId },
        hint: 'An admin adds a key with PUT /api/v1/ai/providers.',
      })
    : new AppError('model_not_found', `There is no model ${modelId} that embeds`, {
        facts: { nearMatches: matches },
        hint: `Try ${preferredEmbeddings.at(-1)}, which needs no key.`,
      })
}
