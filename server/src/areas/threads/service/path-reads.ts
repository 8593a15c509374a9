import { setImmediate } from 'node:timers/promises'
import type { Queryable } from '../../../kernel/db/db.ts'
import type { Entry, EntryOutline } from '../schema/message.ts'
import type { Position, ThreadRef, ThreadRow } from '../schema/thread.ts'
import { type BranchRow, listBranches } from '../store/branch.ts'
import { listEntriesAt, listNewestStates } from '../store/entry.ts'
import { listEntries, listSegments, listSpecialEntries } from '../store/path.ts'
import { type BranchChoice, choicesOn } from './branch-choices.ts'
import { foldPath, positionOn } from './folded-path.ts'
import { headOf } from './positions.ts'

export type PageRequest = { limit: number; offset: number; order: 'asc' | 'desc'; at?: Position }

export type EntryPage = {
  entries: Entry[]
  total: number
  /** By the ids of messages of the page. */
  choices: ReadonlyMap<string, BranchChoice[]>
}

/** One of the states of a thread, and all entries that lead to it; null for the empty one before the first entry. */
export type ReadState = { id: string; last: EntryOutline | null; path(): Promise<Entry[]> }

const manyChanges = 5_000
// States are read in parts of so many.
const batchSize = 100

/** A part of the messages, whatever the length of the thread: what is read is the part, and the entries that change others. */
export async function readPage(
  q: Queryable,
  thread: ThreadRow,
  { limit, offset, order, at = headOf(thread) }: PageRequest,
): Promise<EntryPage> {
  const [special, segments, branches] = await Promise.all([
    listSpecialEntries(q, thread, at),
    listSegments(q, thread, at),
    listBranches(q, thread),
  ])
  // In a thread with very many changes both take a while.
  if (special.length > manyChanges) await setImmediate()
  const { total, seen, nextAdded } = foldPath(special, at.place)
  const from = order === 'asc' ? offset : Math.max(0, total - offset - limit)
  const count = Math.min(limit, total - offset)
  const requested = order === 'asc' ? seen(from, count) : seen(from, count).toReversed()
  const lastAt = positionOn(segments, at.place)
  const positions = requested.map(({ contentPlace }) => positionOn(segments, contentPlace))
  const found = await listEntriesAt(q, thread, [...positions, lastAt])
  const byPlace = new Map(found.map((entry) => [entry.place, entry]))
  const lastId = byPlace.get(lastAt.place)?.id ?? null
  const byChoice = choicesOn({ segments, lastId, nextAdded }, branches)
  return {
    entries: requested.flatMap(({ contentPlace }) => byPlace.get(contentPlace) ?? []),
    total,
    choices: new Map(
      requested.flatMap(({ place, contentPlace }) => {
        const choices = byChoice.get(place)
        const messageId = byPlace.get(contentPlace)?.messageId
        return choices && messageId ? [[messageId, choices]] : []
      }),
    ),
  }
}

/** The id of the newest state of each branch. That of a branch without entries is where it begins. */
export async function readBranchStates(
  q: Queryable,
  thread: ThreadRow,
): Promise<(BranchRow & { stateId: string })[]> {
  const branches = await listBranches(q, thread)
  const byBranch = new Map(branches.map((each) => [each.branch, each]))
  const entryAt = ({ branch, place }: Position): Position => {
    const { parentBranch = null, parentPlace = null } = byBranch.get(branch) ?? {}
    return parentBranch === null || place > parentPlace!
      ? { branch, place }
      : entryAt({ branch: parentBranch, place })
  }
  const starts = new Map(
    branches
      .filter(({ lastId }) => lastId === null)
      .map(({ branch, lastPlace }) => [branch, entryAt({ branch, place: lastPlace })]),
  )
  const found = await listEntriesAt(q, thread, [...starts.values()])
  const idAt = (at: Position | undefined) =>
    found.find(({ branch, place }) => branch === at?.branch && place === at.place)?.id
  return branches.map((each) => ({
    ...each,
    stateId: each.lastId ?? idAt(starts.get(each.branch)) ?? thread.rootId,
  }))
}

/** The id of the state at a position. */
export async function readStateId(q: Queryable, thread: ThreadRow, at: Position): Promise<string> {
  const position = positionOn(await listSegments(q, thread, at), at.place)
  const [entry] = await listEntriesAt(q, thread, [position])
  return entry?.id ?? thread.rootId
}

/** The states of all branches, newest first: those before a state, or from one on. The last one is empty. */
export async function* readStates(
  q: Queryable,
  thread: ThreadRow,
  { before, last }: { before: string | null; last: string | null },
): AsyncGenerator<ReadState> {
  const pathOf = createPathCache(q, thread)
  let position = before
  for (;;) {
    const outlines = await listNewestStates(q, thread, { before: position, last, limit: batchSize })
    for (const outline of outlines) yield { id: outline.id, last: outline, path: () => pathOf(outline) }
    if (outlines.length < batchSize) break
    position = outlines.at(-1)!.id
  }
  const { rootId } = thread
  const isRequested = (before === null || rootId < before) && (last === null || rootId <= last)
  if (isRequested) yield { id: rootId, last: null, path: async () => [] }
}

/** States of the same branch share their path: it is read once, for the newest of them. */
function createPathCache(q: Queryable, ref: ThreadRef): (at: Position) => Promise<Entry[]> {
  const paths = new Map<number, Entry[]>()
  return async ({ branch, place }) => {
    const path = paths.get(branch) ?? (await listEntries(q, ref, { branch, place }))
    paths.set(branch, path)
    return path.filter((entry) => entry.place <= place)
  }
}
