import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, exportUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import { listEntries } from '../store/path.ts'
import {
  countUserThreads,
  deleteUserFeedback,
  listUserFeedback,
  listUserThreads,
  moveUserFeedback,
} from '../store/user-data.ts'
import { messagesOf } from './transcript.ts'

const exportThreads = exportUserRows('thread', listUserThreads, (row) => row)

/** What happens to the conversations of an end user who is erased, merged or exported. */
export const threadUserData = {
  countedAs: 'threads' as const,
  permission: 'chat:read',
  count: countUserThreads,
  async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
    await deleteUserFeedback(tx, scope, userId)
    await deleteUserRows('thread')(tx, scope, userId)
  },
  async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
    await moveUserFeedback(tx, scope, fromId, intoId)
    await moveUserRows('thread')(tx, scope, fromId, intoId)
  },
  /** A line for each thread, behind it its messages. */
  async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
    for await (const { headBranch, headPlace, ...thread } of exportThreads(q, scope, userId)) {
      yield thread
      const ref = { projectId: scope.projectId, id: thread.id as string }
      const head = { branch: headBranch as number, place: headPlace as number }
      for (const { thoughts: _, ...message } of await messagesOf(await listEntries(q, ref, head)))
        yield { type: 'thread_message', threadId: thread.id, ...message }
    }
    for (const feedback of await listUserFeedback(q, scope, userId))
      yield { type: 'thread_feedback', ...feedback }
  },
}
