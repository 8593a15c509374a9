/** What is wrong with a graph, where, and how to fix it. An error keeps it from being activated and executed. */
export type GraphProblem = {
  code: string
  message: string
  severity: 'error' | 'warning'
  nodeId?: string
  /** The id of the edge, or `from->to` where it has none. */
  edge?: string
  /** Its path in the graph, such as `nodes[3].url`. */
  path?: string
}

export const isError = ({ severity }: GraphProblem): boolean => severity === 'error'
