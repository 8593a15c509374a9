/** A sum over nodes before it, as both the engine and the model read it. */
export type Sum = { refs: readonly { id: string; as: 'n' | 'value' | 'length' }[]; plus: number }

export type PlannedEdge = { from: string; to: string; when: Sum | null; onError: boolean }

export type PlannedNode = {
  id: string
  kind: 'set' | 'read' | 'once_send' | 'branch' | 'join' | 'loop' | 'wait' | 'human_wait' | 'end'
  sum: Sum
  /** Runs only where the sum is even. */
  runIf: Sum | null
  /** How many tries fail, of so many. */
  fails: number
  tries: number
  onError: 'stop' | 'continue' | 'route'
  /** Of `forEach` and of a loop over a list. */
  items: number | null
  concurrency: number
  isRejected: boolean
  /** Of a join: how many branches it waits for. */
  mode: 'all' | 'any' | 2
  /** Before a join that does not wait for all: it may be cancelled, or still run when others look at it. */
  isRaced: boolean
  body: PlannedGraph | null
}

export type PlannedGraph = { nodes: PlannedNode[]; edges: PlannedEdge[] }
