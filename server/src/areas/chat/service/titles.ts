import { type Block, type Inline, parseInline, parseMarkdown } from '@stoa/markdown'
import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { shortenedLine } from '../../../kernel/text/shortened-line.ts'
import type { Llm, TextRequest } from '../../llm/index.ts'
import type { Message, Threads } from '../../threads/index.ts'
import { textOf } from '../protocols/messages.ts'

export type TitleDeps = { db: Db; threads: Threads; llm: Pick<Llm, 'complete'> }

const maxLength = 60
const titlePrompt =
  'Write a title of at most six words for this conversation, in its language. Respond with the title alone.'
// So many characters of a conversation are enough to name it.
const maxExcerpt = 2_000
const firstMessages = { limit: 100, offset: 0, order: 'asc' } as const

/** Names of conversations. A conversation gets one once: what a user or a call before has named keeps its name. */
export function createTitles({ db, threads, llm }: TitleDeps) {
  /** By the project's model; by the first words where that is no language model or cannot be called. */
  async function titleFor(scope: Scope, threadId: string, messages: readonly Message[]): Promise<string> {
    const first = messages.find(({ role }) => role === 'human')
    const words = plainLine(first ? textOf(first) : '') || 'New conversation'
    const excerpt = messages
      .filter(({ role }) => role === 'human' || role === 'ai')
      .map((message) => `${message.role === 'human' ? 'User' : 'Agent'}: ${textOf(message)}`)
      .join('\n')
      .slice(0, maxExcerpt)
    if (excerpt === '') return words
    try {
      const request = titleRequest(threadId, excerpt)
      const { text, model } = await llm.complete(scope, request, AbortSignal.timeout(20_000))
      const title = plainLine(text)
      return model.startsWith('local/') || title === '' ? words : title
    } catch {
      return words
    }
  }

  return async (scope: Scope, threadId: string): Promise<{ title: string }> => {
    const thread = await threads.get(db, scope, threadId)
    const before = storedTitle(thread.metadata)
    if (before !== '') return { title: before }
    const { entries } = await threads.entries.page(db, thread, firstMessages)
    const messages = entries.flatMap(({ message }) => message ?? [])
    const made = await titleFor(scope, threadId, messages)
    return db.tx(async (tx) => {
      const stored = storedTitle((await threads.lock(tx, scope, threadId)).metadata)
      if (stored !== '') return { title: stored }
      await threads.update(tx, scope, threadId, { metadata: { title: made } })
      return { title: made }
    })
  }
}

export type Titles = ReturnType<typeof createTitles>

const storedTitle = ({ title }: Record<string, unknown>): string =>
  typeof title === 'string' ? title.trim() : ''

/** The first line with a text, without Markdown, quotes around it and a full stop. */
function plainLine(text: string): string {
  const lines = parseMarkdown(text.slice(0, maxExcerpt)).map(firstLineOf)
  const line = lines.find((each) => each.trim() !== '') ?? ''
  return shortenedLine(line.replace(/^["'\s]+|["'\s.]+$/g, ''), maxLength)
}

function firstLineOf(block: Block): string {
  switch (block.kind) {
    case 'rule':
      return ''
    case 'heading':
      return textIn(block.line)
    case 'code':
      return block.text.trim().split('\n', 1)[0]!
    case 'list':
      return textIn(block.items[0] ?? [])
    case 'table':
      return block.head.map(textIn).join(' ')
    default:
      return textIn(block.lines[0] ?? [])
  }
}

const joined = (line: readonly Inline[]): string => line.map(({ text }) => text).join('')

/** Bold italics are marks inside of marks. */
const textIn = (line: readonly Inline[]): string => joined(parseInline(joined(line)))

const titleRequest = (threadId: string, excerpt: string): TextRequest => ({
  model: null,
  system: titlePrompt,
  prompt: excerpt,
  parameters: { maxTokens: 40 },
  subject: { threadId },
})
