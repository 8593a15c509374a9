import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Audit } from '../audit/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Files } from '../files/index.ts'
import type { Usage } from '../usage/index.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import type { ProviderSettings } from './providers/registry.ts'
import { createTokenizer } from './providers/tokens.ts'
import { chatRoutes } from './routes/chat.ts'
import { modelRoutes } from './routes/models.ts'
import { createAttachments } from './service/attachments.ts'
import { createAttempts } from './service/attempts.ts'
import { createBooks } from './service/books.ts'
import { type Calls, createCalls } from './service/calls.ts'
import { type CallTimeouts, usualTimeouts } from './service/deadlines.ts'
import { createEngine } from './service/engine.ts'
import { createProviderHealth } from './service/health.ts'
import { createModelService } from './service/models.ts'
import { createPlanner } from './service/plan.ts'
import { createProviderSettings } from './service/provider-settings.ts'
import { createQuotes } from './service/quotes.ts'
import { createSlots } from './service/slots.ts'
import { noTracer } from './service/tracing.ts'
import { createUnderWay } from './service/under-way.ts'

/**
 * Every model through one door. Wires and areas above ask for a call in one form and hear it in one form:
 *
 *   llm.call(scope, request, signal): AsyncIterable<CallEvent>   `start`, what the model says, `error`?, `end`
 *   llm.complete(scope, request, signal): Promise<ChatReply>     the same call, its answer as a whole
 *
 * What fails before the model has begun to answer is thrown as an `AppError`; what breaks off later is an `error` event
 * before `end` (`complete` throws it). A call is written down and its worst price is held before a model is asked; its
 * end and its exact price are written together, also when the caller leaves, the time is over or the process dies.
 * Aborting `signal`, or ending the iteration, ends the call upstream. `request` is made with `chatRequest` and the like,
 * or by hand: see `schema/call-request.ts`.
 *
 * The catalogue comes with the release and is the same for every project; a project switches models on and off and may
 * bring its own providers. Prices are exact texts and never pass through a floating-point number. `local/demo` is always
 * there and is not a language model.
 */
export type Llm = Pick<Calls, 'call' | 'complete'>
export type { CallEvent, CallRequest } from './schema/call-request.ts'
export type { ChatReply } from './schema/chat.ts'
export type { Message } from './schema/message.ts'
export type { ProviderSettings as LlmProviderSettings }

/** What the operator decides. */
export type LlmOptions = {
  providers?: readonly ProviderSettings[]
  /** Looks for an Ollama server on this machine. */
  findsOllama?: boolean
  /** Calls of one project at once, on each node. */
  callsAtOnce?: number
  timeouts?: Partial<CallTimeouts>
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
  outbound: Outbound
  sealer: Sealer
  creditsPerUsd: number
  options?: LlmOptions | undefined
}

export const usualCallsAtOnce = 500

export function createLlm(deps: LlmDeps) {
  const { db, clock, creditsPerUsd, options = {} } = deps
  const nodeId = deps.newId()
  const timeouts = { ...usualTimeouts, ...options.timeouts }
  const catalogue = createCatalogue()
  const tokenizer = createTokenizer()
  const models = createModelService({ ...deps, catalogue })
  const engine = createEngine({ ...deps, tokenizer, timeouts, findsOllama: options.findsOllama ?? false })
  const settingsOf = createProviderSettings({
    sealer: deps.sealer,
    operatorProviders: options.providers ?? [],
    ollama: engine.ollama,
  })
  const attachments = createAttachments(deps.files)
  const plan = createPlanner({ db, catalogue, settingsOf, attachments, tokenizer, creditsPerUsd })
  const quotes = createQuotes({ ...deps, plan })
  const books = createBooks({ ...deps, quotes, catalogue, nodeId })
  const underWay = createUnderWay({ ...deps, nodeId })
  const ask = createAttempts({ open: engine.open, health: createProviderHealth(clock), timeouts })
  const slots = createSlots(options.callsAtOnce ?? usualCallsAtOnce)
  const calls = createCalls({
    ...{ clock, plan, books, ask, tokenizer, slots, underWay, creditsPerUsd },
    tracer: noTracer,
  })

  return {
    call: calls.call,
    complete: calls.complete,
    start: engine.start,
    async stop(): Promise<void> {
      await underWay.stop()
      await engine.stop()
    },
    routes: [...modelRoutes(models), ...chatRoutes(calls)],
  }
}
