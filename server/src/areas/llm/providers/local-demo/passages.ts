import { z } from 'zod'
import { type Message, wordsIn } from '../../schema/message.ts'
import { isNotice } from './notices.ts'

export type Passage = {
  source: string
  text: string
  /** A search has ranked it; only the first of a search can be quoted without sharing words with the question. */
  rank: number | null
}

const SearchResult = z.object({ passages: z.array(z.object({ source: z.string(), text: z.string() })) })

/** The results of a search name their sources. */
function searchedPassages(text: string): Passage[] | null {
  if (!text.startsWith('{"passages":')) return null
  try {
    return SearchResult.parse(JSON.parse(text)).passages.map((passage, rank) => ({ ...passage, rank }))
  } catch {
    return null
  }
}

/**
 * Everything that the question can be answered from, with its source. The system prompt is left out: an end user must not
 * read it.
 */
export function passagesOf(messages: readonly Message[], questionAt: number): Passage[] {
  return messages.flatMap((message, index): Passage[] => {
    const location = `message ${index + 1}`
    switch (message.role) {
      case 'system':
        return []
      case 'assistant':
        return isNotice(message.text) ? [] : [{ source: location, text: message.text, rank: null }]
      case 'tool':
        return (
          searchedPassages(message.text) ?? [
            { source: message.toolName ?? location, text: message.text, rank: null },
          ]
        )
      default:
        return message.content.flatMap((part): Passage[] => {
          const text = wordsIn(part)
          if (text === null || (part.type === 'text' && index === questionAt)) return []
          const source = part.type === 'file' ? (part.name ?? 'attached file') : location
          return [{ source, text, rank: null }]
        })
    }
  })
}
