import type { CallRequest } from '../../llm/index.ts'
import { isLarge } from '../messages/model-view.ts'
import { toModelMessages } from '../messages/to-model.ts'
import { recallResultName } from '../offered/recall-result.ts'
import type { ConversationEntry } from '../schema/message.ts'
import type { Turn, TurnFinish } from '../schema/turn.ts'
import type { Loop } from './loop.ts'
import { samplingOf } from './sampling.ts'

export type ModelRequest = {
  /** Whether the model may call tools. */
  hasTools: boolean
  /** Has the model conclude, and says why. */
  conclusion: string | null
  /** The limit that ends the turn with this call. */
  endedBy?: TurnFinish | null
  /** Text is wanted, whatever the result of the turn is to be. */
  isPlain?: boolean
}

/** The call of a model for the conversation as it is now. */
export function toCallRequest(
  loop: Loop,
  { hasTools, conclusion, isPlain }: ModelRequest,
  view: readonly ConversationEntry[] = loop.entries,
): CallRequest {
  const { turn, deps, offered } = loop
  const { modelSettings: settings = {}, capabilities = {} } = turn.agent
  const { modelFallback } = capabilities
  const system = [loop.system, conclusion ?? ''].filter((text) => text !== '').join('\n\n')
  const tools = hasTools ? [...offered.values()].filter(({ name }) => isUseful(loop, name)) : []
  return {
    kind: 'chat',
    model: turn.overrides.model ?? settings.model ?? null,
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, text: system }]),
      ...toModelMessages(view, deps.llm.contentAt),
    ],
    parameters: {
      ...samplingOf(settings),
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      toolChoice: null,
      parallelToolCalls: null,
      responseFormat: isPlain ? { type: 'text' } : responseFormatOf(loop, tools.length),
      reasoningEffort: turn.overrides.reasoningEffort ?? settings.reasoningEffort ?? null,
    },
    fallbackModels: modelFallback?.enabled === false ? [] : (modelFallback?.fallbackModels ?? []).slice(0, 5),
    dropsUnsupported: true,
    dropsEffort: true,
    isStreamed: true,
    holdId: null,
    metadata: {},
    subject: subjectOf(turn),
  }
}

/** What reads on in large results is offered once there is one. */
const isUseful = ({ all }: Loop, name: string): boolean =>
  name !== recallResultName || all.some(({ message }) => isLarge(message))

/** A schema and tools together are refused by some vendors, so that then a tool takes the result. */
const responseFormatOf = (
  { turn: { outputSchema } }: Loop,
  toolCount: number,
): CallRequest['parameters']['responseFormat'] =>
  outputSchema === null || toolCount > 0
    ? { type: 'text' }
    : { type: 'json', schema: outputSchema, name: null }

/** What a call of a model is for, in the ledger. */
export function subjectOf({ origin }: Pick<Turn, 'origin'>): NonNullable<CallRequest['subject']> {
  const { workflowId, executionId, threadId } = origin
  return { workflowId, executionId, runId: executionId, ...(threadId === null ? {} : { threadId }) }
}
