import { allOf, likePattern, type Queryable, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { triggerTypes } from '../catalogue/types.ts'
import type { ListedTrigger, TriggerQuery } from '../schema/trigger.ts'
import { isVisible, triggerColumns } from './trigger.ts'

const listed = sql`select ${triggerColumns}, s.next_at as "nextRunAt", i.created_at as "lastRunAt", w.to_at as cursor
  from trigger_instance t
  left join run_schedule s on s.project_id = t.project_id and s.id = t.id
  left join lateral (
    select created_at from trigger_invocation i where i.project_id = t.project_id and i.trigger_id = t.id
    order by i.created_at desc limit 1
  ) i on true
  left join lateral (
    select to_at from trigger_window w
    where w.project_id = t.project_id and w.trigger_id = t.id and w.covered_at is not null
    order by w.from_at desc limit 1
  ) w on true`

export async function findTrigger(q: Queryable, scope: Scope, id: string): Promise<ListedTrigger | null> {
  const [row] = await q.rows<ListedTrigger>(sql`${listed} where ${isVisible(scope)} and t.id = ${id}`)
  return row ?? null
}

const sortColumns: Record<TriggerQuery['sortBy'], string> = {
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  slug: 't.slug',
  name: 'lower(t.name)',
}

// What is no id names nothing.
const uuids = (texts: readonly string[]): string[] => texts.filter(isUuid).map((id) => id.toLowerCase())

const builtIn = triggerTypes.map(({ slug }) => slug)
const isBuiltIn = sql`t.slug = any(${builtIn})`

/** Of a toolkit, those with a URL are called by their service, and the others are polled. */
function isOfKind(kind: NonNullable<TriggerQuery['kind']>): Statement {
  const slugs = triggerTypes.flatMap((type) => (type.kind === kind ? [type.slug] : []))
  const ofToolkit = sql`not ${isBuiltIn} and (t.token is null) = ${kind === 'poll'}`
  if (kind !== 'poll' && kind !== 'webhook') return sql`t.slug = any(${slugs})`
  return sql`(t.slug = any(${slugs}) or (${ofToolkit}))`
}

function matching(scope: Scope, query: TriggerQuery): Statement {
  const {
    q,
    triggerIds,
    triggerNames,
    connectedAccountIds,
    authConfigIds,
    workflowId,
    kind,
    source,
    showDisabled,
    status,
  } = query
  const pattern = q && likePattern(q)
  return allOf([
    isVisible(scope),
    ...(showDisabled && !status ? [] : [sql`t.status = ${status ?? 'active'}`]),
    ...(pattern ? [sql`(t.slug ilike ${pattern} or t.name ilike ${pattern})`] : []),
    ...(triggerIds?.length ? [sql`t.id = any(${uuids(triggerIds)}::uuid[])`] : []),
    ...(triggerNames?.length ? [sql`(t.slug = any(${triggerNames}) or t.name = any(${triggerNames}))`] : []),
    ...(connectedAccountIds?.length
      ? [sql`t.connected_account_id = any(${uuids(connectedAccountIds)}::uuid[])`]
      : []),
    ...(authConfigIds?.length
      ? [
          sql`exists (select from connected_account a where a.project_id = t.project_id
            and a.id = t.connected_account_id and a.auth_config_id = any(${uuids(authConfigIds)}::uuid[]))`,
        ]
      : []),
    ...(workflowId ? [sql`t.workflow_id = ${workflowId}`] : []),
    ...(kind ? [isOfKind(kind)] : []),
    ...(source ? [sql`(${isBuiltIn}) = ${source === 'built_in'}`] : []),
  ])
}

export async function listTriggers(
  q: Queryable,
  scope: Scope,
  query: TriggerQuery,
): Promise<Page<ListedTrigger>> {
  const where = matching(scope, query)
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from trigger_instance t where ${where}`,
  )
  const order = sqlText(`${sortColumns[query.sortBy]} ${query.sortOrder}, t.id ${query.sortOrder}`)
  const rows = await q.rows<ListedTrigger>(
    sql`${listed} where ${where} order by ${order} limit ${query.limit} offset ${offsetOf(query)}`,
  )
  return pageOf(rows, count!.total, query)
}

/** Active ones that use a connected account. */
export const listOfAccount = (q: Queryable, scope: Scope, accountId: string): Promise<ListedTrigger[]> =>
  q.rows<ListedTrigger>(sql`
    ${listed} where ${isVisible(scope)} and t.connected_account_id = ${accountId} and t.status = 'active'
    order by t.created_at, t.id limit 100`)

export type TriggerCounts = Pick<ListedTrigger, 'id' | 'slug' | 'status' | 'statusReason' | 'updatedAt'> & {
  invocations: number
  failed: number
}

/** The triggers of a workflow, with how often they were invoked in a time. */
export const countInvocations = (
  q: Queryable,
  scope: Scope,
  workflowId: string,
  { from, to }: { from: Date; to: Date },
): Promise<TriggerCounts[]> =>
  q.rows<TriggerCounts>(sql`
    select t.id, t.slug, t.status, t.status_reason as "statusReason", t.updated_at as "updatedAt",
      count(i.id)::int as invocations, count(i.id) filter (where i.status = 'failed')::int as failed
    from trigger_instance t
    left join trigger_invocation i on i.project_id = t.project_id and i.trigger_id = t.id and not i.is_test
      and i.created_at >= ${from} and i.created_at < ${to}
    where ${isVisible(scope)} and t.workflow_id = ${workflowId}
    group by t.project_id, t.id order by t.created_at, t.id`)
