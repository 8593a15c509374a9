import type { ProjectToolkit } from '../ports/project-toolkit.ts'

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

// Far apart, so that no number of hits in a lesser place outweighs one in a better place.
const weights = { exactSlug: 1000, exactName: 500, slugStart: 100, nameWord: 30, toolHit: 10, textWord: 3 }

/**
 * How well a toolkit matches a search; 0 is not at all. The exact slug comes first, then slug and name, then tools that
 * are named like it, then the description. Every word must be found somewhere, unless a tool was found by all of them.
 */
export function createRanking(query: string, toolHits: ReadonlyMap<string, number>) {
  const text = query.trim().toLowerCase()
  const words = wordsIn(query)
  return (toolkit: ProjectToolkit): number => {
    const slug = toolkit.slug.toLowerCase()
    const name = toolkit.name.toLowerCase()
    if (slug === text) return weights.exactSlug
    let score = name === text ? weights.exactName : 0
    if (slug.startsWith(text)) score += weights.slugStart
    const hit = toolHits.get(toolkit.slug) ?? 0
    score += hit * weights.toolHit
    let isWhole = words.length > 0
    const description = toolkit.description.toLowerCase()
    for (const word of words) {
      if (name.includes(word) || slug.includes(word)) score += weights.nameWord
      else if (description.includes(word)) score += weights.textWord
      else isWhole = false
    }
    return isWhole || hit > 0 || slug.startsWith(text) ? score : 0
  }
}
