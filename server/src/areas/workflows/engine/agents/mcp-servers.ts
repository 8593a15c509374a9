import type { Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Agent, McpConfig, McpServerRef } from '../../schema/agent.ts'

/** A server that was listed and checked, and is not stored yet. */
export type PreparedServer = { store(tx: Tx): Promise<void> }

/** What the project has approved of a server, by the slugs of its tools. */
export type ApprovedServer = { url: string; slugs: string[] }

/** Other MCP servers, as toolkits of the project. The area that knows the protocol is above this one. */
export type McpServers = {
  /** Contacts those that are new to the project. */
  prepare(scope: Scope, configs: readonly McpConfig[]): Promise<PreparedServer[]>
  /** By name; what the project has not approved is missing, and of `tools` what the server does not have. */
  findApproved(
    scope: Pick<Scope, 'projectId'>,
    servers: readonly Pick<McpServerRef, 'name' | 'tools'>[],
  ): Promise<ReadonlyMap<string, ApprovedServer>>
}

export type McpServerPort = McpServers & { register(servers: McpServers): void }

export function createMcpServers(): McpServerPort {
  let registered: McpServers = {
    prepare: () => Promise.reject(new Error('no area has registered MCP servers')),
    findApproved: async () => new Map(),
  }
  return {
    prepare: (...given) => registered.prepare(...given),
    findApproved: (...given) => registered.findApproved(...given),
    register(servers) {
      registered = servers
    },
  }
}

/** The tools of a server count only while the toolkit of that name is at the URL that the agent was given. */
export const slugsOf = (
  { name, url }: McpServerRef,
  approved: ReadonlyMap<string, ApprovedServer>,
): string[] | null => {
  const found = approved.get(name)
  return found?.url === url ? found.slugs : null
}

/** The agent with the tools of its servers among those that it has. */
export async function withServerTools(
  servers: Pick<McpServers, 'findApproved'>,
  scope: Pick<Scope, 'projectId'>,
  agent: Agent,
): Promise<Agent> {
  const { externalMcpConfigs = [], pinnedSlugs = [] } = agent.tools ?? {}
  if (externalMcpConfigs.length === 0) return agent
  const approved = await servers.findApproved(scope, externalMcpConfigs)
  const slugs = externalMcpConfigs.flatMap((each) => slugsOf(each, approved) ?? [])
  return { ...agent, tools: { ...agent.tools, pinnedSlugs: [...new Set([...pinnedSlugs, ...slugs])] } }
}
