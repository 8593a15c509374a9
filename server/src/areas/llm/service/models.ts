import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import { type Catalogue, localDemoId } from '../catalogue/catalogue.ts'
import { nearMatches } from '../catalogue/near-matches.ts'
import { toAiModel } from '../catalogue/row.ts'
import type { AiModel, ModelListQuery } from '../schema/model.ts'
import { listInactiveModelIds, listOwnModels, updateModelSetting } from '../store/model-setting.ts'

export type ModelDeps = { db: Db; clock: Clock; audit: Audit; catalogue: Catalogue }

export type ModelService = ReturnType<typeof createModelService>

export function createModelService({ db, clock, audit, catalogue }: ModelDeps) {
  function notFound(scope: Scope, wanted: string, inactive: ReadonlySet<string>): AppError {
    const known = seenBy(scope, catalogue.all, inactive).map(({ modelId }) => modelId)
    const matches = nearMatches(wanted, known)
    return new AppError('model_not_found', `There is no model ${wanted}`, {
      facts: { nearMatches: matches },
      hint:
        matches.length > 0
          ? `Did you mean ${matches.join(' or ')}?`
          : 'GET /api/v1/ai/models lists the models of a kind.',
    })
  }

  const ownModels = async (scope: Scope): Promise<AiModel[]> =>
    (await listOwnModels(db, scope)).map(({ provider, vendorId, name }) =>
      toAiModel({ provider, vendorId, name, inputs: ['text'], outputs: ['text'] }),
    )

  const findModel = async (scope: Scope, wanted: string): Promise<AiModel | null> =>
    catalogue.find(wanted) ??
    (await ownModels(scope)).find(({ id, modelId }) => modelId === wanted || id === wanted.toLowerCase()) ??
    null

  return {
    async list(scope: Scope, query: ModelListQuery): Promise<AiModel[]> {
      const inactive = await listInactiveModelIds(db, scope)
      const own = query.kind === 'chat' ? await ownModels(scope) : []
      const known = catalogue.ofKind(query.kind)
      const models = seenBy(scope, own.length > 0 ? [...known, ...own] : known, inactive)
      return hasFilter(query) ? models.filter(matching(query)) : [...models]
    },

    async get(scope: Scope, idOrModelId: string): Promise<AiModel> {
      const inactive = await listInactiveModelIds(db, scope)
      const found = await findModel(scope, idOrModelId)
      const [seen] = found ? seenBy(scope, [found], inactive) : []
      if (!seen) throw notFound(scope, idOrModelId, inactive)
      return seen
    },

    /** Switches a model on or off for the project; only a change is written to the audit trail. */
    async setActive(scope: Scope, idOrModelId: string, isActive: boolean): Promise<AiModel> {
      const model = await findModel(scope, idOrModelId)
      if (!model) throw notFound(scope, idOrModelId, new Set())
      const { modelId } = model
      if (modelId === localDemoId && !isActive) {
        throw new AppError('invalid_state', `${localDemoId} is always active`, {
          facts: { modelId, isActive: true },
          hint: 'It needs no provider and costs nothing, so there is always one model that answers.',
        })
      }
      await db.tx(async (tx) => {
        const isChange = await updateModelSetting(tx, scope, { modelId, isActive, updatedAt: clock.now() })
        if (!isChange) return
        const action = isActive ? 'model.activated' : 'model.deactivated'
        await audit.record(tx, scope, { action, targetType: 'model', targetId: modelId })
      })
      return { ...model, isActive }
    },
  }
}

/** The models as the caller sees them, in the order given. */
function seenBy(scope: Scope, models: readonly AiModel[], inactive: ReadonlySet<string>): readonly AiModel[] {
  if (inactive.size === 0) return models
  if (scope.role !== 'admin') return models.filter(({ modelId }) => !inactive.has(modelId))
  return models.map((model) => (inactive.has(model.modelId) ? { ...model, isActive: false } : model))
}

const hasFilter = ({ q, provider, supportsReasoning }: ModelListQuery): boolean =>
  q !== undefined || provider !== undefined || supportsReasoning !== undefined

/** Every word of the search must occur in the model's id or name, in any order. */
function matching({ q = '', provider, supportsReasoning }: ModelListQuery): (model: AiModel) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (model) => {
    if (provider !== undefined && model.provider !== provider.toLowerCase()) return false
    if (supportsReasoning !== undefined && model.supportsReasoning !== supportsReasoning) return false
    const text = `${model.modelId} ${model.name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
