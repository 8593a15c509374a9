import type { Clock } from '../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { deferRows, type RowBatch, type RowWriter } from '../../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Taint } from '../../../kernel/text/taint.ts'
import type { Entry, EntryRef, Message, NewEntry } from '../schema/message.ts'
import type { Position, ThreadRef, ThreadRow } from '../schema/thread.ts'
import { insertBranch, listBranches, moveHead } from '../store/branch.ts'
import {
  appendEntries,
  appendingEntries,
  countCalls,
  findEntry,
  findFirstEntryOf,
  growthOf,
  listEntriesAt,
} from '../store/entry.ts'
import { listEntries, listEntriesOf, listSegments, listSpecialEntries } from '../store/path.ts'
import { changeMessageCount } from '../store/thread.ts'
import { foldPath, positionOn } from './folded-path.ts'
import { readForModel, readNewest, readNewestForModel } from './model-path.ts'
import { readBranchStates, readPage, readStateId, readStates } from './path-reads.ts'
import { headOf } from './positions.ts'
import { messagesOf, shownEntries, visibleEntries } from './transcript.ts'

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

  const isPlain = ({ kind = 'append' }: NewEntry) => kind === 'append' || kind === 'summary'

  /** Adds entries at the head, in the transaction of the caller: a step and what it says are committed together. */
  async function append(tx: Tx, ref: ThreadRef, entries: readonly NewEntry[]): Promise<EntryRef[]> {
    const added = await appendEntries(tx, ref, withIds(entries), clock.now())
    if (!entries.every(isPlain) || added.some(({ isRepeat }) => isRepeat))
      await correctCount(tx, ref, entries, added)
    return added
  }

  /** Entries of messages that are known on the path add none, and ones that remove what is not seen take none away. */
  async function correctCount(
    tx: Tx,
    ref: ThreadRef,
    entries: readonly NewEntry[],
    added: readonly EntryRef[],
  ): Promise<void> {
    const ids = entries.flatMap(({ kind, message, messageId }) =>
      kind === 'summary' ? [] : (messageId ?? message?.id ?? []),
    )
    const all = await listEntriesOf(tx, ref, added.at(-1)!, ids)
    const before = all.filter(({ place }) => place < added[0]!.place)
    const growth = visibleEntries(all).length - visibleEntries(before).length
    const correction = growth - growthOf(entries)
    if (correction !== 0) await changeMessageCount(tx, ref, correction)
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

  /** Which of some messages are seen at a position, with where their text comes from. */
  async function taintsAmong(
    q: Queryable,
    thread: ThreadRow,
    at: Position,
    messageIds: readonly string[],
  ): Promise<Map<string, Taint>> {
    if (messageIds.length === 0) return new Map()
    const visible = visibleEntries(await listEntriesOf(q, thread, at, messageIds))
    return new Map(visible.map(({ messageId, taint }) => [messageId!, taint]))
  }

  const seenAmong = async (...args: Parameters<typeof taintsAmong>): Promise<ReadonlySet<string>> =>
    new Set((await taintsAmong(...args)).keys())

  return {
    append,
    /** The same as rows that commit with the record of a step; the position of the entries is not known then. */
    appending: (ref: ThreadRef, entries: readonly NewEntry[]): RowBatch =>
      deferRows(appends, { ref, entries }),
    /** Leaves out messages that the thread has: a client that repeats a request sends the same message again. */
    async appendNew(tx: Tx, thread: ThreadRow, entries: readonly NewEntry[]): Promise<EntryRef[]> {
      const ids = entries.flatMap(({ message }) => message?.id ?? [])
      const known = new Set(await seenAmong(tx, thread, headOf(thread), ids))
      const fresh = entries.filter(({ message }) => {
        const isFresh = message !== null && !known.has(message.id)
        if (isFresh) known.add(message.id)
        return isFresh
      })
      return append(tx, thread, fresh)
    },
    seenAmong,
    taintsAmong,
    positionOf,
    /** The position of a message that is seen at the head: behind it, or before it. */
    async positionOfMessage(
      q: Queryable,
      thread: ThreadRow,
      messageId: string,
      side: 'after' | 'before' = 'after',
    ): Promise<Position> {
      const entries = await listEntriesOf(q, thread, headOf(thread), [messageId])
      const removed = entries.findLastIndex(({ kind }) => kind === 'remove')
      const entry = entries[removed + 1]
      if (!entry || entry.kind === 'summary') throw messageNotFound()
      if (side === 'after') return entry
      return positionOn(await listSegments(q, thread, headOf(thread)), entry.place - 1)
    },
    /** The first entry of a message on the path to the head, with the id of the state before it. */
    async firstOf(
      q: Queryable,
      thread: ThreadRow,
      messageId: string,
    ): Promise<{ entry: Entry; previousId: string } | null> {
      const [first] = await listEntriesOf(q, thread, headOf(thread), [messageId])
      if (!first) return null
      const [[entry], previousId] = await Promise.all([
        listEntriesAt(q, thread, [first]),
        readStateId(q, thread, { ...headOf(thread), place: first.place - 1 }),
      ])
      return { entry: entry!, previousId }
    },
    /** Every entry that leads to a position, oldest first, with summaries. */
    path: (q: Queryable, thread: ThreadRow, at: Position = headOf(thread)): Promise<Entry[]> =>
      listEntries(q, thread, at),
    /** The messages as a reader sees them at a position. */
    messages: async (q: Queryable, thread: ThreadRow, at: Position = headOf(thread)): Promise<Message[]> =>
      messagesOf(await listEntries(q, thread, at)),
    /** The messages at the head of a thread that was not read before, with the thread. */
    async newest(
      q: Queryable,
      scope: Scope,
      id: string,
    ): Promise<{ thread: ThreadRow; messages: Message[] }> {
      const { thread, entries } = await readNewest(q, scope, id)
      return { thread, messages: await messagesOf(entries) }
    },
    /** The same with where each is from: their last forms. */
    shown: async (q: Queryable, thread: ThreadRow, at: Position = headOf(thread)): Promise<Entry[]> =>
      shownEntries(await listEntries(q, thread, at)),
    page: readPage,
    states: readStates,
    stateIdAt: readStateId,
    branchStates: readBranchStates,
    forModel: readForModel,
    newestForModel: readNewestForModel,
    /**
     * Makes a position the head: behind the last entry of a branch that branch is continued, elsewhere another one begins. The
     * thread is locked.
     */
    async fork(tx: Tx, thread: ThreadRow, at: Position): Promise<number> {
      const head = headOf(thread)
      if (at.branch === head.branch && at.place === head.place) return head.branch
      const [special, branches] = await Promise.all([
        listSpecialEntries(tx, thread, at),
        listBranches(tx, thread),
      ])
      const count = foldPath(special, at.place).total
      const isEnd = branches.some(({ branch, lastPlace }) => branch === at.branch && lastPlace === at.place)
      if (!isEnd) return insertBranch(tx, thread, at, count, clock.now())
      await moveHead(tx, thread, at, count, clock.now())
      return at.branch
    },
    countCalls: (q: Queryable, ref: ThreadRef) => countCalls(q, ref),
    branches: listBranches,
    /** The messages that a reader sees after entries. */
    fold: (entries: readonly Entry[]): Promise<Message[]> => messagesOf(entries),
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
