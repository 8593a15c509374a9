import type { Clock } from '../../../../kernel/clock.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { nearMatches } from '../../../../kernel/text/near-names.ts'
import { embeddingModels, preferredEmbeddings } from '../../catalogue/embedding-models.ts'
import type { Embeddings, Provider, ProviderFailure } from '../../providers/port.ts'
import { isOpenProvider, type ProviderSettings, takesTokens } from '../../providers/registry.ts'
import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import { readCallSettings } from '../../read-settings.ts'
import { type Embedded, type EmbeddingBody, type EmbeddingReply, embeddedOf } from '../../schema/embedding.ts'
import type { Attempt } from '../../schema/stored-call.ts'
import { type CallTimeouts, startDeadlines } from '../calls/deadlines.ts'
import type { InFlight } from '../calls/in-flight.ts'
import { noUsage } from '../calls/meter.ts'
import type { Slots } from '../limits/slots.ts'
import type { ThrottledDb } from '../limits/throttled-db.ts'
import type { Billing, MeteredCall } from '../pricing/billing.ts'
import { possibleTokens } from '../pricing/possible-usage.ts'
import { costOf } from '../pricing/price.ts'
import type { Prices } from '../pricing/prices.ts'
import { callWithEachKey } from '../providers/each-key.ts'
import { toCallError } from '../providers/failures.ts'
import type { ProviderHealth } from '../providers/health.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'

export type EmbeddingDeps = {
  dbOf(projectId: string): ThrottledDb
  clock: Clock
  billing: Billing
  settingsOf: ProviderSettingsOf
  open(settings: ProviderSettings, key: string): Promise<Provider>
  health: ProviderHealth
  tokenizer: Tokenizer
  timeouts: CallTimeouts
  slots: Slots
  inFlight: InFlight
  prices: Pick<Prices, 'ofTokens'>
  creditsPerUsd: number
  log: Log
}

const perCredit = 1_000_000
const bytesPerToken = 3
const nothingYet = { promptTokens: 0, completionTokens: 0 }

