import { prepared, type Statement, sql, sqlText } from '../../../../kernel/db/db.ts'

export type ExecutionRef = { projectId: string; id: string }

/** Whether a project `p` stores inputs and outputs beyond the end of an execution. */
export const keepsPayloads: Statement = sqlText(`coalesce((p.settings->>'storePayloads')::boolean, true)`)

/** Those of the executions whose inputs and outputs are not stored beyond their end. */
export const withoutPayloads = (refs: readonly ExecutionRef[]): Statement => sql`
  select e.project_id, e.id
  from unnest(${refs.map(({ projectId }) => projectId)}::uuid[], ${refs.map(({ id }) => id)}::uuid[]) as batch (project_id, id)
    join workflow_execution e on e.project_id = batch.project_id and e.id = batch.id
  where not e.keeps_payloads`

export const clearingExecutionPayloads = (refs: readonly ExecutionRef[]): Statement =>
  prepared(sql`
  with chosen as (${withoutPayloads(refs)}), pauses as (
    update workflow_pause p set request = '{}', answer = null from chosen
    where p.project_id = chosen.project_id and p.execution_id = chosen.id
  )
  update workflow_execution e set input = 'null', output = null from chosen
  where e.project_id = chosen.project_id and e.id = chosen.id`)
