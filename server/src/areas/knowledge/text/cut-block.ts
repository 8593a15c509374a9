import type { Block } from './blocks.ts'

type Cut = { start: number; end: number }

/** Boundaries at which a block that is too large may be cut, the best first. */
const boundaries: Readonly<Record<'prose' | 'lines', readonly RegExp[]>> = {
  prose: [
    /[.!?\u3002\uff01\uff1f\u2026]["'\u201d\u2019)\]]?\s+|[\u3002\uff01\uff1f]/gu,
    /\n/g,
    /[;,:\u3001\uff0c]\s*/gu,
    /\s+/gu,
  ],
  lines: [/\n/g, /\s+/gu],
}

/**
 * Cuts a block into parts of at most `size` characters: at sentences, else at lines or words, and never inside of a
 * character. Parts of prose repeat the end of the part before, up to `overlap`; rows and lines of code do not.
 */
export function cutBlock(text: string, block: Block, size: number, overlap: number): Cut[] {
  const isProse = block.kind === 'paragraph' || block.kind === 'item'
  const forms = boundaries[isProse ? 'prose' : 'lines']
  const cuts: Cut[] = []
  for (let start = block.start; start < block.end; ) {
    const limit = Math.min(start + size, block.end)
    const end = limit === block.end ? limit : boundaryBefore(text, start, limit, forms)
    cuts.push({ start, end })
    if (end === block.end) break
    start = isProse ? repeatedStart(text, start, end, overlap) : end
  }
  return cuts
}

function boundaryBefore(text: string, start: number, limit: number, forms: readonly RegExp[]): number {
  const least = start + Math.floor((limit - start) / 2)
  const part = text.slice(start, limit)
  for (const form of forms) {
    let found = 0
    for (const match of part.matchAll(form)) found = start + match.index + match[0].length
    if (found > least) return found
  }
  return isInsideCharacter(text, limit) ? limit - 1 : limit
}

/** Where the next part begins: as far back as may be repeated, at the beginning of a word. */
function repeatedStart(text: string, start: number, end: number, overlap: number): number {
  const from = Math.max(start + 1, end - overlap)
  if (from >= end) return end
  const space = text.slice(from, end).search(/\s\S/u)
  const found = space === -1 ? end : from + space + 1
  return isInsideCharacter(text, found) ? found + 1 : found
}

const isInsideCharacter = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
