import type { RunContext } from '../../../kernel/runs/run.ts'
import { type Guard, guardJson, guardMessages } from '../policy/pii/guard.ts'
import type { StoredMessage, ToolCall } from '../schema/message.ts'
import type { AgentSpec } from '../schema/spec.ts'
import type { FoundData, Turn } from '../schema/turn.ts'
import type { Emitter } from './events.ts'
import type { Loop, LoopDeps } from './loop.ts'
import { submitName } from './structured.ts'

const defaultRefusal = 'I cannot help with that, because the message contains personal data.'

/** What the agent says in place of what a rule withholds. */
export const refusalOf = ({ behavior }: AgentSpec): string =>
  behavior?.guardrails?.refusalMessage ?? defaultRefusal

export const guardsOf = (
  { guards }: Pick<LoopDeps, 'guards'>,
  { scope }: RunContext,
  { agent }: Pick<Turn, 'agent'>,
): Loop['guards'] => ({
  input: guards.of(agent, 'input', scope),
  output: guards.of(agent, 'output', scope),
})

/** The log says what was found, never the value. */
export function emitFound(
  emitter: Emitter,
  place: 'input' | 'output' | 'tool',
  { found, blockedBy }: FoundData,
): void {
  if (Object.keys(found).length > 0)
    emitter.emit('custom', { name: 'guardrail.pii', data: { place, found, blockedBy } })
}

/** Messages of a conversation as the model may read them. */
export const guardEntries = async <T extends { message: StoredMessage }>(
  guard: Guard | null,
  entries: readonly T[],
): Promise<T[]> => {
  const readable = entries.filter(({ message }) => message.role === 'human' || message.role === 'tool')
  if (!guard || readable.length === 0) return [...entries]
  const { messages } = await guardMessages(
    guard,
    readable.map(({ message }) => message),
  )
  const byEntry = new Map(readable.map((entry, at) => [entry, messages[at]!]))
  return entries.map((entry) => {
    const message = byEntry.get(entry)
    return message ? { ...entry, message } : entry
  })
}

type ModelText = { text: string; reasoning: string; calls: ToolCall[] }

/** What a model said, without what the rules withhold; null where they let nothing of it pass. */
export async function guardOutput({ guards, emitter }: Loop, output: ModelText): Promise<ModelText | null> {
  const guard = guards.output
  if (!guard) return output
  const submitted = output.calls.find(({ name }) => name === submitName)
  const { value, ...result } = await guardJson(guard, [
    output.text,
    output.reasoning,
    submitted?.arguments ?? {},
  ])
  emitFound(emitter, 'output', result)
  if (result.blockedBy !== null) return null
  const [text, reasoning, requested] = value as [string, string, Record<string, unknown>]
  const calls = output.calls.map((call) => (call === submitted ? { ...call, arguments: requested } : call))
  return { text, reasoning, calls }
}

/** The result of a tool as the model may read it; null where the rules let nothing of it pass. */
export async function guardResult(
  { guards: { input: guard }, emitter }: Loop,
  text: string,
): Promise<{ text: string } | { blockedBy: string }> {
  if (!guard) return { text }
  const { texts, ...result } = await guard([text])
  emitFound(emitter, 'tool', result)
  return result.blockedBy === null ? { text: texts[0]! } : { blockedBy: result.blockedBy }
}
