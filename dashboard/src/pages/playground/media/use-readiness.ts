import type { MediaKind } from '../../../features/media/media-kinds.ts'
import { providerName } from '../../../features/models/provider-state.tsx'
import { useProviders } from '../../../features/models/use-providers.ts'

export type Readiness = {
  /** A placeholder says that it is not from a model; null for members, who cannot see the providers. */
  state: 'ready' | 'placeholder' | 'missing' | null
  /** Who could do it once they are set up. */
  could: readonly string[]
}

/** Whether a provider for this kind of media is available. */
export function useReadiness(kind: MediaKind): Readiness {
  const { data } = useProviders()
  if (!data) return { state: null, could: [] }
  const able = data.filter(({ media }) => media.includes(kind))
  const isReady = able.some(({ name, isConfigured }) => isConfigured && name !== 'local')
  const hasPlaceholder = able.some(({ name }) => name === 'local')
  return {
    state: isReady ? 'ready' : hasPlaceholder ? 'placeholder' : 'missing',
    could: able
      .filter(
        ({ name, isConfigured, kind: providerKind }) =>
          !isConfigured && name !== 'local' && name === providerKind,
      )
      .map(({ name }) => providerName(name)),
  }
}
