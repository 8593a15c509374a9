import type { PlannedEdge, PlannedGraph, PlannedNode, Sum } from './plan.ts'

export type ModelOutcome = {
  status: 'completed' | 'failed' | 'skipped'
  output: unknown
  /** What it can be: of failures in parallel branches the first one stops a loop. */
  errorCodes: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** A failure that stops its level: one of these. */
export class Stopped extends Error {
  readonly codes: ReadonlySet<string>
  constructor(codes: ReadonlySet<string>) {
    super([...codes].join())
    this.codes = codes
  }
}

type Seen = ReadonlyMap<string, ModelOutcome>

const skipped: ModelOutcome = { status: 'skipped', output: null, errorCodes: none }

function sumOf({ refs, plus }: Sum, seen: Seen): number {
  return refs.reduce((sum, { id, as }) => {
    const output = seen.get(id)?.output
    if (as === 'length') return sum + ((output as unknown[] | null) ?? []).length
    const holder = as === 'value' ? (output as { value?: unknown } | null)?.value : output
    return sum + ((holder as { n?: number } | null | undefined)?.n ?? 0)
  }, plus)
}
const isEven = (sum: Sum, seen: Seen) => sumOf(sum, seen) % 2 === 0

/** What a human answers to a step: always the same. */
export const approvedValue = (nodeId: string) => ({ n: nodeId.length })

/**
 * What a graph gives, worked out one node after the other without any of the engine: no runs, no records, no parallel
 * branches. Nodes of the plan come after those that their edges come from.
 */
export function interpret({ nodes, edges }: PlannedGraph, outer: Seen): Map<string, ModelOutcome> {
  const outcomes = new Map<string, ModelOutcome>()
  const taken = new Set<PlannedEdge>()
  const stops = new Set<string>()
  for (const node of nodes) {
    const incoming = edges.filter(({ to }) => to === node.id)
    const seen = new Map([...outer, ...outcomes])
    const runs = incoming.length === 0 || incoming.some((edge) => taken.has(edge))
    const outcome = runs ? outcomeOf(node, seen) : skipped
    if (outcome.status === 'failed' && node.onError === 'stop') {
      for (const code of outcome.errorCodes) stops.add(code)
      outcomes.set(node.id, skipped)
      continue
    }
    outcomes.set(node.id, outcome)
    for (const edge of takenOf(node, outcome, edges, new Map([...outer, ...outcomes]))) taken.add(edge)
  }
  if (stops.size > 0) throw new Stopped(stops)
  return outcomes
}

function takenOf(
  node: PlannedNode,
  outcome: ModelOutcome,
  edges: readonly PlannedEdge[],
  seen: Seen,
): PlannedEdge[] {
  if (outcome.status === 'skipped') return []
  const outgoing = edges.filter(({ from }) => from === node.id)
  if (node.kind === 'branch') {
    const first =
      outgoing.find(({ when }) => when && isEven(when, seen)) ?? outgoing.find(({ when }) => !when)
    return first ? [first] : []
  }
  const isRouted = outcome.status === 'failed' && node.onError === 'route'
  return outgoing.filter((edge) => edge.onError === isRouted && (!edge.when || isEven(edge.when, seen)))
}

function outcomeOf(node: PlannedNode, seen: Seen): ModelOutcome {
  if (node.runIf && !isEven(node.runIf, seen)) return skipped
  const result = resultOf(node, seen)
  if (result instanceof Stopped) return { status: 'failed', output: null, errorCodes: result.codes }
  return { status: 'completed', output: result, errorCodes: none }
}

function resultOf(node: PlannedNode, seen: Seen): unknown {
  const n = sumOf(node.sum, seen)
  const each = (one: (index: number) => unknown) =>
    node.items === null ? one(0) : Array.from({ length: node.items }, (_, index) => one(index))
  switch (node.kind) {
    case 'set':
      return each((index) => ({ n: n + index }))
    case 'read':
    case 'once_send':
      if (node.items !== 0 && node.fails >= node.tries) return new Stopped(new Set(['broken']))
      return each((index) => ({ n: n + index + 1 }))
    case 'human_wait':
      return node.isRejected ? new Stopped(new Set(['rejected'])) : { value: approvedValue(node.id) }
    case 'loop':
      return loopResult(node, seen)
    default:
      return null
  }
}

function loopResult(node: PlannedNode, seen: Seen): unknown {
  const { nodes, edges } = node.body!
  const last = nodes.filter(({ id }) => !edges.some(({ from }) => from === id))
  try {
    return Array.from({ length: node.items ?? 0 }, () => {
      const outcomes = interpret(node.body!, seen)
      return last.filter(({ id }) => outcomes.get(id)!.status !== 'skipped').length
    })
  } catch (error) {
    if (error instanceof Stopped) return error
    throw error
  }
}
