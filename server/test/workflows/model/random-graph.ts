import type { TestEdge, TestNode } from '../flows.ts'
import { makeIndependentOfWinners } from './early-joins.ts'
import type { PlannedEdge, PlannedGraph, PlannedNode, Sum } from './plan.ts'

/** The same numbers for the same seed. */
export function randomOf(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    state ^= state >>> 13
    return (state >>> 0) / 4_294_967_296
  }
  return {
    next,
    chance: (part: number) => next() < part,
    below: (count: number) => Math.floor(next() * count),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  }
}
export type Random = ReturnType<typeof randomOf>

type GraphContext = { random: Random; prefix: string; depth: number; outer: PlannedNode[]; human: boolean }

const asOf = ({ kind, items }: PlannedNode): Sum['refs'][number]['as'] => {
  if (kind === 'human_wait') return 'value'
  return kind === 'loop' || items !== null ? 'length' : 'n'
}
const isReadable = ({ kind }: PlannedNode) => !['branch', 'join', 'wait', 'end'].includes(kind)

/** A graph of any shape: edges lead forward, loops have graphs inside. */
export function planGraph({ random, prefix, depth, outer, human }: GraphContext): PlannedGraph {
  const count = 2 + random.below(depth === 0 ? 9 : 4)
  const nodes: PlannedNode[] = []
  const edges: PlannedEdge[] = []
  const ancestors = new Map<string, Set<string>>()
  for (let i = 0; i < count; i++) {
    const id = `${prefix}${i}`
    const sources = nodes.filter(() => random.chance(0.35)).slice(-3)
    if (sources.length === 0 && nodes.length > 0 && random.chance(0.7)) sources.push(random.pick(nodes))
    const before = new Set<string>()
    for (const source of sources) {
      before.add(source.id)
      for (const id of ancestors.get(source.id)!) before.add(id)
    }
    ancestors.set(id, before)
    const readable = [...outer, ...nodes.filter((node) => before.has(node.id))].filter(isReadable)
    const sum = (): Sum => ({
      plus: random.below(5),
      refs: readable.filter(() => random.chance(0.5)).map((node) => ({ id: node.id, as: asOf(node) })),
    })
    const node = planNode(random, id, { sum, depth, human, readable, hasSources: sources.length > 1 })
    nodes.push(node)
    for (const source of sources)
      edges.push(planEdge(random, source, id, sumFor(random, source, before, readable)))
  }
  // A branch without edges is refused.
  for (const node of nodes)
    if (depth > 0 && node.kind === 'branch' && !edges.some(({ from }) => from === node.id)) node.kind = 'set'
  makeIndependentOfWinners({ nodes, edges })
  return { nodes, edges }
}

const sumFor = (random: Random, source: PlannedNode, before: Set<string>, readable: PlannedNode[]): Sum => ({
  plus: random.below(4),
  refs: readable
    .filter(({ id }) => id === source.id || (before.has(id) && random.chance(0.2)))
    .filter((node) => node.id === source.id)
    .map((node) => ({ id: node.id, as: asOf(node) })),
})

function planEdge(random: Random, source: PlannedNode, to: string, when: Sum): PlannedEdge {
  return {
    from: source.id,
    to,
    when: random.chance(source.kind === 'branch' ? 0.7 : 0.3) ? when : null,
    onError: source.onError === 'route' && random.chance(0.5),
  }
}

type NodeContext = { sum(): Sum; depth: number; human: boolean; readable: PlannedNode[]; hasSources: boolean }

