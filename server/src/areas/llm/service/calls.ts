import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tokenizer } from '../providers/tokens.ts'
import type { CallEvent, CallRequest } from '../schema/call-request.ts'
import type { ChatReply } from '../schema/chat.ts'
import type { Attempt } from '../schema/kept-call.ts'
import type { Ask, Target } from './attempts.ts'
import type { Books } from './books.ts'
import { createBudget } from './budget.ts'
import { endingOf, replyOf } from './ending.ts'
import { createEventLine } from './event-line.ts'
import { toCallError } from './failures.ts'
import { createMeter } from './meter.ts'
import { promptToKeep } from './payload.ts'
import type { Planner } from './plan.ts'
import type { Run } from './run.ts'
import type { Slots } from './slots.ts'
import type { Tracer } from './tracing.ts'
import type { UnderWay } from './under-way.ts'

export type CallDeps = {
  clock: Clock
  plan: Planner
  books: Books
  ask: Ask
  tokenizer: Tokenizer
  slots: Slots
  underWay: UnderWay
  tracer: Pick<Tracer, 'record'>
  creditsPerUsd: number
}

/**
 * Makes calls. Each runs by itself and is paid when it ends, whether anybody still listens or not; whoever leaves early
 * ends it, and pays for what was said until then.
 */
export function createCalls(deps: CallDeps) {
  const { plan, books, ask, slots, underWay } = deps

  /** Hears the model out. Returns why it broke off; null when it came to its end. */
  async function listen(run: Run, signal: AbortSignal, emit: (event: CallEvent) => void): Promise<unknown> {
    const { booked, request, meter, startedAt } = run
    const budget = createBudget({ ...deps, run })
    const asked = {
      targets: budget.fit(run.plan.targets),
      messages: run.plan.messages,
      isStreamed: request.isStreamed || booked.ceilingMicro !== null,
      onAttempt: (attempt: Attempt) => void run.attempts.push(attempt),
      signal,
      startedAt,
    }
    try {
      for await (const { target, part } of ask(asked)) {
        if (!run.served) {
          run.served = target
          run.firstTokenMs = Math.round(performance.now() - startedAt)
          emit(startOf(run, target))
        }
        const events = meter.take(part)
        for (const event of events) emit(event)
        if (events.length > 0 && (await budget.isSpent())) {
          run.isOverBudget = true
          break
        }
      }
      return null
    } catch (error) {
      return error ?? new Error('the call broke off')
    }
  }

  async function perform(run: Run, signal: AbortSignal, emit: (event: CallEvent) => void): Promise<void> {
    const failure = await listen(run, signal, emit)
    const isCancelled = failure !== null && signal.aborted
    const error =
      failure === null
        ? null
        : isCancelled
          ? cancelled(signal)
          : toCallError(failure, modelOf(run), overflowOf(run))
    const ending = await endingOf(run, { ...deps, error, isCancelled })
    if (ending.usedMicro > run.booked.heldMicro) {
      const { ceilingMicro, heldMicro } = run.booked
      // What was promised is kept, and what the balance does not have is not taken.
      const isCovered = ceilingMicro === null && (await books.raise(run.booked, ending.usedMicro))
      if (!isCovered) ending.usedMicro = heldMicro
    }
    const chargedMicro = await books.finish(run.booked, ending)
    deps.tracer.record(run, ending)
    if (error && !run.served) throw error
    if (error && !isCancelled)
      emit({ type: 'error', code: error.code, message: error.message, partial: true })
    emit({ type: 'end', reply: replyOf(run, ending, chargedMicro) })
  }

  async function begin(scope: Scope, request: CallRequest): Promise<Run> {
    const startedAt = performance.now()
    const planned = await plan(scope, request)
    const booked = await books.begin(scope, {
      ...request,
      ...planned,
      provider: planned.targets[0].settings.name,
      prompt: promptToKeep(request),
    })
    return {
      ...{ booked, request, plan: planned, meter: createMeter(), attempts: [], startedAt },
      ...{ served: null, firstTokenMs: null, isOverBudget: false },
    }
  }

  async function* call(scope: Scope, request: CallRequest, caller: AbortSignal): AsyncGenerator<CallEvent> {
    underWay.refuseWhenStopping()
    const giveBack = slots.take(scope.projectId)
    let run: Run
    try {
      run = await begin(scope, request)
    } catch (error) {
      giveBack()
      throw error
    }
    const leaving = new AbortController()
    const signal = AbortSignal.any([caller, leaving.signal, underWay.signal])
    const line = createEventLine<CallEvent>()
    const { projectId } = scope
    const tokens = () => ({
      promptTokens: run.meter.hasSpoken() ? run.plan.promptTokens : 0,
      completionTokens: run.meter.roughTokens(),
    })
    const done = underWay
      .add({ projectId, id: run.booked.id, tokens }, perform(run, signal, line.push))
      .finally(giveBack)
    done.then(line.end, line.end)
    try {
      yield* line.read()
      await done
    } finally {
      leaving.abort(new Error('nobody listens any more'))
    }
  }

  return {
    call,
    /** The answer as a whole. What broke off in the middle is an error here: half an answer looks like a whole one. */
    async complete(scope: Scope, request: CallRequest, caller: AbortSignal): Promise<ChatReply> {
      let failure: AppError | null = null
      for await (const event of call(scope, request, caller)) {
        if (event.type === 'error')
          failure = new AppError(event.code as 'upstream_error', event.message, { facts: { partial: true } })
        if (event.type === 'end' && !failure) return event.reply
      }
      throw failure ?? cancelled(caller)
    },
  }
}

export type Calls = ReturnType<typeof createCalls>

const modelOf = ({ served, plan }: Run): string => served?.modelId ?? plan.targets.at(-1)!.modelId

function startOf({ booked, plan }: Run, target: Target): CallEvent {
  const fallbackFrom = target.modelId === plan.modelAsked ? null : plan.modelAsked
  return { type: 'start', id: booked.id, model: target.modelId, provider: target.settings.name, fallbackFrom }
}

/** Told with a prompt that turned out to be too long. */
const overflowOf = ({ plan }: Run) => ({
  promptTokens: plan.promptTokens,
  contextLength: plan.targets.at(-1)!.model?.contextLength ?? null,
})

/** Whoever may no longer ask is told so. */
const cancelled = ({ reason }: AbortSignal): AppError =>
  reason instanceof AppError
    ? reason
    : new AppError('service_unavailable', 'The call was broken off', { hint: 'Call again.' })
