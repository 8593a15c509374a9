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
    select name, attempt, maybe_also_attempt as "maybeAlsoAttempt", tries, class, key, output,
      started_at as "startedAt", finished_at as "finishedAt"
    from run_step where project_id = ${projectId} and run_id = ${executionId}
    order by started_at, finished_at, name`)

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
