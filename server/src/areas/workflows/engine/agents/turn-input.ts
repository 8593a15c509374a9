import type { Taint } from '../../../../kernel/text/taint.ts'
import type { StoredMessage, Turn } from '../../../agents/index.ts'
import type { ExecutionInput } from '../execution.ts'

/** Runs of agents have a kind beside that of graphs: they wait for models for most of their time, and many fit on a node. */
export const agentKind = 'agent'

/** What the turn of an agent is given beside what every execution is. */
export type TurnInput = {
  messages: StoredMessage[]
  overrides: Turn['overrides']
  /** Where the messages came from, if not from the acting user. */
  taint: Taint
  /** The personal data that is not in them any more. */
  guarded?: Turn['guarded']
  /** Whether it waits until the runs before it have left the thread. */
  isQueued: boolean
  /** The state behind which one that waits continues; others have begun there when they start. */
  checkpointId?: string
  /** Whether the conversation is stored in a thread. */
  hasThread: boolean
}

export type AgentExecutionInput = ExecutionInput & { turn: TurnInput }

/** The step that records when a run that was queued in its thread began. */
export const begunStep = '~begun'

/** The key by which a run learns that it may write to its thread. */
export const turnKeyOf = (executionId: string): string => `${turnKeyPrefix}${executionId}`

export const turnKeyPrefix = 'thread-turn:'
