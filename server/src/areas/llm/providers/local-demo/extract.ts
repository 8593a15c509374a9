import { z } from 'zod'
import { type Message, wordsIn } from '../../schema/message.ts'

type Passage = { source: string; text: string }

/** Stop words: they occur in every sentence and say nothing about its topic. */
const empty = new Set(
  'a an and are as at be but by can did do does for from had has have how i if in is it its me my no not of on or our please she so tell than that the their them then there these they this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
)

const maxQuotes = 3
// Below this a sentence shares so little with the question that quoting it would mislead.
const least = 0.34

/** The word without common endings, so that `refunds` finds `refund`. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|edly|ed|es|s|ly)$/, '') : word)

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !empty.has(word)).map(stem)

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?\u3002\uff01\uff1f])\s+/u)
    .map((each) => each.replace(/^[-*#>\s]+/, '').trim())
    .filter((each) => each.length > 2 && !each.startsWith('/'))

const Found = z.object({ passages: z.array(z.object({ source: z.string(), text: z.string() })) })

/** The results of a search name their sources. */
function foundPassages(text: string): Passage[] | null {
  if (!text.startsWith('{"passages":')) return null
  try {
    return Found.parse(JSON.parse(text)).passages
  } catch {
    return null
  }
}

/** Everything the question can be answered from, with its source. */
function passagesOf(messages: readonly Message[], questionAt: number): Passage[] {
  return messages.flatMap((message, index): Passage[] => {
    const location = `message ${index + 1}`
    switch (message.role) {
      case 'system':
        return [{ source: 'system text', text: message.text }]
      case 'assistant':
        return [{ source: location, text: message.text }]
      case 'tool':
        return foundPassages(message.text) ?? [{ source: message.toolName ?? location, text: message.text }]
      default:
        return message.content.flatMap((part): Passage[] => {
          const text = wordsIn(part)
          if (text === null || (part.type === 'text' && index === questionAt)) return []
          return [{ source: part.type === 'file' ? (part.name ?? 'attached file') : location, text }]
        })
    }
  })
}

/**
 * The sentences of the given text that are nearest to the question, each with its source; null when none is near. Rare
 * words count more than frequent ones.
 */
export function extract(question: string, messages: readonly Message[], questionAt: number): string | null {
  const request = [...new Set(wordsOf(question))]
  const sentences = passagesOf(messages, questionAt).flatMap(({ source, text }) =>
    sentencesOf(text).map((sentence) => ({ source, sentence, words: new Set(wordsOf(sentence)) })),
  )
  if (request.length === 0 || sentences.length === 0) return null
  // Counted from the side of the sentences: every word of a long question in every sentence of a long text would be
  // more than anyone waits for.
  const holders = new Map(request.map((word) => [word, 0]))
  for (const { words } of sentences)
    for (const word of words) {
      const count = holders.get(word)
      if (count !== undefined) holders.set(word, count + 1)
    }
  const weights = new Map(
    request.map((word) => [word, Math.log(1 + sentences.length / (1 + holders.get(word)!))]),
  )
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const ranked = sentences
    .map((each, order) => {
      const hit = [...each.words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
      return { ...each, order, score: hit / total }
    })
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, maxQuotes)
  if (ranked.length === 0) return null
  return ranked.map(({ sentence, source }) => `${sentence} [${source}]`).join('\n')
}
