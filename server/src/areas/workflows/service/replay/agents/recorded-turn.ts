import type { Db } from '../../../../../kernel/db/db.ts'
import type { Run } from '../../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../../kernel/scope.ts'
import type { ConversationEntry, StoredMessage } from '../../../../agents/index.ts'
import type { Threads } from '../../../../threads/index.ts'
import { threadConversation } from '../../../engine/agents/conversation.ts'
import type { AgentExecutionInput, TurnInput } from '../../../engine/agents/turn-input.ts'
import { listSteps } from '../../../store/executions/steps.ts'
import { notStored } from '../../executions/retry.ts'

/** What a call of a model or tool recorded; see the records of the loop of agents. */
export type CallRecord = { m?: StoredMessage | null; c?: number; t?: string | null; k?: string }

export type TurnStep = { name: string; key: string | null; output: unknown }

/** A turn of an agent as it was recorded, with the conversation before it. */
export type RecordedTurn = {
  turn: TurnInput
  /** Null where the conversation is in no thread. */
  threadId: string | null
  before: ConversationEntry[]
  steps: TurnStep[]
}

type Named = { id: string; version: number; name: string; description: string }

export type PreparedTurn = {
  head: string
  delegates?: Named[]
  workflows?: Named[]
  isHuman?: boolean
  before?: { models: number; tools: number }
}

export const preparedOf = ({ steps }: RecordedTurn): PreparedTurn | null =>
  (steps.find(({ name }) => name === 'prepare')?.output as PreparedTurn | undefined) ?? null

/** Throws where the conversation is not stored any more. */
export async function readTurn(
  { db, threads }: { db: Db; threads: Threads },
  scope: Scope,
  run: Run,
): Promise<RecordedTurn> {
  const { turn, threadId } = run.input as AgentExecutionInput
  const rows = await listSteps(db, scope, run.id)
  const recorded = {
    turn,
    threadId: turn.hasThread ? threadId : null,
    before: [],
    steps: rows.map(({ name, key, output }) => ({ name, key, output })),
  }
  const prepared = preparedOf(recorded)
  if (!prepared) throw notStored()
  if (!turn.hasThread) return recorded
  if (!(await threads.find(db, scope, threadId))) throw notStored()
  const conversation = threadConversation({ db, threads }, { scope, run }, threadId)
  return { ...recorded, before: await conversation.loadAt(prepared.head) }
}
