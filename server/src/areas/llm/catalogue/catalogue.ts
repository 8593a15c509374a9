import { isUuid } from '../../../kernel/ids.ts'
import type { AiModel, ModelKind } from '../schema/model.ts'
import media from './media.json' with { type: 'json' }
import models from './models.json' with { type: 'json' }
import { type CatalogueRow, toAiModel } from './row.ts'

/** The models this release knows. It never changes while the product runs. */
export type Catalogue = {
  all: readonly AiModel[]
  ofKind(kind: ModelKind): readonly AiModel[]
  find(idOrModelId: string): AiModel | null
  /** The most tokens of a response; null where that is not known. */
  maxOutputOf(model: Pick<AiModel, 'modelId'>): number | null
}

export const localDemoId = 'local/demo'

/** Needs no key and no network, so that everything can be tried before a provider is set up. */
const localDemo: CatalogueRow = {
  provider: 'local',
  vendorId: 'demo',
  name: 'Offline demo (not a language model)',
  inputs: ['text'],
  outputs: ['text'],
  price: { prompt: '0', completion: '0' },
  description:
    'Answers from the given text alone, always in the same way; for trying things out without a provider.',
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** By provider, then by name, letter by letter and not by a language's rules: the same on every machine. */
const byProviderAndName = (a: AiModel, b: AiModel): number =>
  compare(a.provider, b.provider) || compare(a.name, b.name) || compare(a.modelId, b.modelId)

/**
 * Reads and sorts once; requests only pick from the outcome. The files come with the release and are held to their shape
 * by the tests, not again by every start.
 */
export function createCatalogue(): Catalogue {
  const rows = [localDemo, ...(models as CatalogueRow[]), ...(media as CatalogueRow[])]
  const maxOutputs = new Map(
    rows.map(({ provider, vendorId, maxOutput }) => [`${provider}/${vendorId}`, maxOutput]),
  )
  const all = rows.map(toAiModel).sort(byProviderAndName)
  const byKind = Object.groupBy(all, (model): ModelKind => model.mediaKind ?? 'chat')
  const byId = new Map(all.map((model) => [model.id, model]))
  const byModelId = new Map(all.map((model) => [model.modelId, model]))
  return {
    all,
    maxOutputOf: ({ modelId }) => maxOutputs.get(modelId) ?? null,
    ofKind: (kind) => byKind[kind] ?? [],
    find: (idOrModelId) =>
      (isUuid(idOrModelId) ? byId.get(idOrModelId.toLowerCase()) : byModelId.get(idOrModelId)) ?? null,
  }
}
