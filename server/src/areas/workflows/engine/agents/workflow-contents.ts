import type { Scope } from '../../../../kernel/scope.ts'
import type { WorkflowContents, WorkflowTool } from '../../../agents/index.ts'
import type { Node, NodeOf } from '../../schema/graph.ts'
import { NodeFailure } from '../failure.ts'
import { executionLimits } from '../limits.ts'
import type { Subflows } from '../subflows.ts'

type Parts = Pick<WorkflowContents, 'tools' | 'parts' | 'isComplete'>

const nothing: Parts = { tools: [], parts: [], isComplete: true }
const unknown: Parts = { ...nothing, isComplete: false }

/** Input of a workflow, and the calls that its graph names. */
export const contentsOf =
  (subflows: Subflows) =>
  async (scope: Scope, { id, version }: WorkflowTool): Promise<WorkflowContents> => {
    const { graph } = await subflows.compiled(scope, id, version)
    const parts = await partsOf(subflows, scope, graph.nodes, 1)
    return { inputSchema: graph.inputSchema ?? { type: 'object' }, ...parts }
  }

async function partsOf(
  subflows: Subflows,
  scope: Scope,
  nodes: readonly Node[],
  depth: number,
): Promise<Parts> {
  const all = await Promise.all(
    nodes.map((node) => {
      if (node.type === 'subflow') return partsOfSubflow(subflows, scope, node, depth)
      return node.type === 'llm_agent' ? partsOfAgent(subflows, scope, node) : partsOfNode(node)
    }),
  )
  return {
    tools: distinct(all.flatMap(({ tools }) => tools)),
    parts: distinct(all.flatMap(({ parts }) => parts)),
    isComplete: all.every(({ isComplete }) => isComplete),
  }
}

const distinct = <T>(list: readonly T[]): T[] => [
  ...new Map(list.map((each) => [JSON.stringify(each), each])).values(),
]

function partsOfNode(node: Node): Parts {
  if (node.type === 'action') {
    const { toolSlug: slug, toolVersion: version } = node
    return { ...nothing, tools: [version === undefined ? { slug } : { slug, version }] }
  }
  if (node.type === 'http')
    return { ...nothing, tools: [{ slug: node.method === 'GET' ? 'http_get' : 'http_request' }] }
  // An event brings data that no one here has seen.
  return node.type === 'wait' && node.event !== undefined ? unknown : nothing
}

/** The agent of a node calls the tools that the node names; what an agent of the project calls is not known here. */
async function partsOfAgent(
  subflows: Subflows,
  scope: Scope,
  { agentId, agent = {} }: NodeOf<'llm_agent'>,
): Promise<Parts> {
  if (agentId !== undefined) {
    const version = await versionOf(subflows, scope, agentId)
    return version === null ? unknown : { ...unknown, parts: [{ id: agentId, version }] }
  }
  if ((agent.databaseCollectionIds ?? []).length > 0) return unknown
  return { ...nothing, tools: (agent.toolSlugs ?? []).map((slug) => ({ slug })) }
}

async function partsOfSubflow(
  subflows: Subflows,
  scope: Scope,
  { workflowId: id, workflowVersion }: NodeOf<'subflow'>,
  depth: number,
): Promise<Parts> {
  if (depth > executionLimits.depth) return unknown
  const version = await versionOf(subflows, scope, id, workflowVersion)
  if (version === null) return unknown
  const { graph } = await subflows.compiled(scope, id, version)
  const inner = await partsOf(subflows, scope, graph.nodes, depth + 1)
  return { ...inner, parts: [{ id, version }, ...inner.parts] }
}

/** Null where it cannot be executed now. */
async function versionOf(
  subflows: Subflows,
  scope: Scope,
  id: string,
  requested?: number,
): Promise<number | null> {
  try {
    return await subflows.resolve(scope, id, requested)
  } catch (error) {
    if (error instanceof NodeFailure) return null
    throw error
  }
}
