import type { RetainedSince } from '../../kernel/area.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createRequestCoalescer } from '../../kernel/db/batching/request-coalescer.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { LostWork } from '../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../kernel/leases/node-lease.ts'
import type { MemoryBudget } from '../../kernel/limits/memory-budget.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Audit } from '../audit/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Files } from '../files/index.ts'
import type { Usage } from '../usage/index.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { preferredEmbeddings } from './catalogue/embedding-models.ts'
import { anthropicRoutes } from './compat/anthropic/routes.ts'
import { createModelNames } from './compat/model-names.ts'
import { openAiRoutes } from './compat/openai/routes.ts'
import { makeMediaJob } from './jobs/make-media.ts'
import { llmManifest } from './manifest.ts'
import { createLocalEncoder, type LocalEncoder } from './providers/local-encoder/local-encoder.ts'
import { localProvider, operatorProvider, type ProviderSettings } from './providers/registry.ts'
import { createTokenizer, type Tokenizer } from './providers/tokenizer/tokenizer.ts'
import { countTokens, estimateTokens } from './providers/tokens.ts'
import { readCallSettings } from './read-settings.ts'
import { callRoutes } from './routes/calls.ts'
import { chatRoutes } from './routes/chat.ts'
import { measureRoutes } from './routes/measures.ts'
import { mediaRoutes } from './routes/media.ts'
import { modelRoutes } from './routes/models.ts'
import { providerRoutes } from './routes/providers.ts'
import type { ChatReply } from './schema/chat.ts'
import { atAddress, type Message } from './schema/message.ts'
import { type TextRequest, textRequest } from './schema/text-request.ts'
import { createAttachments } from './service/calls/attachments.ts'
import { createAttempts } from './service/calls/attempts.ts'
import { type Calls, createCalls } from './service/calls/calls.ts'
import { type CallTimeouts, defaultTimeouts } from './service/calls/deadlines.ts'
import { callUserData, createHistory } from './service/calls/history.ts'
import { createInFlight } from './service/calls/in-flight.ts'
import { createPlanner } from './service/calls/plan.ts'
import { createTracer } from './service/calls/tracing.ts'
import { createSettingsCache } from './service/limits/settings-cache.ts'
import { createSlots } from './service/limits/slots.ts'
import { createThrottledDb } from './service/limits/throttled-db.ts'
import { createMediaBilling } from './service/media/billing.ts'
import { createMediaJobs } from './service/media/jobs.ts'
import { createMediaMaker } from './service/media/make.ts'
import { createMediaPlanner } from './service/media/plan.ts'
import { createMediaUserData } from './service/media/user-data.ts'
import { createEmbed, type Embed } from './service/models/embed.ts'
import { createEmbeddings } from './service/models/embeddings.ts'
import { createIgnoredSettings } from './service/models/ignored-settings.ts'
import { createModelService, type ModelService } from './service/models/models.ts'
import { createModelSync } from './service/models/sync.ts'
import { createUsableModels } from './service/models/usable-models.ts'
import { createModelWindows } from './service/models/windows.ts'
import { createBilling } from './service/pricing/billing.ts'
import { createProviderCounter } from './service/pricing/count-at-provider.ts'
import { createTokenCounter } from './service/pricing/count-tokens.ts'
import { type ConfiguredPrices, createPrices } from './service/pricing/prices.ts'
import { createQuotes } from './service/pricing/quotes.ts'
import { createAvailability } from './service/providers/availability.ts'
import { createEngine } from './service/providers/engine.ts'
import { createProviderHealth } from './service/providers/health.ts'
import { createProviderSettings } from './service/providers/provider-settings.ts'
import { createProviders } from './service/providers/providers.ts'
import { callTable, deletePayloads } from './store/call.ts'
import { mediaJobTable } from './store/media-job.ts'

/**
 * One gateway for every model. Compatible APIs and the areas above use one request and one event format:
 *
 *   llm.call(scope, request, signal): AsyncIterable<CallEvent>   `start`, what the model says, `error`?, `end`
 *   llm.prepare(scope, request): Promise<PreparedCall | null>     the same for a call that begins with a commit of its caller
 *   llm.complete(scope, request, signal): Promise<ChatReply>     one prompt, not streamed
 *
 * What fails before the model has begun to respond is thrown as an `AppError`; a later failure is an `error` event
 * before `end` (`complete` throws it). A call is recorded and its worst-case price is held before a model is called; its
 * end and its exact price are written together, also when the caller leaves, the time is over or the process dies.
 * Aborting `signal`, or ending the iteration, ends the call upstream. `request` is made with `chatRequest` and the like,
 * or by hand: see `schema/call-request.ts`.
 *
 * The catalogue comes with the release and is the same for every project; a project switches models on and off and may
 * bring its own providers. Prices are exact texts and never pass through a floating-point number. `local/demo` is always
 * there and is not a language model.
 *
 * @public for compatible APIs and areas above.
 */
