import type { Vocabulary } from './weights.ts'

type Node = { next: Map<string, Node>; id: number; score: number }

// The first entries of the vocabulary are marks, not pieces of text.
const reserved = 6
const unknown = 0
// Enough for the longest text that the model reads: what comes after it changes no piece before it.
const charsPerPiece = 24

const newNode = (): Node => ({ next: new Map(), id: -1, score: 0 })

/** Cuts texts into the pieces of a unigram vocabulary: those whose scores have the largest sum, found in linear time. */
export function createPieces(vocabulary: Vocabulary) {
  const root = newNode()
  for (const [id, [piece, score]] of vocabulary.entries()) {
    if (id < reserved) continue
    let node = root
    for (const symbol of piece) {
      const known = node.next.get(symbol) ?? newNode()
      node.next.set(symbol, known)
      node = known
    }
    node.id = id
    node.score = score
  }

  /** The ids of at most so many pieces. */
  return function piecesOf(text: string, limit: number): number[] {
    const normal = text.slice(0, limit * charsPerPiece).normalize('NFKC')
    if (normal === '') return []
    const symbols = [...`▁${normal.replaceAll(' ', '▁')}`]
    const best = new Float64Array(symbols.length + 1).fill(-Infinity)
    const from = new Int32Array(symbols.length + 1)
    const id = new Int32Array(symbols.length + 1)
    const reach = (to: number, at: number, score: number, piece: number) => {
      if (score < best[to]!) return
      best[to] = score
      from[to] = at
      id[to] = piece
    }
    best[0] = 0
    for (let at = 0; at < symbols.length; at++) {
      let isKnown = false
      let node = root.next.get(symbols[at]!)
      for (let end = at + 1; node; end++) {
        if (node.id >= 0) {
          isKnown = true
          reach(end, at, best[at]! + node.score, node.id)
        }
        node = end < symbols.length ? node.next.get(symbols[end]!) : undefined
      }
      if (!isKnown) reach(at + 1, at, best[at]!, unknown)
    }
    const found: number[] = []
    for (let at = symbols.length; at > 0; at = from[at]!) found.push(id[at]!)
    // Unknown characters in a row are one piece.
    return found
      .reverse()
      .filter((piece, i) => piece !== unknown || found[i - 1] !== unknown)
      .slice(0, limit)
  }
}
