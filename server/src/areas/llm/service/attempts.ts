import { setTimeout as pause } from 'node:timers/promises'
import { hideKey, type ModelPart, type Provider, ProviderFailure } from '../providers/port.ts'
import type { ProviderSettings } from '../providers/registry.ts'
import type { Parameters } from '../schema/call-request.ts'
import type { Attempt } from '../schema/kept-call.ts'
import type { Message } from '../schema/message.ts'
import type { AiModel } from '../schema/model.ts'
import { type CallTimeouts, startDeadlines } from './deadlines.ts'
import { openMs, type ProviderHealth, type UsableKey } from './health.ts'
import type { TokenPrice } from './price.ts'

/** One model of the chain, with what is needed to ask it. */
export type Target = {
  modelId: string
  vendorId: string
  /** Null for a model that the catalogue does not know. */
  model: AiModel | null
  price: TokenPrice
  settings: ProviderSettings
  parameters: Parameters
}

export type AttemptDeps = {
  open(settings: ProviderSettings, key: string): Promise<Provider>
  health: ProviderHealth
  timeouts: CallTimeouts
}

export type Asked = {
  targets: readonly Target[]
  messages: readonly Message[]
  isStreamed: boolean
  signal: AbortSignal
  startedAt: number
  /** Told of every try, in order. */
  onAttempt(attempt: Attempt): void
}

export type Spoken = { target: Target; part: ModelPart }

// Besides trying every key once.
const triesPerModel = 2
const backoffMs = 200

const isSpeech = ({ type }: ModelPart): boolean => type !== 'finish'
/** Asking again, or asking somebody else, may help. */
const isPassing = ({ kind }: ProviderFailure): boolean =>
  kind === 'unavailable' || kind === 'timeout' || kind === 'broken'
const isOfKey = ({ kind }: ProviderFailure): boolean => kind === 'busy' || kind === 'refused'

/**
 * Asks the models of a chain in turn until one begins to answer, and hands on what it says. Nothing is tried again once
 * something was said: it would be said twice.
 */
export function createAttempts({ open, health, timeouts }: AttemptDeps) {
  async function* tryOnce(asked: Asked, target: Target, use: UsableKey): AsyncGenerator<Spoken> {
    const { startedAt, isStreamed, signal } = asked
    const since = () => Math.round(performance.now() - startedAt)
    const attempt: Attempt = {
      ...{ model: target.modelId, provider: target.settings.name, key: use.index, startMs: since() },
      ...{ firstTokenMs: null, endMs: 0, outcome: 'cancelled', error: null, status: null },
    }
    const deadlines = startDeadlines(signal, timeouts, { elapsedMs: attempt.startMs, isStreamed })
    let hasEnded = false
    try {
      const provider = await open(target.settings, use.key)
      const { vendorId, parameters } = target
      const call = { vendorId, parameters, messages: asked.messages, signal: deadlines.signal }
      for await (const part of isStreamed ? provider.stream(call) : provider.generate(call)) {
        deadlines.touch()
        if (part.type === 'finish') {
          if (part.reason === null) throw new ProviderFailure('broken', 'its answer ended without saying why')
          if (part.reason === 'error') throw new ProviderFailure('unavailable', 'it reported an error')
          hasEnded = true
        } else if (attempt.firstTokenMs === null) attempt.firstTokenMs = since()
        yield { target, part }
      }
      deadlines.signal.throwIfAborted()
      if (!hasEnded) throw new ProviderFailure('broken', 'its answer ended without saying why')
      attempt.outcome = 'answered'
      health.answered(use.mark)
    } catch (error) {
      // What an aborted request fails with differs from provider to provider; the reason is what happened.
      const failure: unknown = deadlines.signal.aborted ? deadlines.signal.reason : error
      if (failure instanceof ProviderFailure) {
        hideKey(failure, use.key)
        Object.assign(attempt, { outcome: 'failed', error: failure.message, status: failure.status })
        // A provider that has begun to answer is there, whatever becomes of this answer.
        if (attempt.firstTokenMs === null) health.failed(use.mark, failure)
      } else health.letGo(use.mark)
      throw failure
    } finally {
      if (hasEnded) health.answered(use.mark)
      else health.letGo(use.mark)
      deadlines.end()
      attempt.endMs = since()
      asked.onAttempt(attempt)
    }
  }

  async function* askModel(asked: Asked, target: Target): AsyncGenerator<Spoken> {
    const tried = new Set<number>()
    let last: ProviderFailure | null = null
    for (let tries = 0; ; ) {
      const use = health.pick(target.settings, tried)
      if (!use) throw last ?? resting(target)
      let hasSpoken = false
      try {
        for await (const spoken of tryOnce(asked, target, use)) {
          hasSpoken ||= isSpeech(spoken.part)
          yield spoken
        }
        return
      } catch (error) {
        if (hasSpoken || !(error instanceof ProviderFailure)) throw error
        last = error
        if (isOfKey(error)) tried.add(use.index)
        else if (!isPassing(error) || error.kind === 'timeout' || ++tries >= triesPerModel) throw error
        else await pause(backoffMs * (0.5 + Math.random()), undefined, { signal: asked.signal })
      }
    }
  }

  return async function* ask(asked: Asked): AsyncGenerator<Spoken> {
    for (const [index, target] of asked.targets.entries()) {
      let hasSpoken = false
      try {
        for await (const spoken of askModel(asked, target)) {
          hasSpoken = true
          yield spoken
        }
        return
      } catch (error) {
        const isLast = index === asked.targets.length - 1
        if (hasSpoken || isLast || !(error instanceof ProviderFailure) || error.kind === 'invalid')
          throw error
      }
    }
  }
}

export type Ask = ReturnType<typeof createAttempts>

const resting = ({ settings }: Target): ProviderFailure =>
  new ProviderFailure(
    'refused',
    `${settings.name} failed several times in a row and is not asked for a while`,
    {
      retryAfterSeconds: openMs / 1000,
    },
  )
