import type { StoredMessage } from '../../schema/message.ts'
import type { AgentSpec } from '../../schema/spec.ts'
import type { FoundData } from '../../schema/turn.ts'
import { type Guards, guardJson, guardMessages } from './guard.ts'

export type RawInput = { messages: readonly StoredMessage[]; input: Record<string, unknown> }

export type GuardedInput = RawInput & { guarded: FoundData | null }

export const createGuardInput =
  (guards: Guards) =>
  async (agent: AgentSpec, caller: { projectId: string }, source: RawInput): Promise<GuardedInput> => {
    const guard = guards.of(agent, 'input', caller)
    if (!guard) return { ...source, guarded: null }
    const { messages, ...guarded } = await guardMessages(guard, source.messages)
    const { value } = await guardJson(guard, source.input)
    return { messages, input: value as Record<string, unknown>, guarded }
  }
