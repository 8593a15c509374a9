import { AppError } from '../../../kernel/errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { embeddingModels } from '../catalogue/embedding-models.ts'

/**
 * Clients of other interfaces know models by the vendor's own names. A bare name selects a model when only one has
 * it, or when the vendor whose API is used does; every other name is left as it is.
 */
export function createModelNames(catalogue: Catalogue) {
  const byName = new Map<string, string[]>()
  const add = (name: string, modelId: string) => byName.set(name, [...(byName.get(name) ?? []), modelId])
  for (const { modelId, canonicalSlug } of catalogue.ofKind('chat'))
    for (const known of new Set([modelId, canonicalSlug ?? modelId])) add(bare(known), modelId)
  for (const modelId of Object.keys(embeddingModels)) add(bare(modelId), modelId)

  return function modelIdOf(name: string, vendor: string): string {
    // With a provider in front it is whole: resellers have models whose names begin with another provider.
    if (name.includes('/')) return name
    const found = [...new Set(byName.get(name) ?? [])]
    if (found.length <= 1) return found[0] ?? name
    const own = found.find((modelId) => modelId.startsWith(`${vendor}/`))
    if (own !== undefined) return own
    throw new AppError('model_not_found', `${name} is ambiguous`, {
      facts: { nearMatches: found },
      hint: `Use one of ${found.join(', ')}.`,
    })
  }
}

export type ModelIdOf = ReturnType<typeof createModelNames>

const bare = (modelId: string): string => modelId.slice(modelId.indexOf('/') + 1)