function planNode(
  random: Random,
  id: string,
  { sum, depth, human, readable, hasSources }: NodeContext,
): PlannedNode {
  const kinds: PlannedNode['kind'][] = ['set', 'read', 'read', 'once_send', 'once_send', 'branch', 'wait']
  if (hasSources) kinds.push('join', 'join', 'join')
  if (depth < 2) kinds.push('loop')
  if (human) kinds.push('human_wait')
  const kind = random.pick(kinds)
  const isEffect = kind === 'read' || kind === 'once_send'
  const canFail = isEffect || kind === 'loop' || kind === 'human_wait'
  const items = (isEffect || kind === 'set') && random.chance(0.25) ? random.below(4) : null
  const tries = isEffect && random.chance(0.4) ? 2 : 1
  const node: PlannedNode = {
    id,
    kind,
    sum: sum(),
    runIf: kind !== 'branch' && kind !== 'join' && random.chance(0.2) ? sum() : null,
    fails: isEffect && random.chance(0.25) ? 1 + random.below(2) : 0,
    tries,
    onError: canFail ? random.pick(['stop', 'continue', 'continue', 'route', 'route']) : 'stop',
    items: kind === 'loop' ? random.below(4) : items,
    concurrency: 1 + random.below(3),
    isRejected: random.chance(0.3),
    mode: kind === 'join' ? random.pick(['all', 'any', 'any', 2] as const) : 'all',
    isRaced: false,
    body: null,
  }
  if (kind === 'loop')
    node.body = planGraph({ random, prefix: `${id}_`, depth: depth + 1, outer: readable, human })
  return node
}

const textOf = ({ refs, plus }: Sum): string =>
  [
    ...refs.map(({ id, as }) => {
      if (as === 'length') return `(nodes.${id}.output ?? []).length`
      return `(nodes.${id}.output.${as === 'value' ? 'value.' : ''}n ?? 0)`
    }),
    String(plus),
  ].join(' + ')

/** The plan as a graph of the product. */
export function toGraph(plan: PlannedGraph): { nodes: TestNode[]; edges: TestEdge[] } {
  const nodes: TestNode[] = []
  const edges: TestEdge[] = []
  const add = (graph: PlannedGraph, parent: string | null) => {
    for (const node of graph.nodes) {
      nodes.push({ ...nodeOf(node), ...(parent === null ? {} : { parent }) })
      if (node.body) add(node.body, node.id)
    }
    for (const { from, to, when, onError } of graph.edges)
      edges.push({
        from,
        to,
        ...(when ? { condition: `(${textOf(when)}) % 2 == 0` } : {}),
        ...(onError ? { onError } : {}),
      })
  }
  add(plan, null)
  // What nothing leads to begins behind the start, and what leads nowhere is read by the end.
  const top = plan.nodes
  for (const { id } of top) if (!plan.edges.some(({ to }) => to === id)) edges.push(`start->${id}`)
  const last = top.filter(({ id }) => !plan.edges.some(({ from }) => from === id))
  for (const { id } of last) edges.push(`${id}->end`)
  const shown = top.filter((node) => isReadable(node) || node.kind === 'join')
  const output = Object.fromEntries(shown.map(({ id }) => [id, `{{ nodes.${id} }}`]))
  nodes.push({
    id: 'end',
    type: 'end',
    output: { ...output, last: last.map(({ id }) => `{{ nodes.${id}.status }}`) },
  })
  return { nodes, edges }
}

function nodeOf(node: PlannedNode): TestNode {
  const { id, kind, sum, runIf, onError, items, concurrency, fails, tries } = node
  const common = {
    id,
    ...(runIf ? { runIf: `(${textOf(runIf)}) % 2 == 0` } : {}),
  }
  const list = `{{ [0, 1, 2, 3].slice(0, ${items ?? 0}) }}`
  const each = items === null ? {} : { forEach: list, concurrency }
  const value = { n: `{{ ${textOf(sum)}${items === null ? '' : ' + index'} }}` }
  switch (kind) {
    case 'set':
      return { ...common, ...each, type: 'set', values: value }
    case 'read':
    case 'once_send':
      return {
        ...common,
        ...each,
        type: 'action',
        toolSlug: kind,
        inputMapping: { ...value, fails },
        onError,
        retry: { max: tries - 1, backoff: 1 },
      }
    case 'loop':
      return { ...common, type: 'loop', over: list, onError }
    case 'wait':
      return { ...common, type: 'wait', seconds: 0.001 }
    case 'human_wait':
      return { ...common, type: 'human_wait', onError }
    case 'join':
      return { id, type: 'join', mode: node.mode }
    default:
      return { id, type: kind }
  }
}
