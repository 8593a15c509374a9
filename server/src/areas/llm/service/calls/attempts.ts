import { setTimeout as pause } from 'node:timers/promises'
import { hideKey, type ModelPart, type Provider, ProviderFailure } from '../../providers/port.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import type { NativeRequest, Parameters } from '../../schema/call-request.ts'
import type { Message } from '../../schema/message.ts'
import type { AiModel } from '../../schema/model.ts'
import type { Attempt } from '../../schema/stored-call.ts'
import type { TokenPrice } from '../pricing/price.ts'
import { paused } from '../providers/each-key.ts'
import type { ProviderHealth, UsableKey } from '../providers/health.ts'
import { type CallTimeouts, startDeadlines } from './deadlines.ts'

/** One model of the chain, with what is needed to ask it. */
export type Target = {
  modelId: string
  vendorId: string
  /** Null for a model that the catalogue does not know. */
  model: AiModel | null
  /** The most tokens of a response; null where that is not known. */
  maxOutput: number | null
  price: TokenPrice
  settings: ProviderSettings
  parameters: Parameters
}

export type AttemptDeps = {
  open(settings: ProviderSettings, key: string): Promise<Provider>
  health: ProviderHealth
  timeouts: CallTimeouts
}

export type ProviderRequest = {
  projectId: string
  targets: readonly Target[]
  messages: readonly Message[]
  native?: NativeRequest | undefined
  hold(bytes: number): void
  isStreamed: boolean
  signal: AbortSignal
  startedAt: number
  /** Called for every attempt, in order. */
  onAttempt(attempt: Attempt): void
  /** Called with the output of the model as it arrives. False ends the response there. */
  onParts(target: Target, parts: readonly ModelPart[]): boolean | Promise<boolean>
}

// Besides trying every key once.
const triesPerModel = 2
const backoffMs = 200

/** Asking again, or asking someone else, may help. */
const isPassing = ({ kind }: ProviderFailure): boolean =>
  kind === 'unavailable' || kind === 'timeout' || kind === 'broken'
const isOfKey = ({ kind }: ProviderFailure): boolean => kind === 'busy' || kind === 'refused'

/**
 * Calls the models of a chain in turn until one begins to respond, and passes on its output. Nothing is retried once
 * there was output: it would be sent twice.
 */
