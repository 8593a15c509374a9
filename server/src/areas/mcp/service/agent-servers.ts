import type { Db } from '../../../kernel/db/db.ts'
import type { McpServers } from '../../workflows/index.ts'
import { findApprovedBySlug } from '../store/toolkit.ts'
import type { ExternalServers } from './external-servers.ts'

/** Other MCP servers for agents: the same toolkits, approved in the same way, as for servers. */
export const createAgentServers = (db: Db, external: Pick<ExternalServers, 'prepare'>): McpServers => ({
  prepare: (scope, configs) => external.prepare(scope, configs, '/agent/tools/externalMcpConfigs'),
  async findApproved(scope, servers) {
    const found = await findApprovedBySlug(
      db,
      scope,
      servers.map(({ name }) => name),
    )
    return new Map(
      servers.flatMap(({ name, tools }) => {
        const server = found.get(name)
        if (!server) return []
        const chosen = server.tools.filter(({ remoteName }) => !tools || tools.includes(remoteName))
        return [[name, { url: server.url, slugs: chosen.map(({ slug }) => slug) }]]
      }),
    )
  },
})
