import type { Clock } from '../../../../kernel/clock.ts'
import { betweenPieces, createPace } from '../../../../kernel/compute/pace.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { MemoryBudget } from '../../../../kernel/limits/memory-budget.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ModelPart } from '../../providers/port.ts'
import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import type { CallSettings } from '../../read-settings.ts'
import type { CallEvent, CallRequest } from '../../schema/call-request.ts'
import type { ChatReply } from '../../schema/chat.ts'
import type { CallOptions, PreparedCall } from '../../schema/prepared-call.ts'
import type { Attempt } from '../../schema/stored-call.ts'
import type { SettingsCache } from '../limits/settings-cache.ts'
import type { Slots } from '../limits/slots.ts'
import type { Billing, MeteredCall, NewMeteredCall } from '../pricing/billing.ts'
import { toCallError } from '../providers/failures.ts'
import { hasFileIds } from './attachments.ts'
import type { CallProvider, Target } from './attempts.ts'
import { createBudget } from './budget.ts'
import { createEventLine } from './event-line.ts'
import type { InFlight } from './in-flight.ts'
import { createMeter } from './meter.ts'
import { promptToStore } from './payload.ts'
import type { Planner } from './plan.ts'
import { replyOf, resultOf } from './result.ts'
import type { Run } from './run.ts'
import type { Tracer } from './tracing.ts'

export type CallDeps = {
  clock: Clock
  plan: Planner
  settings: SettingsCache
  billing: Billing
  callProvider: CallProvider
  tokenizer: Tokenizer
  slots: Slots
  inFlight: InFlight
  memoryBudget: MemoryBudget
  tracer: Pick<Tracer, 'record'>
  creditsPerUsd: number
  log: Log
}

const charsPerToken = 4

/** A planned call that has begun, or begins with a commit. */
type Begun = Pick<Run, 'metered' | 'request' | 'plan' | 'startedAt'>

/** A call as its listener sees it. */
export type FollowedCall = {
  /** What was heard since the last look; null at the end, or the failure. */
  next(): Promise<readonly CallEvent[] | null>
  /** Ends a call that is not at its end: the output until then is paid. */
  leave(): void
}

/**
 * Makes calls. Each runs by itself and is paid when it ends, whether anyone still listens or not; the caller that
 * leaves early ends it, and pays for the output until then.
 */
