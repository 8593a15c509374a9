import { type SearchIndex, traits } from './build-index.ts'
import { intentOf } from './intent.ts'
import { type Concept, conceptsOf } from './query.ts'
import {
  createScratch,
  namesOf,
  popularityOf,
  type Rarity,
  rarityOver,
  type Scratch,
  type Subjects,
  scoreToolkits,
  scoreWords,
  subjectsIn,
  type ToolkitNames,
} from './rank.ts'

export type Hit = { readonly slug: string; readonly score: number }
export type RankOptions = {
  readonly toolkits?: readonly string[] | undefined
  readonly limit: number
  /** What only the asker has, ranked with the rest by one measure. */
  readonly own?: readonly Segment[]
}
export type Ranker = (query: string, options: RankOptions) => Hit[]

/** An index made ready to be ranked. What is known of its toolkits says how much their tools count. */
export type Segment = {
  readonly index: SearchIndex
  readonly names: ToolkitNames
  readonly subjects: Subjects
  readonly popularity: Float64Array
  readonly scratch: Scratch
}

// Of what tools do for it, people mean those of services that many use.
const popularityShare = 0.5

export const segmentOf = async (index: SearchIndex, weight = 1): Promise<Segment> => ({
  index,
  names: await namesOf(index),
  subjects: subjectsIn(index),
  popularity: Float64Array.from(
    index.toolkits,
    (toolkit) => weight * (1 + popularityShare * popularityOf(toolkit)),
  ),
  scratch: createScratch(index.slugs.length),
})

/** Ranks all tools of some indexes as one. */
export async function createRanker(indexes: readonly SearchIndex[]): Promise<Ranker> {
  const shared: Segment[] = []
  for (const index of indexes) shared.push(await segmentOf(index))
  return (query, { toolkits, limit, own = [] }) => {
    const segments = [...shared, ...own]
    const all = segments.map(({ index }) => index)
    const rarity = rarityOver(all)
    const concepts = conceptsOf(query, all)
    const allowedToolkits = toolkits && new Set(toolkits)
    const best = createBest(limit)
    for (const segment of segments) rankSegment(segment, query, concepts, rarity, allowedToolkits, best)
    return best.hits
  }
}

/** `floor` is what a tool must have more than to be among the best. */
type Best = { hits: Hit[]; floor: number; offer(slug: string, score: number): void }

function createBest(limit: number): Best {
  const hits: Hit[] = []
  const best: Best = {
    hits,
    floor: limit > 0 ? 0 : Number.POSITIVE_INFINITY,
    offer(slug, score) {
      let at = hits.length
      while (at > 0 && hits[at - 1]!.score < score) at--
      hits.splice(at, 0, { slug, score })
      if (hits.length > limit) hits.pop()
      if (hits.length === limit) best.floor = hits[limit - 1]!.score
    },
  }
  return best
}

function rankSegment(
  { index, names, subjects, popularity, scratch }: Segment,
  query: string,
  concepts: readonly Concept[],
  rarity: Rarity,
  allowedToolkits: ReadonlySet<string> | undefined,
  best: Best,
): void {
  const terms = new Set(concepts.flatMap(({ term, guesses }) => [term, ...guesses]))
  const named = scoreToolkits(index, names, terms, rarity)
  const request = concepts.filter(
    ({ term, guesses }) => ![term, ...guesses].some((form) => named.names.has(form)),
  )
  // In a service that was named it says nothing: all of its tools have it.
  const unnamed = subjects.filter(({ toolkit }) => named.points[toolkit] === 0)
  const scores = scoreWords(index, unnamed, request, rarity, scratch)
  const fitness = fitnessFor(query)
  const points = index.toolkits.map(({ slug }, at) =>
    allowedToolkits && !allowedToolkits.has(slug) ? Number.NaN : named.points[at]!,
  )
  // Over tens of thousands of tools, most of which have none of the words: whatever can be is done once for a toolkit.
  let [toolkit, added, factor] = [-1, 0, 0]
  for (let tool = 0; tool < scores.length; tool++) {
    if (index.toolkitOf[tool] !== toolkit) {
      toolkit = index.toolkitOf[tool]!
      added = points[toolkit]!
      factor = popularity[toolkit]!
    }
    const own = scores[tool]!
    if (own === 0 && added === 0) continue
    const trait = index.traits[tool]!
    const score = (own * fitness[trait]! + added) * factor * (trait & traits.deprecated ? 0.7 : 1)
    // NaN, which marks excluded tools, is never more than anything.
    if (score > best.floor) best.offer(index.slugs[tool]!, score)
  }
}

/** The share of its score that a tool retains, for each combination of traits. */
function fitnessFor(query: string): Float64Array {
  const fits = intentOf(query)
  return Float64Array.from({ length: 256 }, (_, trait) => {
    // Long names belong to the far corners of an API.
    const plainness = 1 - 0.025 * Math.max(0, (trait >> traits.nameShift) - 3)
    return fits(trait) * plainness
  })
}
