import { functionName, functionNames } from '../../../../kernel/text/function-schema.ts'
import type { AgentSpec } from '../../schema/spec.ts'
import type { CallCounts } from '../../schema/turn.ts'

type Called = { name: string; slug: string | null }

/** Whether a call is one of the tool that a limit names, also where another tool executes it. */
export function isCallOf({ tools }: AgentSpec, toolName: string, { name, slug }: Called): boolean {
  if (name === 'execute_tool' && slug === toolName) return true
  const own = functionNames(tools?.pinnedSlugs ?? []).get(toolName) ?? functionName(toolName)
  return name === toolName || name === own
}

export const calledTool = ({
  name,
  arguments: input,
}: {
  name: string
  arguments: Record<string, unknown>
}): Called => ({ name, slug: typeof input.slug === 'string' ? input.slug : null })

/** The part of earlier calls that the limits of an agent count. */
export function countedCalls(agent: AgentSpec, { modelCalls, tools }: CallCounts) {
  const { toolName } = agent.capabilities?.toolCallLimit ?? {}
  const counted = toolName === undefined ? tools : tools.filter((call) => isCallOf(agent, toolName, call))
  return { models: modelCalls, tools: counted.reduce((sum, { calls }) => sum + calls, 0) }
}
