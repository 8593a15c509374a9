import type { RunOutcome } from '../../../kernel/runs/run.ts'
import type { StoppedPart } from '../../agents/index.ts'
import type { FlowResponse } from '../graph/record.ts'
import type { EndedStatus, ExecutionSummary } from '../schema/execution.ts'

export const executionKind = 'workflow'

/** What the run of an execution is given. */
export type ExecutionInput = {
  workflowId: string
  /** The workflow again: executions of one share a limit, see `RunKind.perConcurrencyKey`. */
  concurrencyKey?: string
  version: number
  mode: 'test' | 'production'
  threadId: string
  input: unknown
  trigger?: unknown
  /** Whether it is stored with its inputs and outputs beyond its end; missing where that was not known when it started. */
  keepsPayloads?: boolean
  /** The execution whose recorded outputs take the place of everything outside. */
  replayOf?: string
  /** The execution that this one resumes: what succeeded there is not repeated. */
  resumeOf?: string
}

/** What the run of an execution that completed gives. */
export type ExecutionOutput = {
  /** The output of the execution. */
  o: unknown
  /** How a webhook that waits for it sends it. */
  response?: FlowResponse
  /** Present when the summary is null: the event of the end cannot wait for the records. */
  stoppedParts?: readonly StoppedPart[]
  /** Where they are known without the records: null after an execution of several attempts. */
  summary: ExecutionSummary | null
  creditsMicro: number | null
  /** Of these, the charges of tools that only compute: where they are all of them, the ledger need not be read. */
  toolMicro?: number
}

export const timeoutCode = 'execution_timeout'

export function statusOf({ status, error }: RunOutcome): EndedStatus {
  if (status === 'succeeded') return 'completed'
  if (status === 'cancelled') return 'cancelled'
  return error?.code === timeoutCode ? 'timeout' : 'failed'
}
