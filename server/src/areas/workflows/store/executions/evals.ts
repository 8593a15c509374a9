import { type Queryable, type Statement, sql, sqlText, type Tx } from '../../../../kernel/db/db.ts'
import { storableJson } from '../../../../kernel/db/json.ts'
import { countRows, selectPage } from '../../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { Scope, StoredActor } from '../../../../kernel/scope.ts'
import type { EvalQuery } from '../../schema/replay.ts'

export type EvalRow = {
  id: string
  workflowId: string
  userId: string
  name: string
  executionId: string
  version: number
  input: unknown
  output: unknown
  checks: { name: string; expression: string }[]
  createdAt: string
  createdBy: StoredActor | null
}

export type NewEval = Omit<EvalRow, 'createdAt'> & { recording: Buffer; at: Date }

const columns = sqlText(`v.id, v.workflow_id as "workflowId", v.external_user_id as "userId", v.name,
  v.execution_id as "executionId", v.version, v.input, v.output, v.checks, v.created_at as "createdAt",
  v.created_by as "createdBy"`)

/** Recordings belong to the end user whose execution it was. */
const isVisible = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`v.project_id = ${projectId}`
    : sql`v.project_id = ${projectId} and v.external_user_id = ${externalUser.id}`

/** Storing an execution again replaces what was stored of it. */
export async function upsertEval(tx: Tx, { projectId }: Scope, row: NewEval): Promise<void> {
  await tx.rows(sql`
    insert into workflow_eval (project_id, id, workflow_id, external_user_id, name, execution_id, version, input, output,
      recording, checks, created_at, created_by)
    values (${projectId}, ${row.id}, ${row.workflowId}, ${row.userId}, ${row.name}, ${row.executionId},
      ${row.version}, ${storableJson(row.input)}, ${storableJson(row.output)}, ${row.recording},
      ${JSON.stringify(row.checks)}, ${row.at}, ${JSON.stringify(row.createdBy)})
    on conflict (project_id, workflow_id, execution_id) do update
    set name = excluded.name, checks = excluded.checks, recording = excluded.recording`)
}

export async function countEvals(q: Queryable, { projectId }: Scope, workflowId: string): Promise<number> {
  return countRows(q, sql`workflow_eval where project_id = ${projectId} and workflow_id = ${workflowId}`)
}

export const listEvalsOfExecutions = (
  q: Queryable,
  scope: Scope,
  workflowId: string,
  executionIds: readonly string[],
) =>
  q.rows<EvalRow>(sql`
    select ${columns} from workflow_eval v
    where ${isVisible(scope)} and v.workflow_id = ${workflowId} and v.execution_id = any(${executionIds}::uuid[])
    order by v.created_at desc, v.id desc`)

export async function listEvals(
  q: Queryable,
  scope: Scope,
  workflowId: string,
  query: EvalQuery,
): Promise<Page<EvalRow>> {
  return selectPage<EvalRow>(
    q,
    {
      columns,
      from: sql`workflow_eval v where ${isVisible(scope)} and v.workflow_id = ${workflowId}`,
      order: sql`v.created_at desc, v.id desc`,
    },
    query,
  )
}

/** Those with these ids, or all; for the check before an activation also those of other end users. */
export const listRecordings = (
  q: Queryable,
  scope: Scope,
  workflowId: string,
  { ids, limit, ofAllUsers = false }: { ids?: readonly string[]; limit: number; ofAllUsers?: boolean },
) =>
  q.rows<EvalRow & { recording: Buffer }>(sql`
    select ${columns}, v.recording from workflow_eval v
    where ${ofAllUsers ? sql`v.project_id = ${scope.projectId}` : isVisible(scope)} and v.workflow_id = ${workflowId}
      and (${ids ?? null}::uuid[] is null or v.id = any(${ids ?? null}::uuid[]))
    order by v.created_at, v.id limit ${limit}`)

export async function deleteEval(tx: Tx, scope: Scope, workflowId: string, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from workflow_eval v where ${isVisible(scope)} and v.workflow_id = ${workflowId} and v.id = ${id}
    returning v.id`)
  return rows.length > 0
}
