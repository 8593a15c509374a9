import { diffJson, type JsonChange } from '../../../../kernel/json/json-diff.ts'
import { agentView } from '../../schema/agent.ts'
import type { Edge, Graph, Node } from '../../schema/graph.ts'
import type { VersionDiff } from '../../schema/version.ts'
import type { Definition } from '../../schema/workflow.ts'

const noGraph: Graph = { nodes: [], edges: [] }

/** What a reader wants to know of two versions: nodes and edges by what they are, fields by where they are. */
export function diffDefinitions(
  before: Definition,
  after: Definition,
): Omit<VersionDiff, 'before' | 'after' | 'isSame'> {
  const [left, right] = [before.graph ?? noGraph, after.graph ?? noGraph]
  const { nodes: _, edges: __, ...settingsBefore } = left
  const { nodes: ___, edges: ____, ...settingsAfter } = right
  return {
    nodes: diffNodes(left.nodes, right.nodes),
    edges: diffEdges(left.edges, right.edges),
    settings: diffJson(settingsBefore, settingsAfter),
    // As it is shown: sealed headers are not compared.
    agent: diffJson(before.agent ? agentView(before.agent) : {}, after.agent ? agentView(after.agent) : {}),
  }
}

const toNode = ({ id, type, name }: Node) => ({ id, type, name: name ?? null })

function diffNodes(before: readonly Node[], after: readonly Node[]): VersionDiff['nodes'] {
  const known = new Map(before.map((node) => [node.id, node]))
  const next = new Set(after.map(({ id }) => id))
  const changed: VersionDiff['nodes']['changed'] = []
  const moved: string[] = []
  for (const node of after) {
    const was = known.get(node.id)
    const changes = was ? diffJson(was, node) : []
    const others = changes.filter((each) => !isMove(each))
    if (others.length > 0) changed.push({ ...toNode(node), changes: others })
    else if (changes.length > 0) moved.push(node.id)
  }
  return {
    added: after.filter(({ id }) => !known.has(id)).map(toNode),
    removed: before.filter(({ id }) => !next.has(id)).map(toNode),
    changed,
    moved,
  }
}

const isMove = ({ path }: JsonChange) => path === '/position' || path.startsWith('/position/')

/** Two edges are the same when they say the same, whatever their ids and labels are. */
const keyOf = ({ from, to, condition, onError }: Edge) =>
  JSON.stringify([from, to, condition, onError ?? false])

function diffEdges(before: readonly Edge[], after: readonly Edge[]): VersionDiff['edges'] {
  const [left, right] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  const toEdge = ({ from, to, condition }: Edge) => ({
    from,
    to,
    ...(condition === undefined ? {} : { condition }),
  })
  return {
    added: after.filter((edge) => !left.has(keyOf(edge))).map(toEdge),
    removed: before.filter((edge) => !right.has(keyOf(edge))).map(toEdge),
  }
}
