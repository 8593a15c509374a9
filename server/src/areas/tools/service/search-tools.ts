import type { Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { searchTools } from '../store/tool.ts'

export type Hit = { readonly slug: string; readonly score: number }

/** Finds tools that the product ships by what they should do. */
export type ToolSearch = {
  search(
    query: string,
    options: { toolkits?: readonly string[]; limit: number },
  ): readonly Hit[] | Promise<readonly Hit[]>
  /** The slug of a shipped tool, by its id. */
  findById(id: string): Promise<string | null>
}

// Of each list so many are looked at before they are brought together.
const deepest = 100
// Of two that fit equally well the project's own is more likely meant.
const ownWeight = 1.1
// As usual for fusing ranks: how much being first counts more than being tenth.
const damping = 20

/** The project's own tools and those of the product in one ranking, by the ranks they have in their own. */
export function createSearcher({ search }: { search: ToolSearch }) {
  return async (
    q: Queryable,
    scope: Scope,
    query: string,
    toolkits: readonly string[] | undefined,
  ): Promise<Hit[]> => {
    const shipped = await search.search(query, { ...(toolkits ? { toolkits } : {}), limit: deepest })
    const own = await searchTools(q, scope, query, deepest)
    const scores = new Map<string, number>()
    for (const [weight, hits] of [
      [ownWeight, own],
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
