import { hideKey, type Provider, ProviderFailure } from '../../providers/port.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import type { ProviderHealth, Subject } from './health.ts'

export type EachKeyDeps = {
  open(settings: ProviderSettings, key: string): Promise<Provider>
  health: ProviderHealth
}

/** Calls a provider with every key once, as long as the fault is the key's. */
export async function callWithEachKey<T>(
  { open, health }: EachKeyDeps,
  { settings, subject, signal }: { settings: ProviderSettings; subject: Subject; signal: AbortSignal },
  ask: (provider: Provider, key: string) => Promise<T>,
  onAttempt: (key: number, failure: ProviderFailure | null) => void = () => undefined,
): Promise<T> {
  const tried = new Set<number>()
  for (let last: unknown = null; ; ) {
    const { use, ...refusal } = health.pick(settings, subject, tried)
    if (!use) throw last ?? paused(settings, refusal)
    tried.add(use.index)
    try {
      const found = await ask(await open(settings, use.key), use.key)
      health.succeeded(use)
      onAttempt(use.index, null)
      return found
    } catch (error) {
      const failure: unknown = signal.aborted ? signal.reason : error
      if (!(failure instanceof ProviderFailure)) {
        health.release(use)
        throw failure
      }
      hideKey(failure, use.key)
      health.failed(use, failure)
      onAttempt(use.index, failure)
      if (failure.kind !== 'busy' && failure.kind !== 'refused') throw failure
      last = failure
    }
  }
}

const skippedFor = (seconds: number | null): string =>
  seconds === null
    ? ' and is skipped for a while'
    : ` and is called again in ${Math.max(1, Math.ceil(seconds))} s`

export const paused = (
  { name }: ProviderSettings,
  { retryAfterSeconds = null }: { retryAfterSeconds?: number | null },
): ProviderFailure =>
  new ProviderFailure('paused', `${name} failed repeatedly${skippedFor(retryAfterSeconds)}`, {
    retryAfterSeconds,
  })
