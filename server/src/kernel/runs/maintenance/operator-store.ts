import type { Position } from '../../cursor.ts'
import { allOf, type Queryable, sql } from '../../db/db.ts'
import { countRows } from '../../db/rows/select-page.ts'
import type { RunError, RunStatus } from '../run.ts'

/** What an operator sees of a run: everything but its input and output. */
export type RunOverview = {
  id: string
  projectId: string
  kind: string
  status: RunStatus
  waitingFor: 'signal' | 'children' | 'time' | null
  attempt: number
  losses: number
  error: RunError | null
  isCancelRequested: boolean
  parentId: string | null
  depth: number
  hasChildren: boolean
  runAt: string | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
}

export type RunFilter = {
  kinds?: readonly string[]
  statuses?: readonly RunStatus[]
  projectId?: string
  from?: Date
  to?: Date
}

const overview = sql`r.id, r.project_id as "projectId", r.kind, r.status,
  case when r.status <> 'waiting' then null when r.joining is not null then 'children'
       when r.waiting_for is not null then 'signal' else 'time' end as "waitingFor",
  r.attempt, r.losses, r.error, r.cancel_requested_at is not null as "isCancelRequested", r.parent_id as "parentId", r.depth,
  r.has_children as "hasChildren", nullif(r.run_at, 'infinity') as "runAt", r.created_at as "createdAt",
  r.started_at as "startedAt", r.ended_at as "endedAt"`

function conditionsOf({ kinds, statuses, projectId, from, to }: RunFilter) {
  const conditions = []
  if (kinds) conditions.push(sql`r.kind = any(${kinds}::text[])`)
  if (statuses) conditions.push(sql`r.status = any(${statuses}::text[])`)
  if (projectId !== undefined) conditions.push(sql`r.project_id = ${projectId}`)
  if (from) conditions.push(sql`r.created_at >= ${from}`)
  if (to) conditions.push(sql`r.created_at < ${to}`)
  return conditions
}

/** Of all projects, the newest first. */
export async function listRuns(
  q: Queryable,
  filter: RunFilter,
  cursor: Position | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<RunOverview[]> {
  const conditions = conditionsOf(filter)
  if (cursor)
    conditions.push(sql`(r.created_at, r.id) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`)
  return q.rows<RunOverview>(sql`
    select ${overview} from run r where ${allOf(conditions)}
    order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`)
}

/** Counted no further than this: no one pages through more, and it would read the whole table. */
export async function countRuns(q: Queryable, filter: RunFilter, most: number): Promise<number> {
  return countRows(q, sql`( select from run r where ${allOf(conditionsOf(filter))} limit ${most}) as counted`)
}

export type StepOverview = {
  name: string
  attempt: number
  maybeAlsoAttempt: number | null
  tries: number
  outputBytes: number
  startedAt: string
  finishedAt: string
}

export type RunDetail = RunOverview & {
  inputBytes: number
  outputBytes: number
  /** The last ones. */
  steps: StepOverview[]
  stepCount: number
  events: { count: number; lastAt: string | null; types: { type: string; count: number }[] }
  children: { count: number; open: number }
}

/** By its id alone: an operator need not know the project. */
export async function findRunDetail(q: Queryable, id: string, maxSteps: number): Promise<RunDetail | null> {
  const [found] = await q.rows<RunOverview & { inputBytes: number; outputBytes: number; treeId: string }>(sql`
    with recursive lane as (
      (select project_id from run order by project_id limit 1)
      union all
      select (select r.project_id from run r where r.project_id > lane.project_id order by r.project_id limit 1)
      from lane where lane.project_id is not null
    )
    select ${overview}, octet_length(r.input::text) as "inputBytes",
           coalesce(octet_length(r.output::text), 0) as "outputBytes", coalesce(r.root_id, r.id) as "treeId"
    from lane join run r on r.project_id = lane.project_id and r.id = ${id}`)
  if (!found) return null
  const { treeId, ...run } = found
  const { projectId } = run
  const steps = await q.rows<StepOverview & { total: number }>(sql`
    select name, attempt, maybe_also_attempt as "maybeAlsoAttempt", tries, octet_length(output::text) as "outputBytes",
           started_at as "startedAt", finished_at as "finishedAt", count(*) over ()::int as total
    from run_step where project_id = ${projectId} and run_id = ${id} order by finished_at desc, name limit ${maxSteps}`)
  const types = await q.rows<{ type: string; count: number; lastAt: string }>(sql`
    select type, count(*)::int as count, max(created_at) as "lastAt" from run_event
    where project_id = ${projectId} and run_id = ${id} group by type order by count desc, type`)
  const [children] = await q.rows<{ count: number; open: number }>(sql`
    select count(*)::int as count, (count(*) filter (where ended_at is null))::int as open from run
    where project_id = ${projectId} and root_id = ${treeId} and parent_id = ${id}`)
  return {
    ...run,
    steps: steps.map(({ total: _, ...step }) => step).reverse(),
    stepCount: steps[0]?.total ?? 0,
    events: {
      count: types.reduce((sum, { count }) => sum + count, 0),
      lastAt: types.reduce<string | null>(
        (last, { lastAt }) => (last && last > lastAt ? last : lastAt),
        null,
      ),
      types: types.map(({ type, count }) => ({ type, count })),
    },
    children: children!,
  }
}
