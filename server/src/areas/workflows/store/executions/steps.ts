import { type Queryable, sql } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { NodeRecord } from '../../graph/record.ts'

/** A recorded step of an execution, as its run has it. */
export type StepRow = {
  name: string
  attempt: number
  /** An earlier attempt that may have done it too. */
  maybeAlsoAttempt: number | null
  tries: number
  /** How often the tool that it called requested its service, as the log of tool executions has it. */
  toolTries: number | null
  class: string | null
  key: string | null
  output: unknown
  startedAt: string
  finishedAt: string
}

/** A step that a node recorded; the engine's own ones have outputs of other forms. */
export type NodeStep = Omit<StepRow, 'output'> & { record: NodeRecord }

/** All steps, in the order in which they began. */
export const listSteps = (q: Queryable, { projectId }: Pick<Scope, 'projectId'>, executionId: string) =>
  q.rows<StepRow>(sql`
    select s.name, s.attempt, s.maybe_also_attempt as "maybeAlsoAttempt", s.tries, e.tries as "toolTries", s.class, s.key,
      s.output, s.started_at as "startedAt", s.finished_at as "finishedAt"
    from run_step s
    left join tool_execution e on e.project_id = s.project_id
      and e.id = case when s.output->>'x' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (s.output->>'x')::uuid end
    where s.project_id = ${projectId} and s.run_id = ${executionId}
    order by s.started_at, s.finished_at, s.name`)

/**
 * The steps of nodes that an open execution has begun, newest first, as its log has them. Those that have ended since are
 * among them.
 */
export const listStartedSteps = (
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  executionId: string,
  most: number,
) =>
  q.rows<{ nodeId: string; step: string; startedAt: string }>(sql`
    select data->>'nodeId' as "nodeId", data->>'step' as step, created_at as "startedAt" from run_event
    where project_id = ${projectId} and run_id = ${executionId} and type = 'node.started'
      and data->>'step' is not null
    order by seq desc limit ${most}`)
