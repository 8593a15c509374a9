import type { Edge, Node } from '../schema/graph.ts'

/** The nodes of the graph itself, or of the body of one loop. Edges never leave it. */
export type Level = {
  /** The loop whose body it is; null for the graph itself. */
  loopId: string | null
  /** In an order in which every node comes after those that its edges come from. */
  nodes: readonly Node[]
  incoming: ReadonlyMap<string, readonly Edge[]>
  /** In the order of the graph, which is the order in which a branch looks at them. */
  outgoing: ReadonlyMap<string, readonly Edge[]>
}

/**
 * A graph as it is walked. Everything is in maps: the id of a node may be any name, that of a property of every object
 * included.
 */
export type Structure = {
  nodes: ReadonlyMap<string, Node>
  /** By the id of their loop. */
  levels: ReadonlyMap<string | null, Level>
  /** The loops around a node, the innermost first. */
  loopsAround(id: string): readonly string[]
  /**
   * What expressions of a node may name: all nodes before it on its own level, those before the loops around it, and
   * these loops themselves not.
   */
  ancestorsOf(id: string): ReadonlySet<string>
}
