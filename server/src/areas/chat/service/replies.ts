import type { Db } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Message, ReplyMode, Threads } from '../../threads/index.ts'
import { toChatMessage } from '../protocols/messages.ts'
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
  cancel: Cancel
}

/** Humans who answer in place of the agent. */
export function createReplies({ db, newId, threads, audit, events, cancel }: ReplyDeps) {
  return {
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
        const [entry] = await threads.entries.append(tx, thread, [{ message, taint: null }])
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
