import { allOf, type Queryable, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import { countRows } from '../../../kernel/db/rows/select-page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Message } from '../../threads/index.ts'

export type FeedbackSearch = {
  workflowId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  rating?: 'positive' | 'negative' | undefined
  hasComment?: boolean | undefined
}

export type FeedbackEntryRow = {
  threadId: string
  threadTitle: string | null
  messageId: string
  message: Message | null
  runId: string | null
  userId: string
  score: number | null
  comment: string | null
  workflowId: string | null
  workflowName: string | null
  version: number | null
  createdAt: string
  updatedAt: string
}

/**
 * Feedback `f` in threads `t` that the scope may see, with the entry `e` of its message and the run `x` that wrote it: by
 * that, the version of the agent is known.
 */
const sources = sqlText(`thread_feedback f
  join thread t on t.project_id = f.project_id and t.id = f.thread_id
  left join lateral (
    select n.execution_id, n.message from thread_entry n
    where n.project_id = f.project_id and n.thread_id = f.thread_id and n.message_id = f.message_id
    order by n.place desc limit 1) e on true
  left join workflow_execution x on x.project_id = f.project_id and x.id = e.execution_id
  left join workflow w on w.project_id = f.project_id and w.id = coalesce(x.workflow_id, t.workflow_id)`)

const agentColumns = sqlText(`coalesce(x.workflow_id, t.workflow_id) as "workflowId",
  coalesce(w.name, x.workflow_name) as "workflowName", x.version`)

function matching(scope: Scope, search: FeedbackSearch): Statement {
  const { workflowId, from, to, rating, hasComment } = search
  return allOf([
    sql`f.project_id = ${scope.projectId}`,
    ...(scope.acrossUsers ? [] : [sql`t.external_user_id = ${scope.externalUser.id}`]),
    ...(workflowId ? [sql`coalesce(x.workflow_id, t.workflow_id) = ${workflowId}`] : []),
    ...(from ? [sql`f.updated_at >= ${from}`] : []),
    ...(to ? [sql`f.updated_at < ${to}`] : []),
    ...(rating === 'positive' ? [sqlText('f.score > 0')] : []),
    ...(rating === 'negative' ? [sqlText('f.score < 0')] : []),
    ...(hasComment === undefined ? [] : [sql`(coalesce(f.comment, '') <> '') = ${hasComment}`]),
  ])
}

/** Newest first. */
export const listFeedbackEntries = (
  q: Queryable,
  scope: Scope,
  search: FeedbackSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<FeedbackEntryRow[]> =>
  q.rows<FeedbackEntryRow>(sql`
    select f.thread_id as "threadId", t.metadata->>'title' as "threadTitle", f.message_id as "messageId", e.message,
      e.execution_id as "runId", f.external_user_id as "userId", f.score, f.comment, ${agentColumns},
      f.created_at as "createdAt", f.updated_at as "updatedAt"
    from ${sources} where ${matching(scope, search)}
    order by f.updated_at desc, f.thread_id, f.message_id, f.external_user_id limit ${limit} offset ${offset}`)

export async function countFeedbackEntries(
  q: Queryable,
  scope: Scope,
  search: FeedbackSearch,
): Promise<number> {
  return countRows(q, sql`${sources} where ${matching(scope, search)}`)
}

type Counts = { positive: number; negative: number; comments: number }

const counts = sqlText(`count(*) filter (where f.score > 0)::int as positive,
  count(*) filter (where f.score < 0)::int as negative,
  count(*) filter (where coalesce(f.comment, '') <> '')::int as comments`)

export const countFeedbackByDay = (q: Queryable, scope: Scope, search: FeedbackSearch) =>
  q.rows<Counts & { day: string }>(sql`
    select to_char(f.updated_at at time zone 'UTC', 'YYYY-MM-DD') as day, ${counts}
    from ${sources} where ${matching(scope, search)} group by 1 order by 1`)

const maxAgents = 200

export const countFeedbackByAgent = (q: Queryable, scope: Scope, search: FeedbackSearch) =>
  q.rows<Counts & Pick<FeedbackEntryRow, 'workflowId' | 'workflowName' | 'version'>>(sql`
    select ${agentColumns}, ${counts} from ${sources} where ${matching(scope, search)}
    group by 1, 2, 3 order by 2 nulls last, 3 desc nulls last limit ${maxAgents}`)
