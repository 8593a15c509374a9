import type { Scope } from '../../../kernel/scope.ts'
import type { Tools } from '../../tools/index.ts'
import type { Capabilities } from '../schema/spec.ts'
import type { ToolTraits } from './pinned.ts'

const defaultMax = 20
const defaultFrom = 40
const maxHits = 50

/**
 * Of many pinned tools those that fit what the user wants, so that their schemas do not fill every request: found as tools
 * are searched. Those that are always included come first.
 */
export async function selectTools(
  tools: Pick<Tools, 'search'>,
  {
    scope,
    found,
    query,
    selector,
  }: {
    scope: Scope
    found: ToolTraits[]
    query: string
    selector: Capabilities['toolSelector']
  },
): Promise<ToolTraits[]> {
  const {
    enabled,
    maxTools = defaultMax,
    alwaysInclude = [],
    autoEnableIfToolCountGte = defaultFrom,
  } = selector ?? {}
  const isOn = enabled ?? found.length >= autoEnableIfToolCountGte
  if (!isOn || found.length <= maxTools || query.trim() === '') return found
  const toolkits = [...new Set(found.map(({ toolkitSlug }) => toolkitSlug))].slice(0, maxHits)
  const hits = await tools.search(scope, {
    query: query.slice(0, 1_000),
    limit: maxHits,
    toolkits,
    onlyConnected: false,
    includeSchemas: false,
  })
  const rank = new Map(hits.map(({ slug }, at) => [slug, at + 1]))
  const rankOf = ({ slug }: ToolTraits) =>
    alwaysInclude.includes(slug) ? 0 : (rank.get(slug) ?? maxHits + 1)
  return found.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, Math.max(maxTools, alwaysInclude.length))
}
