import type { Scope } from '../../../../kernel/scope.ts'
import type { WorkflowContents, WorkflowTool } from '../../../agents/index.ts'
import type { Node, NodeOf } from '../../schema/graph.ts'
import { NodeFailure } from '../failure.ts'
import { executionLimits } from '../limits.ts'
import type { Subflows } from '../subflows.ts'

type Parts = Pick<WorkflowContents, 'tools' | 'isComplete'>

const nothing: Parts = { tools: [], isComplete: true }
const unknown: Parts = { tools: [], isComplete: false }

/** What a workflow takes, and which tools it calls, as far as its graph says. */
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
    nodes.map((node) =>
      node.type === 'subflow' ? partsOfSubflow(subflows, scope, node, depth) : partsOfNode(node),
    ),
  )
  const tools = new Map(all.flatMap((parts) => parts.tools.map((tool) => [JSON.stringify(tool), tool])))
  return { tools: [...tools.values()], isComplete: all.every((parts) => parts.isComplete) }
}

function partsOfNode(node: Node): Parts {
  if (node.type === 'action') {
    const { toolSlug: slug, toolVersion: version } = node
    return { tools: [version === undefined ? { slug } : { slug, version }], isComplete: true }
  }
  if (node.type === 'http')
    return { tools: [{ slug: node.method === 'GET' ? 'http_get' : 'http_request' }], isComplete: true }
  if (node.type === 'llm_agent') return partsOfAgent(node)
  // An event brings data that no one here has seen.
  return node.type === 'wait' && node.event !== undefined ? unknown : nothing
}

/** The agent of a node calls the tools that the node names; what an agent of the project calls is not known here. */
function partsOfAgent({ agentId, agent = {} }: NodeOf<'llm_agent'>): Parts {
  if (agentId !== undefined || (agent.databaseCollectionIds ?? []).length > 0) return unknown
  return { tools: (agent.toolSlugs ?? []).map((slug) => ({ slug })), isComplete: true }
}

async function partsOfSubflow(
  subflows: Subflows,
  scope: Scope,
  { workflowId, workflowVersion }: NodeOf<'subflow'>,
  depth: number,
): Promise<Parts> {
  if (depth > executionLimits.depth) return unknown
  try {
    const version = await subflows.resolve(scope, workflowId, workflowVersion)
    const { graph } = await subflows.compiled(scope, workflowId, version)
    return await partsOf(subflows, scope, graph.nodes, depth + 1)
  } catch (error) {
    if (error instanceof NodeFailure) return unknown
    throw error
  }
}
