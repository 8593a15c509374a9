import { slugsOf } from '../../engine/agents/mcp-servers.ts'
import type { Agent, McpServerRef } from '../../schema/agent.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Facts } from './facts.ts'

const at = (i: number) => ({ nodeId: null, path: `/agent/tools/externalMcpConfigs/${i}` })

/** Other MCP servers of an agent: names differ, and each is approved in this project. */
export function checkServers({ tools }: Agent, { servers: approved }: Pick<Facts, 'servers'>): Problem[] {
  const servers = tools?.externalMcpConfigs ?? []
  return servers.flatMap((server, i): Problem[] => {
    if (servers.findIndex(({ name }) => name === server.name) < i) return [duplicate(server, i)]
    const slugs = slugsOf(server, approved)
    if (slugs === null) return [notApproved(server, i)]
    return server.tools && slugs.length < new Set(server.tools).size ? [toolsMissing(server, i)] : []
  })
}

const duplicate = ({ name }: McpServerRef, i: number): Problem => ({
  severity: 'error',
  code: 'mcp_name_duplicate',
  message: `Two MCP servers are named "${name}".`,
  fix: 'Rename one of them.',
  ...at(i),
})

/** It may be that of a file, which is read without calling anyone. */
const notApproved = ({ name, url }: McpServerRef, i: number): Problem => ({
  severity: 'error',
  code: 'unknown_mcp_server',
  message: `The project has no MCP server ${name} at ${url}.`,
  fix: 'Send it in an update of the agent as an object with name, url and headers, or import it with POST /api/v1/toolkits/import/mcp.',
  ...at(i),
})

/** The agent works without them. */
const toolsMissing = ({ name }: McpServerRef, i: number): Problem => ({
  severity: 'warning',
  code: 'unknown_tool',
  message: `The MCP server ${name} does not have all of the tools that are named.`,
  fix: 'Refresh its toolkit, or name others.',
  ...at(i),
})
