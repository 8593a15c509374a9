import type { Agent } from '../../schema/agent.ts'
import type { Graph, Node } from '../../schema/graph.ts'
import type { PortableWorkflow } from '../../schema/portable.ts'

type Stripped = PortableWorkflow['stripped']

const secretName =
  /auth|token|secret|password|passwd|api[-_]?key|credential|cookie|session|signature|private/i
const hasExpression = (value: unknown) => typeof value === 'string' && value.includes('{{')

/** A graph that may leave the project: without literal secrets and ids of accounts. */
export function stripGraph(graph: Graph): { graph: Graph; stripped: Stripped } {
  const stripped: Stripped = []
  const nodes = graph.nodes.map((node, i) => stripNode(node, `/graph/nodes/${i}`, stripped))
  return { graph: { ...graph, nodes }, stripped }
}

function stripNode(node: Node, path: string, stripped: Stripped): Node {
  if (node.type === 'action') {
    const inputMapping = withoutSecrets(
      node.inputMapping,
      `${path}/inputMapping`,
      stripped,
    ) as typeof node.inputMapping
    const { connectedAccountId, ...rest } = node
    if (connectedAccountId !== undefined)
      stripped.push({ path: `${path}/connectedAccountId`, reason: 'connected account' })
    return { ...rest, inputMapping }
  }
  if (node.type !== 'http') return node
  const next = { ...node }
  for (const field of ['headers', 'query', 'body'] as const) {
    if (next[field] === undefined) continue
    Object.assign(next, { [field]: withoutSecrets(next[field], `${path}/${field}`, stripped) })
  }
  return next
}

/** Literal values whose name says that they are secrets become empty; expressions stay. */
function withoutSecrets(value: unknown, path: string, stripped: Stripped, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 64) return value
  if (Array.isArray(value))
    return value.map((each, i) => withoutSecrets(each, `${path}/${i}`, stripped, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (!secretName.test(name) || typeof each !== 'string' || each === '' || hasExpression(each))
        return [name, withoutSecrets(each, place, stripped, depth + 1)]
      stripped.push({ path: place, reason: 'named like a secret' })
      return [name, '']
    }),
  )
}

/** Remote MCP servers keep their names and URLs; their headers stay here, as do ids of this project. */
export function stripAgent(agent: Agent): { agent: Agent; stripped: Stripped } {
  const stripped: Stripped = []
  const { skillIds, knowledgeCollectionIds, databaseCollectionIds, databaseAccessPolicies, ...rest } = agent
  for (const [name, value] of Object.entries({
    skillIds,
    knowledgeCollectionIds,
    databaseCollectionIds,
    databaseAccessPolicies,
  }))
    if (value !== undefined) stripped.push({ path: `/agent/${name}`, reason: 'belongs to the project' })
  const next: Agent = rest.avatarUrl?.startsWith('file:') ? withoutAvatar(rest, stripped) : rest
  const remote = next.tools?.externalMcpConfigs
  if (!remote) return { agent: next, stripped }
  const configs = remote.map(({ headers, ...config }, i) => {
    if (headers)
      stripped.push({ path: `/agent/tools/externalMcpConfigs/${i}/headers`, reason: 'credentials' })
    return config
  })
  return { agent: { ...next, tools: { ...next.tools, externalMcpConfigs: configs } }, stripped }
}

function withoutAvatar({ avatarUrl: _, ...agent }: Agent, stripped: Stripped): Agent {
  stripped.push({ path: '/agent/avatarUrl', reason: 'file of the project' })
  return agent
}
