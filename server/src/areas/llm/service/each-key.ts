import { hideKey, type Provider, ProviderFailure } from '../providers/port.ts'
import type { ProviderSettings } from '../providers/registry.ts'
import type { ProviderHealth } from './health.ts'

export type EachKeyDeps = {
  open(settings: ProviderSettings, key: string): Promise<Provider>
  health: ProviderHealth
}

/** Asks a provider with every key once, as long as the fault is the key's. */
export async function askWithEachKey<T>(
  { open, health }: EachKeyDeps,
  settings: ProviderSettings,
  signal: AbortSignal,
  ask: (provider: Provider, key: string) => Promise<T>,
  onAttempt: (key: number, failure: ProviderFailure | null) => void = () => undefined,
): Promise<T> {
  const tried = new Set<number>()
  for (let last: unknown = null; ; ) {
    const use = health.pick(settings, tried)
    if (!use) throw last ?? new ProviderFailure('refused', `${settings.name} is not asked for a while`)
    tried.add(use.index)
    try {
      const found = await ask(await open(settings, use.key), use.key)
      health.answered(use.mark)
      onAttempt(use.index, null)
      return found
    } catch (error) {
      const failure: unknown = signal.aborted ? signal.reason : error
      if (!(failure instanceof ProviderFailure)) {
        health.letGo(use.mark)
        throw failure
      }
      hideKey(failure, use.key)
      health.failed(use.mark, failure)
      onAttempt(use.index, failure)
      if (failure.kind !== 'busy' && failure.kind !== 'refused') throw failure
      last = failure
    }
  }
}
