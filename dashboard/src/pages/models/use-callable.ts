import { useIsAdmin, useRead } from '../../project.tsx'
import type { AiModel } from './prices.ts'

export const providersPath = '/api/v1/ai/providers'

/** Only admins may ask which providers are set up; for others there is never an answer. */
export function useProviders() {
  const isAdmin = useIsAdmin()
  return useRead(['llm', 'providers'], (api, signal) => api.get(providersPath, { signal }), {
    isEnabled: isAdmin,
  })
}

/**
 * Tells whether a model answers when it is called: it is on, and its provider is set up. Null where that cannot be
 * known, because whoever asks may not see the providers.
 */
export function useCallable(): (model: AiModel) => boolean | null {
  const { data } = useProviders()
  const ready = data && new Set(data.filter((each) => each.isConfigured).map(({ name }) => name))
  return ({ provider, isActive }) => {
    if (!isActive) return false
    if (provider === 'local') return true
    return ready ? ready.has(provider) : null
  }
}
