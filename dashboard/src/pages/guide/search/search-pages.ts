import type { Block } from '@stoa/markdown'
import { headingText } from '../anchors.ts'
import type { GuideEntry } from '../contents.ts'

/** A part of a page that is found by itself: all below one heading. */
type IndexedPart = { entry: GuideEntry; heading: string | null; text: string; words: readonly string[] }

export type FoundPart = Pick<IndexedPart, 'entry' | 'heading'> & { excerpt: string }

const mostFound = 20
const excerptLength = 120

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

function textOf(block: Block): string {
  if (block.kind === 'code') return block.text
  const lines =
    block.kind === 'paragraph' || block.kind === 'quote'
      ? block.lines
      : block.kind === 'list'
        ? block.items
        : block.kind === 'table'
          ? [...block.head, ...block.rows.flat()]
          : []
  return lines.map((line) => line.map(({ text }) => text).join('')).join(' ')
}

export function searchIndex(
  pages: readonly { entry: GuideEntry; blocks: readonly Block[] }[],
): IndexedPart[] {
  return pages.flatMap(({ entry, blocks }) => {
    const parts: { heading: string | null; texts: string[] }[] = [{ heading: null, texts: [] }]
    for (const block of blocks) {
      if (block.kind !== 'heading') parts.at(-1)!.texts.push(textOf(block))
      else if (block.level > 1) parts.push({ heading: headingText(block), texts: [] })
    }
    return parts.map(({ heading, texts }) => {
      const text = texts.join(' ')
      return { entry, heading, text, words: wordsOf(text) }
    })
  })
}

const holds = (words: readonly string[], beginning: string) =>
  words.some((word) => word.startsWith(beginning))

/** 0 where a word of the query is nowhere; a title counts more than a heading, and that more than the text. */
function scoreOf({ entry, heading, words }: IndexedPart, query: readonly string[]): number {
  const [title, headings] = [wordsOf(entry.title), wordsOf(heading ?? '')]
  let score = 0
  for (const word of query) {
    const found = holds(title, word)
      ? heading === null
        ? 30
        : 2
      : holds(headings, word)
        ? 10
        : holds(words, word)
          ? 1
          : 0
    if (found === 0) return 0
    score += found
  }
  return score
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 30)
  const excerpt = text.slice(at, at + excerptLength)
  return `${at > 0 ? '…' : ''}${excerpt}${at + excerptLength < text.length ? '…' : ''}`
}

/** The parts with every word of the query, or with words that begin so. Best first. */
export function searchPages(index: readonly IndexedPart[], query: string): FoundPart[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return index
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ part: { entry, heading, text } }) => ({ entry, heading, excerpt: excerptOf(text, words[0]!) }))
}
