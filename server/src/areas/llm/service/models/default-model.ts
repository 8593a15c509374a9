import type { Scope } from '../../../../kernel/scope.ts'
import { localDemoId } from '../../catalogue/catalogue.ts'
import { knownProviders } from '../../providers/registry.ts'
import type { CallSettings } from '../../read-settings.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'

/** The model of a call that names none: as the project chose, else one of a provider that is set up. */
export function defaultModel(settingsOf: ProviderSettingsOf, scope: Scope, settings: CallSettings): string {
  if (settings.defaultModel !== null) return settings.defaultModel
  const candidates = settingsOf
    .listUsable(scope, settings.providers)
    .flatMap(({ name }) => knownProviders[name]?.preferred ?? listedModels(settings.ownModels, name))
  return candidates.find((id) => !settings.inactive.includes(id)) ?? localDemoId
}

// A server lists what it has, also models that cannot chat.
const otherKinds = /embed|rerank|whisper|tts|speech|audio|image|moderation|guard|ocr/i

/** The models that a provider of no catalogue has reported, in an order that does not change. */
export const listedModels = (ownModels: readonly string[], provider: string): string[] =>
  ownModels.filter((id) => id.startsWith(`${provider}/`) && !otherKinds.test(id)).sort()
