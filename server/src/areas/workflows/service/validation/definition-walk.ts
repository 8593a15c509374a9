import type { Agent } from '../../schema/agent.ts'
import type { Graph } from '../../schema/graph.ts'
import type { Definition } from '../../schema/workflow.ts'

/** Where a definition names something outside of it. */
export type Reference = {
  name: string
  version?: string | undefined
  nodeId: string | null
  path: string
  /** The account that a node names for its tool. */
  accountId?: string | undefined
}

export type References = {
  tools: Reference[]
  models: Reference[]
  /** Workflows that a node or an agent executes. */
  subflows: Reference[]
  /** Agents that a node or an agent hands work to. */
  agents: Reference[]
  /** Table collections that an agent may read. */
  collections: Reference[]
  /** Skills of the library that an agent may read. */
  skills: Reference[]
  knowledge: Reference[]
}

export function referencesOf({ graph, agent }: Definition): References {
  const found: References = {
    tools: [],
    models: [],
    subflows: [],
    agents: [],
    collections: [],
    skills: [],
    knowledge: [],
  }
  if (graph) collectFromGraph(graph, found)
  if (agent) collectFromAgent(agent, found)
  return found
}

function collectFromGraph(
  { nodes }: Graph,
  { tools, models, subflows, agents, collections }: References,
): void {
  for (const [i, node] of nodes.entries()) {
    const at = (field: string) => ({ nodeId: node.id, path: `/graph/nodes/${i}/${field}` })
    if (node.type === 'action')
      tools.push({
        name: node.toolSlug,
        version: node.toolVersion,
        accountId: node.connectedAccountId,
        ...at('toolSlug'),
      })
    if (node.type === 'llm' && node.model) models.push({ name: node.model, ...at('model') })
    if (node.type === 'subflow') subflows.push({ name: node.workflowId, ...at('workflowId') })
    if (node.type !== 'llm_agent') continue
    if (node.agentId) agents.push({ name: node.agentId, ...at('agentId') })
    const { model } = node.agent?.modelSettings ?? {}
    if (model) models.push({ name: model, ...at('agent/modelSettings/model') })
    for (const [j, name] of (node.agent?.databaseCollectionIds ?? []).entries())
      collections.push({ name, ...at(`agent/databaseCollectionIds/${j}`) })
    for (const [j, name] of (node.agent?.toolSlugs ?? []).entries())
      tools.push({ name, ...at(`agent/toolSlugs/${j}`) })
  }
}

function collectFromAgent(agent: Agent, found: References): void {
  const { tools, models, subflows, agents, collections, skills, knowledge } = found
  const at = (path: string) => ({ nodeId: null, path: `/agent/${path}` })
  const { modelSettings, capabilities = {}, behavior } = agent
  if (modelSettings?.model) models.push({ name: modelSettings.model, ...at('modelSettings/model') })
  for (const part of ['summarization', 'toolSelector'] as const) {
    const model = capabilities[part]?.model
    if (model) models.push({ name: model, ...at(`capabilities/${part}/model`) })
  }
  for (const [i, name] of (capabilities.modelFallback?.fallbackModels ?? []).entries())
    models.push({ name, ...at(`capabilities/modelFallback/fallbackModels/${i}`) })
  for (const [i, name] of (agent.tools?.pinnedSlugs ?? []).entries())
    tools.push({ name, ...at(`tools/pinnedSlugs/${i}`) })
  const notify = behavior?.escalation?.notifyToolSlug
  if (notify) tools.push({ name: notify, ...at('behavior/escalation/notifyToolSlug') })
  for (const [i, name] of (agent.subAgentIds ?? []).entries())
    agents.push({ name, ...at(`subAgentIds/${i}`) })
  for (const [i, name] of (agent.workflowIds ?? []).entries())
    subflows.push({ name, ...at(`workflowIds/${i}`) })
  for (const [i, name] of (agent.databaseCollectionIds ?? []).entries())
    collections.push({ name, ...at(`databaseCollectionIds/${i}`) })
  for (const [i, name] of (agent.knowledgeCollectionIds ?? []).entries())
    knowledge.push({ name, ...at(`knowledgeCollectionIds/${i}`) })
  for (const [i, name] of (agent.skillIds ?? []).entries()) skills.push({ name, ...at(`skillIds/${i}`) })
}
