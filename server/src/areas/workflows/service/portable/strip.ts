import type { Agent } from '../../schema/agent.ts'
import type { Graph, Node } from '../../schema/graph.ts'
import type { PortableWorkflow } from '../../schema/portable.ts'

type Stripped = PortableWorkflow['stripped']

const secretName =
  /auth(?!or(?!i[sz]))|token|secret|password|passwd|api[-_]?key|credential|cookie|session|signature|private/i
const hasExpression = (value: unknown) => typeof value === 'string' && value.includes('{{')

/** A graph that may leave the project: without literal secrets and ids of accounts. */
export function stripGraph(graph: Graph): { graph: Graph; stripped: Stripped } {
  const stripped: Stripped = []
  const nodes = graph.nodes.map((node, i) => stripNode(node, `/graph/nodes/${i}`, stripped))
  return { graph: { ...graph, nodes }, stripped }
}

const freeFields = ['inputMapping', 'headers', 'query', 'body', 'values', 'output', 'original']

/** Any field that is free JSON can have secrets: in arguments, headers, values, or what an import has kept. */
function stripNode(node: Node, path: string, stripped: Stripped): Node {
  const { connectedAccountId, ...rest } = node as Node & { connectedAccountId?: string }
  if (connectedAccountId !== undefined)
    stripped.push({ path: `${path}/connectedAccountId`, reason: 'connected account' })
  const fields = freeFields.flatMap((name) =>
    name in rest
      ? [[name, withoutSecrets(rest[name as keyof typeof rest], `${path}/${name}`, stripped)]]
      : [],
  )
  const next = { ...rest, ...Object.fromEntries(fields) } as Node
  if (next.type !== 'http') return next
  const url = withoutUrlSecrets(next.url)
  if (url === next.url) return next
  stripped.push({ path: `${path}/url`, reason: 'credentials' })
  return { ...next, url }
}

/** Literal values whose name, or the name around them, says that they are secrets become empty; expressions stay. */
function withoutSecrets(value: unknown, path: string, stripped: Stripped, isSecret = false): unknown {
  if (typeof value === 'string') {
    if (!isSecret || value === '' || hasExpression(value)) return value
    stripped.push({ path, reason: 'named like a secret' })
    return ''
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.map((each, i) => withoutSecrets(each, `${path}/${i}`, stripped, isSecret))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return [name, withoutSecrets(each, place, stripped, isSecret || secretName.test(name))]
    }),
  )
}

/** A URL, which may have expressions, without a user and password and without literal secrets in its query. */
const withoutUrlSecrets = (url: string): string =>
  url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@{}]*@/i, '$1')
    .replace(/([?&])([^=&#{}]+)=([^&#{}]+)(?=[&#]|$)/g, (whole, before: string, name: string) =>
      secretName.test(name) ? `${before}${name}=` : whole,
    )

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
