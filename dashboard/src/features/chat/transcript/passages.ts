import type { Message } from './message.ts'

/** A part of a text that the agent has found in its knowledge. */
export type Passage = {
  source: string
  title: string
  /** The headings above it. */
  path: readonly string[]
  text: string
  /** Null in conversations that were stored before passages had a place. */
  place: { collectionId: string; chunkId: string } | null
  /** Whether the response names its source. */
  isCited: boolean
}

const searchTool = 'knowledge_search'

/** What an agent has found for a response, each passage once; those that the response names come first. */
export function passagesOf(replies: readonly Message[]): Passage[] {
  const searches = new Set(
    replies.flatMap(({ toolCalls }) =>
      toolCalls.flatMap(({ id, name }) => (name === searchTool ? [id] : [])),
    ),
  )
  const response = replies
    .filter(({ role }) => role === 'ai')
    .map(({ text }) => text)
    .join('\n')
  const found = new Map<string, Passage>()
  for (const { toolCallId, text } of replies) {
    if (toolCallId === null || !searches.has(toolCallId)) continue
    for (const passage of parse(text)) {
      const isCited = [passage.source, passage.title].some((name) => name !== '' && response.includes(name))
      found.set(`${passage.source}\n${passage.text}`, { ...passage, isCited })
    }
  }
  return [...found.values()].toSorted((a, b) => Number(b.isCited) - Number(a.isCited))
}

/** The response as people read it: a source that it names by its key, `[text:Opening%20hours]`, is named by its title. */
export const withTitles = (text: string, passages: readonly Passage[]): string =>
  passages.reduce(
    (named, { source, title }) => (title === '' ? named : named.replaceAll(`[${source}]`, `[${title}]`)),
    text,
  )

/** The result of a search; one that failed, or was shortened, has none. */
function parse(text: string): Omit<Passage, 'isCited'>[] {
  let result: unknown
  try {
    result = JSON.parse(text)
  } catch {
    return []
  }
  const { passages } = (result ?? {}) as { passages?: unknown }
  return Array.isArray(passages) ? passages.flatMap(toPassage) : []
}

function toPassage(value: unknown): Omit<Passage, 'isCited'>[] {
  const { source, title, path, text, collectionId, chunkId } = (value ?? {}) as Record<string, unknown>
  if (typeof source !== 'string' || typeof text !== 'string') return []
  const headings = Array.isArray(path) ? path.map(String) : typeof path === 'string' && path ? [path] : []
  const hasPlace = typeof collectionId === 'string' && typeof chunkId === 'string'
  const place = hasPlace ? { collectionId, chunkId } : null
  return [{ source, title: typeof title === 'string' ? title : '', path: headings, text, place }]
}
