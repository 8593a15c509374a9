import type { Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ToolEntry, Toolkits, ToolSearch } from '../../toolkits/index.ts'
import { searchTools } from '../store/tool.ts'

export type Hit = { readonly slug: string; readonly score: number }

// Of each list so many are looked at before they are brought together.
const deepest = 100
// Of two that fit equally well the project's own is more likely meant.
const ownWeight = 1.1
// As usual for fusing ranks: how much being first counts more than being tenth.
const damping = 20

type SearcherDeps = { search: ToolSearch; toolkits: Pick<Toolkits, 'listImported'> }

/** The project's own tools and those of the product in one ranking, by the ranks they have in their own. */
export function createSearcher({ search, toolkits: imports }: SearcherDeps) {
  return async (
    q: Queryable,
    scope: Scope,
    query: string,
    toolkits: readonly string[] | undefined,
  ): Promise<Hit[]> => {
    const shipped = await search.search(query, { ...(toolkits ? { toolkits } : {}), limit: deepest })
    const own = await searchTools(q, scope, query, deepest)
    const imported = (await imports.listImported(q, scope)).map(({ entry }) => entry)
    const scores = new Map<string, number>()
    for (const [weight, hits] of [
      [ownWeight, own],
      [ownWeight, nearest(query, imported)],
      [1, shipped],
    ] as const)
      for (const [rank, { slug }] of hits.entries())
        scores.set(slug, (scores.get(slug) ?? 0) + weight / (damping + rank))
    const exact = query.trim().toLowerCase()
    const sorted = [...scores].map(([slug, score]) => ({
      slug,
      score: slug.toLowerCase() === exact ? 1 : score * damping,
    }))
    return sorted.sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** By how many words they share, in the name most: a project imports a few APIs, so they are simply gone through. */
function nearest(query: string, tools: readonly ToolEntry[]): Hit[] {
  const words = new Set(wordsOf(query))
  const hits: Hit[] = []
  for (const { slug, name, description, tags } of tools) {
    const named = new Set(wordsOf(`${slug.replaceAll('_', ' ')} ${name}`))
    const told = new Set(wordsOf(`${description} ${tags.join(' ')}`))
    let score = 0
    for (const word of words) score += named.has(word) ? 3 : told.has(word) ? 1 : 0
    if (score > 0) hits.push({ slug, score })
  }
  return hits.sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1)).slice(0, deepest)
}
