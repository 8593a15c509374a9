import { allOf, type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Entry, EntryKind, EntryOutline, EntryRef, NewEntry, ThreadCalls } from '../schema/message.ts'
import type { Position, ThreadRef } from '../schema/thread.ts'
import { entryColumns, outlineColumns } from './path.ts'

/** Entries as they are about to be written, each with a new id: its random part is used, its time only at the least. */
export type AppendedEntry = NewEntry & { id: string }

const kindOf = ({ kind = 'append' }: NewEntry): EntryKind => kind
/** By how many messages a thread grows, if each entry is what its kind says of a message that is seen, or is not. */
export const growthOf = (entries: readonly NewEntry[]): number =>
  entries.reduce((sum, entry) => sum + { append: 1, remove: -1, replace: 0, summary: 0 }[kindOf(entry)], 0)

/**
 * Adds entries at the head of a thread and moves the head, in one statement. The row of the thread is locked by it, so
 * that writers follow one another; ids grow from entry to entry, as clients compare them as texts. One with the id of a
 * message that the thread has is marked, so that readers find it without reading the others.
 */
export function appendingEntries(
  { projectId, id }: ThreadRef,
  entries: readonly AppendedEntry[],
  at: Date,
): Statement {
  const count = entries.length
  return sql`
    with head as (
      update thread
      set head_place = head_place + ${count}::int, head_ms = greatest(head_ms + 1, ${at.getTime()}::bigint) + ${count}::int - 1,
        message_count = message_count + ${growthOf(entries)}::int,
        last_message_at = ${at}, updated_at = ${at}
      where project_id = ${projectId} and id = ${id}
      returning head_branch, head_place - ${count}::int as base, head_ms - ${count}::int as base_ms
    ), given as (
      select * from unnest(
        ${entries.map((entry) => entry.id)}::text[], ${entries.map(kindOf)}::text[],
        ${entries.map(({ message, messageId }) => messageId ?? message?.id ?? null)}::text[],
        ${entries.map(({ message }) => message?.role ?? 'system')}::text[],
        ${entries.map(({ message }) => (message === null ? null : storableJson(message)))}::text[],
        ${entries.map(({ executionId }) => executionId ?? null)}::uuid[],
        ${entries.map(({ taint }) => taint ?? null)}::text[], ${entries.map(({ tokens }) => tokens ?? null)}::int[]
      ) with ordinality as given (id, kind, message_id, role, message, execution_id, taint, tokens, nr)
    ), numbered as (
      select given.*, lpad(to_hex(head.base_ms + given.nr), 12, '0') as ms, head.head_branch, head.base,
        given.kind = 'append' and (
          row_number() over (partition by given.message_id order by given.nr) > 1
          or exists (select from thread_entry k
            where k.project_id = ${projectId} and k.thread_id = ${id} and k.message_id = given.message_id)) as is_repeat
      from given, head
    )
    insert into thread_entry (project_id, thread_id, branch, place, id, kind, message_id, role, message, execution_id,
      taint, tokens, created_at, is_repeat)
    select ${projectId}, ${id}, head_branch, base + nr, (left(ms, 8) || '-' || right(ms, 4) || substr(id, 14))::uuid, kind,
      message_id, role, message::json, execution_id, taint, tokens, ${at}, is_repeat
    from numbered
    returning id, branch, place, is_repeat as "isRepeat"`
}

export async function appendEntries(
  tx: Tx,
  ref: ThreadRef,
  entries: readonly AppendedEntry[],
  at: Date,
): Promise<(EntryRef & { isRepeat: boolean })[]> {
  if (entries.length === 0) return []
  const rows = await tx.rows<EntryRef & { isRepeat: boolean }>(appendingEntries(ref, entries, at))
  return rows.sort((a, b) => a.place - b.place)
}

/** Entries at places of a thread, in the order of places. */
export const listEntriesAt = (
  q: Queryable,
  { projectId, id }: ThreadRef,
  places: readonly Position[],
): Promise<Entry[]> =>
  q.rows<Entry>(sql`
    select ${entryColumns} from thread_entry e
    where e.project_id = ${projectId} and e.thread_id = ${id} and (e.branch, e.place) in (
      select * from unnest(${places.map(({ branch }) => branch)}::int[], ${places.map(({ place }) => place)}::int[]))
    order by e.place`)

/** The newest states of all branches first; before one, and from one on. */
export const listNewestStates = (
  q: Queryable,
  { projectId, id }: ThreadRef,
  { before, last, limit }: { before: string | null; last: string | null; limit: number },
): Promise<EntryOutline[]> =>
  q.rows<EntryOutline>(sql`
    select ${outlineColumns} from thread_entry e
    where ${allOf([
      sql`e.project_id = ${projectId} and e.thread_id = ${id}`,
      ...(before === null ? [] : [sql`e.id < ${before}::uuid`]),
      ...(last === null ? [] : [sql`e.id <= ${last}::uuid`]),
    ])}
    order by e.id desc limit ${limit}`)

/** What runs have called in a thread, in all its branches. */
export async function countCalls(q: Queryable, { projectId, id }: ThreadRef): Promise<ThreadCalls> {
  const [row] = await q.rows<ThreadCalls>(sql`
    with said as (
      select message from thread_entry
      where project_id = ${projectId} and thread_id = ${id} and kind = 'append' and role = 'ai'
        and execution_id is not null and message->>'model' is not null
    ), called as (
      select call->>'name' as name, call->'arguments'->>'slug' as slug, count(*)::int as calls
      from said cross join json_array_elements(coalesce(said.message->'toolCalls', '[]'::json)) call group by 1, 2
    )
    select (select count(*)::int from said) as "modelCalls",
      (select coalesce(json_agg(called), '[]') from called) as tools`)
  return row!
}

/** Where a run wrote its first entry; null when it has written none. */
export async function findFirstEntryOf(
  q: Queryable,
  { projectId, id }: ThreadRef,
  executionId: string,
): Promise<Position | null> {
  const [row] = await q.rows<Position>(sql`
    select e.branch, e.place from thread_entry e
    where e.project_id = ${projectId} and e.thread_id = ${id} and e.execution_id = ${executionId}
    order by e.place limit 1`)
  return row ?? null
}

export async function findEntry(
  q: Queryable,
  { projectId, id }: ThreadRef,
  entryId: string,
): Promise<EntryOutline | null> {
  const [row] = await q.rows<EntryOutline>(sql`
    select ${outlineColumns} from thread_entry e
    where e.project_id = ${projectId} and e.thread_id = ${id} and e.id = ${entryId}`)
  return row ?? null
}
