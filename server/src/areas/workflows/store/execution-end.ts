import { type Statement, sql } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'

export type EndedExecution = {
  projectId: string
  id: string
  status: 'completed' | 'failed' | 'timeout' | 'cancelled'
  output: unknown
  error: unknown
  /** Null where it has to be counted from the records. */
  summary: { completedNodes: number; failedNodes: number } | null
  creditsMicro: number | null
  at: Date
}

/**
 * Ends executions together with their runs. What no handler could count, because a worker was lost or the execution
 * ended while it waited, is counted from the records; those of the engine itself have no status.
 */
export const endingExecutions = (ended: readonly EndedExecution[]): Statement => sql`
  with given as (
    select * from unnest(
      ${ended.map(({ projectId }) => projectId)}::uuid[], ${ended.map(({ id }) => id)}::uuid[],
      ${ended.map(({ status }) => status)}::text[], ${ended.map(({ output }) => storableJson(output))}::text[],
      ${ended.map(({ error }) => (error === null ? null : storableJson(error)))}::text[],
      ${ended.map(({ summary }) => (summary === null ? null : JSON.stringify(summary)))}::text[],
      ${ended.map(({ creditsMicro }) => creditsMicro)}::bigint[], ${ended.map(({ at }) => at)}::timestamptz[]
    ) as given (project_id, id, status, output, error, summary, credits_micro, at)
  )
  update workflow_execution e
  set status = given.status, output = given.output::json, error = given.error::json,
      summary = coalesce(given.summary::json, (
        select json_build_object(
          'completedNodes', count(distinct split_part(split_part(s.name, '#', 1), '~', 1)) filter (where s.output->>'s' = 'ok'),
          'failedNodes', count(distinct split_part(split_part(s.name, '#', 1), '~', 1)) filter (where s.output->>'s' = 'error'))
        from run_step s
        where s.project_id = given.project_id and s.run_id = given.id and s.name not like '%/%' and s.name not like '%:%'
          and s.name not like '~%')),
      credits_micro = coalesce(given.credits_micro, (
        select coalesce(sum((s.output->>'c')::bigint), 0) from run_step s
        where s.project_id = given.project_id and s.run_id = given.id and s.name not like '%:%' and s.name not like '~%')),
      ended_at = given.at
  from given where e.project_id = given.project_id and e.id = given.id and e.status is null`
