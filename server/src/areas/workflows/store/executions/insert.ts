import { type Statement, sql } from '../../../../kernel/db/db.ts'
import { storableJson } from '../../../../kernel/db/json.ts'
import type { ExecutionMode } from '../../schema/execution.ts'

/** An execution as it is stored before anything of it has happened. */
export type NewExecution = {
  projectId: string
  id: string
  externalUserId: string
  workflowId: string
  workflowName: string
  /** Of the workflow, as it was read: the insert is refused when it has changed. Null where that does not matter. */
  revision: number | null
  version: number
  type: 'static' | 'agent'
  mode: ExecutionMode
  threadId: string
  triggerId: string | null
  parentId: string | null
  retryOf: string | null
  replayOf: string | null
  /** Without secrets. */
  input: unknown
  metadata: Record<string, unknown> | null
  at: Date
}

const column = <Key extends keyof NewExecution>(rows: readonly NewExecution[], key: Key) =>
  rows.map((row) => row[key])

/**
 * Stores executions that start, and queues each for the counts. It demands that the workflows are as they were read, and
 * so refuses all of them when one is not.
 */
export const insertingExecutions = (rows: readonly NewExecution[]): Statement => sql`
  with given as (
    select * from unnest(
      ${column(rows, 'projectId')}::uuid[], ${column(rows, 'id')}::uuid[], ${column(rows, 'externalUserId')}::uuid[],
      ${column(rows, 'workflowId')}::uuid[], ${column(rows, 'workflowName')}::text[], ${column(rows, 'revision')}::int[],
      ${column(rows, 'version')}::int[], ${column(rows, 'type')}::text[], ${column(rows, 'mode')}::text[],
      ${column(rows, 'threadId')}::text[], ${column(rows, 'triggerId')}::uuid[], ${column(rows, 'parentId')}::uuid[],
      ${column(rows, 'retryOf')}::uuid[], ${column(rows, 'replayOf')}::uuid[],
      ${rows.map(({ input }) => storableJson(input))}::text[],
      ${rows.map(({ metadata }) => (metadata === null ? null : storableJson(metadata)))}::text[],
      ${column(rows, 'at')}::timestamptz[]
    ) as given (project_id, id, external_user_id, workflow_id, workflow_name, revision, version, type, mode, thread_id,
                trigger_id, parent_id, retry_of, replay_of, input, metadata, at)
  ), changed as (
    select from given
    where given.revision is not null and not exists (
      select from workflow w
      where w.project_id = given.project_id and w.id = given.workflow_id and w.revision = given.revision)
  ), inserted as (
    insert into workflow_execution (project_id, id, external_user_id, workflow_id, workflow_name, version, type, mode,
      thread_id, trigger_id, parent_id, retry_of, replay_of, input, metadata, created_at, keeps_payloads)
    select given.project_id, given.id, given.external_user_id, given.workflow_id, given.workflow_name, given.version,
      given.type, given.mode, given.thread_id, given.trigger_id, given.parent_id, given.retry_of, given.replay_of,
      given.input::json, given.metadata::json, given.at, coalesce((p.settings->>'storePayloads')::boolean, true)
    from given join project p on p.id = given.project_id
    returning project_id, id, workflow_id, mode, created_at
  ), counted as (
    insert into workflow_execution_unrolled (project_id, execution_id, is_end, workflow_id, mode, created_at, started)
    select project_id, id, false, workflow_id, mode, created_at, 1 from inserted
  )
  select demand(not exists (select from changed))`
