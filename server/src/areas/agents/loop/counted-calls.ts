import { functionName } from '../../../kernel/text/function-schema.ts'
import type { AgentSpec } from '../schema/spec.ts'
import type { CallCounts } from '../schema/turn.ts'

type Called = { name: string; slug: string | null }

/** Whether a call is one of the tool that a limit names, also where another tool executes it. */
export const isCallOf = (toolName: string, { name, slug }: Called): boolean =>
  name === toolName || name === functionName(toolName) || (name === 'execute_tool' && slug === toolName)

export const calledTool = ({
  name,
  arguments: input,
}: {
  name: string
  arguments: Record<string, unknown>
}): Called => ({ name, slug: typeof input.slug === 'string' ? input.slug : null })

/** What of earlier calls the limits of an agent count. */
export function countedCalls({ capabilities = {} }: AgentSpec, { modelCalls, tools }: CallCounts) {
  const { toolName } = capabilities.toolCallLimit ?? {}
  const counted = toolName === undefined ? tools : tools.filter((call) => isCallOf(toolName, call))
  return { models: modelCalls, tools: counted.reduce((sum, { calls }) => sum + calls, 0) }
}
