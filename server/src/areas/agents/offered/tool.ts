import type { RunContext, StepClass } from '../../../kernel/runs/run.ts'
import type { Risk } from '../policy/risk.ts'
import type { ToolCall } from '../schema/message.ts'
import type { ToolCallContext, ToolOutcome } from '../schema/turn.ts'

/** Something that the model can call in this turn. */
export type OfferedTool = {
  name: string
  description: string
  parameters: Record<string, unknown>
  /** What a call would do, before anything is done. Throws an `AppError`, which the model is given, where it is refused. */
  plan(call: ToolCall): Promise<PlannedCall>
}

type Facts = {
  /** The tool that is called in the end; that of an inner call where one tool calls another. */
  slug: string
  /** What people call it; what an agent has by itself has none. */
  name?: string
  arguments: Record<string, unknown>
  risk: Risk
  /** Where the text of its result comes from; null for what can be trusted. */
  taint: string | null
}

/** One step of the run. */
export type PlannedStep = Facts & {
  kind: 'step'
  class: StepClass
  /** Whether it follows the calls before it, although it may be repeated. */
  isOrdered?: true
  identity: unknown
  timeoutMs: number
  execute(call: ToolCallContext): Promise<ToolOutcome>
}

/** Work that has its own steps, under the name of the call. */
export type PlannedScope = Facts & {
  kind: 'scope'
  run(scope: { context: RunContext; step: string; callId: string; taint: string | null }): Promise<ScopeEnd>
}

export type ScopeEnd = {
  outcome: ToolOutcome
  taint: string | null
  creditsMicro: number
  /** Behind its last step, where that is not the context that it was given. */
  context?: RunContext
}

export type PlannedCall = PlannedStep | PlannedScope
