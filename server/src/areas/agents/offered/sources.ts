import type { Scope } from '../../../kernel/scope.ts'
import type { AgentSpec } from '../schema/spec.ts'
import type { TurnEffects } from '../schema/turn.ts'
import type { OfferedTool } from './tool.ts'

/** What an agent is given beside its tools, by an area that has it: knowledge, skills. */
export type AgentSource = {
  /** What the model can call; it must not depend on anything that changes during a run. */
  tools(agent: AgentSpec, turn: { scope: Scope; effects: TurnEffects }): Promise<readonly OfferedTool[]>
  /** What is added to its instructions. */
  notes?(agent: AgentSpec, scope: Scope): Promise<readonly string[]>
}

export function createSources() {
  const sources: AgentSource[] = []
  return {
    register: (source: AgentSource) => void sources.push(source),
    tools: async (agent: AgentSpec, turn: { scope: Scope; effects: TurnEffects }): Promise<OfferedTool[]> =>
      (await Promise.all(sources.map((source) => source.tools(agent, turn)))).flat(),
    notes: async (agent: AgentSpec, scope: Scope): Promise<string[]> =>
      (await Promise.all(sources.map((source) => source.notes?.(agent, scope) ?? []))).flat(),
  }
}

export type Sources = ReturnType<typeof createSources>
