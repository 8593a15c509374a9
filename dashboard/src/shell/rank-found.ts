import type { FoundObject } from '../pages/manifest.ts'

// There are thousands of them; what the project itself has made or uses is more likely to be looked for.
const catalogueKinds = new Set(['Tool', 'Toolkit'])

/** How well the name fits what was typed: as a whole, by its beginning, by the beginning of a word, otherwise. */
function distance(label: string, text: string): number {
  const name = label.toLowerCase()
  if (name === text) return 0
  if (name.startsWith(text)) return 1
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text)) ? 2 : 3
}

/** Names that begin with the text first; among equals, what the project has before what it could use. */
export function rankFound(found: readonly FoundObject[], text: string): FoundObject[] {
  const typed = text.trim().toLowerCase()
  return found
    .map((object, order) => ({
      object,
      order,
      distance: distance(object.label, typed),
      isOffered: Number(catalogueKinds.has(object.kind)),
    }))
    .sort((a, b) => a.distance - b.distance || a.isOffered - b.isOffered || a.order - b.order)
    .map(({ object }) => object)
}
