import type { RowBatch } from '../../../../kernel/runs/deferred-rows.ts'
import type { StepClass } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Taint } from '../../../../kernel/text/taint.ts'
import type { AccountHolder } from '../../../agents/index.ts'
import type { ToolTraits } from '../../../tools/index.ts'

/** What a node wants to have done outside of the engine. */
export type ToolRequest = {
  toolSlug: string
  toolVersion: string | undefined
  connectedAccountId: string | undefined
  arguments: Record<string, unknown>
  /** Where the caller has read them, they are not read again to plan it. */
  traits?: ToolTraits
}

export type ModelRequest = {
  model: string | null
  system: string | null
  prompt: string
  temperature: number | null
  maxTokens: number | null
  outputSchema: Record<string, unknown> | null
}

/** What it is done for, and how it is stopped. */
export type EffectCall = {
  scope: Scope
  runId: string
  workflowId: string
  threadId: string
  /** The same for every try of the step. */
  stepKey: string
  /** SHA-256 of what is requested. */
  key: string
  signal: AbortSignal
  timeoutMs: number
  /** The definition of the tool that was approved. */
  definition?: string | undefined
}

export type EffectResult = {
  output: unknown
  lines?: string[]
  creditsMicro?: number
  logId?: string | null
  /** Origin of its text, if the output says more than the plan. */
  taint?: Taint
  mark?: 'mocked' | 'fixture' | 'recorded' | 'unmatched'
}

export type ToolPlan = {
  class: StepClass
  /** For the key of the step: the tool that will be called, as exactly as it is known. */
  identity: { slug: string; version: string; account: string | null }
  /** The current state of what an approval relies on; absent if nothing is called. */
  basis?(): Promise<{ definition: string; account: string | null }>
  /** Owner of the account that it acts with; absent if it needs none. */
  account?: AccountHolder
  /** Origin of the text of its result, beside the arguments. */
  taint: Taint
  execute(call: EffectCall): Promise<EffectResult>
  /** Of a tool that only computes and was executed with the plan: its log row and charge, to commit with the step. */
  rows?: readonly RowBatch[]
  /** For callers that must plan before they may execute: the same for a tool that only computes, else null. */
  ahead?(): Promise<ToolPlan | null>
}

/** What a tool is planned for; `canDeferRows` as of the context of the run. */
export type ToolOrigin = {
  workflowId: string
  runId: string
  threadId: string
  canDeferRows: boolean
  /** Whose account a tool of an agent uses, where the owner of the agent has granted it; null for the acting user's. */
  grantedBy?(tool: { slug: string; toolkitSlug: string }): Promise<string | null>
  /** For the link of an account that is missing. */
  callbackUrl?: string
}

/**
 * Everything that leaves the engine. The live one calls tools and models; those of test mode and replay make up or look
 * up what they would answer, and have nothing to send a request with.
 */
export type Effects = {
  /** Throws an `AppError` for a tool that does not exist for the acting user. */
  planTool(scope: Scope, request: ToolRequest, origin: ToolOrigin): Promise<ToolPlan>
  /** Null when no model is called: the answer is made up. */
  askModel(request: ModelRequest, call: EffectCall): Promise<EffectResult>
  /** Whether waits end immediately and approvals are assumed. */
  skipsWaits: boolean
}
