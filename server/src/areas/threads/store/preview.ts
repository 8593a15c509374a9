import { type Queryable, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'

// A list must not read long conversations: the first of these places that has a text is used, or one of as many last ones
// where the beginning was removed.
const places = 20
// Far more than is shown, and far less than a message may have.
const maxLength = 1_000

/** The branches of the thread `t` from its head to its first, each with the last place that counts. */
const path = sqlText(`path (branch, upto) as (
    select t.head_branch, t.head_place
    union all
    select b.parent_branch, least(b.parent_place, path.upto)
    from path join thread_branch b
      on b.project_id = t.project_id and b.thread_id = t.id and b.branch = path.branch
  )`)

// Each part of a branch is read by itself, whatever the planner takes a conversation for.
const candidates = sql`candidates as materialized (
    select each.place, each.message_id, each.role
    from (values (0, ${places}::int), (greatest(t.head_place - ${places}::int, ${places}::int), t.head_place)) part (behind, upto)
    cross join path
    cross join lateral (
      select e.place, e.message_id, e.role, e.kind from thread_entry e
      where e.project_id = t.project_id and e.thread_id = t.id and e.branch = path.branch
        and e.place > part.behind and e.place <= least(part.upto, path.upto)
      order by e.place limit ${places}::int) each
    where each.kind = 'append' and each.message_id is not null and each.role in ('human', 'ai', 'operator')
  )`

/**
 * The beginning of the first text that a reader of the thread `t` sees, of its end user if there is one: of a message that
 * was changed its last form, and nothing of one that was removed or is on another branch.
 */
export const previewOf: Statement = sql`
  (with recursive ${path}, ${candidates}
  select left(said.text, ${maxLength}::int)
  from (select * from candidates order by role <> 'human', place offset 0) c
  cross join lateral (
    select e.kind, e.message from (
      select n.branch, n.place, n.kind, n.message from thread_entry n
      where n.project_id = t.project_id and n.thread_id = t.id and n.message_id = c.message_id
      offset 0) e
    join path on path.branch = e.branch and e.place <= path.upto
    where e.kind <> 'summary' order by e.place desc limit 1) last
  cross join lateral (
    select case json_typeof(last.message->'content') when 'string' then last.message->>'content' when 'array' then (
      select string_agg(block->>'text', '') from json_array_elements(last.message->'content') block
      where block->>'type' = 'text') end as text
    offset 0) said
  where last.kind <> 'remove' and said.text ~ '\\S'
  order by c.role <> 'human', c.place limit 1)`

/** Of threads that the caller has found. */
export const listPreviews = (q: Queryable, projectId: string, ids: readonly string[]) =>
  q.rows<{ id: string; text: string | null }>(sql`
    select t.id, ${previewOf} as text from thread t where t.project_id = ${projectId} and t.id = any(${ids}::uuid[])`)
