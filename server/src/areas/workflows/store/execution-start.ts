import { type Statement, sql } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'

export type NewExecution = {
  projectId: string
  id: string
  externalUserId: string
  workflowId: string
  workflowName: string
  version: number
  type: 'static' | 'agent'
  mode: 'test' | 'production'
  threadId: string
  triggerId: string | null
  parentId: string | null
  retryOf: string | null
  replayOf: string | null
  /** Without secrets. */
  input: unknown
  metadata: unknown
  at: Date
}

/** Beside the run of the same id, in one commit. */
export const insertingExecution = (given: NewExecution): Statement => sql`
  insert into workflow_execution (project_id, id, external_user_id, workflow_id, workflow_name, version, type, mode, thread_id,
                                  trigger_id, parent_id, retry_of, replay_of, input, metadata, created_at)
  values (${given.projectId}, ${given.id}, ${given.externalUserId}, ${given.workflowId}, ${given.workflowName}, ${given.version},
          ${given.type}, ${given.mode}, ${given.threadId}, ${given.triggerId}, ${given.parentId}, ${given.retryOf},
          ${given.replayOf}, ${storableJson(given.input)}, ${given.metadata === null ? null : storableJson(given.metadata)},
          ${given.at})`