export type Llm = Pick<Calls, 'call' | 'prepare'> & {
  complete(scope: Scope, request: TextRequest, signal: AbortSignal): Promise<ChatReply>
  /** The call of one prompt, for those who stream it. */
  textRequest: typeof textRequest
  /** Whether a chat model of this name can be chosen in the project. */
  hasModel: ModelService['has']
  /** For conversations that are deleted. */
  forgetPayloads: typeof deletePayloads
  /** What a URL in a message refers to; a `data:` URL is decoded. */
  contentAt: typeof atAddress
  /** Vectors of texts, and which models there are for them. */
  embeddings: Embed
  /** How much text a model takes. */
  windowOf: ReturnType<typeof createModelWindows>
  /** Which settings have no effect with a model. */
  ignoredSettings: ReturnType<typeof createIgnoredSettings>
  /** A quick upper estimate of the tokens of messages and of what is sent with them. */
  estimateTokens: typeof estimateTokens
  /** Counted as GPT models do: near the truth for others. */
  countTokens(messages: readonly Message[], extra?: string): Promise<number>
}

export { createLocalEncoder } from './providers/local-encoder/local-encoder.ts'
export { createTokenizer } from './providers/tokenizer/tokenizer.ts'
/** @public The request and the events of a call. */
export type { CallEvent, CallRequest } from './schema/call-request.ts'
/** @public Its response as a whole. */
export type { ChatReply } from './schema/chat.ts'
/** @public What is said in it. */
export type { Message } from './schema/message.ts'
export type { PendingEnd } from './schema/pending-end.ts'
/** @public How a call begins and ends in commits of its caller. */
export type { CallOptions, PreparedCall } from './schema/prepared-call.ts'
/** @public One prompt outside of a conversation. */
export type { TextRequest } from './schema/text-request.ts'
/** @public Prices as the operator gives them. */
export type { ConfiguredPrices } from './service/pricing/prices.ts'

/** What the operator decides. */
export type LlmOptions = {
  providers?: readonly (Pick<ProviderSettings, 'name' | 'keys'> & Partial<ProviderSettings>)[]
  /** The variables that set each provider up, for those who ask. */
  variables?: Readonly<Record<string, readonly string[]>>
  /** Where spans of calls are sent. */
  otlp?: { endpoint: string; headers: string | null } | null
  /** Looks for an Ollama server on this machine. */
  findsOllama?: boolean
  /** Concurrent calls of one project, on each node. */
  maxConcurrentCalls?: number
  timeouts?: Partial<CallTimeouts>
  /** Shared by several apps of one process; each has its own otherwise. */
  tokenizer?: Tokenizer
  encoder?: LocalEncoder
  /** What models cost that no catalogue knows, or cost differently here. */
  prices?: ConfiguredPrices
}

export type LlmDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  audit: Audit
  usage: Usage
  externalUsers: ExternalUsers
  files: Files
  runs: Runs
  outbound: Outbound
  sealer: Sealer
  memoryBudget: MemoryBudget
  lease: NodeLease
  lostWork: LostWork
  creditsPerUsd: number
  publicUrl: URL
  options?: LlmOptions | undefined
}

type LlmParts = Omit<LlmDeps, 'options'> & { llmOptions?: LlmOptions | undefined }

export const defaultConcurrentCalls = 500

