import type { Scope } from '../../../../kernel/scope.ts'
import { localDemoId } from '../../catalogue/catalogue.ts'
import { knownProviders } from '../../providers/registry.ts'
import type { CallSettings } from '../../read-settings.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'

/** The model of a call that names none: as the project chose, else the preferred one of a provider that is set up. */
export function defaultModel(settingsOf: ProviderSettingsOf, scope: Scope, settings: CallSettings): string {
  if (settings.defaultModel !== null) return settings.defaultModel
  const usable = settingsOf.listUsable(scope, settings.providers).map(({ name }) => name)
  const preferred = usable.map((name) => knownProviders[name]?.preferred)
  return preferred.find((id) => id !== undefined && !settings.inactive.includes(id)) ?? localDemoId
}
