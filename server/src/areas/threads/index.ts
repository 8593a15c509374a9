import type { Clock } from '../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Projects } from '../projects/index.ts'
import { threadsManifest } from './manifest.ts'
import type { ThreadRef } from './schema/thread.ts'
import { createEntries } from './service/entries.ts'
import { createQueue } from './service/queue.ts'
import { createThreadService } from './service/threads.ts'
import { threadUserData } from './service/user-data.ts'
import { listFeedback, type NewFeedback, upsertFeedback } from './store/feedback.ts'
import { deleteOldThreads } from './store/thread.ts'

export type ThreadsDeps = { db: Db; clock: Clock; newId: NewId; projects: Projects }

const dayMs = 24 * 60 * 60 * 1000

/**
 * Conversations as they are stored: messages in the order in which they came, branches, and which run writes to them. It
 * has no routes: those who talk are above it.
 */
export function createThreads({ db, clock, newId, projects }: ThreadsDeps) {
  return {
    ...createThreadService({ clock, newId }),
    entries: createEntries({ clock, newId }),
    runs: createQueue({ clock }),
    feedback: {
      give: (tx: Tx, ref: ThreadRef, given: Omit<NewFeedback, 'at'>) =>
        upsertFeedback(tx, ref, { ...given, at: clock.now() }),
      list: (q: Queryable, ref: ThreadRef) => listFeedback(q, ref),
    },
    userData: [threadUserData],
    /** Conversations are data of users, not history: they go only where the project has chosen a retention. */
    async sweep(): Promise<void> {
      for (const [projectId, days] of await projects.retentionDays(db))
        await deleteOldThreads(db, projectId, new Date(clock.now().getTime() - days * dayMs))
    },
    routes: [],
  }
}

export type Threads = ReturnType<typeof createThreads>
export type {
  ContentBlock,
  Entry,
  Message,
  MessageRole,
  NewEntry,
  ToolCall,
} from './schema/message.ts'
export type {
  FeedbackRow,
  Position,
  ReplyMode,
  ThreadRef,
  ThreadRow,
} from './schema/thread.ts'
export type { BranchChoice } from './service/branch-choices.ts'

export const threadsArea = { manifest: threadsManifest, key: 'threads', create: createThreads } as const
