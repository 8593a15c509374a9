import type { Message } from '../../schema/message.ts'
import { type Passage, passagesOf } from './passages.ts'
import { type Unit, unitsOf, wordsOf } from './units.ts'

const maxQuotes = 3
// Below this a sentence shares so little with the question that quoting it would mislead.
const leastScore = 0.34

type Scored = { unit: Unit; passage: Passage; order: number; score: number }

/**
 * The sentences and tables of the given text that are nearest to the question, each with its source. Rare words count more
 * than frequent ones. Of a search at least the best passage is quoted. Null when nothing is near.
 */
export function extract(question: string, messages: readonly Message[], questionAt: number): string | null {
  const requested = [...new Set(wordsOf(question))]
  const scored = scoredUnits(requested, passagesOf(messages, questionAt)).sort(
    (a, b) => b.score - a.score || a.order - b.order,
  )
  const near = scored.filter(({ score }) => score >= leastScore).slice(0, maxQuotes)
  const quoted = near.length > 0 ? near : scored.filter(({ passage }) => passage.rank === 0).slice(0, 1)
  if (quoted.length === 0) return null
  const isRequested = (word: string) => requested.includes(word)
  return quoted.map(({ unit, passage }) => withSource(unit.quote(isRequested), passage.source)).join('\n')
}

/** A source behind the last cell of a table would be part of it. */
const withSource = (quote: string, source: string): string =>
  quote.includes('\n') ? `${quote}\n\n[${source}]` : `${quote} [${source}]`

function scoredUnits(requested: readonly string[], passages: readonly Passage[]): Scored[] {
  const units = passages.flatMap((passage) => unitsOf(passage.text).map((unit) => ({ unit, passage })))
  // Counted from the side of the sentences: every word of a long question in every sentence of a long text would be
  // more than anyone waits for.
  const holders = new Map(requested.map((word) => [word, 0]))
  for (const { unit } of units)
    for (const word of unit.words) {
      const count = holders.get(word)
      if (count !== undefined) holders.set(word, count + 1)
    }
  const weights = new Map(
    requested.map((word) => [word, Math.log(1 + units.length / (1 + holders.get(word)!))]),
  )
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return units.map(({ unit, passage }, order) => {
    const hit = [...unit.words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
    return { unit, passage, order, score: total > 0 ? hit / total : 0 }
  })
}