/** Vectors of texts, booked like any other call. */
export function createEmbeddings(deps: EmbeddingDeps) {
  const { dbOf, clock, billing, settingsOf, tokenizer, slots, inFlight, creditsPerUsd, log } = deps

  async function resolve(scope: Scope, requested: string | undefined) {
    const { providers, storePrompts } = await readCallSettings(dbOf(scope.projectId), scope)
    const usable = (id: string) =>
      settingsOf.find(scope, providers, id.slice(0, Math.max(0, id.indexOf('/'))))
    const modelId = requested ?? preferredEmbeddings.find(usable)!
    const settings = usable(modelId)
    const listed = embeddingModels[modelId]
    const name = modelId.slice(0, Math.max(0, modelId.indexOf('/')))
    // What no list knows has no price: it must not be had for nothing from a provider whose models are known.
    const isUnlisted = !listed && (settings?.kind === 'local' || !isOpenProvider(name))
    if (!settings || isUnlisted) throw notAvailable(modelId, listed !== undefined)
    const pricing = listed ? { pricing: { ...listed, completion: '0' } } : null
    const price = deps.prices.ofTokens(modelId, pricing, settings)
    return { modelId, settings, price, storePrompts }
  }

  async function countOf({ input }: EmbeddingBody): Promise<number> {
    const all = embeddedOf(input)
    const words = all.filter((each) => typeof each === 'string')
    const counted = words.length > 0 ? await tokenizer.count(words.join('\n')) : 0
    return all.reduce<number>((sum, each) => (typeof each === 'string' ? sum : sum + each.length), counted)
  }

  type Resolved = Awaited<ReturnType<typeof resolve>>
  type Outcome = {
    found: Embeddings | null
    error: AppError | null
    isCancelled: boolean
    attempts: Attempt[]
  }

  function begin(scope: Scope, { modelId, settings, price, storePrompts }: Resolved, body: EmbeddingBody) {
    const texts = embeddedOf(body.input)
    const promptTokens = texts.reduce((sum, text) => sum + tokensAtMost(text), texts.length)
    return billing.begin(scope, {
      kind: 'embedding',
      requestedModel: modelId,
      provider: settings.name,
      isStreamed: false,
      holdId: null,
      leastMicro: 0,
      worstMicro: costOf(price, { ...noUsage, promptTokens }, creditsPerUsd).microCredits,
      storesPayloads: storePrompts,
      metadata: body.metadata ?? {},
      prompt: { texts },
    })
  }

  async function ask(
    metered: MeteredCall,
    { modelId, settings }: Resolved,
    body: EmbeddingBody,
    { caller, since }: { caller: AbortSignal; since(): number },
  ): Promise<Outcome> {
    const signal = AbortSignal.any([caller, inFlight.signal])
    const deadlines = startDeadlines(signal, deps.timeouts, { elapsedMs: since(), isStreamed: false })
    const attempts: Attempt[] = []
    let isWhole = false
    let startMs = since()
    const onAttempt = (key: number, failure: ProviderFailure | null) => {
      const { message: error = null, status = null } = failure ?? {}
      const outcome = failure ? 'failed' : 'answered'
      const times = { startMs, firstTokenMs: null, endMs: since() }
      attempts.push({ model: modelId, provider: settings.name, key, ...times, outcome, error, status })
      startMs = since()
    }
    const vendorId = modelId.slice(modelId.indexOf('/') + 1)
    const request = { vendorId, texts: embeddedOf(body.input), dimensions: body.dimensions ?? null }
    const moving = { projectId: metered.scope.projectId, id: metered.id, tokens: () => nothingYet }
    try {
      const requested = { ...request, signal: deadlines.signal }
      const subject = { modelId, projectId: metered.scope.projectId }
      const watched = { settings, subject, signal: deadlines.signal }
      const requesting = callWithEachKey(deps, watched, ({ embed }) => embed(requested), onAttempt)
      const found = await inFlight.add(moving, requesting)
      isWhole = true
      return { found, error: null, isCancelled: false, attempts }
    } catch (failure) {
      return { found: null, error: toCallError(failure, modelId), isCancelled: signal.aborted, attempts }
    } finally {
      deadlines.end({ isWhole })
    }
  }

  async function perform(scope: Scope, body: EmbeddingBody, caller: AbortSignal): Promise<EmbeddingReply> {
    const startedAt = performance.now()
    const since = () => Math.round(performance.now() - startedAt)
    const resolved = await resolve(scope, body.model)
    const { modelId, settings, price } = resolved
    if (!takesTokens(settings.kind) && embeddedOf(body.input).some((each) => typeof each !== 'string'))
      throw textsOnly(modelId)
    const metered = await begin(scope, resolved, body)
    const { found, error, isCancelled, attempts } = await ask(metered, resolved, body, { caller, since })
    const counted = found && (found.tokens ?? (await countOf(body)))
    const most = possibleTokens(embeddedOf(body.input))
    const isCapped = counted !== null && counted > most
    if (isCapped)
      log.warn({ callId: metered.id, model: modelId, reported: counted, charged: most }, 'llm usage capped')
    const usage = { ...noUsage, promptTokens: Math.min(counted ?? 0, most) }
    const cost = costOf(price, usage, creditsPerUsd)
    if (cost.microCredits > metered.heldMicro && !(await billing.raise(metered, cost.microCredits)))
      cost.microCredits = metered.heldMicro
    const isEstimated = isCapped || (found !== null && found.tokens === null)
    const chargedMicro = await billing.finish(metered, {
      status: isCancelled ? 'cancelled' : error ? 'failed' : 'succeeded',
      servedModel: found && modelId,
      provider: settings.name,
      finishReason: found ? 'stop' : 'error',
      usage,
      isEstimated,
      isUnpriced: !price.isKnown,
      usedMicro: cost.microCredits,
      usd: cost.usd,
      firstTokenMs: null,
      totalMs: since(),
      attempts,
      answer: null,
      at: clock.now(),
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
    })
    if (!found) throw error
    const credits = chargedMicro / perCredit
    return {
      id: metered.id,
      model: modelId,
      provider: settings.name,
      latencyMs: since(),
      dimensions: found.vectors[0]!.length,
      embeddings: found.vectors,
      usage: { ...usage, credits, usd: cost.usd, estimated: isEstimated, unpriced: !price.isKnown },
    }
  }

  return {
    async embeddings(scope: Scope, body: EmbeddingBody, signal: AbortSignal): Promise<EmbeddingReply> {
      inFlight.refuseWhenStopping()
      const giveBack = slots.take(scope.projectId)
      try {
        return await inFlight.watch(perform(scope, body, signal))
      } finally {
        giveBack()
      }
    },
    /** Throws where the project cannot use the model. */
    async check(scope: Scope, modelId: string): Promise<void> {
      await resolve(scope, modelId)
    },
    /** What so many tokens cost. */
    async creditsFor(scope: Scope, modelId: string, promptTokens: number): Promise<number> {
      const { price } = await resolve(scope, modelId)
      return costOf(price, { ...noUsage, promptTokens }, creditsPerUsd).microCredits / perCredit
    },
  }
}

export type EmbeddingService = ReturnType<typeof createEmbeddings>['embeddings']

const tokensAtMost = (input: Embedded): number =>
  typeof input === 'string' ? Math.ceil(Buffer.byteLength(input) / bytesPerToken) : input.length

const textsOnly = (modelId: string) =>
  new AppError('unsupported_parameter', `${modelId} does not accept token input`, {
    details: [{ in: 'body', path: '/input', rule: 'supported', message: 'must be text for this model' }],
    facts: { modelId, parameter: 'input' },
    hint: 'Send text instead.',
  })

function notAvailable(modelId: string, isKnown: boolean): AppError {
  const matches = nearMatches(modelId, Object.keys(embeddingModels))
  return isKnown
    ? new AppError('provider_not_configured', `${modelId} is not available: its provider is not configured`, {
        facts: { modelId },
        hint: 'Ask an admin to add a key with PUT /api/v1/ai/providers.',
      })
    : new AppError('model_not_found', `There is no embedding model ${modelId}`, {
        facts: { nearMatches: matches },
        hint: `Try ${preferredEmbeddings.at(-1)}, which needs no key.`,
      })
}
