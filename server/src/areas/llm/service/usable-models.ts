import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { embeddingModels } from '../catalogue/embedding-models.ts'
import { localProvider } from '../providers/registry.ts'
import { readCallSettings } from '../read-settings.ts'
import type { ModelService } from './models.ts'
import type { ProviderSettingsOf } from './provider-settings.ts'

export type UsableModelDeps = { db: Db; models: Pick<ModelService, 'list'>; settingsOf: ProviderSettingsOf }

export type UsableModel = { id: string; name: string; provider: string; embeds: boolean }

/** The models that a call would reach: those switched on whose provider is set up. */
export function createUsableModels({ db, models, settingsOf }: UsableModelDeps) {
  return async (scope: Scope): Promise<UsableModel[]> => {
    const { providers } = await readCallSettings(db, scope)
    const usable = new Set([
      localProvider.name,
      ...settingsOf.listUsable(scope, providers).map(({ name }) => name),
    ])
    const chat = await models.list(scope, { kind: 'chat' })
    return [
      ...chat
        .filter(({ isActive }) => isActive)
        .map(({ modelId, name, provider }) => ({ id: modelId, name, provider, embeds: false })),
      ...Object.keys(embeddingModels).map((id) => {
        const [provider = '', name = ''] = id.split('/')
        return { id, name, provider, embeds: true }
      }),
    ].filter(({ provider }) => usable.has(provider))
  }
}

export type ListUsableModels = ReturnType<typeof createUsableModels>
