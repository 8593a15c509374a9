import type { Scope } from '../../../../kernel/scope.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import type { CallSettings } from '../../read-settings.ts'
import type { AiModel, UnavailableReason } from '../../schema/model.ts'
import { mediaMadeBy } from '../media/plan.ts'
import type { Prices } from '../pricing/prices.ts'
import type { ProviderSettingsOf } from './provider-settings.ts'

export type AvailabilityDeps = { settingsOf: ProviderSettingsOf; prices: Pick<Prices, 'isRefused'> }

export type ReasonOf = (
  model: Pick<AiModel, 'modelId' | 'provider' | 'mediaKind' | 'pricing' | 'reserveUsdPerUnit'>,
) => UnavailableReason | null

/**
 * Why a project cannot call a model; null when it can. It says in advance what the planners of calls and of media would
 * refuse, so that a list offers nothing that fails.
 */
export function createAvailability({ settingsOf, prices }: AvailabilityDeps) {
  return (scope: Scope, { providers, inactive }: Pick<CallSettings, 'providers' | 'inactive'>): ReasonOf => {
    const switchedOff = new Set(inactive)
    // Keys are unsealed to see whether there are any: once for each provider, not for each model.
    const found = new Map<string, ProviderSettings | null>()
    const settingsFor = (name: string): ProviderSettings | null => {
      if (!found.has(name)) found.set(name, settingsOf.find(scope, providers, name))
      return found.get(name)!
    }
    return (model) => {
      if (switchedOff.has(model.modelId)) return 'inactive'
      const settings = settingsFor(model.provider)
      if (!settings) {
        const isDisabled = providers.some(({ name, isEnabled }) => name === model.provider && !isEnabled)
        return isDisabled ? 'provider_disabled' : 'needs_provider_key'
      }
      if (model.mediaKind && !mediaMadeBy(settings.kind).includes(model.mediaKind)) return 'not_supported'
      return prices.isRefused(model, settings) ? 'no_price' : null
    }
  }
}

export type AvailabilityOf = ReturnType<typeof createAvailability>
