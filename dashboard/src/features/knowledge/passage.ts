export type Segment = { text: string; isMarked: boolean }

/** A text in segments, of which those between the given offsets are marked. Offsets may overlap or be out of order. */
export function segmentsOf(text: string, ranges: readonly (readonly number[])[]): Segment[] {
  const segments: Segment[] = []
  let at = 0
  const add = (end: number, isMarked: boolean) => {
    if (end > at) segments.push({ text: text.slice(at, end), isMarked })
    at = Math.max(at, end)
  }
  for (const [start = 0, end = 0] of ranges.toSorted(([a = 0], [b = 0]) => a - b)) {
    add(Math.min(start, text.length), false)
    add(Math.min(end, text.length), true)
  }
  add(text.length, false)
  return segments
}

/** The marked words of a text, each once, as they were written first. */
export function markedWords(text: string, ranges: readonly (readonly number[])[]): string[] {
  const words = new Map<string, string>()
  for (const { text: word, isMarked } of segmentsOf(text, ranges))
    if (isMarked && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), word)
  return [...words.values()]
}

type Passage = { text: string; highlights: readonly (readonly number[])[]; path: readonly string[] }

/** A passage that begins with the heading of its section, without the marks of Markdown before it. */
export function withoutHeadingMark({
  text,
  highlights,
  path,
}: Passage): Pick<Passage, 'text' | 'highlights'> {
  const [mark = ''] = path.length > 0 ? (/^#{1,6} /.exec(text) ?? []) : []
  return {
    text: text.slice(mark.length),
    highlights: highlights.map((range) => range.map((offset) => Math.max(0, offset - mark.length))),
  }
}

type Place = { startOffset: number; endOffset: number; text: string; isEdited: boolean }

/**
 * How many characters at the start of a chunk repeat the end of the one before. An edited text, or one with a repeated
 * table head, is not the text at its offsets, so nothing is known about it.
 */
export function repeatedLength(before: Place | undefined, chunk: Place): number {
  if (!before || chunk.isEdited || chunk.text.length !== chunk.endOffset - chunk.startOffset) return 0
  return Math.min(chunk.text.length, Math.max(0, before.endOffset - chunk.startOffset))
}

type Border = { ordinal: number; startOffset: number; endOffset: number; isEnabled: boolean }

/** A part of a text that belongs to the same chunks throughout. */
export type Span = {
  start: number
  text: string
  ordinals: number[]
  /** The chunks that begin here. */
  begins: number[]
  /** Whether searches find it in none of its chunks. */
  isOff: boolean
}

/** A text from its beginning, divided where chunks begin and end; they may overlap, and leave gaps. */
export function spansOf(text: string, chunks: readonly Border[]): Span[] {
  const inOrder = chunks.toSorted((a, b) => a.startOffset - b.startOffset || a.ordinal - b.ordinal)
  const cuts = new Set([0, text.length])
  for (const { startOffset, endOffset } of inOrder)
    for (const at of [startOffset, endOffset]) if (at < text.length) cuts.add(at)
  const places = [...cuts].sort((a, b) => a - b)
  const spans: Span[] = []
  let [next, open]: [number, Border[]] = [0, []]
  for (const [i, start] of places.slice(0, -1).entries()) {
    const begins: number[] = []
    for (; next < inOrder.length && inOrder[next]!.startOffset <= start; next++) {
      open.push(inOrder[next]!)
      begins.push(inOrder[next]!.ordinal)
    }
    open = open.filter(({ endOffset }) => endOffset > start)
    spans.push({
      start,
      text: text.slice(start, places[i + 1]),
      ordinals: open.map(({ ordinal }) => ordinal),
      begins,
      isOff: open.length > 0 && open.every(({ isEnabled }) => !isEnabled),
    })
  }
  return spans
}
