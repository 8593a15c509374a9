import { prepared, type Queryable, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Entry, EntryOutline, SpecialEntry } from '../schema/message.ts'
import type { PathSegment, Position, ThreadRef, ThreadRow } from '../schema/thread.ts'
import { isVisibleThread, threadColumns } from './thread.ts'

/** The branches from the one of the position to the first, each with the last place that counts. */
const pathTo = (ref: ThreadRef, { branch, place }: Position): Statement =>
  pathFrom(ref, sql`select ${branch}::int, ${place}::int`)

const pathFrom = ({ projectId, id }: ThreadRef, start: Statement): Statement => sql`
  path (branch, upto) as (
    ${start}
    union all
    select b.parent_branch, least(b.parent_place, path.upto)
    from path join thread_branch b
      on b.project_id = ${projectId} and b.thread_id = ${id} and b.branch = path.branch
  )`

export const outlineColumns = sqlText(`e.id, e.branch, e.place, e.kind, e.message_id as "messageId", e.role,
  e.execution_id as "executionId", e.created_at as "createdAt", e.taint`)
export const entryColumns = sql`${outlineColumns}, e.message, e.tokens`
const storedColumns =
  sqlText(`e.id, e.branch, e.place, e.kind, e.message_id, e.role, e.execution_id, e.created_at, e.taint,
  e.message, e.tokens`)

const onPath = ({ projectId, id }: ThreadRef): Statement => sql`
  path join thread_entry e on e.project_id = ${projectId} and e.thread_id = ${id} and e.branch = path.branch
    and e.place <= path.upto`

/** The entries that lead to a position, oldest first: those behind a place, up to another. */
const listPart = (
  q: Queryable,
  ref: ThreadRef,
  at: Position,
  behind: number,
  upto: number,
): Promise<Entry[]> =>
  q.rows<Entry>(
    prepared(
      sql`with recursive ${pathTo(ref, at)} select ${entryColumns} from ${onPath(ref)} and e.place > ${behind}::int and e.place <= ${upto}::int order by e.place`,
    ),
  )

// So many are read from the database without a pause.
const batchSize = 1_000

/** All entries that lead to a position, oldest first, or those behind a place; other requests are served in between. */
export async function listEntries(q: Queryable, ref: ThreadRef, at: Position, behind = 0): Promise<Entry[]> {
  const first = await listPart(q, ref, at, behind, behind + batchSize)
  if (at.place <= behind + batchSize) return first
  const parts = [first]
  for (let from = behind + batchSize; from < at.place; from += batchSize)
    parts.push(await listPart(q, ref, at, from, from + batchSize))
  return parts.flat()
}

type NewestRow = Omit<Entry, 'id'> & { id: string | null; thread: ThreadRow | null }

const withTimes = ({ createdAt, updatedAt, lastMessageAt, ...thread }: ThreadRow): ThreadRow => ({
  ...thread,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  lastMessageAt: lastMessageAt && new Date(lastMessageAt).toISOString(),
})

/**
 * A thread with the last entries that lead to its head, in one snapshot; null if the caller has no such thread. The first row
 * has the thread, as JSON, so that it does not come with every entry. A path has an entry at each place.
 */
export async function findWithNewest(
  q: Queryable,
  scope: Scope,
  id: string,
  count: number,
): Promise<{ thread: ThreadRow; entries: Entry[] } | null> {
  const ref = { projectId: scope.projectId, id }
  const rows = await q.rows<NewestRow>(
    prepared(sql`
      select ${entryColumns},
        case when row_number() over (order by e.place) = 1
          then (select to_json(one) from (select ${threadColumns}) as one) end as thread
      from thread t left join lateral (
        with recursive ${pathFrom(ref, sqlText('select t.head_branch, t.head_place'))}
        select ${storedColumns} from ${onPath(ref)} and e.place > t.head_place - ${count}::int
      ) as e on true
      where ${isVisibleThread(scope)} and t.id = ${id} order by e.place`),
  )
  const thread = rows[0]?.thread
  if (!thread) return null
  const entries = rows.flatMap(({ thread: _, ...entry }) => (entry.id === null ? [] : [entry as Entry]))
  return { thread: withTimes(thread), entries }
}

/** Which branch has which places of the path to a position, the newest first. */
export const listSegments = (q: Queryable, ref: ThreadRef, at: Position): Promise<PathSegment[]> =>
  q.rows<PathSegment>(
    prepared(
      sql`with recursive ${pathTo(ref, at)} select branch, upto from path order by upto desc, branch desc`,
    ),
  )

/** Entries of the path by the ids of their messages: found one by one, however long the path is. */
const ofMessages = ({ projectId, id }: ThreadRef, columns: Statement): Statement => sql`
  select ${columns} from named
  cross join lateral (
    select n.id, n.branch, n.place, n.kind, n.message_id, n.role, n.execution_id, n.created_at, n.taint from thread_entry n
    where n.project_id = ${projectId} and n.thread_id = ${id} and n.message_id = named.message_id
    offset 0) e
  join path on path.branch = e.branch and e.place <= path.upto`

// There may be thousands of them: no more is read than what decides which messages are seen.
const specialColumns = sqlText('e.place, e.kind, e.message_id as "messageId"')

/**
 * The entries of the path to a position that are not simply one message more: those that change, remove or summarise, and
 * every other entry of a message that one of them is about. In the order of places.
 */
export const listSpecialEntries = (q: Queryable, ref: ThreadRef, at: Position): Promise<SpecialEntry[]> =>
  q.rows<SpecialEntry>(
    prepared(sql`
      with recursive ${pathTo(ref, at)}, special as materialized (
        select ${specialColumns} from ${onPath(ref)} and (e.kind <> 'append' or e.is_repeat or e.message_id is null)
      ), named as (
        select "messageId" as message_id from special where "messageId" is not null
        union
        select substr("messageId", 9) from special where kind = 'summary' and "messageId" like 'summary:%'
      )
      select * from special where "messageId" is null
      union all
      ${ofMessages(ref, specialColumns)}
      order by place`),
  )

/** Every entry of some messages on the path to a position, in the order of places. */
export const listEntriesOf = (
  q: Queryable,
  ref: ThreadRef,
  at: Position,
  messageIds: readonly string[],
): Promise<EntryOutline[]> =>
  q.rows<EntryOutline>(sql`
    with recursive ${pathTo(ref, at)}, named as (select distinct unnest(${messageIds}::text[]) as message_id)
    ${ofMessages(ref, outlineColumns)} order by place`)
