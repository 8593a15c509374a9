import type { Clock } from '../../../kernel/clock.ts'
import { batched, type Queryable, type Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { boundAgentOf, type Scope } from '../../../kernel/scope.ts'
import type { ThreadRef, ThreadRow, ThreadSearch } from '../schema/thread.ts'
import { listPreviews } from '../store/preview.ts'
import {
  countThreads,
  deleteThread,
  findThread,
  insertingThread,
  insertThread,
  isThreadIdTaken,
  listExpiredThreads,
  lockThread,
  searchThreads,
  type ThreadChange,
  updateThread,
} from '../store/thread.ts'
import { toPreview } from './preview.ts'

export type ThreadsDeps = { clock: Clock; newId: NewId }

export type ThreadRequest = {
  id?: string | undefined
  workflowId?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
  ttlMinutes?: number | null | undefined
}

/** A thread with what it is known by as long as it has no title. */
export type PreviewedThread = ThreadRow & { preview: string | null }

export const threadNotFound = () => new AppError('thread_not_found', 'Thread not found')

/** The threads themselves: who has which, and what is said of them. */
export function createThreadService({ clock, newId }: ThreadsDeps) {
  const rowOf = (
    scope: Scope,
    { id = newId(), workflowId = null, metadata = {}, ttlMinutes = null }: ThreadRequest,
  ) => ({
    projectId: scope.projectId,
    id,
    userId: scope.externalUser.id,
    workflowId: boundAgentOf(scope.actor)?.id ?? workflowId,
    metadata,
    ttlMinutes,
    rootId: newId(),
    at: clock.now(),
  })

  async function get(q: Queryable, scope: Scope, id: string): Promise<ThreadRow> {
    const found = await findThread(q, scope, id)
    if (!found) throw threadNotFound()
    return found
  }

  return {
    /** Beside other statements: fails where the id is in use. */
    inserting: (scope: Scope, request: ThreadRequest & { id: string }) =>
      insertingThread(rowOf(scope, request)),
    /**
     * With `do_nothing`, the thread that the caller has under this id is returned as it is, in the same round trip; one of
     * another user is not found.
     */
    async create(
      q: Queryable,
      scope: Scope,
      request: ThreadRequest,
      ifExists: 'raise' | 'do_nothing' = 'raise',
    ): Promise<ThreadRow> {
      const row = rowOf(scope, request)
      const together = batched(q)
      const [created, existing] = await Promise.all([
        insertThread(together, row),
        ifExists === 'do_nothing' ? findThread(together, scope, row.id) : null,
      ])
      const thread = created ?? existing
      if (thread) return thread
      if (ifExists === 'do_nothing') throw threadNotFound()
      throw new AppError('thread_exists', 'The project has a thread with this id', {
        hint: 'Leave thread_id out, or send if_exists: "do_nothing" for a thread of your own.',
      })
    },
    find: findThread,
    get,
    /** For a caller who would create a thread with this id: one that others have does not exist for it. */
    async refuseForeign(q: Queryable, { projectId }: Scope, id: string): Promise<void> {
      if (await isThreadIdTaken(q, { projectId, id })) throw threadNotFound()
    },
    /** For a change that depends on what the thread is. */
    async lock(tx: Tx, scope: Scope, id: string): Promise<ThreadRow> {
      const found = await lockThread(tx, scope, id)
      if (!found) throw threadNotFound()
      return found
    },
    async search(q: Queryable, scope: Scope, search: ThreadSearch): Promise<PreviewedThread[]> {
      const found = await searchThreads(q, scope, search)
      return found.map(({ firstText, ...thread }) => ({ ...thread, preview: toPreview(firstText) }))
    },
    /** By the ids of threads that the caller has found, for those that have a text. */
    async previews(q: Queryable, { projectId }: Scope, ids: readonly string[]): Promise<Map<string, string>> {
      const found = await listPreviews(q, projectId, ids)
      return new Map(
        found.flatMap(({ id, text }) => (toPreview(text) === null ? [] : [[id, toPreview(text)!]])),
      )
    },
    count: (q: Queryable, scope: Scope, search: Partial<ThreadSearch>) => countThreads(q, scope, search),
    async update(tx: Tx, scope: Scope, id: string, change: ThreadChange): Promise<ThreadRow> {
      await get(tx, scope, id)
      const updated = await updateThread(tx, { projectId: scope.projectId, id }, change, clock.now())
      // Deleted since it was read: then this is the refusal.
      return updated ?? get(tx, scope, id)
    },
    /** Those of all projects whose time to live is over. */
    expired: (q: Queryable): Promise<ThreadRef[]> => listExpiredThreads(q, clock.now()),
    /** With everything in it. The caller has ended its runs. */
    delete: (tx: Tx, ref: ThreadRef) => deleteThread(tx, ref),
  }
}
