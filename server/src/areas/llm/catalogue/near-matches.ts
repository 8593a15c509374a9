// Two neighbouring letters as one number: texts of them would be most of the work.
const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1)

function pairsOf(text: string): Set<number> {
  const pairs = new Set<number>()
  for (let i = 0; i + 1 < text.length; i++) pairs.add(pairAt(text, i))
  return pairs
}

// Vendors do not agree on `4.5` or `4-5`, nor on capitals; neither distinguishes models.
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9/]/g, '')

/** How alike two texts are, from 0 to about 1, by the pairs of letters they share (after Dice). */
function similarity(pairs: ReadonlySet<number>, text: string): number {
  let shared = 0
  for (let i = 0; i + 1 < text.length; i++) if (pairs.has(pairAt(text, i))) shared++
  return (2 * shared) / Math.max(1, pairs.size + text.length - 1)
}

// Below this, what is found has only its version number or its vendor in common with the requested one.
const minSimilarity = 0.5
const maxMatches = 3

/**
 * The model ids that `text` may mean. Users leave out the provider more often than they
 * misspell, so an id is also compared without it.
 */
export function nearMatches(text: string, modelIds: readonly string[]): string[] {
  const pairs = pairsOf(plain(text.slice(0, 100)))
  return modelIds
    .map((modelId) => {
      const id = plain(modelId)
      const forms = [id, id.slice(id.indexOf('/') + 1), id.slice(id.lastIndexOf('/') + 1)]
      return { modelId, score: Math.max(...forms.map((form) => similarity(pairs, form))) }
    })
    .filter(({ score }) => score >= minSimilarity)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxMatches)
    .map(({ modelId }) => modelId)
}
