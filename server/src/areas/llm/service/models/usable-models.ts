import type { Db } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { embeddingModels } from '../../catalogue/embedding-models.ts'
import { readCallSettings } from '../../read-settings.ts'
import type { AvailabilityOf } from '../providers/availability.ts'
import type { ModelService } from './models.ts'

export type UsableModelDeps = { db: Db; models: Pick<ModelService, 'list'>; availabilityOf: AvailabilityOf }

export type UsableModel = { id: string; name: string; provider: string; embeds: boolean }

/** The models that a call would reach: those switched on whose provider is set up. */
export function createUsableModels({ db, models, availabilityOf }: UsableModelDeps) {
  return async (scope: Scope): Promise<UsableModel[]> => {
    const reasonOf = availabilityOf(scope, await readCallSettings(db, scope))
    const chat = await models.list(scope, { kind: 'chat', isAvailable: true })
    const embedding = Object.entries(embeddingModels).flatMap(([id, { prompt }]) => {
      const [provider = '', name = ''] = id.split('/')
      const priced = { pricing: { prompt, completion: '0' }, mediaKind: null, reserveUsdPerUnit: null }
      const isUsable = reasonOf({ modelId: id, provider, ...priced }) === null
      return isUsable ? [{ id, name, provider, embeds: true }] : []
    })
    return [
      ...chat.map(({ modelId, name, provider }) => ({ id: modelId, name, provider, embeds: false })),
      ...embedding,
    ]
  }
}

export type ListUsableModels = ReturnType<typeof createUsableModels>
