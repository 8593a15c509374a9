import type { Scope } from '../../../../kernel/scope.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Sampling } from '../../providers/sampling.ts'
import type { Parameters } from '../../schema/call-request.ts'
import { ignoredSampling } from '../calls/parameters.ts'
import type { SettingsCache } from '../limits/settings-cache.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'
import { defaultModel } from './default-model.ts'

export type IgnoredSettingDeps = {
  catalogue: Catalogue
  settings: SettingsCache
  settingsOf: ProviderSettingsOf
}

type Named = Pick<Parameters, Sampling | 'reasoningEffort'>
export type NamedSettings = { [Name in keyof Named]?: Named[Name] | undefined }

export const createIgnoredSettings =
  ({ catalogue, settings, settingsOf }: IgnoredSettingDeps) =>
  /** Which of these settings have no effect with the model of that name, or with the default one. */
  async (scope: Scope, name: string | null, wanted: NamedSettings): Promise<(keyof NamedSettings)[]> => {
    const { projectId } = scope
    const known = await settings.recent(projectId)
    const modelId = name ?? defaultModel(settingsOf, scope, known)
    const model = catalogue.find(modelId)
    const provider = (model?.modelId ?? modelId).split('/')[0]!
    const found = settingsOf.find(scope, known.providers, provider)
    if (!found) return []
    const { reasoningEffort = null } = wanted
    const ignoresEffort = reasoningEffort !== null && model !== null && !model.supportsEffort
    return [...ignoredSampling(wanted, found), ...(ignoresEffort ? (['reasoningEffort'] as const) : [])]
  }
