import type { Scope } from '../../../../kernel/scope.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { SettingsCache } from '../limits/settings-cache.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'
import { defaultModel } from './default-model.ts'

/** How many tokens a model takes together with its response, and how many a response has at most; null for not known. */
export type ModelWindow = { contextLength: number | null; maxOutput: number | null }

export type WindowDeps = { catalogue: Catalogue; settings: SettingsCache; settingsOf: ProviderSettingsOf }

export const createModelWindows =
  ({ catalogue, settings, settingsOf }: WindowDeps) =>
  /** Of the model of that name, or of the one that is called without a name. */
  async (scope: Scope, name: string | null): Promise<ModelWindow> => {
    const { projectId } = scope
    const requested = name ?? defaultModel(settingsOf, scope, await settings.recent(projectId))
    const model = catalogue.find(requested)
    return model
      ? { contextLength: model.contextLength, maxOutput: catalogue.maxOutputOf(model) }
      : { contextLength: null, maxOutput: null }
  }
