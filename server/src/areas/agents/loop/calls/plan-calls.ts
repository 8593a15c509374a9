import { AppError } from '../../../../kernel/errors.ts'
import type { PlannedCall } from '../../offered/tool.ts'
import type { DecidedCall, ToolCall } from '../../schema/message.ts'
import type { Loop } from '../loop.ts'
import { type Refused, refusal } from '../tool-result.ts'
import { calledTool, isCallOf } from './counted-calls.ts'

/** A call with what came of planning it. */
export type Prepared = { call: DecidedCall; at: number } & ({ planned: PlannedCall } | { refused: Refused })
export type Ready = Prepared & { planned: PlannedCall }

export const isReady = (prepared: Prepared): prepared is Ready => 'planned' in prepared

export async function prepareCall(
  loop: Loop,
  call: ToolCall,
  at: number,
  earlier: readonly ToolCall[],
): Promise<Prepared> {
  if (loop.toolCalls + at >= loop.limits.toolCalls)
    return { call, at, refused: refusal('tool_call_limit', 'The run has reached its limit of tool calls.') }
  const { named } = loop.limits
  if (named && isCallOf(loop.turn.agent, named.toolName, calledTool(call))) {
    const before = earlier.filter((each) =>
      isCallOf(loop.turn.agent, named.toolName, calledTool(each)),
    ).length
    if (loop.namedCalls + before >= named.calls)
      return { call, at, refused: refusal('tool_call_limit', `The limit of ${call.name} is reached.`) }
  }
  return planCall(loop, call, at)
}

/** A tool that was not offered is refused, whatever its name. */
async function planCall(loop: Loop, call: ToolCall, at: number): Promise<Prepared> {
  const tool = loop.offered.get(call.name)
  if (!tool) return { call, at, refused: refusal('tool_not_offered', `There is no tool named ${call.name}.`) }
  try {
    return { call, at, planned: await tool.plan(call) }
  } catch (error) {
    if (error instanceof AppError && error.status < 500)
      return { call, at, refused: refusal(error.code, error.message) }
    throw error
  }
}

/** The same call of the same tool with other arguments: those that a human was shown, and changed. */
export function planWith(
  loop: Loop,
  { call, at }: Prepared,
  args: Record<string, unknown>,
): Promise<Prepared> {
  const changed = loop.offered.get(call.name)?.withArguments?.(call.arguments, args) ?? args
  return planCall(loop, { ...call, arguments: changed }, at)
}
