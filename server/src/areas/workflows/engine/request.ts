import type { RowBatch } from '../../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { NewExecution } from '../store/executions/insert.ts'
import type { toEnded } from './end-rows.ts'

/** What an execution is given of the trigger that started it, as `trigger` in expressions. */
export type TriggerContext = { kind: string; id?: string; at: string; payload?: unknown }

/** Of an execution that a trigger starts. Its id is chosen before, so that a repeated start finds the first one. */
export type ExecutionOrigin = { id: string; triggerId: string; trigger: TriggerContext }

export type ExecutionRequest = {
  id?: string
  workflow: { id: string; name: string; type: 'static' | 'agent' }
  /** Of the workflow, as it was read: it is not executed when it has changed. */
  revision?: number
  /** Of the stored definition that is executed. */
  version: number
  input: unknown
  /** The same without secrets, for those who look at the execution later. */
  storedInput?: unknown
  mode: 'test' | 'production'
  threadId?: string
  trigger?: TriggerContext
  triggerId?: string
  parentId?: string
  retryOf?: string
  replayOf?: string
  metadata?: Record<string, unknown>
  /** What its project has chosen, as it was read: it is not executed when that has changed. */
  keepsPayloads?: boolean
  /** The execution that this one resumes: what succeeded there is not repeated. */
  resumeOf?: string
  /** For how long it may be worked on before it is stored: a caller that waits for its end misses nothing meanwhile. */
  aheadMs?: number
  /** Rows of the caller that commit with its start, before anything of it is done. They may demand what must be so. */
  rows?: readonly RowBatch[]
}

export type EndedSummary = ReturnType<typeof toEnded>

export type StartedExecution = {
  executionId: string
  threadId: string
  /** Whether this node executes it; else it was queued. */
  isHere: boolean
  /** How it ended; null when it did not end on this node: it was queued, waits, or was lost. */
  outcome: Promise<EndedSummary | null>
}

/** The row of an execution that starts. */
export const newExecution = (
  scope: Scope,
  request: ExecutionRequest & { id: string; threadId: string },
  at: Date,
): NewExecution => ({
  projectId: scope.projectId,
  id: request.id,
  externalUserId: scope.externalUser.id,
  workflowId: request.workflow.id,
  workflowName: request.workflow.name,
  revision: request.revision ?? null,
  version: request.version,
  type: request.workflow.type,
  mode: request.mode,
  threadId: request.threadId,
  triggerId: request.triggerId ?? null,
  parentId: request.parentId ?? null,
  retryOf: request.retryOf ?? null,
  replayOf: request.replayOf ?? null,
  input: request.storedInput ?? request.input,
  keepsPayloads: request.keepsPayloads ?? null,
  metadata: request.metadata ?? null,
  at,
})