export function createCalls(deps: CallDeps) {
  const { plan, settings, billing, callProvider: ask, slots, inFlight, memoryBudget } = deps

  /** Reads the stream of the model. Returns why it broke off; null when it completed. */
  async function listen(run: Run, signal: AbortSignal, emit: (event: CallEvent) => void): Promise<unknown> {
    const { metered, request, meter, startedAt } = run
    const budget = createBudget({ ...deps, run })
    const pace = createPace()
    const receive = (target: Target, parts: readonly ModelPart[]): boolean | Promise<boolean> => {
      if (!run.served) {
        run.served = target
        run.firstTokenMs = Math.round(performance.now() - startedAt)
        emit(startOf(run, target))
      }
      return take(parts, 0)
    }
    // Called for every token: it makes a promise only where there is something to wait for.
    function take(parts: readonly ModelPart[], from: number): boolean | Promise<boolean> {
      for (let i = from; i < parts.length; i++) {
        const events = meter.take(parts[i]!)
        for (const event of events) emit(event)
        const isSpent = events.length > 0 && budget.isSpent()
        if (isSpent === true) return stopSpent()
        if (isSpent !== false) return isSpent.then((spent) => (spent ? stopSpent() : take(parts, i + 1)))
      }
      return pace()?.then(() => true) ?? true
    }
    function stopSpent(): false {
      run.isOverBudget = true
      return false
    }
    try {
      await ask({
        projectId: metered.scope.projectId,
        targets: budget.fit(run.plan.targets),
        messages: run.plan.messages,
        native: request.native,
        hold: run.held.grow,
        isStreamed: request.isStreamed || metered.ceilingMicro !== null,
        onAttempt: (attempt: Attempt) => void run.attempts.push(attempt),
        onParts: receive,
        signal,
        startedAt,
      })
      return null
    } catch (error) {
      return error ?? new Error('the call was interrupted')
    }
  }

  async function perform(
    run: Run,
    signal: AbortSignal,
    emit: (event: CallEvent) => void,
    { defersEnd = false }: CallOptions,
  ): Promise<void> {
    const failure = await listen(run, signal, emit)
    const isCancelled = failure !== null && signal.aborted
    const error =
      failure === null
        ? null
        : isCancelled
          ? cancelled(signal)
          : toCallError(failure, modelOf(run), knownOf(run))
    const result = await resultOf(run, { ...deps, error, isCancelled })
    if (result.usedMicro > run.metered.heldMicro) {
      const { ceilingMicro, heldMicro } = run.metered
      // A quote is honoured, and the balance is never overdrawn.
      const isCovered = ceilingMicro === null && (await billing.raise(run.metered, result.usedMicro))
      if (!isCovered) result.usedMicro = heldMicro
    }
    const pending = defersEnd && error === null ? billing.finishDeferred(run.metered, result) : null
    const chargedMicro = pending ? result.usedMicro : await billing.finish(run.metered, result)
    deps.tracer.record(run, result)
    if (error && !run.served) throw error
    if (error && !isCancelled)
      emit({ type: 'error', code: error.code, message: error.message, partial: true })
    emit({ type: 'end', reply: replyOf(run, result, chargedMicro), ...(pending ? { pending } : {}) })
  }

  /** The plan of the call, and how it begins. Null if it cannot begin with rows of its caller. */
  async function planWith<Billed>(
    scope: Scope,
    request: CallRequest,
    callSettings: CallSettings,
    begin: (call: NewMeteredCall) => Promise<Billed | null>,
  ): Promise<(Billed & Pick<Run, 'request' | 'plan' | 'startedAt'>) | null> {
    const startedAt = performance.now()
    const planned = await plan(scope, request, callSettings)
    const newCall = {
      ...request,
      ...planned,
      provider: planned.targets[0].settings.name,
      prompt: planned.storesPayloads ? promptToStore(request) : null,
    }
    await betweenPieces(charsPerToken * planned.promptTokens)
    const begun = await begin(newCall)
    return begun && { ...begun, request, plan: planned, startedAt }
  }

  function runOf(begun: Begun): Run {
    const held = memoryBudget.open(begun.metered.scope.projectId)
    const { parallelToolCalls } = begun.request.parameters
    return {
      ...begun,
      meter: createMeter(held, { hasOneCall: parallelToolCalls === false }),
      held,
      attempts: [],
      served: null,
      firstTokenMs: null,
      isOverBudget: false,
      isUsageCapped: false,
    }
  }

  const meteredBy =
    (begin: (call: NewMeteredCall) => Promise<MeteredCall | null>) => async (call: NewMeteredCall) => {
      const metered = await begin(call)
      return metered && { metered }
    }

  /** Without reading the caller and the settings first where they are known and no other query is needed. */
  async function begin(scope: Scope, request: CallRequest): Promise<Begun> {
    const canAssume = billing.canAssume(scope, request) && !hasFileIds(request.messages)
    const cached = canAssume ? settings.cached(scope.projectId) : null
    const ifStill = meteredBy((call) => billing.beginIfStill(scope, call, cached!.mark!))
    // What is refused by old settings may be allowed by those of now.
    const begun = cached && (await planWith(scope, request, cached, ifStill).catch(() => null))
    if (begun) return begun
    const confirmed = (await scope.assumed?.confirm()) ?? scope
    const current = await settings.read(scope.projectId)
    return (await planWith(
      confirmed,
      request,
      current,
      meteredBy((call) => billing.begin(confirmed, call)),
    ))!
  }

  async function takeSlot<T>({ projectId }: Scope, begin: () => Promise<T>) {
    inFlight.refuseWhenStopping()
    const releaseSlot = slots.take(projectId)
    try {
      return { begun: await begin(), releaseSlot }
    } catch (error) {
      releaseSlot()
      throw error
    }
  }

  /** Makes a call that has begun. It ends by itself, and early once `leave` is called. */
  function make(
    { begun, releaseSlot }: { begun: Begun; releaseSlot(): void },
    caller: AbortSignal,
    emit: (event: CallEvent) => void,
    options: CallOptions = {},
  ) {
    const run = runOf(begun)
    const leaving = new AbortController()
    const leave = (reason: unknown) => leaving.abort(reason)
    const follow = () => leave(caller.reason)
    if (caller.aborted) follow()
    caller.addEventListener('abort', follow)
    const moving = {
      projectId: run.metered.scope.projectId,
      id: run.metered.id,
      leave,
      tokens: () => ({
        promptTokens: run.meter.hasOutput() ? run.plan.promptTokens : 0,
        completionTokens: run.meter.roughTokens(),
      }),
    }
    const done = inFlight.add(moving, perform(run, leaving.signal, emit, options)).finally(() => {
      caller.removeEventListener('abort', follow)
      run.held.end()
      releaseSlot()
    })
    return { done, leave }
  }

  const start = (scope: Scope, request: CallRequest) => takeSlot(scope, () => begin(scope, request))

  /** A call that has begun, to be read by one listener. */
  function read(
    started: Parameters<typeof make>[0],
    caller: AbortSignal,
    options: CallOptions = {},
  ): FollowedCall {
    const line = createEventLine<CallEvent>()
    const { done, leave } = make(started, caller, line.push, options)
    done.then(line.end, line.end)
    let isRead = false
    return {
      async next() {
        const events = await line.next()
        if (events !== null) return events
        isRead = true
        await done
        return null
      },
      leave() {
        if (!isRead) leave(new Error('the client has disconnected'))
      },
    }
  }

  async function* eventsOf(followed: FollowedCall): AsyncGenerator<CallEvent> {
    try {
      for (let events = await followed.next(); events; events = await followed.next()) yield* events
    } finally {
      followed.leave()
    }
  }

  const follow = async (
    scope: Scope,
    request: CallRequest,
    caller: AbortSignal,
    options?: CallOptions,
  ): Promise<FollowedCall> => read(await start(scope, request), caller, options)

  /** Plans a call that begins with a commit of its caller. Null where it has to begin by itself, which says why it cannot. */
  async function prepare(scope: Scope, request: CallRequest): Promise<PreparedCall | null> {
    const { projectId } = scope
    const plan = async () => {
      const current = await settings.recent(projectId)
      const { mark } = current
      return mark === null
        ? null
        : planWith(scope, request, current, (call) => billing.prepare(scope, call, mark))
    }
    const slot = await takeSlot(scope, plan).catch(() => null)
    if (!slot?.begun) {
      slot?.releaseSlot()
      return null
    }
    const { releaseSlot, begun } = slot
    let isOpen = true
    return {
      rows: begun.rows,
      make(caller, options) {
        isOpen = false
        return eventsOf(read({ begun, releaseSlot }, caller, options))
      },
      close() {
        if (!isOpen) return
        isOpen = false
        releaseSlot()
        begun.abandon()
      },
    }
  }

  return {
    follow,
    prepare,
    async *call(
      scope: Scope,
      request: CallRequest,
      caller: AbortSignal,
      options?: CallOptions,
    ): AsyncGenerator<CallEvent> {
      yield* eventsOf(await follow(scope, request, caller, options))
    },
    /** The response as a whole. An interrupted one is an error here: half a response looks like a whole one. */
    async complete(
      scope: Scope,
      request: CallRequest,
      caller: AbortSignal,
      listener?: (event: CallEvent) => void,
    ): Promise<ChatReply> {
      const received: { failure: AppError | null; reply: ChatReply | null } = { failure: null, reply: null }
      const { done } = make(await start(scope, request), caller, (event) => {
        listener?.(event)
        if (event.type === 'error') received.failure = brokenOff(event)
        if (event.type === 'end') received.reply = event.reply
      })
      await done
      if (received.failure || !received.reply) throw received.failure ?? cancelled(caller)
      return received.reply
    },
  }
}

export type Calls = ReturnType<typeof createCalls>

const modelOf = ({ served, plan }: Run): string => served?.modelId ?? plan.targets.at(-1)!.modelId

function startOf({ metered, plan }: Run, target: Target): CallEvent {
  const fallbackFrom = target.modelId === plan.requestedModel ? null : plan.requestedModel
  return {
    type: 'start',
    id: metered.id,
    model: target.modelId,
    provider: target.settings.name,
    fallbackFrom,
    promptTokens: plan.promptTokens,
  }
}

const knownOf = ({ plan, request: { names } }: Run) => ({
  // For a prompt that turned out to be too long.
  overflow: {
    promptTokens: plan.promptTokens,
    contextLength: plan.targets.at(-1)!.model?.contextLength ?? null,
  },
  hasFallbacks: names === undefined,
  names,
})

const brokenOff = ({ code, message }: Extract<CallEvent, { type: 'error' }>) =>
  new AppError(code as 'upstream_error', message, { facts: { partial: true } })

/** A caller that lost access gets that error. */
const cancelled = ({ reason }: AbortSignal): AppError =>
  reason instanceof AppError
    ? reason
    : new AppError('service_unavailable', 'The call was interrupted', { hint: 'Try again.' })
