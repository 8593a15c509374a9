import { useIsAdmin, useRead } from '../../project.tsx'
import type { AiModel } from './prices.ts'

export const providersPath = '/api/v1/ai/providers'
export const providerStatesPath = '/api/v1/ai/providers/status'

/** With their settings, which are for admins. */
export const useProviders = () =>
  useRead(['llm', 'providers'], (api, signal) => api.get(providersPath, { signal }), {
    isEnabled: useIsAdmin(),
  })

/** Whether they can be asked, which everybody who calls models may know. */
export const useProviderStates = ({ isEnabled = true } = {}) =>
  useRead(['llm', 'providers', 'states'], (api, signal) => api.get(providerStatesPath, { signal }), {
    isEnabled,
  })

/**
 * Tells whether a model answers when it is called: it is on, and its provider is set up. Null where that cannot be
 * known: which media a provider makes is told to admins alone.
 */
export function useCallable(): (model: AiModel) => boolean | null {
  const { data: settings } = useProviders()
  const { data: states } = useProviderStates({ isEnabled: !useIsAdmin() })
  const media =
    settings && new Map(settings.filter((each) => each.isConfigured).map((each) => [each.name, each.media]))
  const ready = media
    ? new Set(media.keys())
    : states && new Set(states.filter(({ status }) => status === 'ready').map(({ name }) => name))
  return ({ provider, isActive, mediaKind }) => {
    if (!isActive) return false
    if (provider === 'local') return true
    if (!ready) return null
    if (!ready.has(provider)) return false
    if (mediaKind === null) return true
    return media ? media.get(provider)!.includes(mediaKind) : null
  }
}
