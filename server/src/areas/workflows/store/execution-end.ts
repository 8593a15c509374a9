import { prepared, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { EndedStatus, ExecutionError, ExecutionSummary } from '../schema/execution.ts'

export type EndedExecution = {
  projectId: string
  id: string
  status: EndedStatus
  output: unknown
  error: ExecutionError | null
  /** Null where it has to be made of the records. */
  summary: ExecutionSummary | null
  creditsMicro: number | null
  /** Of these, the charges of tools that only compute. */
  toolMicro?: number | undefined
  at: Date
}

/**
 * Ends executions together with their runs, and queues each for the counts. What no handler could count, because a
 * worker was lost or the execution ended while it waited, is counted from the records; those of the engine itself have no
 * status. Without such executions the statement has no part for them: preparing to count takes longer than the rest of it.
 */
export function endingExecutions(ended: readonly EndedExecution[]): Statement {
  const isCounted = ended.every(({ summary, creditsMicro }) => summary !== null && creditsMicro !== null)
  const summary = isCounted ? knownSummary : sql`coalesce(batch.summary::json, (${summaryOfRecords}))`
  const isStopped = isCounted ? knownStopped : sql`coalesce(batch.is_stopped, ${stoppedInRecords})`
  const creditsMicro = isCounted ? knownCredits : sql`coalesce(batch.credits_micro, (${creditsOfRecords}))`
  return prepared(sql`
  with batch as (
    select * from unnest(
      ${ended.map(({ projectId }) => projectId)}::uuid[], ${ended.map(({ id }) => id)}::uuid[],
      ${ended.map(({ status }) => status)}::text[], ${ended.map(({ output }) => storableJson(output))}::text[],
      ${ended.map(({ error }) => (error === null ? null : storableJson(error)))}::text[],
      ${ended.map(({ summary }) => (summary === null ? null : JSON.stringify(summary)))}::text[],
      ${ended.map(({ creditsMicro }) => creditsMicro)}::bigint[], ${ended.map(({ at }) => at)}::timestamptz[],
      ${ended.map(isStoppedOf)}::boolean[]
    ) as batch (project_id, id, status, output, error, summary, credits_micro, at, is_stopped)
  ), ended as (
    update workflow_execution e
    set status = batch.status, output = batch.output::json, error = batch.error::json, summary = ${summary},
        credits_micro = ${creditsMicro}, ended_at = batch.at, is_stopped = ${isStopped}
    from batch where e.project_id = batch.project_id and e.id = batch.id and e.status is null
    returning e.project_id, e.id, e.workflow_id, e.mode, e.created_at, e.status, e.ended_at, e.credits_micro, e.is_stopped
  )
  insert into workflow_execution_unrolled (project_id, execution_id, is_end, workflow_id, mode, created_at, started,
    status, duration_ms, credits_micro, is_stopped)
  select project_id, id, true, workflow_id, mode, created_at, 0, status,
    greatest(0, round(extract(epoch from ended_at - created_at) * 1000))::bigint, credits_micro, is_stopped
  from ended on conflict do nothing`)
}

const knownSummary = sqlText('batch.summary::json')
const knownCredits = sqlText('batch.credits_micro')
const knownStopped = sqlText('batch.is_stopped')

/** Whether a limit ended an agent of it; null where the records have to say it. */
export const isStoppedOf = ({ status, summary }: EndedExecution): boolean | null =>
  status !== 'completed'
    ? false
    : summary && (summary.stoppedBy !== undefined || (summary.stoppedParts ?? []).length > 0)

const stoppedInRecords = sqlText(`exists (
  select from run_step s
  where s.project_id = batch.project_id and s.run_id = batch.id and jsonb_typeof(s.output->'p') = 'array')`)

const creditsOfRecords = sqlText(`
  select coalesce(sum((s.output->>'c')::bigint), 0) from run_step s
  where s.project_id = batch.project_id and s.run_id = batch.id
    and (e.type = 'agent' or (s.name not like '%:%' and s.name not like '~%'))`)

// The last record of a node decides; of a node in a loop, any failure does.
const summaryOfRecords = sqlText(`
  with node as (
    select n->>'id' as id, n->>'type' as type
    from workflow_version v cross join json_array_elements(v.definition->'graph'->'nodes') n
    where v.project_id = e.project_id and v.workflow_id = e.workflow_id and v.version = e.version
  ), ended as (
    select split_part(split_part(s.name, '#', 1), '~', 1) as id, s.name, s.started_at, s.output->>'s' as status,
      s.output->'e'->>'message' as error
    from run_step s
    where s.project_id = batch.project_id and s.run_id = batch.id and s.name not like '%/%' and s.name not like '%:%'
      and s.name not like '~%' and s.output->>'s' in ('ok', 'error')
  ), failed as (
    select distinct on (id) id, name, error from ended where status = 'error' order by id, started_at
  ), completed as (
    select id, min(started_at) as at from ended where id not in (select id from failed) group by id
  )
  select json_build_object(
    'completedNodes', (select coalesce(json_agg(id order by at), '[]') from (
      select 'start' as id, '-infinity'::timestamptz as at union all select id, at from completed) done),
    'failedNodes', (select coalesce(json_agg(id), '[]') from failed),
    'errors', (select coalesce(json_agg(json_build_object('nodeId', failed.id, 'nodeType', coalesce(node.type, 'unknown'),
      'error', failed.error, 'step', failed.name)), '[]') from failed left join node using (id)),
    'totalNodes', (select count(*) from node),
    'stoppedParts', (select json_agg(part) from (
      select distinct on (part->>'step') part
      from run_step s cross join jsonb_array_elements(
        case when jsonb_typeof(s.output->'p') = 'array' then s.output->'p' end) part
      where s.project_id = batch.project_id and s.run_id = batch.id order by part->>'step' limit 20) parts),
    'isEndSkipped', batch.status = 'completed' and exists (select from node where type = 'end')
      and not exists (select from node join ended using (id) where node.type = 'end'))`)
