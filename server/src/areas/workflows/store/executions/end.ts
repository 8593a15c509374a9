import { prepared, type Statement, sql } from '../../../../kernel/db/db.ts'
import { type ExecutionRef, executionsOf } from './count.ts'

/** Those of the executions whose inputs and outputs are not stored beyond their end. */
export const withoutPayloads = (refs: readonly ExecutionRef[]): Statement => sql`
  select e.project_id, e.id from ${executionsOf(refs)} where not e.keeps_payloads`

export const blankingExecutions = (refs: readonly ExecutionRef[]): Statement =>
  prepared(sql`
  with chosen as (${withoutPayloads(refs)}), pauses as (
    update workflow_pause p set request = '{}', answer = null from chosen
    where p.project_id = chosen.project_id and p.execution_id = chosen.id
  )
  update workflow_execution e set input = 'null', output = null from chosen
  where e.project_id = chosen.project_id and e.id = chosen.id`)
