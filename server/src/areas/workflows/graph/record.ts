import type { StoppedPart } from '../../agents/index.ts'

/** Why a node failed. */
export type NodeError = {
  code: string
  message: string
  /** What the end user needs to connect the account that a tool lacks. */
  connection?: Record<string, unknown>
}

/** How a webhook sends the output. */
export type HookResponse = { status: number; headers: Record<string, string> }

/** The record of an execution, with the `end` whose output it has if several were reached. */
export type FlowResponse = HookResponse & { nodeId: string | null }

/**
 * What the record of a node's step holds. Its names are short: there may be 10,000 of them in an execution.
 *
 * The step of a node is named `<node>`, in the body of a loop and for an item of `forEach` `<node>#<index>` (nested
 * `<node>#<outer>#<inner>`), in a subflow `<subflow node>/<node>`. Retries are separate steps: `<node>~1`, `<node>~2`,
 * and the last of them has the result. Steps with `:` in their name, or that begin with `~`, belong to the engine.
 */
export type NodeRecord = {
  /** `retry`: failed, and another try follows. */
  s: 'ok' | 'error' | 'retry'
  /** The output; absent when it is null or in a file. */
  o?: unknown
  /** The file that has the output as JSON, where it is too large to be stored here. */
  f?: string
  e?: NodeError
  /** Lines that a script wrote. */
  l?: string[]
  /** Millionths of a credit. */
  c?: number
  /** The id in the log of tool executions, or of model calls. */
  x?: string
  /** That nothing was called: the output is a made-up one, that of a fixture, or that of the replayed execution. */
  t?: 'mocked' | 'fixture' | 'recorded' | 'unmatched'
  /** When it ended, in milliseconds: what `now` is for nodes behind it. Absent for nodes that only compute. */
  at?: number
  /** Origin of its text, see `Taint`; absent for null. */
  from?: string
  /** When the next try begins. */
  w?: string
  /** It is not known whether the attempt had an effect, so a human decides about the next one. */
  u?: true
  /** Of a join that did not wait for all: the edges it continued with, and the nodes that were cancelled. */
  j?: { winners: string[]; dropped: string[] }
  /** Its agent, and those inside of it, that a limit ended before their work was done. */
  p?: readonly StoppedPart[]
  /** Of a subflow: which version of it ran. */
  v?: number
  /** The response of an end node that sets one. */
  r?: HookResponse
}

/** The step of a node: the loops and items around it as labels, and which try it is. */
export const stepNameOf = (prefix: string, nodeId: string, labels: readonly string[], attempt = 0): string =>
  `${prefix}${nodeId}${labels.map((label) => `#${label}`).join('')}${attempt === 0 ? '' : `~${attempt}`}`

export type ParsedStep = {
  /** Whether it is a node's; else the engine's own. */
  isNode: boolean
  /** The node on the outermost level of the execution that it belongs to. */
  nodeId: string
  /** The nodes of subflows on the way to it, and the node itself. */
  path: string[]
  labels: string[]
  attempt: number
}

export function parseStepName(name: string): ParsedStep {
  const parts = name.split('/')
  const last = parts.at(-1)!
  const isNode = !name.startsWith('~') && !name.includes(':')
  const [labelled = '', attempt = '0'] = last.split('~')
  const [, ...labels] = labelled.split('#')
  const path = parts.map((part) => part.split(/[#~:]/, 1)[0]!)
  return { isNode, nodeId: path[0]!, path, labels, attempt: Number(attempt) }
}
