import type { RowBatch } from '../../../../kernel/runs/deferred-rows.ts'
import type { RunContext, StepClass } from '../../../../kernel/runs/run.ts'
import type { Taint } from '../../../../kernel/text/taint.ts'
import type { StoppedPart } from '../../../agents/index.ts'
import type { Roots } from '../../graph/node-input.ts'
import type { NodeRecord } from '../../graph/record.ts'
import type { Node, NodeOf, NodeType } from '../../schema/graph.ts'
import type { EffectCall, EffectResult } from '../effects/effects.ts'
import type { NodeRun } from '../interpreter/state.ts'

/** One try of a node, or of an item of its `forEach`. */
export type Attempt<T extends NodeType = NodeType> = NodeRun & {
  node: NodeOf<T>
  /** The name of its step, and what follows the id of the node in it. */
  step: string
  labels: readonly string[]
  /** 0 for the first one. */
  attempt: number
  roots: Roots
  /** Origin of the text that it can read. */
  taint: Taint
  /** What the node is given. */
  input: Record<string, unknown>
}

export type Done = Computed & {
  /** Origin of its text, beside all that the node could read. */
  taint: Taint
  /** Agents of it that a limit ended. */
  stopped?: readonly StoppedPart[] | undefined
  /** The context of its last step, when that is not the context of the node. */
  context?: RunContext
  /** The last recorded barrier in it, where it has its own steps. */
  now?: number
}

/** The output of a node that needs no work. */
type Computed = EffectResult & Pick<NodeRecord, 'j' | 'v' | 'r'>

/** How a node does something outside: one step of the run. */
export type EffectPlan = {
  /** Undefined: recorded before anything behind it begins, and done again after a loss. */
  class: StepClass | undefined
  /** What is requested, for the key of the step. */
  identity: unknown
  timeoutMs: number
  /** Origin of the text of its result, beside all that the node could read. */
  taint: Taint
  execute(call: EffectCall): Promise<EffectResult>
  /** Committed with the record of the step, however the node ends. */
  rows?: readonly RowBatch[]
}

/**
 * What the nodes of one type do.
 * - `compute` gives the output of what the node knows already, and nothing else.
 * - `plan` returns what one step does outside.
 * - `run` has its own steps, and may wait.
 */
export type NodeKind<T extends NodeType = NodeType> =
  | { compute(attempt: Attempt<T>): Computed }
  | { plan(attempt: Attempt<T>): Promise<EffectPlan> }
  | {
      run(attempt: Attempt<T>): Promise<Done>
      /** It wraps the node itself, which gets its input later. */
      takesNoInput?: true
    }

export type NodeKinds = { readonly [T in NodeType]: NodeKind<T> }

export const optionsOf = (node: Node) => ({
  forEach: 'forEach' in node ? node.forEach : undefined,
  concurrency: 'concurrency' in node ? (node.concurrency ?? 1) : 1,
  retry: ('retry' in node ? node.retry : undefined) ?? { max: 0, backoff: 0, factor: 1, maxBackoff: 0 },
  onError: ('onError' in node ? node.onError : undefined) ?? 'stop',
  onUncertain: ('onUncertain' in node ? node.onUncertain : undefined) ?? 'ask',
})
