import type { Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Entry } from '../schema/message.ts'
import type { Position, ThreadRef, ThreadRow } from '../schema/thread.ts'
import { listEntriesAt } from '../store/entry.ts'
import { findWithNewest, listEntries, listSegments, listSpecialEntries } from '../store/path.ts'
import { foldForModel, positionOn } from './folded-path.ts'
import { headOf } from './positions.ts'
import { threadNotFound } from './threads.ts'
import { modelEntries } from './transcript.ts'

// Most conversations are shorter: they are read with the thread, in one round trip.
const recent = 200
/** A model is given at most so many messages behind the last summary: more than any window has room for. */
export const maxForModel = 5_000

/** The messages that a model is given at a position: those behind the last summary, and the summary before them. */
export async function readForModel(q: Queryable, ref: ThreadRef, at: Position): Promise<Entry[]> {
  if (at.place <= recent) return modelEntries(await listEntries(q, ref, at))
  const { behind, summaryPlace, seen } = foldForModel(await listSpecialEntries(q, ref, at), at.place)
  const from = Math.max(behind, at.place - maxForModel)
  const [entries, summary] = await Promise.all([
    listEntries(q, ref, at, from),
    summaryPlace === null ? [] : readAt(q, ref, at, summaryPlace),
  ])
  const byPlace = new Map(entries.map((entry) => [entry.place, entry]))
  const messages = seen(from).flatMap(({ contentPlace }) => byPlace.get(contentPlace) ?? [])
  return [...summary, ...(from > behind ? withoutOpenResults(messages) : messages)]
}

export type Newest = { thread: ThreadRow; entries: Entry[] }

/** In one round trip with its thread, `entries` are all that lead to the head if they are few, else the last of them. */
async function findNewest(q: Queryable, scope: Scope, id: string): Promise<Newest & { isWhole: boolean }> {
  const newest = await findWithNewest(q, scope, id, recent)
  if (!newest) throw threadNotFound()
  return { ...newest, isWhole: newest.thread.headPlace <= recent }
}

/** The same as `readForModel` at the head of a thread that was not read before. */
export async function readNewestForModel(q: Queryable, scope: Scope, id: string): Promise<Newest> {
  const { thread, entries, isWhole } = await findNewest(q, scope, id)
  return { thread, entries: isWhole ? modelEntries(entries) : await readForModel(q, thread, headOf(thread)) }
}

/** Every entry that leads to the head of a thread that was not read before. */
export async function readNewest(q: Queryable, scope: Scope, id: string): Promise<Newest> {
  const { thread, entries, isWhole } = await findNewest(q, scope, id)
  return { thread, entries: isWhole ? entries : await listEntries(q, thread, headOf(thread)) }
}

async function readAt(q: Queryable, ref: ThreadRef, at: Position, place: number): Promise<Entry[]> {
  return listEntriesAt(q, ref, [positionOn(await listSegments(q, ref, at), place)])
}

/** Providers refuse results of tools whose calls they are not given. */
const withoutOpenResults = (entries: Entry[]): Entry[] =>
  entries.slice(
    Math.max(
      0,
      entries.findIndex(({ role }) => role !== 'tool'),
    ),
  )
