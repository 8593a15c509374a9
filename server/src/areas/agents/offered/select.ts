import type { Scope } from '../../../kernel/scope.ts'
import type { CallRequest } from '../../llm/index.ts'
import type { Tools, ToolTraits } from '../../tools/index.ts'
import type { Capabilities } from '../schema/spec.ts'
import { type AskModel, chooseTools } from './choose-tools.ts'

const defaultMax = 20
const defaultFrom = 40
const maxHits = 50
const maxQuery = 1_000

export type Selection = {
  scope: Scope
  found: ToolTraits[]
  query: string
  selector: Capabilities['toolSelector']
  askModel: AskModel
  subject: NonNullable<CallRequest['subject']>
}

/**
 * Of many pinned tools those that fit what the user wants, so that their schemas do not fill every request: as the model
 * of the selector chooses, or found as tools are searched. Those that are always included come first.
 */
export async function selectTools(
  tools: Pick<Tools, 'search'>,
  { scope, found, query, selector, askModel, subject }: Selection,
): Promise<{ selected: ToolTraits[]; creditsMicro: number }> {
  const {
    enabled,
    model,
    maxTools = defaultMax,
    alwaysInclude = [],
    autoEnableIfToolCountGte = defaultFrom,
  } = selector ?? {}
  const isOn = enabled ?? found.length >= autoEnableIfToolCountGte
  const requested = query.trim().slice(0, maxQuery)
  if (!isOn || found.length <= maxTools || requested === '') return { selected: found, creditsMicro: 0 }
  const chosen =
    model === undefined
      ? { slugs: null, creditsMicro: 0 }
      : await chooseTools(askModel, { model, found, query: requested, maxTools, subject })
  const slugs = chosen.slugs ?? (await searchedSlugs(tools, scope, found, requested))
  const rank = new Map(slugs.map((slug, at) => [slug, at + 1]))
  const rankOf = ({ slug }: ToolTraits) =>
    alwaysInclude.includes(slug) ? 0 : (rank.get(slug) ?? Number.POSITIVE_INFINITY)
  const ranked = found.toSorted((a, b) => Math.sign(rankOf(a) - rankOf(b)) || 0)
  const selected = ranked.slice(0, Math.max(maxTools, alwaysInclude.length))
  // What a model left out is left out, although there would be capacity for it.
  const isChosen = (traits: ToolTraits) => chosen.slugs === null || Number.isFinite(rankOf(traits))
  return { selected: selected.filter(isChosen), creditsMicro: chosen.creditsMicro }
}

async function searchedSlugs(
  tools: Pick<Tools, 'search'>,
  scope: Scope,
  found: readonly ToolTraits[],
  query: string,
): Promise<string[]> {
  const toolkits = [...new Set(found.map(({ toolkitSlug }) => toolkitSlug))].slice(0, maxHits)
  const hits = await tools.search(scope, {
    query,
    limit: maxHits,
    toolkits,
    onlyConnected: false,
    includeSchemas: false,
  })
  return hits.map(({ slug }) => slug)
}
