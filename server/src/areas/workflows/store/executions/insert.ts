import { prepared, type Statement, sql, sqlText } from '../../../../kernel/db/db.ts'
import { storableJson } from '../../../../kernel/db/json.ts'
import type { ExecutionMode, ExecutionSummary } from '../../schema/execution.ts'
import { type EndedExecution, isStoppedOf } from '../execution-end.ts'
import { keepsPayloads } from './payloads.ts'

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
  /** What its project has chosen, as it was read: refused like the revision. Null where it was not read. */
  keepsPayloads: boolean | null
  metadata: Record<string, unknown> | null
  at: Date
}

/** One that has ended before it is stored. */
export type EndedNewExecution = NewExecution & {
  ended: EndedExecution & { summary: ExecutionSummary; creditsMicro: number }
}

/** The executions as a table, with how the workflow and the project are now. */
function knownTable(rows: readonly NewExecution[]): Statement {
  const column = <Key extends keyof NewExecution>(key: Key) => rows.map((row) => row[key])
  return sql`
    select batch.*, ${keepsPayloads} as keeps, w.revision as current_revision
    from unnest(
      ${column('projectId')}::uuid[], ${column('id')}::uuid[], ${column('externalUserId')}::uuid[],
      ${column('workflowId')}::uuid[], ${column('workflowName')}::text[], ${column('revision')}::int[],
      ${column('version')}::int[], ${column('type')}::text[], ${column('mode')}::text[],
      ${column('threadId')}::text[], ${column('triggerId')}::uuid[], ${column('parentId')}::uuid[],
      ${column('retryOf')}::uuid[], ${column('replayOf')}::uuid[],
      ${rows.map(({ input }) => storableJson(input))}::text[],
      ${rows.map(({ metadata }) => (metadata === null ? null : storableJson(metadata)))}::text[],
      ${column('keepsPayloads')}::boolean[], ${column('at')}::timestamptz[]
    ) as batch (project_id, id, external_user_id, workflow_id, workflow_name, revision, version, type, mode, thread_id,
                trigger_id, parent_id, retry_of, replay_of, input, metadata, keeps_payloads, at)
      join project p on p.id = batch.project_id
      left join workflow w
        on w.project_id = batch.project_id and w.id = batch.workflow_id and batch.revision is not null`
}

const columns = sqlText(`project_id, id, external_user_id, workflow_id, workflow_name, version, type, mode,
  thread_id, trigger_id, parent_id, retry_of, replay_of, input, metadata, created_at, keeps_payloads`)
const values =
  sqlText(`known.project_id, known.id, known.external_user_id, known.workflow_id, known.workflow_name,
  known.version, known.type, known.mode, known.thread_id, known.trigger_id, known.parent_id, known.retry_of,
  known.replay_of, known.input::json, known.metadata::json, known.at, known.keeps`)
const isAsRead = sqlText(`current_revision is not distinct from revision
  and (keeps_payloads is null or keeps_payloads = keeps)`)

/**
 * Stores executions that start, and queues each for the counts. It demands that workflows and projects are as they were
 * read, and so refuses all of them when one is not.
 */
export const insertingExecutions = (rows: readonly NewExecution[]): Statement =>
  prepared(sql`
  with known as (${knownTable(rows)}), inserted as (
    insert into workflow_execution (${columns}) select ${values} from known
  ), counted as (
    insert into workflow_execution_unrolled (project_id, execution_id, is_end, workflow_id, mode, created_at, started)
    select project_id, id, false, workflow_id, mode, at, 1 from known
  )
  select demand((select count(*) from known where ${isAsRead}) = ${rows.length})`)

/** The same for executions that are over: one row for each, and one for the counts. */
export const insertingEnded = (rows: readonly EndedNewExecution[]): Statement => {
  const ends = rows.map(({ ended }) => ended)
  return prepared(sql`
  with known as (
    select * from (${knownTable(rows)}) as known join unnest(
      ${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ status }) => status)}::text[],
      ${ends.map(({ output }) => storableJson(output))}::text[],
      ${ends.map(({ error }) => (error === null ? null : storableJson(error)))}::text[],
      ${ends.map(({ summary }) => JSON.stringify(summary))}::text[],
      ${ends.map(({ creditsMicro }) => creditsMicro)}::bigint[], ${ends.map(({ at }) => at)}::timestamptz[],
      ${ends.map(isStoppedOf)}::boolean[]
    ) as ended (id, status, output, error, summary, credits_micro, ended_at, is_stopped) using (id)
  ), inserted as (
    insert into workflow_execution (${columns}, status, output, error, summary, credits_micro, ended_at, is_stopped)
    select ${values}, status, output::json, error::json, summary::json, credits_micro, ended_at, is_stopped from known
  ), counted as (
    insert into workflow_execution_unrolled (project_id, execution_id, is_end, workflow_id, mode, created_at, started,
      status, duration_ms, credits_micro, is_stopped)
    select project_id, id, true, workflow_id, mode, at, 1, status,
      greatest(0, round(extract(epoch from ended_at - at) * 1000))::bigint, credits_micro, is_stopped from known
  )
  select demand((select count(*) from known where ${isAsRead}) = ${rows.length})`)
}
