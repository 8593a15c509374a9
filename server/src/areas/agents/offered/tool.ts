import type { RunContext, StepClass } from '../../../kernel/runs/run.ts'
import type { Taint } from '../../../kernel/text/taint.ts'
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
  /** Replaces the arguments of the inner call. Only a tool that calls another one has it. */
  withArguments?(own: ToolCall['arguments'], inner: ToolCall['arguments']): ToolCall['arguments']
}

/** A human relies on it beside the arguments. Null if it changes with the server alone. */
export type CallBasis = {
  /** A digest of the definition of the tool, or of all tools behind it. */
  definition: string | null
  /** The account that is used. */
  account: string | null
}

type Facts = {
  /** The tool that is called in the end; that of an inner call where one tool calls another. */
  slug: string
  /** What people call it; what an agent has by itself has none. */
  name?: string
  /** The tools that work inside of it calls: what is sensitive there is sensitive here. */
  calls?: readonly string[]
  arguments: Record<string, unknown>
  /** The class for these arguments, if it differs from that of the offered tool. */
  inputSchema?: Record<string, unknown>
  /** As it is now. Throws an `AppError` where the tool is deleted. */
  basis?(): Promise<CallBasis>
  risk: Risk
  /** Whether it has an effect elsewhere by means of the owner or the project, and not with an account of its user. */
  usesSharedAccount?: true
  /** Where the text of its result comes from; null for what can be trusted. */
  taint: Taint
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
  /** Executes a tool that only computes; its result has the rows that commit with its record. Null where `execute` has to. */
  compute?(call: ToolCallContext): Promise<ToolOutcome | null>
}

/** Work that has its own steps, under the name of the call. */
export type PlannedScope = Facts & {
  kind: 'scope'
  run(scope: { context: RunContext; step: string; callId: string; taint: Taint }): Promise<ScopeEnd>
}

export type ScopeEnd = {
  outcome: ToolOutcome
  taint: Taint
  creditsMicro: number
  /** Behind its last step, where that is not the context that it was given. */
  context?: RunContext
}

export type PlannedCall = PlannedStep | PlannedScope
