import { type SearchIndex, traits } from './build-index.ts'
import { intentOf } from './intent.ts'
import { type Concept, conceptsOf } from './query.ts'
import {
  createScratch,
  namesOf,
  type Rarity,
  rarityOver,
  type Scratch,
  scoreToolkits,
  scoreWords,
  type ToolkitNames,
} from './rank.ts'

export type Hit = { readonly slug: string; readonly score: number }
export type RankOptions = { readonly toolkits?: readonly string[]; readonly limit: number }
export type Ranker = (query: string, options: RankOptions) => Hit[]

// Whoever stands first in lists need not be what was asked for.
const mostFame = 100

type Segment = { index: SearchIndex; names: ToolkitNames; scratch: Scratch }

/** Ranks all tools of some indexes as one. */
export async function createRanker(indexes: readonly SearchIndex[]): Promise<Ranker> {
  const segments: Segment[] = []
  for (const index of indexes)
    segments.push({ index, names: await namesOf(index), scratch: createScratch(index.slugs.length) })
  const rarity = rarityOver(indexes)
  return (query, { toolkits, limit }) => {
    const concepts = conceptsOf(query, indexes)
    const wanted = toolkits && new Set(toolkits)
    const best = createBest(limit)
    for (const segment of segments) rankSegment(segment, query, concepts, rarity, wanted, best)
    return best.hits
  }
}

type Best = { hits: Hit[]; offer(slug: string, score: number): void }

function createBest(limit: number): Best {
  const hits: Hit[] = []
  return {
    hits,
    offer(slug, score) {
      if (hits.length >= limit && score <= (hits[limit - 1]?.score ?? Number.POSITIVE_INFINITY)) return
      let at = hits.length
      while (at > 0 && hits[at - 1]!.score < score) at--
      hits.splice(at, 0, { slug, score })
      if (hits.length > limit) hits.pop()
    },
  }
}

function rankSegment(
  { index, names, scratch }: Segment,
  query: string,
  concepts: readonly Concept[],
  rarity: Rarity,
  wanted: ReadonlySet<string> | undefined,
  best: Best,
): void {
  const said = new Set(concepts.flatMap(({ term, guesses }) => [term, ...guesses]))
  const named = scoreToolkits(index, names, said, rarity)
  const asked = concepts.filter(
    ({ term, guesses }) => ![term, ...guesses].some((form) => named.names.has(form)),
  )
  const scores = scoreWords(index, asked, rarity, scratch)
  const fits = intentOf(query)
  const skipped = Uint8Array.from(index.toolkits, ({ slug }) => (wanted && !wanted.has(slug) ? 1 : 0))
  for (let tool = 0; tool < scores.length; tool++) {
    const toolkit = index.toolkitOf[tool]!
    if (skipped[toolkit] || (scores[tool] === 0 && named.points[toolkit] === 0)) continue
    const trait = index.traits[tool]!
    const fame = 1 + 0.25 * Math.min(1, index.toolkits[toolkit]!.popularityScore / mostFame)
    // Long names belong to the far corners of an API.
    const plainness = 1 - 0.025 * Math.max(0, (trait >> traits.nameShift) - 3)
    const own = scores[tool]! * fits(trait) * plainness
    best.offer(
      index.slugs[tool]!,
      (own + named.points[toolkit]!) * fame * (trait & traits.deprecated ? 0.7 : 1),
    )
  }
}
