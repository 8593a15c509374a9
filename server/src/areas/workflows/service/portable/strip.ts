import { createPace } from '../../../../kernel/compute/pace.ts'
import { hideKeys } from '../../../../kernel/secrets/key-formats.ts'
import type { Agent } from '../../schema/agent.ts'
import type { Graph, Node } from '../../schema/graph.ts'
import type { PortableWorkflow } from '../../schema/portable.ts'

type Stripped = PortableWorkflow['stripped']
/** Called for each literal that is taken out. */
type Found = (path: string, reason: string, value: string) => void

const hiddenMark = '[hidden]'
const accountReason = 'connected account'
const secretName =
  /auth(?!or(?!i[sz]))|token|secret|password|passwd|api[-_]?key|credential|cookie|session|signature|private/i
const hasExpression = (value: unknown) => typeof value === 'string' && value.includes('{{')

/** A graph that may leave the project: without literal secrets and ids of accounts. */
export async function stripGraph(graph: Graph): Promise<{ graph: Graph; stripped: Stripped }> {
  const stripped: Stripped = []
  const clean = await withoutLiterals(graph, (path, reason) => {
    // Several in one text are one place to look at.
    const last = stripped.at(-1)
    if (last?.path !== path || last.reason !== reason) stripped.push({ path, reason })
  })
  return { graph: clean, stripped }
}

/** The literal secrets of a graph, as far as they can be recognised. */
export async function literalSecretsOf(graph: Graph): Promise<string[]> {
  const found: string[] = []
  await withoutLiterals(graph, (_path, reason, value) => {
    if (reason !== accountReason) found.push(value)
  })
  return found
}

/** One node at a time: other requests are let in between. */
async function withoutLiterals({ nodes, ...rest }: Graph, found: Found): Promise<Graph> {
  const pace = createPace()
  const clean: Node[] = []
  for (const [i, node] of nodes.entries()) {
    const path = `/graph/nodes/${i}`
    clean.push(withoutKeys(stripNode(node, path, found), path, found) as Node)
    await pace()
  }
  return { ...(withoutKeys(rest, '/graph', found) as typeof rest), nodes: clean }
}

const freeFields = ['inputMapping', 'headers', 'query', 'body', 'values', 'output', 'original']

/** Any field that is free JSON can have secrets: in arguments, headers, values, or what an import has kept. */
function stripNode(node: Node, path: string, found: Found): Node {
  const { connectedAccountId, ...rest } = node as Node & { connectedAccountId?: string }
  if (connectedAccountId !== undefined) found(`${path}/connectedAccountId`, accountReason, connectedAccountId)
  const fields = freeFields.flatMap((name) =>
    name in rest ? [[name, withoutSecrets(rest[name as keyof typeof rest], `${path}/${name}`, found)]] : [],
  )
  const next = { ...rest, ...Object.fromEntries(fields) } as Node
  if (next.type === 'code') return { ...next, code: withoutAssigned(next.code, `${path}/code`, found) }
  if (next.type !== 'http') return next
  const url = withoutUrlSecrets(next.url, (value) => found(`${path}/url`, 'credentials', value))
  return { ...next, url }
}

/** Literal values whose name, or the name around them, says that they are secrets become empty; expressions stay. */
function withoutSecrets(value: unknown, path: string, found: Found, isSecret = false): unknown {
  if (typeof value === 'string') {
    if (!isSecret || value === '' || hasExpression(value)) return value
    found(path, 'named like a secret', value)
    return ''
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.map((each, i) => withoutSecrets(each, `${path}/${i}`, found, isSecret))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      withoutSecrets(each, `${path}/${escaped(name)}`, found, isSecret || secretName.test(name)),
    ]),
  )
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Whatever is shaped like a key, in any text: code, prompts, messages, URLs. */
function withoutKeys(value: unknown, path: string, found: Found): unknown {
  if (typeof value === 'string') {
    const { text, keys } = hideKeys(value, hiddenMark)
    for (const key of keys) found(path, 'shaped like a key', key)
    return text
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each, i) => withoutKeys(each, `${path}/${i}`, found))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutKeys(each, `${path}/${escaped(name)}`, found)]),
  )
}

// A name, perhaps in quotes, and a text of some length that is assigned to it.
const assigned = /([A-Za-z_$][\w$-]{0,60})(["']?[ \t]{0,8}[:=][ \t]{0,8})(["'`])([^"'`\n]{6,2000})\3/g

/** Texts in a script that are assigned to a variable, argument or field named like a secret. */
const withoutAssigned = (code: string, path: string, found: Found): string =>
  code.replace(assigned, (whole, name: string, between: string, quote: string, value: string) => {
    if (!secretName.test(name)) return whole
    found(path, 'named like a secret', value)
    return `${name}${between}${quote}${hiddenMark}${quote}`
  })

/** A URL, which may have expressions, without a user and password and without literal secrets in its query. */
const withoutUrlSecrets = (url: string, found: (value: string) => void): string =>
  url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/?#@{}]*)@/i, (_whole, scheme: string, user: string) => {
      found(user)
      return scheme
    })
    .replace(
      /([?&])([^=&#{}]+)=([^&#{}]+)(?=[&#]|$)/g,
      (whole, before: string, name: string, value: string) => {
        if (!secretName.test(name)) return whole
        found(value)
        return `${before}${name}=`
      },
    )

/** The texts of an agent without what is shaped like a key. */
export const withoutAgentKeys = (agent: Agent, found: Found = () => undefined): Agent =>
  withoutKeys(agent, '/agent', found) as Agent

/** Other MCP servers keep their names and URLs; what they are sent belongs to their toolkits, and ids of this project stay here. */
export function stripAgent(source: Agent): { agent: Agent; stripped: Stripped } {
  const stripped: Stripped = []
  const agent = withoutAgentKeys(source, (path, reason) => void stripped.push({ path, reason }))
  const { skillIds, knowledgeCollectionIds, databaseCollectionIds, databaseAccessPolicies, ...rest } = agent
  for (const [name, value] of Object.entries({
    skillIds,
    knowledgeCollectionIds,
    databaseCollectionIds,
    databaseAccessPolicies,
  }))
    if (value !== undefined) stripped.push({ path: `/agent/${name}`, reason: 'belongs to the project' })
  const next: Agent = rest.avatarUrl?.startsWith('file:') ? withoutAvatar(rest, stripped) : rest
  const ungranted = next.tools?.visitorOwnerConnections ? withoutGrants(next, stripped) : next
  const remote = ungranted.tools?.externalMcpConfigs
  if (!remote) return { agent: ungranted, stripped }
  const configs = remote.map(({ name, url, tools }) => ({ name, url, ...(tools ? { tools } : {}) }))
  return { agent: { ...ungranted, tools: { ...ungranted.tools, externalMcpConfigs: configs } }, stripped }
}

/** What one owner grants to others is not granted by the next. */
function withoutGrants({ tools = {}, ...agent }: Agent, stripped: Stripped): Agent {
  const { visitorOwnerConnections: _, ...rest } = tools
  stripped.push({ path: '/agent/tools/visitorOwnerConnections', reason: 'grant of the owner' })
  return { ...agent, tools: rest }
}

function withoutAvatar({ avatarUrl: _, ...agent }: Agent, stripped: Stripped): Agent {
  stripped.push({ path: '/agent/avatarUrl', reason: 'file of the project' })
  return agent
}
