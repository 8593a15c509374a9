import type { Provider } from './port.ts'
import type { ProviderSettings } from './registry.ts'

export type OpenProviderDeps = {
  local: Provider
  openRemote(settings: ProviderSettings, key: string): Promise<Provider>
}

const maxOpen = 500

/** Opens and caches providers: their packages are loaded when the first of a kind is used. */
export function createProviderOpener({ local, openRemote }: OpenProviderDeps) {
  const opened = new Map<string, Promise<Provider>>()
  // Of settings that are the same object for every call: those of the operator.
  const byKey = new WeakMap<ProviderSettings, Map<string, Promise<Provider>>>()

  return (settings: ProviderSettings, key: string): Promise<Provider> | Provider => {
    if (settings.kind === 'local') return local
    const ofSettings = byKey.get(settings) ?? new Map<string, Promise<Provider>>()
    byKey.set(settings, ofSettings)
    const found = ofSettings.get(key)
    if (found) return found
    const provider = openOnce(settings, key)
    ofSettings.set(key, provider)
    provider.catch(() => ofSettings.delete(key))
    return provider
  }

  function openOnce(settings: ProviderSettings, key: string): Promise<Provider> {
    const id = JSON.stringify([
      settings.name,
      settings.kind,
      settings.baseUrl,
      settings.options,
      settings.isGuarded,
      key,
    ])
    const known = opened.get(id)
    if (known) return known
    if (opened.size >= maxOpen) opened.clear()
    const opening = openRemote(settings, key)
    opened.set(id, opening)
    opening.catch(() => opened.delete(id))
    return opening
  }
}
