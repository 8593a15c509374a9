import { isStoaError } from '@stoa/sdk'
import { useRead } from '../../project.tsx'
import type { AiModel } from './prices.ts'

export const providersPath = '/api/v1/ai/providers'

/** Not everybody may ask which providers are set up. */
export const useProviders = () =>
  useRead(['llm', 'providers'], (api, signal) => api.get(providersPath, { signal }))

export const isNotForThem = (error: unknown): boolean => isStoaError(error) && error.status === 403

/**
 * Tells whether a model answers when it is called: it is on, and its provider is set up. Null where that cannot be
 * known, because whoever asks may not see the providers.
 */
export function useCallable(): (model: AiModel) => boolean | null {
  const { data } = useProviders()
  const ready = data && new Map(data.filter((each) => each.isConfigured).map((each) => [each.name, each]))
  return ({ provider, isActive, mediaKind }) => {
    if (!isActive) return false
    if (provider === 'local') return true
    if (!ready) return null
    const found = ready.get(provider)
    return found !== undefined && (mediaKind === null || found.media.includes(mediaKind))
  }
}
