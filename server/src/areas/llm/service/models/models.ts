import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { didYouMean, nearMatches } from '../../../../kernel/text/near-names.ts'
import type { Audit } from '../../../audit/index.ts'
import { type Catalogue, localDemoId } from '../../catalogue/catalogue.ts'
import { toAiModel } from '../../catalogue/row.ts'
import { isOpenProvider } from '../../providers/registry.ts'
import { readCallSettings } from '../../read-settings.ts'
import {
  type AiModel,
  type ListedModel,
  type ModelCounts,
  type ModelKind,
  type ModelListQuery,
  type ModelSummary,
  modelKinds,
} from '../../schema/model.ts'
import { listOwnModels, updateModelSetting } from '../../store/model-setting.ts'
import type { AvailabilityOf, ReasonOf } from '../providers/availability.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'
import { defaultModel } from './default-model.ts'

export type ModelDeps = {
  db: Db
  clock: Clock
  audit: Audit
  catalogue: Catalogue
  availabilityOf: AvailabilityOf
  settingsOf: ProviderSettingsOf
}

/** A model of a provider that may have some which no catalogue lists. */
function unlistedModel(modelId: string): AiModel | null {
  const at = modelId.indexOf('/')
  const [provider, vendorId] = [modelId.slice(0, Math.max(0, at)), modelId.slice(at + 1)]
  if (vendorId === '' || !isOpenProvider(provider)) return null
  return toAiModel({ provider, vendorId, name: vendorId, inputs: ['text'], outputs: ['text'] })
}

export type ModelService = ReturnType<typeof createModelService>

export function createModelService({ db, clock, audit, catalogue, ...deps }: ModelDeps) {
  const { availabilityOf, settingsOf } = deps

  function notFound(requested: string, isSeen: IsSeen): AppError {
    const known = catalogue.all.flatMap(({ modelId }) => (isSeen(modelId) ? [modelId] : []))
    const matches = nearMatches(requested, known)
    return new AppError('model_not_found', `There is no model ${requested}`, {
      facts: { nearMatches: matches },
      hint: matches.length > 0 ? didYouMean(matches) : 'GET /api/v1/ai/models lists the models of a kind.',
    })
  }

  const ownModels = async (scope: Scope): Promise<AiModel[]> =>
    (await listOwnModels(db, scope)).map(({ provider, vendorId, name }) =>
      toAiModel({ provider, vendorId, name, inputs: ['text'], outputs: ['text'] }),
    )

  const findModel = async (scope: Scope, requested: string): Promise<AiModel | null> =>
    catalogue.find(requested) ??
    (await ownModels(scope)).find(
      ({ id, modelId }) => modelId === requested || id === requested.toLowerCase(),
    ) ??
    null

  /** The models that the caller sees, with their availability. */
  async function viewOf(scope: Scope): Promise<{ isSeen: IsSeen; show: (model: AiModel) => ListedModel }> {
    const settings = await readCallSettings(db, scope)
    const inactive = new Set(settings.inactive)
    const reasonOf = availabilityOf(scope, settings)
    const defaultId = defaultModel(settingsOf, scope, settings)
    return {
      isSeen: scope.role === 'admin' ? () => true : (modelId) => !inactive.has(modelId),
      show: (model) => listed(model, reasonOf, defaultId),
    }
  }

  async function ofKind(scope: Scope, kind: ModelKind): Promise<readonly AiModel[]> {
    const known = catalogue.ofKind(kind)
    const own = kind === 'chat' ? await ownModels(scope) : []
    return own.length > 0 ? [...known, ...own] : known
  }

  return {
    async list(scope: Scope, query: Partial<ModelListQuery> = {}): Promise<ListedModel[]> {
      const { isSeen, show } = await viewOf(scope)
      const models = await ofKind(scope, query.kind ?? 'chat')
      const matchesQuery = matching(query)
      const found = models.flatMap((model) =>
        isSeen(model.modelId) && matchesQuery(model) ? [show(model)] : [],
      )
      const matches = found.filter(
        ({ isAvailable, isDefault }) =>
          (query.isAvailable === undefined || isAvailable === query.isAvailable) &&
          (query.isDefault === undefined || isDefault === query.isDefault),
      )
      if (query.sortBy === 'availability')
        matches.sort((a, b) => Number(b.isAvailable) - Number(a.isAvailable))
      return matches.slice(0, query.limit)
    },

    /** How many there are of each kind, for those who need the number alone. */
    async summary(scope: Scope): Promise<ModelSummary> {
      const { isSeen, show } = await viewOf(scope)
      const counts = new Map<ModelKind, ModelCounts>()
      for (const kind of modelKinds) {
        const seen = (await ofKind(scope, kind)).filter(({ modelId }) => isSeen(modelId)).map(show)
        counts.set(kind, {
          total: seen.length,
          active: seen.filter(({ isActive }) => isActive).length,
          available: seen.filter(({ isAvailable }) => isAvailable).length,
        })
      }
      return Object.fromEntries(counts) as ModelSummary
    },

    async get(scope: Scope, idOrModelId: string): Promise<ListedModel> {
      const { isSeen, show } = await viewOf(scope)
      const found = await findModel(scope, idOrModelId)
      if (!found || !isSeen(found.modelId)) throw notFound(idOrModelId, isSeen)
      return show(found)
    },

    /** Also when its provider is not set up yet. */
    async has(scope: Scope, idOrModelId: string): Promise<boolean> {
      const settings = await readCallSettings(db, scope)
      const found = await findModel(scope, idOrModelId)
      if (found) return !settings.inactive.includes(found.modelId)
      const unlisted = unlistedModel(idOrModelId)
      return unlisted !== null && availabilityOf(scope, settings)(unlisted) === null
    },

    /** Switches a model on or off for the project; only a change is written to the audit trail. */
    async setActive(scope: Scope, idOrModelId: string, isActive: boolean): Promise<ListedModel> {
      const model = await findModel(scope, idOrModelId)
      if (!model) throw notFound(idOrModelId, () => true)
      const { modelId } = model
      if (modelId === localDemoId && !isActive) {
        throw new AppError('invalid_state', `${localDemoId} is always active`, {
          facts: { modelId, isActive: true },
          hint: 'It needs no provider and is free, so one model is always available.',
        })
      }
      await db.tx(async (tx) => {
        const isChange = await updateModelSetting(tx, scope, { modelId, isActive, updatedAt: clock.now() })
        if (!isChange) return
        const action = isActive ? 'model.activated' : 'model.deactivated'
        await audit.record(tx, scope, { action, targetType: 'model', targetId: modelId })
      })
      return (await viewOf(scope)).show(model)
    },
  }
}

type IsSeen = (modelId: string) => boolean

function listed(model: AiModel, reasonOf: ReasonOf, defaultId: string): ListedModel {
  const unavailableReason = reasonOf(model)
  return {
    ...model,
    isActive: unavailableReason !== 'inactive',
    isAvailable: unavailableReason === null,
    unavailableReason,
    isDefault: model.modelId === defaultId,
  }
}

/** Every word of the search must occur in the model's id or name, in any order. */
function matching({
  q = '',
  provider,
  supportsReasoning,
}: Partial<ModelListQuery>): (model: AiModel) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (model) => {
    if (provider !== undefined && model.provider !== provider.toLowerCase()) return false
    if (supportsReasoning !== undefined && model.supportsReasoning !== supportsReasoning) return false
    const text = `${model.modelId} ${model.name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
