import type { SpecialEntry } from '../schema/message.ts'
import type { PathSegment, Position } from '../schema/thread.ts'

const summaryPrefix = 'summary:'

/**
 * What is seen of a path without reading it: the path has an entry at each place, and but for the special ones each is a
 * message that is seen at its place. Equal to the fold of all entries, as `visibleEntries` makes it.
 */
export type FoldedPath = {
  /** How many messages are seen. */
  total: number
  /** Where a message is seen by its number from the oldest one on, and where its last form is; as many as there are. */
  seen(from: number, count: number): { place: number; contentPlace: number }[]
  /** The first place behind another at which a message was added. */
  nextAdded(place: number): number | null
}

type Shown = { place: number; contentPlace: number }

export function foldPath(special: readonly SpecialEntry[], upto: number): FoldedPath {
  const shown = new Map<string, Shown>()
  for (const { kind, messageId, place } of special) {
    if (messageId === null || kind === 'summary') continue
    if (kind === 'remove') shown.delete(messageId)
    else shown.set(messageId, { place: shown.get(messageId)?.place ?? place, contentPlace: place })
  }
  const content = contentOf(shown)
  const hidden = special.map(({ place }) => place).filter((place) => !content.has(place))
  const total = upto - hidden.length
  let later: ReadonlySet<number> | null = null
  return {
    total,
    seen(from, count) {
      const places = walk(hidden, from + 1, Math.min(count, total - from))
      return places.map((place) => ({ place, contentPlace: content.get(place) ?? place }))
    },
    nextAdded(place) {
      later ??= placesThatAddNothing(special)
      let next = place + 1
      while (later.has(next)) next++
      return next > upto ? null : next
    },
  }
}

function placesThatAddNothing(special: readonly SpecialEntry[]): ReadonlySet<number> {
  const known = new Set<string>()
  const places = new Set<number>()
  for (const { kind, messageId, place } of special) {
    if (kind === 'summary' || messageId === null || known.has(messageId)) places.add(place)
    if (messageId !== null) known.add(messageId)
  }
  return places
}

/** What a model is given of a path: everything behind what the last summary covers, and that summary before it. */
export type SummarisedPath = {
  /** Nothing at this place or before it is needed. */
  behind: number
  summaryPlace: number | null
  /** The places of the messages behind a place in their order, with those of their last form. */
  seen(from: number): Shown[]
}

/** A summary covers the messages up to the one that it names; if that was removed before, it is not used. */
export function foldForModel(special: readonly SpecialEntry[], upto: number): SummarisedPath {
  const shown = new Map<string, Shown>()
  let behind = 0
  for (const { kind, messageId, place } of special) {
    if (messageId === null) continue
    if (kind === 'remove') shown.delete(messageId)
    else if (kind === 'summary') {
      const covered = shown.get(messageId.slice(summaryPrefix.length))?.place
      if (covered === undefined) continue
      for (const [id, each] of shown) if (each.place <= covered) shown.delete(id)
      behind = covered
      // It is seen in place of the last message that it covers.
      shown.set(messageId, { place: covered, contentPlace: place })
    } else shown.set(messageId, { place: shown.get(messageId)?.place ?? place, contentPlace: place })
  }
  const content = contentOf(shown)
  const isSpecial = new Set(special.map(({ place }) => place))
  return {
    behind,
    summaryPlace: content.get(behind) ?? null,
    seen(from) {
      const places = Array.from({ length: upto - from }, (_, i) => from + 1 + i)
      return places
        .filter((place) => !isSpecial.has(place) || content.has(place))
        .map((place) => ({ place, contentPlace: content.get(place) ?? place }))
    },
  }
}

const contentOf = (shown: ReadonlyMap<string, Shown>): ReadonlyMap<number, number> =>
  new Map([...shown.values()].map(({ place, contentPlace }) => [place, contentPlace]))

/** The places that are not hidden, from the given one of them on; hidden ones are in order. */
function walk(hidden: readonly number[], nth: number, count: number): number[] {
  let place = nth
  let next = 0
  const skip = () => {
    for (; next < hidden.length && hidden[next]! <= place; next++) place++
  }
  const places: number[] = []
  for (; places.length < count; place++) {
    skip()
    places.push(place)
  }
  return places
}

/** The branch that has a place of a path. */
export function positionOn(segments: readonly PathSegment[], place: number): Position {
  const own = segments.findLast(({ upto }) => upto >= place)
  return { branch: own?.branch ?? 0, place }
}
