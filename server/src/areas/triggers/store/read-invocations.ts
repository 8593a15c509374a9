import { allOf, likePattern, type Queryable, type Statement, sql } from '../../../kernel/db/db.ts'
import { selectCursorPage } from '../../../kernel/db/rows/cursor-page.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InvocationQuery, InvocationRow } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { contentColumns, invocationColumns } from './invocation.ts'
import { isVisible, triggerColumns } from './trigger.ts'

export type ListedInvocation = Omit<InvocationRow, 'payload' | 'body'> & {
  slug: string
  workflowId: string | null
}

export type FoundInvocation = ListedInvocation & Pick<InvocationRow, 'payload' | 'body'>

const listedColumns = sql`${invocationColumns}, t.slug, t.workflow_id as "workflowId"`
const tables = sql`trigger_invocation i join trigger_instance t on t.project_id = i.project_id and t.id = i.trigger_id`

export async function findInvocation(
  q: Queryable,
  scope: Scope,
  id: string,
): Promise<FoundInvocation | null> {
  const [row] = await q.rows<FoundInvocation>(sql`
    select ${listedColumns}, ${contentColumns} from ${tables} where ${isVisible(scope)} and i.id = ${id}`)
  return row ?? null
}

function matching(scope: Scope, query: InvocationQuery): Statement[] {
  const { q, toolSlug, triggerId, source, status } = query
  const isId = q !== undefined && isUuid(q)
  return [
    isVisible(scope),
    ...(q ? [isId ? sql`i.execution_id = ${q}` : sql`t.slug ilike ${likePattern(q)}`] : []),
    ...(toolSlug ? [sql`t.slug = ${toolSlug}`] : []),
    ...(triggerId ? [sql`i.trigger_id = ${triggerId}`] : []),
    ...(source ? [sql`i.source = ${source}`] : []),
    ...(status ? [sql`i.status = ${status}`] : []),
  ]
}

export const listInvocations = (
  q: Queryable,
  scope: Scope,
  query: InvocationQuery,
): Promise<Page<ListedInvocation>> =>
  selectCursorPage(
    q,
    {
      columns: listedColumns,
      tables,
      alias: 'i',
      where: allOf(matching(scope, query)),
      direction: query.sortOrder,
    },
    query,
  )

export type UnreadRequest = { trigger: TriggerRow; invocation: InvocationRow }

/** An invocation that is queued, with its trigger; null when it has ended or was started. */
export async function findUnread(
  q: Queryable,
  { projectId, triggerId, id }: { projectId: string; triggerId: string; id: string },
): Promise<UnreadRequest | null> {
  const [invocation] = await q.rows<InvocationRow>(sql`
    select ${invocationColumns}, ${contentColumns} from trigger_invocation i
    where i.project_id = ${projectId} and i.id = ${id} and i.status = 'queued'`)
  const [trigger] = await q.rows<TriggerRow>(sql`
    select ${triggerColumns} from trigger_instance t where t.project_id = ${projectId} and t.id = ${triggerId}`)
  return invocation && trigger ? { trigger, invocation } : null
}
