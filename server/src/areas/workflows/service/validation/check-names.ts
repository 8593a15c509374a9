import { renamedSlugs } from '../../../../kernel/text/function-schema.ts'
import { slugsOf } from '../../engine/agents/mcp-servers.ts'
import type { Agent } from '../../schema/agent.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Facts } from './facts.ts'

/** Models call tools by names of fewer characters than slugs may have: two slugs may lead to one name. */
export function checkNames({ tools = {} }: Agent, { servers }: Pick<Facts, 'servers'>): Problem[] {
  if (tools.mode === 'META') return []
  const ofServers = (tools.externalMcpConfigs ?? []).flatMap((server) => slugsOf(server, servers) ?? [])
  const slugs = [...new Set([...(tools.pinnedSlugs ?? []), ...ofServers])]
  return renamedSlugs(slugs).map(({ slug, name }) => ({
    severity: 'warning',
    code: 'tool_name_taken',
    message: `The model calls ${slug} by the name ${name}: another tool of the agent has its name.`,
    fix: 'Remove one of the two tools, or give one another slug.',
    nodeId: null,
    path: '/agent/tools',
  }))
}
