export const nodeTypes = [
  'start',
  'end',
  'action',
  'http',
  'code',
  'llm',
  'llm_agent',
  'human_wait',
  'branch',
  'parallel',
  'join',
  'loop',
  'wait',
  'subflow',
  'set',
  'placeholder',
] as const
export type NodeType = (typeof nodeTypes)[number]

export type Point = { x: number; y: number }

/** A node as the API has it. What only one type has is read by the form of that type. */
export type FlowNode = {
  id: string
  type: NodeType
  name?: string
  description?: string
  /** Inside a loop: relative to the corner of the loop. */
  position?: Point
  /** The loop whose body it belongs to. */
  parent?: string
  [field: string]: unknown
}

export type FlowEdge = {
  id: string
  from: string
  to: string
  condition?: string
  onError?: boolean
  label?: string
}

export type GraphSettings = {
  inputSchema?: Record<string, unknown>
  outputSchema?: Record<string, unknown>
  timeoutSec?: number
}

export type FlowGraph = GraphSettings & { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] }

export const emptyGraph: FlowGraph = { nodes: [], edges: [] }
