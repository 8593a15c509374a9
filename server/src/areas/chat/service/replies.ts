import type { Db } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { shortenedLine } from '../../../kernel/text/shortened-line.ts'
import type { Audit } from '../../audit/index.ts'
import type { Llm, TextRequest } from '../../llm/index.ts'
import type { Message, ReplyMode, Threads } from '../../threads/index.ts'
import { textOf, toChatMessage } from '../protocols/messages.ts'
import type { Thread, ThreadMessage } from '../schema/thread.ts'
import type { Cancel } from './cancel.ts'
import { runInProgress } from './refusals.ts'
import { toThread } from './threads.ts'

export type ReplyDeps = {
  db: Db
  newId: NewId
  threads: Threads
  audit: Audit
  events: Events
  llm: Pick<Llm, 'complete'>
  cancel: Cancel
}

const maxTitle = 80
const titlePrompt =
  'Write a title of at most six words for this conversation, in its language. Respond with the title alone.'
// What of a conversation is enough to name it.
const maxExcerpt = 2_000
const firstMessages = { limit: 100, offset: 0, order: 'asc' } as const

/** Titles, and humans who answer in place of the agent. */
export function createReplies({ db, newId, threads, audit, events, llm, cancel }: ReplyDeps) {
  /** By the project's model; by the first words where that is no language model or cannot be called. */
  async function titleOf(scope: Scope, threadId: string, messages: readonly Message[]): Promise<string> {
    const first = messages.find(({ role }) => role === 'human')
    const words = firstLineOf(first ? textOf(first) : '') || 'New conversation'
    const excerpt = messages
      .filter(({ role }) => role === 'human' || role === 'ai')
      .map((message) => `${message.role === 'human' ? 'User' : 'Agent'}: ${textOf(message)}`)
      .join('\n')
      .slice(0, maxExcerpt)
    if (excerpt === '') return words
    try {
      const { text, model } = await llm.complete(
        scope,
        titleRequest(threadId, excerpt),
        AbortSignal.timeout(20_000),
      )
      const title = firstLineOf(text.replace(/^["'\s]+|["'\s.]+$/g, ''))
      return model.startsWith('local/') || title === '' ? words : title
    } catch {
      return words
    }
  }

  return {
    async title(scope: Scope, threadId: string): Promise<{ title: string }> {
      const thread = await threads.get(db, scope, threadId)
      const { entries } = await threads.entries.page(db, thread, firstMessages)
      const title = await titleOf(
        scope,
        threadId,
        entries.flatMap(({ message }) => message ?? []),
      )
      await db.tx((tx) => threads.update(tx, scope, threadId, { metadata: { title } }))
      return { title }
    },
    /** A human takes over: what the agent does ends, and it starts nothing until it is given the thread back. */
    async setMode(scope: Scope, threadId: string, mode: ReplyMode): Promise<Thread> {
      const changed = await db.tx(async (tx) => {
        const thread = await threads.lock(tx, scope, threadId)
        if (thread.replyMode === mode) return thread
        const updated = await threads.update(tx, scope, threadId, {
          replyMode: mode,
          // What a human was called for is done.
          ...(mode === 'agent' ? { metadata: { escalation: null } } : {}),
        })
        const data = { threadId, mode }
        await audit.record(tx, scope, {
          action: 'thread.reply_mode_changed',
          targetType: 'thread',
          targetId: threadId,
          details: { mode },
        })
        await events.publish(tx, scope, { type: 'thread.reply_mode_changed', data })
        return updated
      })
      if (mode === 'human') await cancel.all(scope, changed)
      return toThread(await threads.get(db, scope, threadId))
    },
    async operatorReply(scope: Scope, threadId: string, text: string): Promise<ThreadMessage> {
      const message: Message = { id: newId(), role: 'operator', content: text }
      return db.tx(async (tx) => {
        const thread = await threads.lock(tx, scope, threadId)
        if (thread.currentExecutionId !== null) throw runInProgress(thread.currentExecutionId)
        const [entry] = await threads.entries.append(tx, thread, [{ message }])
        await audit.record(tx, scope, {
          action: 'thread.operator_replied',
          targetType: 'thread',
          targetId: threadId,
        })
        const data = { threadId, messageId: message.id }
        await events.publish(tx, scope, { type: 'thread.operator_replied', data })
        const { lastMessageAt } = (await threads.find(tx, scope, threadId))!
        return {
          id: message.id,
          role: message.role,
          text,
          status: null,
          message: toChatMessage(message),
          runId: null,
          checkpointId: entry!.id,
          createdAt: lastMessageAt!,
          feedback: [],
          branches: [],
        }
      })
    },
  }
}

export type Replies = ReturnType<typeof createReplies>

const firstLineOf = (text: string): string => shortenedLine(text.trim().split('\n', 1)[0]!, maxTitle)

const titleRequest = (threadId: string, excerpt: string): TextRequest => ({
  model: null,
  system: titlePrompt,
  prompt: excerpt,
  parameters: { maxTokens: 40 },
  subject: { threadId },
})