export function createAttempts({ open, health, timeouts }: AttemptDeps) {
  /** Consumes one response, until it ends or the consumer stops. */
  async function listen(request: ProviderRequest, target: Target, key: string, { signal, take }: Listening) {
    const provider = await open(target.settings, key)
    const { vendorId, parameters } = target
    const { messages, native, hold } = request
    const call = { vendorId, parameters, messages, native, signal, hold }
    if (!request.isStreamed) return take(await provider.generate(call))
    for await (const parts of provider.stream(call)) {
      const goesOn = take(parts)
      if (goesOn === false || (goesOn !== true && !(await goesOn))) return false
    }
    return true
  }

  async function tryOnce(request: ProviderRequest, target: Target, use: UsableKey): Promise<void> {
    const { startedAt, isStreamed } = request
    const since = () => Math.round(performance.now() - startedAt)
    const attempt: Attempt = {
      model: target.modelId,
      provider: target.settings.name,
      key: use.index,
      startMs: since(),
      firstTokenMs: null,
      endMs: 0,
      outcome: 'cancelled',
      error: null,
      status: null,
    }
    const deadlines = startDeadlines(request.signal, timeouts, { elapsedMs: attempt.startMs, isStreamed })
    const { signal } = deadlines
    let hasEnded = false
    const take = (parts: readonly ModelPart[]): boolean | Promise<boolean> => {
      deadlines.touch()
      if (attempt.firstTokenMs === null && parts.some(isSpeech)) {
        attempt.firstTokenMs = since()
        // Long responses must not block a probe, and others with it, until they end.
        health.succeeded(use)
      }
      const failure = failureIn(parts)
      hasEnded ||= !failure && !parts.every(isSpeech)
      const output = failure ? parts.filter(isSpeech) : parts
      // A listener must not treat a model as the one that responds before there is output.
      const goesOn = output.length === 0 || request.onParts(target, output)
      return failure ? unlessStopped(goesOn, failure) : goesOn
    }
    try {
      if (await listen(request, target, use.key, { signal, take })) {
        signal.throwIfAborted()
        if (!hasEnded) throw endless()
        attempt.outcome = 'answered'
      }
    } catch (error) {
      // What an aborted request fails with differs from provider to provider; the reason is what happened.
      const failure: unknown = signal.aborted ? signal.reason : error
      if (failure instanceof ProviderFailure) {
        hideKey(failure, use.key)
        Object.assign(attempt, { outcome: 'failed', error: failure.message, status: failure.status })
        // A provider that has begun to respond is available, however this response ends.
        if (attempt.firstTokenMs === null) health.failed(use, failure)
      }
      throw failure
    } finally {
      if (hasEnded) health.succeeded(use)
      else health.release(use)
      deadlines.end({ isWhole: hasEnded })
      attempt.endMs = since()
      request.onAttempt(attempt)
    }
  }

  async function callModel(
    request: ProviderRequest,
    target: Target,
    hasOutput: () => boolean,
  ): Promise<void> {
    const tried = new Set<number>()
    let last: ProviderFailure | null = null
    for (let tries = 0; ; ) {
      const subject = { modelId: target.modelId, projectId: request.projectId }
      const { use, ...refusal } = health.pick(target.settings, subject, tried)
      if (!use) throw last ?? skipped(request, target, paused(target.settings, refusal))
      try {
        return await tryOnce(request, target, use)
      } catch (error) {
        if (hasOutput() || !(error instanceof ProviderFailure)) throw error
        last = error
        if (isOfKey(error)) tried.add(use.index)
        else if (!isPassing(error) || error.kind === 'timeout' || ++tries >= triesPerModel) throw error
        else await pause(backoffMs * (0.5 + Math.random()), undefined, { signal: request.signal })
      }
    }
  }

  return async function callProvider(request: ProviderRequest): Promise<void> {
    let hasOutput = false
    const onParts: ProviderRequest['onParts'] = (target, parts) => {
      hasOutput = true
      return request.onParts(target, parts)
    }
    for (const [index, target] of request.targets.entries()) {
      try {
        return await callModel({ ...request, onParts }, target, () => hasOutput)
      } catch (error) {
        const isLast = index === request.targets.length - 1
        if (hasOutput || isLast || !(error instanceof ProviderFailure) || error.kind === 'invalid')
          throw error
      }
    }
  }
}

type Listening = { signal: AbortSignal; take(parts: readonly ModelPart[]): boolean | Promise<boolean> }

/** A consumer that wants no more does not hear of the failure either. */
async function unlessStopped(goesOn: boolean | Promise<boolean>, failure: ProviderFailure): Promise<boolean> {
  if (await goesOn) throw failure
  return false
}

const isSpeech = ({ type }: ModelPart): boolean => type !== 'finish'

/** The finish reason of a model without output. */
function failureIn(parts: readonly ModelPart[]): ProviderFailure | null {
  const end = parts.find((part) => part.type === 'finish')
  if (end?.reason === null) return endless()
  return end?.reason === 'error' ? new ProviderFailure('unavailable', 'it reported an error') : null
}

const endless = () => new ProviderFailure('broken', 'its response ended without a finish reason')

export type CallProvider = ReturnType<typeof createAttempts>

/** Stored with the call, so that it shows why the model was skipped. */
function skipped(
  { startedAt, onAttempt }: ProviderRequest,
  target: Target,
  failure: ProviderFailure,
): ProviderFailure {
  const at = Math.round(performance.now() - startedAt)
  onAttempt({
    model: target.modelId,
    provider: target.settings.name,
    key: 0,
    startMs: at,
    firstTokenMs: null,
    endMs: at,
    outcome: 'skipped',
    error: failure.message,
    status: null,
  })
  return failure
}
