import type { EndedStatus } from '../../schema/execution.ts'
import type { RecordedStep } from '../../store/recording.ts'
import type { RecordedTurn } from './agents/recorded-turn.ts'

/** What was recorded of an execution: its input, what each node gave, and the result. */
export type RecordedCase = {
  executionId: string
  workflowId: string
  version: number
  user: { id: string; name: string }
  startedAt: string
  input: Record<string, unknown>
  trigger: unknown
  steps: readonly RecordedStep[]
  status: EndedStatus
  output: unknown
  error: { code: string; message: string } | null
  /** Of an agent: its turn, in place of the nodes of a graph. */
  agentTurn?: RecordedTurn
}