export function createLlm(deps: LlmDeps) {
  const { db, clock, log, creditsPerUsd, options = {} } = deps
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const catalogue = createCatalogue()
  const tokenizer = options.tokenizer ?? createTokenizer()
  const encoder = options.encoder ?? createLocalEncoder()
  const engine = createEngine({
    ...deps,
    tokenizer,
    encoder,
    timeouts,
    findsOllama: options.findsOllama ?? false,
  })
  const operatorProviders = (options.providers ?? []).map(operatorProvider)
  const settingsOf = createProviderSettings({ ...deps, operatorProviders, ollama: engine.ollama })
  const attachments = createAttachments(deps.files)
  const dbOf = createThrottledDb(db)
  const prices = createPrices(options.prices)
  const availabilityOf = createAvailability({ settingsOf, prices })
  const models = createModelService({ ...deps, catalogue, availabilityOf, settingsOf })
  const plan = createPlanner({ catalogue, settingsOf, attachments, tokenizer, prices, creditsPerUsd })
  // A quote with an idempotency key is made inside a transaction, where no one may wait for a turn or for others.
  const quotes = createQuotes({ ...deps, plan })
  const billing = createBilling({
    ...deps,
    quotes,
    catalogue,
    prices,
    dbOf,
    coalesce: createRequestCoalescer(db),
  })
  const inFlight = createInFlight({ ...deps, nodeId: deps.lease.nodeId })
  const health = createProviderHealth(clock)
  const ask = createAttempts({ open: engine.open, health, timeouts })
  const slots = createSlots(options.maxConcurrentCalls ?? defaultConcurrentCalls)
  const shared = {
    db,
    clock,
    plan,
    billing,
    tokenizer,
    slots,
    inFlight,
    creditsPerUsd,
    log,
    health,
    timeouts,
    settingsOf,
  }
  const tracer = createTracer({ clock, log, fetch: engine.fetch, otlp: options.otlp ?? null })
  const settings = createSettingsCache((projectId) => readCallSettings(dbOf(projectId), { projectId }))
  const calls = createCalls({
    ...shared,
    settings,
    callProvider: ask,
    tracer,
    memoryBudget: deps.memoryBudget,
  })
  const { embeddings, check, creditsFor } = createEmbeddings({ ...shared, prices, dbOf, open: engine.open })
  const embed = createEmbed({ encoder, embeddings, check, creditsFor })
  const variables = options.variables ?? {}
  const providers = createProviders({
    ...deps,
    catalogue,
    settingsOf,
    operatorProviders,
    variables,
    calls,
    health,
  })
  const sync = createModelSync({ ...shared, catalogue, listVendorIds: engine.listVendorIds })
  const count = createTokenCounter({ tokenizer, catalogue })
  const compat = {
    clock,
    calls,
    embeddings,
    count,
    countAtProvider: createProviderCounter({
      ...shared,
      catalogue,
      settings,
      attachments,
      open: engine.open,
    }),
    modelIdOf: createModelNames(catalogue),
    listUsable: createUsableModels({ db, models, availabilityOf }),
  }
  const mediaBilling = createMediaBilling(deps)
  const making = {
    ...deps,
    plan: createMediaPlanner({ db, catalogue, settingsOf, prices }),
    billing: mediaBilling,
  }
  const media = createMediaJobs(making)
  const make = createMediaMaker({ ...making, open: engine.open, health })
  deps.runs.register(makeMediaJob({ db, clock, make, billing: mediaBilling }))
  for (const table of [mediaJobTable, callTable]) deps.usage.registerWork(table.workSource)

  return {
    call: calls.call,
    prepare: calls.prepare,
    complete: (scope: Scope, request: TextRequest, signal: AbortSignal) =>
      calls.complete(scope, textRequest(request), signal),
    textRequest,
    hasModel: models.has,
    embeddings: embed,
    forgetPayloads: deletePayloads,
    contentAt: atAddress,
    windowOf: createModelWindows({ catalogue, settings, settingsOf }),
    ignoredSettings: createIgnoredSettings({ catalogue, settings, settingsOf }),
    estimateTokens,
    countTokens: (messages: readonly Message[], extra?: string) => countTokens(tokenizer, messages, extra),
    userData: [callUserData, createMediaUserData({ billing: mediaBilling, clock })],
    capabilities: {
      /** The providers that every project can use. */
      llm: async () =>
        [localProvider, ...operatorProviders, engine.ollama() ?? []]
          .flat()
          .map(({ name, kind }) => ({ name, kind, isLive: true, isLanguageModel: kind !== 'local' })),
      embeddings: async () =>
        preferredEmbeddings.flatMap((model) => {
          const name = model.split('/')[0]!
          const isLive =
            name === localProvider.name
              ? encoder.isAvailable
              : operatorProviders.some((each) => each.name === name)
          return isLive ? [{ name, model, isLive }] : []
        }),
    },
    start: engine.start,
    /** Gives back quotes that no one used, forgets what is old. */
    async sweep(retainedSince: RetainedSince): Promise<void> {
      await quotes.expire()
      await media.endOrphans()
      for (const { projectId, since } of retainedSince)
        for (const table of [callTable, mediaJobTable]) await table.forgetOld(db, projectId, since)
    },
    async stop(): Promise<void> {
      await inFlight.stop()
      await billing.stop()
      await tracer.stop()
      await engine.stop()
      if (tokenizer !== options.tokenizer) await tokenizer.close()
      if (encoder !== options.encoder) await encoder.close()
    },
    routes: [
      ...modelRoutes(models),
      ...chatRoutes(calls),
      ...measureRoutes({ embeddings, quotes, count }),
      ...callRoutes(createHistory(db)),
      ...providerRoutes({ providers, sync }),
      ...mediaRoutes(media),
      ...openAiRoutes(compat),
      ...anthropicRoutes(compat),
    ],
  }
}

export const llmArea = {
  manifest: llmManifest,
  key: 'llm',
  create: ({ llmOptions, ...deps }: LlmParts) => createLlm({ ...deps, options: llmOptions }),
} as const
