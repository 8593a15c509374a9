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
import type { Attempt } from '../../schema/stored-call.ts'
import type { SettingsCache } from '../limits/settings-cache.ts'
import type { Slots } from '../limits/slots.ts'
import type { Billing } from '../pricing/billing.ts'
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

export type CallOptions = {
  /** The caller commits the end of the call with its own records, where the `end` event has it (`pending`). */
  defersEnd?: boolean
}

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

  /** Null when the call was planned with what the project decided some time ago, and is different by now. */
  async function beginWith(
    scope: Scope,
    request: CallRequest,
    callSettings: CallSettings,
    oldMark: string | null,
  ): Promise<Run | null> {
    const startedAt = performance.now()
    const planned = await plan(scope, request, callSettings)
    const newCall = {
      ...request,
      ...planned,
      provider: planned.targets[0].settings.name,
      prompt: planned.storesPayloads ? promptToStore(request) : null,
    }
    await betweenPieces(charsPerToken * planned.promptTokens)
    const metered =
      oldMark === null
        ? await billing.begin(scope, newCall)
        : await billing.beginIfStill(scope, newCall, oldMark)
    if (!metered) return null
    const held = memoryBudget.open(scope.projectId)
    return {
      metered,
      request,
      plan: planned,
      meter: createMeter(held, { hasOneCall: request.parameters.parallelToolCalls === false }),
      held,
      attempts: [],
      startedAt,
      served: null,
      firstTokenMs: null,
      isOverBudget: false,
      isUsageCapped: false,
    }
  }

  /** Without reading the caller and the settings first where they are known and no other query is needed. */
  async function begin(scope: Scope, request: CallRequest): Promise<Run> {
    const canAssume = billing.canAssume(scope, request) && !hasFileIds(request.messages)
    const known = canAssume ? settings.known(scope.projectId) : null
    // What is refused by old settings may be allowed by those of now.
    const run = known && (await beginWith(scope, request, known, known.mark).catch(() => null))
    if (run) return run
    const confirmed = (await scope.assumed?.confirm()) ?? scope
    return (await beginWith(confirmed, request, await settings.read(scope.projectId), null))!
  }

  /** Starts a call that ends by itself, and early once `leave` is called. */
  async function start(
    scope: Scope,
    request: CallRequest,
    caller: AbortSignal,
    emit: (event: CallEvent) => void,
    options: CallOptions = {},
  ) {
    inFlight.refuseWhenStopping()
    const giveBack = slots.take(scope.projectId)
    let run: Run
    try {
      run = await begin(scope, request)
    } catch (error) {
      giveBack()
      throw error
    }
    const leaving = new AbortController()
    const leave = (reason: unknown) => leaving.abort(reason)
    const follow = () => leave(caller.reason)
    if (caller.aborted) follow()
    caller.addEventListener('abort', follow)
    const moving = {
      projectId: scope.projectId,
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
      giveBack()
    })
    return { done, leave }
  }

  /** A call that has begun, to be read by one listener. */
  async function follow(
    scope: Scope,
    request: CallRequest,
    caller: AbortSignal,
    options: CallOptions = {},
  ): Promise<FollowedCall> {
    const line = createEventLine<CallEvent>()
    const { done, leave } = await start(scope, request, caller, line.push, options)
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

  return {
    follow,
    async *call(
      scope: Scope,
      request: CallRequest,
      caller: AbortSignal,
      options: CallOptions = {},
    ): AsyncGenerator<CallEvent> {
      const followed = await follow(scope, request, caller, options)
      try {
        for (let events = await followed.next(); events; events = await followed.next()) yield* events
      } finally {
        followed.leave()
      }
    },
    /** The response as a whole. An interrupted one is an error here: half a response looks like a whole one. */
    async complete(
      scope: Scope,
      request: CallRequest,
      caller: AbortSignal,
      listener?: (event: CallEvent) => void,
    ): Promise<ChatReply> {
      const received: { failure: AppError | null; reply: ChatReply | null } = { failure: null, reply: null }
      const { done } = await start(scope, request, caller, (event) => {
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
