import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { deferRows, type RowBatch, type RowWriter } from '../../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Entry, EntryOutline, EntryRef, Message, NewEntry } from '../schema/message.ts'
import type { Position, ThreadRef, ThreadRow } from '../schema/thread.ts'
import { insertBranch, listBranches, moveHead } from '../store/branch.ts'
import {
  appendEntries,
  appendingEntries,
  countCalls,
  findEntry,
  findFirstEntryOf,
  listAllEntries,
  listAllOutlines,
  listEntries,
  listEntriesAt,
  listNewestEntries,
  listOutline,
} from '../store/entry.ts'
import { findThread } from '../store/thread.ts'
import { type BranchChoice, choicesOn } from './branch-choices.ts'
import { pathIn } from './paths.ts'
import { threadNotFound } from './threads.ts'
import { messagesOf, visibleEntries } from './transcript.ts'

export const headOf = ({ headBranch, headPlace }: ThreadRow): Position => ({
  branch: headBranch,
  place: headPlace,
})

const checkpointNotFound = () =>
  new AppError('checkpoint_not_found', 'The thread has no such checkpoint', {
    hint: 'POST /threads/{thread_id}/history lists them.',
  })

const messageNotFound = () => new AppError('message_not_found', 'The thread has no such message')

/** What is said in threads: entries at the head, and the state at any of them. */
export function createEntries({ clock, newId }: { clock: Clock; newId: NewId }) {
  const withIds = (entries: readonly NewEntry[]) => entries.map((entry) => ({ ...entry, id: newId() }))

  /** What is written at the same time is one statement for each thread. */
  const appends: RowWriter<{ ref: ThreadRef; entries: readonly NewEntry[] }> = {
    statements: (rows) =>
      [...Map.groupBy(rows, ({ ref }) => `${ref.projectId}/${ref.id}`).values()].map((ofThread) => {
        const entries = ofThread.flatMap((row) => row.entries)
        return appendingEntries(ofThread[0]!.ref, withIds(entries), clock.now())
      }),
  }

  /** The position of a state: of the newest one unless an id is given. */
  async function positionOf(
    q: Queryable,
    thread: ThreadRow,
    checkpointId?: string | null,
  ): Promise<Position> {
    if (checkpointId === undefined || checkpointId === null) return headOf(thread)
    if (checkpointId === thread.rootId) return { branch: 0, place: 0 }
    const entry = await findEntry(q, thread, checkpointId)
    if (!entry) throw checkpointNotFound()
    return entry
  }

  return {
    /** Adds entries at the head, in the transaction of the caller: a step and what it says are committed together. */
    append: (tx: Tx, ref: ThreadRef, entries: readonly NewEntry[]): Promise<EntryRef[]> =>
      appendEntries(tx, ref, withIds(entries), clock.now()),
    /** The same as rows that commit with the record of a step; the position of the entries is not known then. */
    appending: (ref: ThreadRef, entries: readonly NewEntry[]): RowBatch =>
      deferRows(appends, { ref, entries }),
    /** Leaves out messages that the thread has: a client that repeats a request sends the same message again. */
    async appendNew(tx: Tx, thread: ThreadRow, entries: readonly NewEntry[]): Promise<EntryRef[]> {
      const visible = visibleEntries(await listOutline(tx, thread, headOf(thread)))
      const known = new Set(visible.map(({ messageId }) => messageId))
      const fresh = entries.filter(({ message }) => message !== null && !known.has(message.id))
      return appendEntries(tx, thread, withIds(fresh), clock.now())
    },
    positionOf,
    /** The position of a message that is seen at the head: behind it, or before it. */
    async positionOfMessage(
      q: Queryable,
      thread: ThreadRow,
      messageId: string,
      side: 'after' | 'before' = 'after',
    ): Promise<Position> {
      const outline = await listOutline(q, thread, headOf(thread))
      const entry = outline.find((each) => each.messageId === messageId && each.kind !== 'remove')
      if (!entry) throw messageNotFound()
      return side === 'after' ? entry : (outline[outline.indexOf(entry) - 1] ?? { branch: 0, place: 0 })
    },
    /** Every entry that leads to a position, oldest first, with summaries: what a model is given is made of it. */
    path: (q: Queryable, thread: ThreadRow, at: Position = headOf(thread)): Promise<Entry[]> =>
      listEntries(q, thread, at),
    /** The same for a thread that was not read before: both in one round trip. */
    async newestPath(db: Db, scope: Scope, id: string): Promise<{ thread: ThreadRow; entries: Entry[] }> {
      const reads = db.batched()
      const [thread, entries] = await Promise.all([
        findThread(reads, scope, id),
        listNewestEntries(reads, { projectId: scope.projectId, id }),
      ])
      if (!thread) throw threadNotFound()
      // The head may have moved between the two.
      const { branch, place } = entries.at(-1) ?? { branch: thread.headBranch, place: 0 }
      const isHead = branch === thread.headBranch && place === thread.headPlace
      return { thread, entries: isHead ? entries : await listEntries(db, thread, headOf(thread)) }
    },
    outline: (q: Queryable, thread: ThreadRow, at: Position = headOf(thread)): Promise<EntryOutline[]> =>
      listOutline(q, thread, at),
    /** The messages as a reader sees them at a position. */
    messages: async (q: Queryable, thread: ThreadRow, at: Position = headOf(thread)): Promise<Message[]> =>
      messagesOf(await listEntries(q, thread, at)),
    /** The messages of entries. */
    messagesAt: async (q: Queryable, ref: ThreadRef, at: readonly Position[]): Promise<Message[]> =>
      (await listEntriesAt(q, ref, at)).flatMap(({ message }) => (message === null ? [] : [message])),
    /** The entries of a part of the messages, without reading those of the others. */
    async page(
      q: Queryable,
      thread: ThreadRow,
      {
        limit,
        offset,
        order,
        at = headOf(thread),
      }: { limit: number; offset: number; order: 'asc' | 'desc'; at?: Position },
    ): Promise<{ entries: Entry[]; total: number; choices: ReadonlyMap<string, BranchChoice[]> }> {
      const [outline, branches] = await Promise.all([listOutline(q, thread, at), listBranches(q, thread)])
      const visible = visibleEntries(outline)
      const ordered = order === 'asc' ? visible : visible.toReversed()
      const requested = ordered.slice(offset, offset + limit)
      const found = await listEntriesAt(q, thread, requested)
      const byId = new Map(found.map((entry) => [entry.id, entry]))
      return {
        entries: requested.flatMap(({ id }) => byId.get(id) ?? []),
        total: visible.length,
        choices: choicesOn(outline, branches),
      }
    },
    /**
     * Makes a position the head: behind the last entry of a branch that branch is continued, elsewhere another one begins. The
     * thread is locked.
     */
    async fork(tx: Tx, thread: ThreadRow, at: Position): Promise<number> {
      const head = headOf(thread)
      if (at.branch === head.branch && at.place === head.place) return head.branch
      const [outline, branches] = await Promise.all([listOutline(tx, thread, at), listBranches(tx, thread)])
      const count = visibleEntries(outline).length
      const isEnd = branches.some(({ branch, lastPlace }) => branch === at.branch && lastPlace === at.place)
      if (!isEnd) return insertBranch(tx, thread, at, count, clock.now())
      await moveHead(tx, thread, at, count, clock.now())
      return at.branch
    },
    countCalls: (q: Queryable, ref: ThreadRef) => countCalls(q, ref),
    branches: listBranches,
    /** Every entry of all branches without its message. */
    outlines: listAllOutlines,
    /** The messages that a reader sees after entries. */
    fold: (entries: readonly Entry[]): Message[] => messagesOf(entries),
    /** Every state of a thread, of all branches, newest first: the entries that lead to it. The last one is empty. */
    async states(q: Queryable, thread: ThreadRow): Promise<{ id: string; path(): Entry[] }[]> {
      const [entries, branches] = await Promise.all([listAllEntries(q, thread), listBranches(q, thread)])
      const states = entries.map((entry) => ({ id: entry.id, path: () => pathIn(entries, branches, entry) }))
      return [{ id: thread.rootId, path: () => [] }, ...states].sort((a, b) => (a.id < b.id ? 1 : -1))
    },
    /**
     * The messages before a run: before its first entry, or, while it has written nothing, those that are there. Entries of
     * the run itself are left out whether they are committed or not.
     */
    async before(q: Queryable, thread: ThreadRow, executionId: string): Promise<Message[]> {
      const first = await findFirstEntryOf(q, thread, executionId)
      const at = first ? { branch: first.branch, place: first.place - 1 } : headOf(thread)
      return messagesOf(await listEntries(q, thread, at))
    },
  }
}
