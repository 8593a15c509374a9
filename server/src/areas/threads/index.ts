import type { Clock } from '../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import { type Scope, systemScope } from '../../kernel/scope.ts'
import type { Projects } from '../projects/index.ts'
import { threadsManifest } from './manifest.ts'
import type { ThreadRef } from './schema/thread.ts'
import { createEntries } from './service/entries.ts'
import { createQueue } from './service/queue.ts'
import { createThreadService } from './service/threads.ts'
import { threadUserData } from './service/user-data.ts'
import { listFeedback, type NewFeedback, upsertFeedback } from './store/feedback.ts'
import { type DeletedThread, deleteOldThreads } from './store/thread.ts'

export type ThreadsDeps = { db: Db; clock: Clock; newId: NewId; projects: Projects }

/** What another area has for a thread goes in the transaction that deletes it. */
export type ThreadCleanup = (tx: Tx, scope: Scope, thread: DeletedThread) => Promise<void>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Conversations as they are stored: messages in the order in which they came, branches, and which run writes to them. It
 * has no routes: those who talk are above it.
 */
export function createThreads({ db, clock, newId, projects }: ThreadsDeps) {
  const cleanups: ThreadCleanup[] = []
  const cleanUp = async (tx: Tx, scope: Scope, thread: DeletedThread): Promise<void> => {
    for (const each of cleanups) await each(tx, scope, thread)
  }
  const threads = createThreadService({ clock, newId })

  async function deleteOld(projectId: string, before: Date): Promise<void> {
    const deleteSome = () =>
      db.tx(async (tx) => {
        const gone = await deleteOldThreads(tx, projectId, before)
        for (const thread of gone) await cleanUp(tx, systemScope(projectId), thread)
        return gone.length
      })
    while ((await deleteSome()) > 0);
  }

  return {
    ...threads,
    /** An area above or below has something for each thread, that is to be deleted with it. */
    registerCleanup: (cleanup: ThreadCleanup) => void cleanups.push(cleanup),
    /** With everything in it. The caller has ended its runs. */
    async delete(tx: Tx, scope: Scope, thread: DeletedThread): Promise<void> {
      await threads.delete(tx, thread)
      await cleanUp(tx, scope, thread)
    },
    entries: createEntries({ clock, newId }),
    runs: createQueue({ clock }),
    feedback: {
      give: (tx: Tx, ref: ThreadRef, input: Omit<NewFeedback, 'at'>) =>
        upsertFeedback(tx, ref, { ...input, at: clock.now() }),
      list: (q: Queryable, ref: ThreadRef, messageIds: readonly string[]) => listFeedback(q, ref, messageIds),
    },
    userData: [threadUserData],
    /** Conversations are data of users, not history: they go only where the project has chosen a retention. */
    async sweep(): Promise<void> {
      for (const [projectId, days] of await projects.retentionDays(db))
        await deleteOld(projectId, new Date(clock.now().getTime() - days * dayMs))
    },
    routes: [],
  }
}

export type Threads = ReturnType<typeof createThreads>
export type {
  ContentBlock,
  Decider,
  Decision,
  Entry,
  Message,
  MessageRole,
  NewEntry,
  ToolCall,
} from './schema/message.ts'
export type {
  AgentFilter,
  FeedbackRow,
  Position,
  ReplyMode,
  ThreadRef,
  ThreadRow,
} from './schema/thread.ts'
export type { PreviewedThread } from './service/threads.ts'

export const threadsArea = { manifest: threadsManifest, key: 'threads', create: createThreads } as const
